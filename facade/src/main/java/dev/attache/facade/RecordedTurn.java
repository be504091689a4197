package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.delivery.form.PromptText;
import dev.attache.history.ConversationEvent.Request;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.List;

/**
 * A turn that is recorded, to be given to a model by somebody else. Immutable; contents stay in the
 * store until they are written.
 *
 * @param request the turn in the history
 * @param problems what could not be attached; the model is told the same
 */
public record RecordedTurn(Request request, List<Problem> problems) {

  /**
   * Takes a copy of the list.
   *
   * @param request the turn in the history
   * @param problems what could not be attached
   */
  public RecordedTurn {
    problems = List.copyOf(problems);
  }

  /**
   * {@return what a model is given: what is attached, what there is to say of it, and the text}
   *
   * @throws IOException if the store cannot be read
   */
  public String text() throws IOException {
    var text = new ByteArrayOutputStream();
    writeTo(text);
    return text.toString(UTF_8);
  }

  /**
   * Writes the same, without having all of it in memory.
   *
   * @param out where it goes, in UTF-8; not closed
   * @throws IOException if the store cannot be read, or nothing can be written
   */
  public void writeTo(OutputStream out) throws IOException {
    PromptText.writeRequest(request, out);
  }
}
