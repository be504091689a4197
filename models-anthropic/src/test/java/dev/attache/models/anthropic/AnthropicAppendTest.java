package dev.attache.models.anthropic;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelRequest;
import dev.attache.resource.ContentDigest;
import dev.attache.test.Golden;
import org.junit.jupiter.api.Test;

/** The two rules that keep caches alive, on random requests. */
class AnthropicAppendTest {

  private static final int SEEDS = 100;

  private static ModelRequest first(ModelRequest request, int messages) {
    return new ModelRequest(
        request.profile(),
        request.model(),
        request.system(),
        request.tools(),
        request.messages().subList(0, messages),
        request.outputSchema(),
        request.maxOutputTokens(),
        request.isStreamed(),
        request.extra());
  }

  private static String unmarked(ModelRequest request) {
    return Samples.body(request).replace(Samples.MARK, "");
  }

  @Test
  void beginsWithWhatTheRequestBeforeItWas() {
    for (int seed = 0; seed < SEEDS; seed++) {
      ModelRequest request = RandomRequests.of(seed);
      String before = "";
      for (int count = 0; count <= request.messages().size(); count++) {
        String body = unmarked(first(request, count));
        assertThat(body).as("seed %d, %d messages", seed, count).startsWith(before);
        before = body.replaceFirst("[\\]}\"]*$", "");
      }
    }
  }

  /** The digest is that of another JVM: the one that wrote the file. */
  @Test
  void isTheSameInEveryJvm() {
    var bodies = new StringBuilder();
    for (int seed = 0; seed < SEEDS; seed++) {
      bodies.append(Samples.body(RandomRequests.of(seed))).append('\n');
    }
    byte[] bytes = bodies.toString().getBytes(UTF_8);
    Golden.assertMatches("random-requests.sha256", ContentDigest.sha256(bytes) + "\n");
  }

  @Test
  void hasNoMoreMarksThanTheApiTakes() {
    for (int seed = 0; seed < SEEDS; seed++) {
      String body = Samples.body(RandomRequests.of(seed));
      assertThat(body.split("\"cache_control\"", -1)).hasSizeLessThanOrEqualTo(1 + 4);
    }
  }
}
