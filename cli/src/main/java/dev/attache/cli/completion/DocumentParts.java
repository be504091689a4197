package dev.attache.cli.completion;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** What follows the {@code #} after the name of a document: its parts that can be asked for. */
final class DocumentParts {

  /** By the ends of names that have the same parts. */
  static final Map<List<String>, List<String>> BY_EXTENSION = byExtension();

  private DocumentParts() {}

  private static Map<List<String>, List<String>> byExtension() {
    Map<List<String>, List<String>> parts = new LinkedHashMap<>();
    parts.put(List.of("pdf"), List.of("page=", "page-image=", "image="));
    parts.put(List.of("xlsx", "xlsm", "xls", "ods"), List.of("sheet=", "image="));
    parts.put(List.of("pptx", "ppsx", "ppt", "odp"), List.of("slide=", "image="));
    parts.put(List.of("docx", "docm", "doc", "odt", "rtf", "epub"), List.of("image="));
    return parts;
  }
}
