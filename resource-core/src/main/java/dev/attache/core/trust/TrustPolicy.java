package dev.attache.core.trust;

import dev.attache.resource.ResourceUri;
import dev.attache.resource.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.nio.file.Path;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;

/**
 * The rule for which commands may run: what the user asked for; of what the workspace declares,
 * what the user has trusted or lets run by a pattern; nothing that a model asks for. Thread-safe.
 */
public final class TrustPolicy implements CommandPolicy {

  private final TrustStore store;
  private final List<CommandPattern> patterns;
  private final Path workspace;
  private final List<String> options;

  private TrustPolicy(
      TrustStore store, List<CommandPattern> patterns, Path workspace, List<String> options) {
    this.store = store;
    this.patterns = List.copyOf(patterns);
    this.workspace = workspace;
    this.options = List.copyOf(options);
  }

  /**
   * Returns the rule.
   *
   * @param patterns what the user lets run: {@code git status}, {@code git log *}
   * @param workspace where commands run that name no directory: absolute, free of symlinks
   * @param options what has to be added to the commands that messages tell the user to type, for
   *     instance {@code --workspace} and a directory
   * @throws IllegalArgumentException if one of the patterns is none; see {@link #requirePattern}
   */
  public static TrustPolicy of(
      TrustStore store, List<String> patterns, Path workspace, List<String> options) {
    return new TrustPolicy(
        store, patterns.stream().map(CommandPattern::parse).toList(), workspace, options);
  }

  /**
   * Has a pattern be one: words, quoted as for a POSIX shell that expands nothing ({@link
   * ShellWords}), of which a last one {@code *}, if it is not quoted, stands for any further
   * arguments. Only programs that are known to only read must have that.
   *
   * @throws IllegalArgumentException if it is none; the message begins with the pattern in
   *     parentheses
   */
  public static void requirePattern(String pattern) {
    CommandPattern.parse(pattern);
  }

  @Override
  public Decision decide(ResourceUri uri, Invocation invocation, Requester requester) {
    return switch (requester) {
      case USER -> Decision.allowed("you asked for it");
      case WORKSPACE -> decideForWorkspace(uri, invocation);
      case MODEL ->
          Decision.denied(
              "a model may not run commands; attach it yourself: "
                  + typed("resolve --attach", uri, invocation, "REF"));
    };
  }

  private Decision decideForWorkspace(ResourceUri uri, Invocation invocation) {
    Optional<TrustRecord> record = store.read().find(TrustRecord.COMMAND, invocation.digest());
    if (record.isPresent()) {
      return Decision.allowed(
          "you trusted it on " + record.get().when().atZone(ZoneOffset.UTC).toLocalDate());
    }
    for (CommandPattern pattern : patterns) {
      if (pattern.matches(invocation, workspace)) {
        return Decision.allowed("[cmd] trust allows it: " + pattern.text());
      }
    }
    return Decision.denied(
        "is declared by the workspace and not trusted; if you want it to run: "
            + typed("trust", uri, invocation, "--declared"));
  }

  /**
   * The command that the user has to type, quoted for a shell.
   *
   * @param inPlace what stands for a reference that must not be shown
   */
  private String typed(String command, ResourceUri uri, Invocation invocation, String inPlace) {
    var words = new ArrayList<String>();
    words.add(hasSecrets(uri, invocation) ? inPlace : reference(uri, invocation));
    words.addAll(options);
    return "attache " + command + " " + ShellWords.join(words);
  }

  private static boolean hasSecrets(ResourceUri uri, Invocation invocation) {
    return !invocation.label().equals(ShellWords.join(invocation.words()))
        || !uri.redacted().equals(uri.value());
  }

  /**
   * The URI, or the command line where that says the same: it runs in the workspace, nothing in it
   * has to be quoted, and its beginning is not that of an authority.
   */
  private String reference(ResourceUri uri, Invocation invocation) {
    String line = ShellWords.join(invocation.words());
    boolean isPlain =
        invocation.directory().equals(workspace)
            && line.equals(String.join(" ", invocation.words()))
            && !line.startsWith("//");
    return isPlain ? uri.scheme() + ":" + line : uri.value();
  }
}
