package dev.attache.models.gemini;

import dev.attache.model.Ladder;
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
            ? RenderedText.wellFormed(
                resource.title() == null ? resource.label() : resource.title())
            : rung.as().word();
    String name = first;
    for (int i = 2; used.contains(name); i++) {
      name = first + " (" + i + ")";
    }
    return name;
  }

  /** Returns the line that names a block, so that the model can ask for it again. */
  static String line(Deliverable part, Rung rung, @Nullable String displayName) {
    return Ladder.named(
        part, rung, displayName == null ? null : "displayName=\"" + displayName + '"');
  }
}
