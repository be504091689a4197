package dev.attache.resource.testkit;

import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Timeout;

/**
 * The contract that every handler has to keep to, as tests: extend it, fill the hooks of {@link
 * HandlerFixture}, and run it with JUnit.
 *
 * <pre>{@code
 * class NotesHandlerTest extends ResourceHandlerContract {
 *   protected ResourceHandler handler() {
 *     return new NotesHandler();
 *   }
 *
 *   protected Map<String, byte[]> resources() {
 *     return Map.of("notes:today", "buy milk".getBytes(UTF_8));
 *   }
 * }
 * }</pre>
 *
 * <p>Each test is named for a rule of {@link dev.attache.resource.spi.ResourceHandler}. When it
 * fails, its message says which rule is broken and how to mend it. A test whose hook says nothing
 * is aborted, with the name of the hook, which is also printed at the end, or is no part of the
 * run, if {@link DoesNotApply} says of the hook why not.
 *
 * <p>What the tests are, theme by theme, is in {@code docs/test-kit.md}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class ResourceHandlerContract extends RunRules {

  /** Made anew for each test. */
  protected ResourceHandlerContract() {}
}
