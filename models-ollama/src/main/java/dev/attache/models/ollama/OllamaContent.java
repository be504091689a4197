package dev.attache.models.ollama;

import dev.attache.model.Ladder;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import java.util.ArrayList;
import java.util.List;

/**
 * What a message of Ollama has: one text, in which a line names each image, and the images in the
 * order of those lines. Not thread-safe.
 */
final class OllamaContent {

  private final Ladder ladder;
  private final List<RenderedText> texts = new ArrayList<>();
  private final List<Rung> images = new ArrayList<>();
  private final List<Deliverable> moved = new ArrayList<>();

  private OllamaContent(Ladder ladder) {
    this.ladder = ladder;
  }

  static OllamaContent of(List<RenderedPart> parts, Ladder ladder) {
    var content = new OllamaContent(ladder);
    parts.forEach(content::add);
    return content;
  }

  /** Returns what a result has; that it failed is a line, since there is no field for it. */
  static OllamaContent of(RenderedPart.ToolResult result, Ladder ladder) {
    var content = new OllamaContent(ladder);
    if (result.isError()) {
      content.add("[the tool failed]");
    }
    result.content().forEach(content::add);
    return content;
  }

  /** Returns what was moved out of results. */
  static OllamaContent ofBlocks(List<Deliverable> moved, Ladder ladder) {
    var content = new OllamaContent(ladder);
    for (Deliverable part : moved) {
      content.addBlock(part, ladder.rung(part));
    }
    return content;
  }

  RenderedText text() {
    return RenderedLines.of(texts);
  }

  List<Rung> images() {
    return List.copyOf(images);
  }

  /** What has to stand in a message of the user after all results. */
  List<Deliverable> moved() {
    return List.copyOf(moved);
  }

  private void add(RenderedPart part) {
    if (part instanceof RenderedPart.Text text) {
      texts.add(text.text());
    } else if (part instanceof Deliverable each) {
      add(each, ladder.rung(each));
    } else if (part instanceof RenderedPart.Reference reference) {
      add(ladder.line(reference));
    } else if (part instanceof RenderedPart.Notice notice) {
      add(notice.line());
    }
  }

  private void add(Deliverable part, Rung rung) {
    if (rung.isMoved()) {
      add(Ladder.moved(part));
      moved.add(part);
    } else if (rung.isBlock()) {
      addBlock(part, rung);
    } else if (rung.as() == As.TEXT) {
      texts.add(part.shown());
    } else {
      add(Ladder.placeholder(part, String.valueOf(rung.note())));
    }
  }

  private void addBlock(Deliverable part, Rung rung) {
    add(Ladder.named(part, rung, null));
    images.add(rung);
  }

  private void add(String line) {
    texts.add(RenderedText.of(line));
  }
}
