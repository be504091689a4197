package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RequestBody;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.CallLog;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import dev.attache.test.ModelSamples;
import java.io.IOException;
import java.net.URI;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

/** What is true of the answers of each fake: its provider's SDK reads them, and as we do. */
@Tag("network")
abstract class StreamOracle {

  /** The fields that the SDK did not know, and that are meant or not. */
  final Set<String> unmodelled = new TreeSet<>();

  private final FakeProvider fake = FakeProvider.start();

  /** The provider, of which the body of a request is. */
  abstract ModelProvider provider();

  /** Our own reader. */
  abstract ModelConnector connector();

  /** A stream with all that there can be. */
  abstract String stream();

  /** A stream of nothing but a text. */
  abstract String says(String text);

  /** The event that the provider is overloaded. */
  abstract String overloaded();

  /** The same answer as it comes at once. */
  abstract String atOnce();

  /** Asks with the SDK for a stream, at a base URL, and checks each event of it. */
  abstract ReadAnswer streamed(String url) throws IOException;

  /** Asks with the SDK for an answer at once, and checks it. */
  abstract ReadAnswer atOnce(String url) throws IOException;

  /** The fields that the SDK does not know, and that are meant. */
  abstract Set<String> meant();

  @AfterEach
  void stop() {
    fake.close();
  }

  @Test
  void isReadInAStreamAsWeReadIt() throws IOException {
    fake.answer(Answer.events(stream()), Answer.events(stream()));
    ReadAnswer theirs = streamed(fake.url());
    assertThat(ours(true)).isEqualTo(theirs);
    assertThat(unmodelled).isEqualTo(new TreeSet<>(meant()));
  }

  @Test
  void isReadAtOnceAsWeReadIt() throws IOException {
    fake.answer(Answer.json(200, atOnce()), Answer.json(200, atOnce()));
    ReadAnswer theirs = atOnce(fake.url());
    assertThat(ours(false)).isEqualTo(theirs);
    assertThat(unmodelled).isSubsetOf(meant());
  }

  @Test
  void isReadWhereItIsNothingButAText() throws IOException {
    fake.answer(Answer.events(says("OK")), Answer.events(says("OK")));
    ReadAnswer theirs = streamed(fake.url());
    assertThat(ours(true)).isEqualTo(theirs);
    assertThat(theirs.text()).isEqualTo("OK");
    assertThat(unmodelled).isSubsetOf(meant());
  }

  /** The scripts that loops are tested with are told in these words. */
  @Test
  void isReadWhereItIsScripted() throws IOException {
    FakeWire wire = FakeWire.of(provider().name());
    List<FakeWire.Say> script =
        List.of(
            FakeWire.thought("Höchstens \"🦊\"."),
            FakeWire.text("Grüße, 🦊 \\ \"世界\"\n"),
            FakeWire.call("c1", "look", "{\"uri\": \"ü\"}"),
            FakeWire.call("c2", "list", "{}"));
    fake.answer(wire.streamed(script), wire.streamed(script));
    ReadAnswer theirs = streamed(fake.url());
    assertThat(ours(true)).isEqualTo(theirs);
    assertThat(theirs.calls()).hasSize(2);
    assertThat(unmodelled).isSubsetOf(meant());
  }

  @Test
  void failsWhereTheProviderIsOverloaded() {
    fake.answer(Answer.events(overloaded()));
    assertThatThrownBy(() -> streamed(fake.url())).hasStackTraceContaining("Overloaded");
  }

  /** What we ask below the same base URL, and read. */
  private ReadAnswer ours(boolean isStreamed) throws IOException {
    var profile = provider().profiles().standard();
    ModelRequest request =
        ModelRequest.of(
                profile, profile.model(), List.of(ModelSamples.user(ModelSamples.text("Hello"))))
            .streamed(isStreamed);
    RequestBody body = provider().render(request);
    ModelSettings settings =
        ModelSettings.builder()
            .baseUrl(URI.create(fake.url()))
            .privateHostAllowed(true)
            .key(() -> "k")
            .tries(1)
            .build();
    CallLog log = CallLog.of(connector().open(request, body, settings));
    assertThat(log.failure()).isNull();
    assertThat(fake.requests()).hasSize(2);
    assertThat(fake.requests().get(0).line()).isEqualTo(fake.requests().get(1).line());
    return ReadAnswer.of(log.events());
  }
}
