package dev.attache.conversation.tools;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.FakeSources;
import dev.attache.conversation.TestConversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.Turns;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.resource.spi.Requester;
import dev.attache.store.memory.MemoryStore;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshInParallelTest {

  private static final int THREADS = 16;
  private static final int CALLS = 20;

  @TempDir Path workspace;

  private final FakeSources sources = new FakeSources();

  private Conversation started() throws Exception {
    Conversation conversation =
        Conversation.create(
            MemoryStore.of(16 << 20),
            ConversationId.of("session"),
            ConversationOptions.DEFAULT.delivered((place, attachment) -> false));
    try (TurnDraft turn = conversation.begin("MCP session", null)) {
      turn.record();
    }
    return conversation;
  }

  private Resolver resolver() throws Exception {
    return Resolver.builder(HandlerRegistry.of(sources)).workspace(workspace).build();
  }

  /** Makes calls from many threads at once, each of its own id. */
  private static List<ToolResult> callAll(Call call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(THREADS);
    try {
      var tasks = new ArrayList<Callable<ToolResult>>();
      for (int i = 0; i < THREADS * CALLS; i++) {
        int number = i;
        tasks.add(() -> call.make(number));
      }
      var results = new ArrayList<ToolResult>();
      for (Future<ToolResult> each : threads.invokeAll(tasks)) {
        results.add(each.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  private interface Call {
    ToolResult make(int number) throws Exception;
  }

  private static void assertEachIsRecordedOnce(Conversation conversation, List<ToolResult> results)
      throws Exception {
    Set<String> calls = new HashSet<>();
    Set<String> answers = new HashSet<>();
    for (ConversationEvent event : Turns.events(conversation)) {
      if (event instanceof ToolCall call) {
        assertThat(calls.add(call.id())).as(call.id()).isTrue();
      } else if (event instanceof ToolResult result) {
        assertThat(answers.add(result.id())).as(result.id()).isTrue();
      }
    }
    assertThat(calls).hasSize(THREADS * CALLS).isEqualTo(answers);
    assertThat(results).hasSize(THREADS * CALLS);
    assertThat(results).allMatch(each -> !each.response().isError());
  }

  @Test
  void answersAllRefreshesAndRecordsEachOnce() throws Exception {
    sources.put("mem:a", TestConversation.text("one"));
    Conversation conversation = started();
    try (TurnDraft turn = conversation.begin("attach", null);
        Resolution resolution = resolver().resolve(List.of("mem:a"))) {
      turn.declare(Requester.USER, "mem:a");
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), "mem:a", Requester.USER);
      }
      turn.record();
    }
    RefreshResourceTool tool = RefreshResourceTool.of(conversation, resolver());
    List<ToolResult> results = callAll(number -> tool.call("r" + number, Map.of("uri", "mem:a")));
    assertEachIsRecordedOnce(conversation, results);
    assertThat(results)
        .extracting(each -> ((DeliveredBlock) each.response().content().get(0)).delivery())
        .hasAtLeastOneElementOfType(Delivery.Full.class)
        .hasAtLeastOneElementOfType(Delivery.Reference.class);
  }

  @Test
  void attachesAllThatIsAskedForAtOnce() throws Exception {
    for (int i = 0; i < THREADS * CALLS; i++) {
      sources.put("mem:" + i, TestConversation.text("text " + i));
    }
    Conversation conversation = started();
    AttachResourceTool tool =
        AttachResourceTool.of(conversation, resolver(), new AttachPolicy(Set.of(), Set.of("mem")));
    List<ToolResult> results =
        callAll(number -> tool.call("a" + number, Map.of("uri", "mem:" + number)));
    assertEachIsRecordedOnce(conversation, results);
    assertThat(conversation.log().attachments()).hasSize(THREADS * CALLS);
    assertThat(conversation.summary().declarations()).hasSize(THREADS * CALLS);
  }
}
