package dev.attache.core.trust;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.Remedy;
import dev.attache.resource.Remedy.Action;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.ShellWords;
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
 * what the user has trusted or lets run by a pattern; nothing that a model asks for. And, by {@link
 * #decide(TrustSubject, Requester)}, the same for whatever else is used by name. Thread-safe.
 */
public final class TrustPolicy implements CommandPolicy {

  /** The scheme whose URIs are command lines. */
  private static final String COMMAND = "cmd";

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
   * {@return the rule}
   *
   * @param store what the user trusts, read again for each decision
   * @param patterns what the user lets run: {@code git status}, {@code git log *}
   * @param workspace where commands run that name no directory: absolute, free of symlinks
   * @param options what has to be added to the commands that messages tell the user to type, for
   *     instance {@code --workspace} and a directory
   * @throws IllegalArgumentException if one of the patterns is none; see {@link #requirePattern}
   */
  public static TrustPolicy of(
      TrustStore store, List<String> patterns, Path workspace, List<String> options) {
    var parsed = new ArrayList<CommandPattern>();
    for (String each : patterns) {
      parsed.add(CommandPattern.parse(each));
    }
    return new TrustPolicy(store, List.copyOf(parsed), workspace, options);
  }

  /**
   * Has a pattern be one: words, quoted as for a POSIX shell that expands nothing ({@link
   * ShellWords}), of which a last one {@code *}, if it is not quoted, stands for any further
   * arguments. Only programs that are known to only read must have that.
   *
   * @param pattern what the user wrote
   * @throws IllegalArgumentException if it is none; the message begins with the pattern in
   *     parentheses
   */
  public static void requirePattern(String pattern) {
    CommandPattern.parse(pattern);
  }

  @Override
  public Decision decide(ResourceUri uri, Invocation invocation, Requester requester) {
    return switch (requester) {
      case USER, CONFIGURATION -> Decision.allowed("you named it");
      case WORKSPACE -> decideForWorkspace(uri, invocation);
      case MODEL ->
          Decision.denied(
              "a model may not run commands",
              new Remedy(Action.ATTACH, shown(uri, invocation, redacted(uri, invocation))));
    };
  }

  /**
   * Decides about the use of a thing that has a definition, which somebody asked for by its name:
   * what a workspace defines is not the user's choice, even if the user asked for it.
   *
   * @param subject the thing, by its definition and who defined it
   * @param requester who asked for it
   * @return whether it may be used; a no says what the user can do
   */
  public Decision decide(TrustSubject subject, Requester requester) {
    if (requester == Requester.MODEL) {
      return Decision.denied(
          "a model may not use a " + subject.kind(),
          new Remedy(Action.ATTACH, subject.reference()));
    }
    if (requester.isUser() && subject.isOfUser()) {
      return Decision.allowed("you named it");
    }
    return trusted(subject.kind(), subject.digest()).orElseGet(() -> untrusted(subject));
  }

  private Decision untrusted(TrustSubject subject) {
    boolean isTool = subject.kind().equals(TrustRecord.TOOL);
    String why =
        subject.isOfUser()
            ? "is requested by the workspace"
            : isTool
                ? "is defined by the workspace"
                : "is defined by the workspace, or points into it,";
    return Decision.denied(
        why + " and is not trusted",
        new Remedy(
            isTool ? Action.TRUST_COMMAND : Action.TRUST_SERVER,
            typed(List.of(subject.reference()))));
  }

  /** The yes to what is in the store. */
  private Optional<Decision> trusted(String kind, ContentDigest digest) {
    return store
        .read()
        .find(kind, digest)
        .map(
            trusted ->
                Decision.allowed(
                    "you trusted it on " + trusted.when().atZone(ZoneOffset.UTC).toLocalDate()));
  }

  private Decision decideForWorkspace(ResourceUri uri, Invocation invocation) {
    Optional<Decision> trusted = trusted(TrustRecord.COMMAND, invocation.digest());
    if (trusted.isPresent()) {
      return trusted.get();
    }
    for (CommandPattern pattern : patterns) {
      if (pattern.matches(invocation, workspace)) {
        return Decision.allowed("[cmd] trust allows it: " + pattern.text());
      }
    }
    return Decision.denied(
        "is declared by the workspace and is not trusted",
        new Remedy(Action.TRUST_COMMAND, typed(uri, invocation, "--declared")));
  }

  /**
   * What the user has to type after a command, quoted for a shell.
   *
   * @param inPlace what stands for a reference that must not be shown
   */
  private String typed(ResourceUri uri, Invocation invocation, String inPlace) {
    return typed(List.of(shown(uri, invocation, inPlace)));
  }

  private static String redacted(ResourceUri uri, Invocation invocation) {
    return uri.scheme().equals(COMMAND) ? COMMAND + ":" + invocation.label() : uri.redacted();
  }

  private String shown(ResourceUri uri, Invocation invocation, String inPlace) {
    return hasSecrets(uri, invocation) ? inPlace : reference(uri, invocation);
  }

  private String typed(List<String> references) {
    var words = new ArrayList<>(references);
    words.addAll(options);
    return ShellWords.join(words);
  }

  private static boolean hasSecrets(ResourceUri uri, Invocation invocation) {
    return !invocation.label().equals(ShellWords.join(invocation.words()))
        || !uri.redacted().equals(uri.value());
  }

  /**
   * The URI, or the command line where that says the same: it is that of a command, it runs in the
   * workspace, nothing in it has to be quoted, and its beginning is not that of an authority.
   */
  private String reference(ResourceUri uri, Invocation invocation) {
    String line = ShellWords.join(invocation.words());
    boolean isPlain =
        uri.scheme().equals(COMMAND)
            && invocation.directory().equals(workspace)
            && line.equals(String.join(" ", invocation.words()))
            && !line.startsWith("//");
    return isPlain ? uri.scheme() + ":" + line : uri.value();
  }
}
