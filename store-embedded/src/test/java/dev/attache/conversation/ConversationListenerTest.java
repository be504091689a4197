package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.outcome.Snapshot;
import dev.attache.history.AppendToken;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredResource;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.memory.MemoryStore;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class ConversationListenerTest {

  private static final Snapshot UPLOAD =
      Snapshot.of("line\n".repeat(400).getBytes(StandardCharsets.UTF_8), "a.txt", null);

  private final List<String> heard = new ArrayList<>();

  private final ConversationListener listener =
      new ConversationListener() {
        @Override
        public void appended(ConversationId id, List<ConversationEvent> events, Duration took) {
          assertThat(took).isPositive();
          heard.add(
              id
                  + " appended "
                  + events.stream().map(each -> each.getClass().getSimpleName()).toList());
        }

        @Override
        public void refused(ConversationId id, StoreException problem, Duration took) {
          heard.add(id + " refused " + problem.kind());
        }

        @Override
        public void delivered(ConversationId id, DeliveredResource each) {
          heard.add(
              id
                  + " delivered "
                  + each.resource().uri()
                  + " "
                  + each.delivery().getClass().getSimpleName()
                  + " "
                  + each.resource().content().size());
        }
      };

  private Conversation conversation(ConversationListener who) throws IOException {
    return Conversation.create(
            MemoryStore.of(1 << 20), ConversationId.of("talk"), ConversationOptions.DEFAULT)
        .listening(who);
  }

  private static void ask(Conversation conversation) throws IOException {
    try (TurnDraft turn = conversation.begin("look", null)) {
      turn.attach(UPLOAD, "upload:///a.txt", Requester.USER).record();
    }
  }

  private static void useTool(Conversation conversation) throws IOException {
    ToolResponse response =
        new ToolResponse(List.of(ResourceBlock.of(UPLOAD.resource())), false, Map.of());
    conversation.callWithResult("c1", "read", Map.of(), response);
  }

  @Test
  void hearsOnceOfWhatIsRecordedOnceHoweverOftenItIsTried() throws Exception {
    Conversation conversation = conversation(listener);
    ask(conversation);
    heard.clear();
    AppendToken token = AppendToken.random();
    conversation.respond(token, "done");
    conversation.respond(token, "done");
    assertThat(heard).containsExactly("talk appended [Response]");
    assertThat(conversation.log().appended(token)).hasSize(1);
  }

  @Test
  void hearsWhatIsAppendedAndHowItIsDelivered() throws Exception {
    Conversation conversation = conversation(listener);
    ask(conversation);
    useTool(conversation);
    assertThat(heard)
        .containsExactly(
            "talk appended [Request]",
            "talk delivered upload:///a.txt Full 2000",
            "talk appended [ToolCall, ToolResult]",
            "talk delivered upload:///a.txt Reference 2000");
  }

  @Test
  void hearsWhatIsRefused() throws Exception {
    Conversation conversation = conversation(listener);
    assertThatThrownBy(() -> conversation.respond("nobody asked"))
        .isInstanceOf(StoreException.class);
    assertThat(heard).containsExactly("talk refused REFUSED");
  }

  @Test
  void hearsOfAForkOnlyWhatIsNewInIt() throws Exception {
    Conversation conversation = conversation(listener);
    ask(conversation);
    heard.clear();
    Conversation fork = conversation.fork(ConversationId.of("fork"), 1);
    assertThat(heard).isEmpty();
    fork.respond("yes");
    assertThat(heard).containsExactly("fork appended [Response]");
  }

  @Test
  void hearsOfTheSameConversationOnce() throws Exception {
    Conversation conversation = conversation(listener).listening(listener);
    ask(conversation);
    assertThat(heard).hasSize(2);
    conversation.listening(ConversationListener.NONE).respond("yes");
    assertThat(heard).hasSize(2);
  }

  @Test
  void breaksNothingByItsExceptions() throws Exception {
    Conversation conversation =
        conversation(
            new ConversationListener() {
              @Override
              public void appended(
                  ConversationId id, List<ConversationEvent> events, Duration took) {
                throw new IllegalStateException("full");
              }

              @Override
              public void refreshed(ConversationId id, ToolResult result, Duration took) {
                throw new IllegalStateException("late");
              }
            });
    assertThat(conversation.listenerProblem()).isNull();
    ask(conversation);
    assertThat(conversation.listenerProblem())
        .isEqualTo("the listener failed: java.lang.IllegalStateException: full");
    assertThat(conversation.summary().turns()).isEqualTo(1);
    useTool(conversation);
    assertThat(conversation.tools().has("c1")).isTrue();
  }
}
