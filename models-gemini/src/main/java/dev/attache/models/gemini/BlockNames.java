package dev.attache.models.gemini;

import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** The names of blocks, for which Gemini has a field in results only, and none for a URI. */
final class BlockNames {

  private BlockNames() {}

  /** Returns a name for a block that no other of its result has. */
  static String unused(Deliverable part, Rung rung, Set<String> used) {
    String first =
        part instanceof RenderedPart.Resource resource
            ? RenderedText.wellFormed(resource.label())
            : rung.as().word();
    String name = first;
    for (int i = 2; used.contains(name); i++) {
      name = first + " (" + i + ")";
    }
    return name;
  }

  /** Returns the line that names a block, so that the model can ask for it again. */
  static String line(Deliverable part, Rung rung, @Nullable String displayName) {
    var line = new StringBuilder("[resource");
    attribute(line, "uri", part.uri());
    attribute(line, "mimeType", rung.type());
    line.append(" sha256=").append(part.content().digest().shortForm());
    attribute(line, "displayName", displayName);
    return line.append(rung.note() == null ? "" : " " + rung.note()).append(']').toString();
  }

  /** Returns a part as a text, with what stands around it. */
  static RenderedText shown(Deliverable part) {
    return part instanceof RenderedPart.Resource resource
        ? resource.shown()
        : ((RenderedPart.Media) part).shown();
  }

  private static void attribute(StringBuilder line, String name, @Nullable String value) {
    if (value != null) {
      line.append(' ').append(name).append("=\"").append(value).append('"');
    }
  }
}
