package dev.attache.models.gemini;

import dev.attache.model.BodyWriter;
import dev.attache.model.Ladder;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/**
 * The result of a call as Gemini takes it: its texts as one, and its blocks beside them, to each of
 * which the response refers by its name. Not thread-safe.
 */
final class GeminiResult {

  private final RenderedPart.ToolResult result;
  private final Ladder ladder;
  private final List<RenderedText> texts = new ArrayList<>();
  private final Map<String, Rung> blocks = new LinkedHashMap<>();
  private final List<Deliverable> moved = new ArrayList<>();

  private GeminiResult(RenderedPart.ToolResult result, Ladder ladder) {
    this.result = result;
    this.ladder = ladder;
  }

  static GeminiResult of(RenderedPart.ToolResult result, Ladder ladder) {
    var of = new GeminiResult(result, ladder);
    for (RenderedPart part : result.content()) {
      of.add(part);
    }
    return of;
  }

  /** What has to stand after all results, since this model takes no blocks in them. */
  List<Deliverable> moved() {
    return List.copyOf(moved);
  }

  /** Writes the field {@code functionResponse} into an open part. */
  void writeTo(BodyWriter body) throws IOException {
    body.name("functionResponse").startObject();
    body.field("id", result.id()).field("name", result.name()).name("response").startObject();
    body.name(result.isError() ? "error" : "output").text(RenderedLines.of(texts));
    var counts = new HashMap<As, Integer>();
    for (Map.Entry<String, Rung> block : blocks.entrySet()) {
      As as = block.getValue().as();
      int count = counts.merge(as, 1, Integer::sum);
      body.field(count == 1 ? as.word() : as.word() + count, Map.of("$ref", block.getKey()));
    }
    body.endObject();
    if (!blocks.isEmpty()) {
      writeBlocks(body);
    }
    body.endObject();
  }

  private void writeBlocks(BodyWriter body) throws IOException {
    body.name("parts").startArray();
    for (Map.Entry<String, Rung> block : blocks.entrySet()) {
      Rung rung = block.getValue();
      body.startObject().name("inlineData").startObject().field("mimeType", rung.type());
      body.name("data").base64(rung.bytes()).field("displayName", block.getKey());
      body.endObject().endObject();
    }
    body.endArray();
  }

  private void add(RenderedPart part) {
    if (part instanceof RenderedPart.Text text) {
      texts.add(text.text());
    } else if (part instanceof Deliverable each) {
      add(each, ladder.rung(each));
    } else if (part instanceof RenderedPart.Reference reference) {
      texts.add(RenderedText.of(ladder.line(reference)));
    } else if (part instanceof RenderedPart.Notice notice) {
      texts.add(RenderedText.of(notice.line()));
    }
  }

  private void add(Deliverable part, Rung rung) {
    if (rung.isMoved()) {
      texts.add(RenderedText.of(Ladder.moved(part)));
      moved.add(part);
    } else if (rung.isBlock()) {
      String name = BlockNames.unused(part, rung, blocks.keySet());
      texts.add(RenderedText.of(BlockNames.line(part, rung, name)));
      blocks.put(name, rung);
    } else if (rung.as() == As.TEXT) {
      texts.add(part.shown());
    } else {
      texts.add(RenderedText.of(Ladder.placeholder(part, String.valueOf(rung.note()))));
    }
  }
}
