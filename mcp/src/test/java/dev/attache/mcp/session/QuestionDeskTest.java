package dev.attache.mcp.session;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.mcp.Elicitation;
import dev.attache.mcp.Elicitation.Reply;
import dev.attache.mcp.wire.Message;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.CountDownLatch;
import java.util.function.Consumer;
import org.junit.jupiter.api.Test;

/** Questions of a server that wait for the user, and are taken back by their ids. */
class QuestionDeskTest {

  private final CountDownLatch asked = new CountDownLatch(1);
  private final CountDownLatch declines = new CountDownLatch(1);
  private final List<Message.Answer> answers = new CopyOnWriteArrayList<>();
  private final UnaskedMessages unasked = unasked();

  private UnaskedMessages unasked() {
    Elicitation user =
        form -> {
          asked.countDown();
          declines.await();
          return Reply.decline();
        };
    Consumer<String> notes = note -> {};
    return new UnaskedMessages(
        new UserQuestions("srv", user, notes), new UpdateListeners("srv", notes));
  }

  private void ask(Object id) {
    var form = Map.<String, Object>of("message", "Who?", "requestedSchema", Map.of());
    unasked.answer(new Message.Request(id, "elicitation/create", form), answers::add);
  }

  private void cancel(Object id) {
    unasked.take(new Message.Notification("notifications/cancelled", Map.of("requestId", id)));
  }

  private static Message.Answer answer(Object id, String action) {
    return Message.Answer.result(id, Map.of("action", action));
  }

  @Test
  void tellsANumberFromATextThatLooksLikeIt() throws Exception {
    ask(1);
    asked.await();
    ask("1");
    cancel("1");
    assertThat(answers).as("the number is being asked, and the text waits behind it").isEmpty();
    declines.countDown();
    await().until(() -> answers.size() == 2);
    assertThat(answers).containsExactly(answer(1, "decline"), answer("1", "cancel"));
  }

  @Test
  void takesBackTheQuestionThatTheUserIsBeingAsked() throws Exception {
    ask("a");
    asked.await();
    cancel("b");
    cancel("a");
    await().until(() -> !answers.isEmpty());
    assertThat(answers).containsExactly(answer("a", "cancel"));
  }

  @Test
  void declinesAQuestionUnderAnIdThatIsInUse() throws Exception {
    ask("a");
    asked.await();
    ask("a");
    assertThat(answers).containsExactly(answer("a", "decline"));
    cancel("a");
    await().until(() -> answers.size() == 2);
    assertThat(answers).containsExactly(answer("a", "decline"), answer("a", "cancel"));
  }
}
