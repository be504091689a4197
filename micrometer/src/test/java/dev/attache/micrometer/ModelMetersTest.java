package dev.attache.micrometer;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.agent.AskedModel;
import dev.attache.facade.Attache;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import io.micrometer.core.instrument.DistributionSummary;
import io.micrometer.core.instrument.Timer;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** All three meters, as a program sets them up. */
@Tag("network")
class ModelMetersTest {

  private final SimpleMeterRegistry meters = new SimpleMeterRegistry();
  private final FakeProvider fake = FakeProvider.start();
  private final FakeWire wire = FakeWire.CHAT;

  @TempDir Path workspace;

  @AfterEach
  void close() {
    fake.close();
  }

  @Test
  void countWhatModelsAreAskedAndWhatConversationsGiveThem() throws IOException {
    Files.writeString(workspace.resolve("a.txt"), "line\n".repeat(400));
    Attache attache =
        Attache.builder(workspace)
            .reading(reading -> reading.listener(ResolverMeters.in(meters)))
            .conversationListener(ConversationMeters.in(meters))
            .modelListener(ModelMeters.in(meters))
            .build();
    AskedModel model =
        AskedModel.of(
            "openai-chat/gpt-x",
            ModelSettings.builder()
                .baseUrl(URI.create(fake.url()))
                .privateHostAllowed(true)
                .environment(Map.of())
                .key(() -> "k")
                .build());
    fake.answer(
        wire.streamed(FakeWire.call("c", "refresh_resource", "{\"uri\": \"a.txt\"}")),
        wire.streamed(FakeWire.text("Yes.")),
        Answer.json(400, "{\"error\":{\"message\":\"No\"}}"));
    long total = attache.conversation("a").turn("Hi.").attach("a.txt").ask(model).usage().total();
    assertThatThrownBy(() -> attache.conversation("a").turn("And?").ask(model))
        .isInstanceOf(ModelException.class);

    Timer answered = timer("none");
    assertThat(answered.count()).isEqualTo(2);
    assertThat(answered.totalTime(TimeUnit.NANOSECONDS)).isPositive();
    assertThat(timer("bad-request").count()).isEqualTo(1);
    DistributionSummary input = tokens("input");
    DistributionSummary output = tokens("output");
    assertThat(input.count()).isEqualTo(2);
    assertThat(input.getId().getBaseUnit()).isEqualTo("token");
    assertThat(input.totalAmount() + output.totalAmount()).isEqualTo((double) total);
    assertThat(meters.get("attache.resolver.runs").timer().count()).isPositive();
    assertThat(
            meters
                .get("attache.conversation.delivered")
                .tag("delivery", "reference")
                .summary()
                .totalAmount())
        .as("what was not sent again")
        .isEqualTo(2_000);
  }

  private Timer timer(String error) {
    return meters
        .get("gen_ai.client.operation.duration")
        .tags("gen_ai.operation.name", "chat", "gen_ai.provider.name", "openai")
        .tags("gen_ai.request.model", "gpt-x", "error.type", error)
        .timer();
  }

  private DistributionSummary tokens(String type) {
    return meters
        .get("gen_ai.client.token.usage")
        .tags("gen_ai.operation.name", "chat", "gen_ai.provider.name", "openai")
        .tags("gen_ai.request.model", "gpt-x", "gen_ai.token.type", type)
        .summary();
  }
}
