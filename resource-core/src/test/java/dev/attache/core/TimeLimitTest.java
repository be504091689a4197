package dev.attache.core;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.test.ScriptedHandler;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CountDownLatch;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The time that handlers ask for. */
class TimeLimitTest {

  private static final Duration USUAL = Duration.ofSeconds(30);

  @TempDir Path workspace;
  private final ManualClock clock = new ManualClock();
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
        case "xx:hour" -> Duration.ofHours(1);
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
    return Resolver.builder(HandlerRegistry.of(handler)).workspace(workspace).clock(clock);
  }

  @Test
  void givesEachItemTheTimeThatItsHandlerAsksFor() throws Exception {
    assertThat(Outcomes.of(builder(new Asking()).build(), "xx:usual", "xx:hour"))
        .containsExactly("resolved xx:usual", "resolved xx:hour");
    assertThat(given)
        .containsOnly(Map.entry("xx:usual", USUAL), Map.entry("xx:hour", Duration.ofHours(1)));
  }

  @Test
  void givesTheUsualTimeWhereAHandlerAsksForNoneOrFailsAtIt() throws Exception {
    Outcomes.of(builder(new Asking()).build(), "xx:nothing", "xx:broken");
    assertThat(given).containsOnly(Map.entry("xx:nothing", USUAL), Map.entry("xx:broken", USUAL));
  }

  @Test
  void letsTheUserWin() throws Exception {
    Resolver resolver = builder(new Asking()).timeout(Duration.ofSeconds(5)).build();
    Outcomes.of(resolver, "xx:usual", "xx:hour");
    assertThat(given)
        .containsOnly(
            Map.entry("xx:usual", Duration.ofSeconds(5)),
            Map.entry("xx:hour", Duration.ofSeconds(5)));
  }

  @Test
  void namesTheTimeOfTheItem() throws Exception {
    var begun = new CountDownLatch(1);
    var stuck =
        ScriptedHandler.of("xx")
            .limiting(uri -> Duration.ofMillis(200))
            .resolving(
                (uri, context) -> {
                  begun.countDown();
                  try {
                    Thread.sleep(600_000);
                  } catch (InterruptedException e) {
                    Thread.currentThread().interrupt();
                  }
                  return List.of();
                });
    try (Resolution resolution = builder(stuck).build().resolve(List.of("xx:1"))) {
      begun.await();
      clock.advance(Duration.ofMinutes(1));
      assertThat(Outcomes.line(resolution.next()))
          .isEqualTo("failed xx:1 TIMEOUT: took longer than 200 ms");
    }
  }
}
