package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time that handlers ask for. */
class TimeLimitTest {

  private static final Duration HOUR = Duration.ofHours(1);

  @TempDir Path workspace;
  private final Map<String, Duration> given = new ConcurrentHashMap<>();

  /** Remembers what time each item was given; what it asks for, its URI says. */
  private final class Asking implements ResourceHandler {
    @Override
    public Set<String> schemes() {
      return Set.of("xx");
    }

    @Override
    public @Nullable Duration timeLimit(ResourceUri uri, HandlerContext context) {
      return switch (uri.value()) {
        case "xx:hour" -> HOUR;
        case "xx:nothing" -> Duration.ZERO;
        case "xx:broken" -> throw new IllegalStateException("broken");
        default -> null;
      };
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
      given.put(uri.value(), context.timeout());
      return ScriptedHandler.text(uri, "");
    }
  }

  private Resolver.Builder builder(ResourceHandler handler) {
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace);
  }

  @Test
  void givesEachItemTheTimeThatItsHandlerAsksFor() throws Exception {
    assertThat(Outcomes.of(builder(new Asking()).build(), "xx:usual", "xx:hour"))
        .containsExactly("resolved xx:usual", "resolved xx:hour");
    assertThat(given.get("xx:usual")).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30));
    assertThat(given.get("xx:hour")).isBetween(HOUR.minusMinutes(1), HOUR);
  }

  @Test
  void givesTheUsualTimeWhereAHandlerAsksForNoneOrFailsAtIt() throws Exception {
    Outcomes.of(builder(new Asking()).build(), "xx:nothing", "xx:broken");
    assertThat(given.values())
        .hasSize(2)
        .allSatisfy(
            time -> assertThat(time).isBetween(Duration.ofSeconds(20), Duration.ofSeconds(30)));
  }

  @Test
  void letsTheUserWin() throws Exception {
    Resolver resolver = builder(new Asking()).timeout(Duration.ofSeconds(5)).build();
    Outcomes.of(resolver, "xx:usual", "xx:hour");
    assertThat(given.values())
        .hasSize(2)
        .allSatisfy(time -> assertThat(time).isLessThanOrEqualTo(Duration.ofSeconds(5)));
  }

  @Test
  void namesTheTimeOfTheItem() throws Exception {
    var stuck =
        new ResourceHandler() {
          @Override
          public Set<String> schemes() {
            return Set.of("xx");
          }

          @Override
          public Duration timeLimit(ResourceUri uri, HandlerContext context) {
            return Duration.ofMillis(200);
          }

          @Override
          public List<Resource> resolve(ResourceUri uri, HandlerContext context) {
            try {
              Thread.sleep(Duration.ofMinutes(1).toMillis());
            } catch (InterruptedException e) {
              Thread.currentThread().interrupt();
            }
            return List.of();
          }
        };
    assertThat(Outcomes.of(builder(stuck).build(), "xx:1"))
        .containsExactly("failed xx:1 TIMEOUT: took longer than 200 ms");
  }
}
