package dev.attache.models.openai;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.model.Ladder;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedPart.ToolResult;
import dev.attache.model.RenderedText;
import dev.attache.model.Rung;
import dev.attache.model.Rung.As;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A piece of the content of a message: a text, or a block with the line that names it. */
sealed interface ContentPiece {

  /** What stands between two texts that become one. */
  String BETWEEN = "\n\n";

  /**
   * A text, which is not empty.
   *
   * @param text what it says
   */
  record Words(RenderedText text) implements ContentPiece {

    static Words of(String text) {
      return new Words(RenderedText.of(text));
    }
  }

  /**
   * A block of the model's own.
   *
   * @param part what it is of
   * @param rung what it stands as
   * @param call the call whose result it is of, if it stands outside of that; else null
   */
  record Block(Deliverable part, Rung rung, @Nullable String call) implements ContentPiece {

    /**
     * Returns the line that names it, so that a model can ask for it again; no wire of OpenAI has a
     * field for that.
     */
    RenderedText label() {
      return RenderedText.of(
          Ladder.named(part, rung, call == null ? null : "of the result of tool call " + call));
    }

    /** Returns its name as a file, which is the same in every request. */
    String fileName() {
      return FileName.of(part, rung.type());
    }
  }

  /** Returns the pieces of parts; empty texts are left out, as are calls and what is opaque. */
  static List<ContentPiece> of(List<RenderedPart> parts, Ladder ladder) throws IOException {
    var pieces = new ArrayList<ContentPiece>();
    for (RenderedPart part : parts) {
      if (part instanceof Deliverable each) {
        pieces.add(of(each, ladder.rung(each)));
      } else if (part instanceof RenderedPart.Text text && !RenderedLines.isEmpty(text.text())) {
        pieces.add(new Words(text.text()));
      } else if (part instanceof RenderedPart.Reference reference) {
        pieces.add(Words.of(ladder.line(reference)));
      } else if (part instanceof RenderedPart.Notice notice) {
        pieces.add(Words.of(notice.line()));
      }
    }
    return pieces;
  }

  /** Returns the pieces of a result; at least one. */
  static List<ContentPiece> of(ToolResult result, Ladder ladder) throws IOException {
    List<ContentPiece> pieces = of(result.content(), ladder);
    if (result.isError()) {
      String failed = "[the tool failed]";
      if (!pieces.isEmpty() && pieces.get(0) instanceof Words words) {
        pieces.set(0, new Words(joined(List.of(RenderedText.of(failed), words.text()), "\n")));
      } else {
        pieces.add(0, Words.of(failed));
      }
    } else if (pieces.isEmpty()) {
      pieces.add(Words.of("[the tool returned nothing]"));
    }
    return pieces;
  }

  /** Returns the blocks of results for which results have no room. */
  static List<ContentPiece> moved(RenderedMessage results, Ladder ladder) {
    var moved = new ArrayList<ContentPiece>();
    for (RenderedPart part : results.parts()) {
      if (part instanceof ToolResult result) {
        for (RenderedPart inner : result.content()) {
          if (inner instanceof Deliverable each && ladder.rung(each).isMoved()) {
            moved.add(new Block(each, ladder.rung(each), result.id()));
          }
        }
      }
    }
    return moved;
  }

  /** Whether all pieces are texts. */
  static boolean areWords(List<ContentPiece> pieces) {
    return pieces.stream().allMatch(Words.class::isInstance);
  }

  /** Returns the texts among pieces as one text. */
  static RenderedText joined(List<ContentPiece> pieces) {
    var texts = new ArrayList<RenderedText>();
    for (ContentPiece piece : pieces) {
      if (piece instanceof Words words) {
        texts.add(words.text());
      }
    }
    return joined(texts, BETWEEN);
  }

  private static RenderedText joined(List<RenderedText> texts, String between) {
    byte[] separator = between.getBytes(UTF_8);
    return out -> {
      for (int i = 0; i < texts.size(); i++) {
        if (i > 0) {
          out.write(separator);
        }
        texts.get(i).writeTo(out);
      }
    };
  }

  private static ContentPiece of(Deliverable part, Rung rung) {
    if (rung.isMoved()) {
      return Words.of(Ladder.moved(part));
    } else if (rung.isBlock()) {
      return new Block(part, rung, null);
    } else if (rung.as() == As.PLACEHOLDER) {
      return Words.of(Ladder.placeholder(part, String.valueOf(rung.note())));
    }
    return new Words(
        part instanceof RenderedPart.Resource resource
            ? resource.shown()
            : RenderedText.of(part.content()));
  }
}
