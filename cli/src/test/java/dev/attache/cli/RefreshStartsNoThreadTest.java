package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshStartsNoThreadTest {

  @TempDir Path workspace;

  private static long started() {
    return ManagementFactory.getThreadMXBean().getTotalStartedThreadCount();
  }

  private Conversation attached(Resolver resolver) throws IOException {
    Conversation conversation =
        Conversation.create(
            EmbeddedStore.at(workspace.resolve(".attache")),
            ConversationId.of("test"),
            ConversationOptions.DEFAULT);
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = resolver.resolve(List.of("a.txt"))) {
      turn.declare(Requester.USER, "a.txt");
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), "a.txt", Requester.USER);
      }
      turn.record();
    }
    return conversation;
  }

  /** The fewest of some tries: the machine may start threads of its own at any time. */
  @Test
  void aRefreshOfOneFileStartsNoThread() throws Exception {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(workspace).build();
    Files.writeString(workspace.resolve("a.txt"), "0\n".repeat(1_000));
    RefreshResourceTool tool = RefreshResourceTool.of(attached(resolver), resolver);
    long fewest = Long.MAX_VALUE;
    for (int i = 1; i <= 20; i++) {
      Files.writeString(workspace.resolve("a.txt"), (i + "\n").repeat(1_000));
      long before = started();
      ToolResult result = tool.call("c" + i, Map.of("uri", "a.txt"));
      fewest = Math.min(fewest, started() - before);
      assertThat(result.response().isError()).isFalse();
    }
    assertThat(fewest).isZero();
  }
}
