package dev.attache.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.resource.spi.Requester;
import dev.attache.store.memory.MemoryStore;
import io.micrometer.core.instrument.Meter;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class MetersTest {

  @TempDir Path workspace;

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private Resolver resolver;
  private Conversation conversation;

  @BeforeEach
  void listen() throws IOException {
    Files.writeString(workspace.resolve("a.txt"), "line\n".repeat(400));
    Files.writeString(workspace.resolve(".env"), "A=1");
    resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler()))
            .workspace(workspace)
            .listener(ResolverMeters.in(meters))
            .build();
    conversation =
        Conversation.create(
                MemoryStore.of(1 << 20), ConversationId.of("User-42"), ConversationOptions.DEFAULT)
            .listening(ConversationMeters.in(meters));
  }

  private void attach(String... references) throws IOException {
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = resolver.resolve(List.of(references))) {
      for (Outcome outcome : resolution) {
        String reference = outcome.reference().text();
        turn.declare(Requester.USER, reference);
        if (outcome instanceof Outcome.Resolved resolved) {
          turn.attach(resolved.snapshot(), reference, Requester.USER);
        }
      }
      turn.record();
    }
  }

  private long items(String result, String reason, String scheme) {
    return meters
        .get("attache.resolver.items")
        .tags("result", result, "reason", reason, "scheme", scheme)
        .timer()
        .count();
  }

  @Test
  void aResolverCountsWhatBecomesOfItems() throws Exception {
    attach("*", "gone.txt", "xyz:1");
    assertThat(items("resolved", "none", "file")).isEqualTo(1);
    assertThat(items("skipped", "hidden", "file")).isEqualTo(1);
    assertThat(items("failed", "not-found", "none")).isEqualTo(1);
    assertThat(items("failed", "unsupported-scheme", "none")).isEqualTo(1);
    assertThat(meters.get("attache.resolver.bytes").tag("scheme", "file").summary().totalAmount())
        .isEqualTo(2_000);
    assertThat(meters.get("attache.resolver.runs").timer().count()).isEqualTo(1);
    assertThat(meters.get("attache.resolver.runs").timer().totalTime(TimeUnit.NANOSECONDS))
        .isPositive();
  }

  @Test
  void aConversationCountsWhatIsDeliveredAndRefreshed() throws Exception {
    attach("a.txt");
    RefreshResourceTool tool = RefreshResourceTool.of(conversation, resolver);
    tool.call("c1", Map.of("uri", "a.txt"));
    tool.call("c2", Map.of("uri", "a.txt", "force", true));
    tool.call("c3", Map.of("uri", "other.txt"));
    for (Map.Entry<String, Integer> each : Map.of("full", 2, "reference", 1).entrySet()) {
      var delivered =
          meters.get("attache.conversation.delivered").tag("delivery", each.getKey()).summary();
      assertThat(delivered.count()).as(each.getKey()).isEqualTo(each.getValue().longValue());
      assertThat(delivered.totalAmount()).isEqualTo(each.getValue() * 2_000.0);
    }
    for (String result : List.of("reference", "full", "error")) {
      assertThat(meters.get("attache.conversation.refreshes").tag("result", result).timer().count())
          .as(result)
          .isEqualTo(1);
    }
    assertThat(meters.get("attache.conversation.appends").tag("result", "appended").timer().count())
        .isEqualTo(7); // a turn, and three calls with their results
    assertThat(meters.get("attache.conversation.events").counter().count()).isEqualTo(8);
  }

  @Test
  void whatIsRefusedIsCountedAsThat() {
    assertThatThrownBy(() -> conversation.respond("nobody asked"))
        .isInstanceOf(StoreException.class);
    assertThat(meters.get("attache.conversation.appends").tag("result", "refused").timer().count())
        .isEqualTo(1);
  }

  @Test
  void noTagNamesAResourceOrAConversation() throws Exception {
    attach("a.txt", "gone.txt", "x-very-special:1");
    RefreshResourceTool.of(conversation, resolver).call("c1", Map.of("uri", "a.txt"));
    assertThat(meters.getMeters())
        .extracting(Meter::getId)
        .allSatisfy(
            id ->
                assertThat(id.toString())
                    .doesNotContain("a.txt")
                    .doesNotContain("User-42")
                    .doesNotContain("special")
                    .doesNotContain(workspace.toString()));
  }
}
