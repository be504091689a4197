package dev.attache.resource.tool;

import java.util.List;
import java.util.Set;

/**
 * A way to show results of kinds that only its author knows, such as {@code git.status}, to people
 * in a terminal.
 *
 * <p>A provider is a public class with a public constructor without parameters that a jar names in
 * {@code META-INF/services/dev.attache.resource.tool.ResultRenderer}. The jar is found, trusted and
 * isolated as those of handlers are, and may have handlers, too. Thread-safe and stateless.
 */
public interface ResultRenderer {

  /**
   * {@return the kinds that it shows; the same in every call} {@linkplain
   * SemanticResult#KNOWN_KINDS Known kinds} are shown in the same way everywhere and cannot be
   * claimed.
   */
  Set<String> kinds();

  /**
   * {@return a result of one of these kinds as lines of plain text} The summary stands above them
   * already. Control characters are shown as escapes, colours too. What is thrown is reported in a
   * line, and the result is shown as if there were no renderer.
   *
   * @param result of one of the {@link #kinds}
   * @param width how many characters fit into a line; longer ones are kept
   */
  List<String> render(SemanticResult result, int width);
}
