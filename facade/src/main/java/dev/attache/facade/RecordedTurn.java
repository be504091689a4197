package dev.attache.facade;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.delivery.form.PromptText;
import dev.attache.history.Attachment;
import dev.attache.history.ChatRequest;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.Delivery;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;

/**
 * A turn that is recorded, to be given to a model by somebody else. Its text stands alone: it has
 * all that the turn attaches in full, whatever the model was sent before, since nobody here knows
 * what it still has. Immutable; contents stay in the store until they are written.
 *
 * <p>Whoever sends the model every earlier turn as well, each as it was recorded, takes {@link
 * #textWithReferences} instead, in which one line stands for what an earlier turn has. If one of
 * those turns is left out, as by a memory with a window, that line leads nowhere and the model is
 * told something that is not so. A model that also calls {@code refresh_resource} needs a
 * conversation {@link OpenConversation#inFull}, unless it is sent all.
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
    Objects.requireNonNull(request, "request");
    problems = List.copyOf(problems);
  }

  /**
   * {@return what a model is given: what is attached, in full, what there is to say of it, and the
   * text}
   *
   * @throws IOException if the store cannot be read
   */
  public String text() throws IOException {
    return text(inFull());
  }

  /**
   * Writes the same, without having all of it in memory.
   *
   * @param out where it goes, in UTF-8; not closed
   * @throws IOException if the store cannot be read, or nothing can be written
   */
  public void writeTo(OutputStream out) throws IOException {
    PromptText.writeRequest(inFull(), out);
  }

  /**
   * {@return the same for a model that is sent all earlier turns as they were recorded: a line that
   * refers to them stands for what they have}
   *
   * @throws IOException if the store cannot be read
   */
  public String textWithReferences() throws IOException {
    return text(request);
  }

  private static String text(Request shown) throws IOException {
    var text = new ByteArrayOutputStream();
    PromptText.writeRequest(shown, text);
    return text.toString(UTF_8);
  }

  /** The turn with all that it attaches, which the store has whether or not it was repeated. */
  private Request inFull() {
    ChatRequest recorded = request.request();
    var resources = new ArrayList<Attachment>();
    for (Attachment each : recorded.resources()) {
      boolean isGiven =
          each.delivery() instanceof Delivery.Full || each.delivery() instanceof Delivery.Described;
      resources.add(isGiven ? each : each.delivered(Delivery.FULL));
    }
    return new Request(
        request.at(),
        request.turn(),
        new ChatRequest(
            recorded.author(), recorded.text(), recorded.schema(), resources, recorded.notices()),
        request.references(),
        request.awaitsHandover());
  }

  /** The number of the turn, and of what it attaches and does not. */
  @Override
  public String toString() {
    return "RecordedTurn[turn "
        + request.turn()
        + ", attached "
        + request.request().resources().size()
        + ", problems "
        + problems.size()
        + "]";
  }
}
