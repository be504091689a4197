package dev.attache.resource.testkit.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.Ladder;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.resource.ResourceContent;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.regex.MatchResult;

/** What has to stand in the body of a request, wherever its provider puts it. */
final class ExpectedParts {

  private final ModelRequest request;
  private final Ladder ladder;
  private final List<String> missing = new ArrayList<>();

  ExpectedParts(ModelRequest request, Ladder ladder) {
    this.request = request;
    this.ladder = ladder;
  }

  /** Returns what does not. */
  List<String> missingIn(WrittenBody body) throws IOException {
    for (RenderedMessage message : request.messages()) {
      for (RenderedPart part : message.parts()) {
        look(part, body);
      }
    }
    return List.copyOf(missing);
  }

  private void look(RenderedPart part, WrittenBody body) throws IOException {
    if (part instanceof Deliverable each) {
      look(each, ladder.rung(each), body);
    } else if (part instanceof RenderedPart.Text each) {
      words(text(each.text()), body, part);
    } else if (part instanceof RenderedPart.Reference each) {
      words(each.line(), body, part);
    } else if (part instanceof RenderedPart.Notice each) {
      words(each.line(), body, part);
    } else if (part instanceof RenderedPart.ToolCall each) {
      words(each.arguments(), body, part);
      string(each.name(), body, part);
    } else if (part instanceof RenderedPart.ToolResult each) {
      for (RenderedPart inner : each.content()) {
        look(inner, body);
      }
    }
  }

  private void look(Deliverable part, Rung rung, WrittenBody body) throws IOException {
    switch (rung.as()) {
      case PLACEHOLDER -> string(Ladder.placeholder(part, String.valueOf(rung.note())), body, part);
      case TEXT -> {
        RenderedText formatted = part.formatted();
        words(text(formatted == null ? RenderedText.of(part.content()) : formatted), body, part);
      }
      case IMAGE, DOCUMENT, AUDIO -> {
        string(base64(rung.bytes()), body, part);
        if (rung.isMoved()) {
          string(Ladder.moved(part), body, part);
        }
        String uri = part.uri();
        if (uri != null
            && !body.has(RenderedText.wellFormed(uri))
            && !body.has(part.content().digest().shortForm())) {
          missing.add("neither the URI nor the digest of " + part);
        }
      }
    }
  }

  private void words(String text, WrittenBody body, RenderedPart part) {
    RandomConversation.WORD
        .matcher(text)
        .results()
        .map(MatchResult::group)
        .forEach(word -> string(word, body, part));
  }

  private void string(String text, WrittenBody body, RenderedPart part) {
    if (!body.has(text)) {
      missing.add("\"" + text + "\" of " + part);
    }
  }

  private static String text(RenderedText text) throws IOException {
    var out = new ByteArrayOutputStream();
    text.writeTo(out);
    return out.toString(UTF_8);
  }

  private static String base64(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return Base64.getEncoder().encodeToString(in.readAllBytes());
    }
  }
}
