package dev.attache.delivery.form;

import dev.attache.model.RenderedText;
import dev.attache.resource.ResourceContent;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/** Something that stands in a prompt; it can be written more than once, and is always the same. */
@FunctionalInterface
public interface PromptPart extends RenderedText {

  @Override
  void writeTo(OutputStream out) throws IOException;

  /**
   * {@return a text as it is, with U+FFFD for half characters}
   *
   * @param text any text, of one line or many
   */
  static PromptPart of(String text) {
    return RenderedText.of(text)::writeTo;
  }

  /**
   * {@return several parts, each on lines of its own}
   *
   * @param parts in their order; a line end stands between two of them
   */
  static PromptPart lines(List<PromptPart> parts) {
    return out -> {
      for (int i = 0; i < parts.size(); i++) {
        if (i > 0) {
          out.write('\n');
        }
        parts.get(i).writeTo(out);
      }
    };
  }

  /**
   * {@return a line, with escapes for what is invisible in it or would end it}
   *
   * @param text words of ours, with names of others in them
   */
  static PromptPart line(String text) {
    return of(Sanitizer.sanitizeLine(text));
  }

  /**
   * {@return a content as it is}
   *
   * @param content a content that is text, read anew each time that it is written
   */
  static PromptPart of(ResourceContent content) {
    return RenderedText.of(content)::writeTo;
  }
}
