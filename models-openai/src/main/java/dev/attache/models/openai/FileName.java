package dev.attache.models.openai;

import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedPart.Resource;
import java.util.Locale;
import java.util.Map;
import java.util.regex.Pattern;

/**
 * The name that a document has as a file: the last segment of its label, with the extension of its
 * type, by which OpenAI tells what it is.
 */
final class FileName {

  private static final int MOST_CHARS = 100;
  private static final Pattern AFTER_PATH = Pattern.compile("[?#].*", Pattern.DOTALL);
  private static final Pattern UNUSUAL = Pattern.compile("[^\\p{L}\\p{N}._ -]+");

  private static final Map<String, String> EXTENSIONS =
      Map.of(
          "application/pdf", ".pdf",
          "application/vnd.openxmlformats-officedocument.wordprocessingml.document", ".docx",
          "application/vnd.openxmlformats-officedocument.presentationml.presentation", ".pptx",
          "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet", ".xlsx");

  private FileName() {}

  static String of(Deliverable part, String mimeType) {
    String name = UNUSUAL.matcher(name(part)).replaceAll("_");
    String extension = EXTENSIONS.getOrDefault(mimeType, "");
    if (name.toLowerCase(Locale.ROOT).endsWith(extension)) {
      name = name.substring(0, name.length() - extension.length());
    }
    return (name.isBlank() ? "document" : firstOf(name)) + extension;
  }

  private static String name(Deliverable part) {
    if (!(part instanceof Resource resource)) {
      return "";
    } else if (resource.title() != null && resource.title().indexOf('/') < 0) {
      return resource.title();
    }
    String path = AFTER_PATH.matcher(resource.label()).replaceFirst("");
    return path.substring(path.lastIndexOf('/') + 1);
  }

  private static String firstOf(String name) {
    int points = Math.min(MOST_CHARS, name.codePointCount(0, name.length()));
    return name.substring(0, name.offsetByCodePoints(0, points));
  }
}
