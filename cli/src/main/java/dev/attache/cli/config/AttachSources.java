package dev.attache.cli.config;

import dev.attache.cli.terminal.UsageException;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.resource.secrets.Redaction;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.TreeSet;

/**
 * A check of the sources that a model may attach from by itself, as users write them: {@code HOST}
 * or {@code SCHEME:}.
 */
public final class AttachSources {

  /** What models never attach from, whoever allows it. */
  private static final Set<String> NEVER = Set.of("cmd", "git+file", "mcp");

  /** What is named by hosts. */
  private static final Set<String> WEB = Set.of("http", "https");

  private final Set<String> known;
  private final Set<String> run = new TreeSet<>();

  /**
   * @param known the schemes that have a handler
   * @param programs the handlers that run something
   */
  public AttachSources(Set<String> known, List<ConfiguredProgram> programs) {
    this.known = known;
    run.addAll(NEVER);
    programs.forEach(program -> run.addAll(program.handler().schemes()));
  }

  /**
   * Has an entry be a host or a scheme that can be allowed.
   *
   * @param subject what the message begins with: {@code --allow-attach-from}
   */
  public void require(String subject, String entry) throws UsageException {
    if (entry.isBlank()) {
      throw new UsageException(subject + " () must not be empty");
    }
    if (entry.endsWith(":")) {
      requireScheme(subject, entry);
    } else {
      HttpSection.requireHost(subject, entry);
      if (entry.indexOf('/') >= 0) { // a network; the other kinds of a host have none
        throw wrong(subject, entry, "must be the name of a host, not a network");
      }
    }
  }

  private void requireScheme(String subject, String entry) throws UsageException {
    String scheme = scheme(entry);
    if (run.contains(scheme) || scheme.startsWith("mcp+")) {
      throw wrong(
          subject, entry, "cannot be opened to the model; attach it yourself with --attach");
    }
    if (WEB.contains(scheme)) {
      throw wrong(subject, entry, "must name the hosts, such as docs.example.org");
    }
    if (scheme.equals("file")) {
      throw wrong(
          subject, entry, "is already covered: --allow-attach allows files in the workspace");
    }
    if (!known.contains(scheme)) {
      throw wrong(subject, entry, "has no handler; `attache handlers ls` lists the schemes");
    }
  }

  private static UsageException wrong(String subject, String entry, String rule) {
    return new UsageException(subject + " (" + Redaction.redact(entry) + ") " + rule);
  }

  private static String scheme(String entry) {
    return entry.substring(0, entry.length() - 1).toLowerCase(Locale.ROOT);
  }

  /** Returns the policy that allows these, which have passed. */
  public static AttachPolicy policy(Collection<String> entries) {
    var hosts = new TreeSet<String>();
    var schemes = new TreeSet<String>();
    for (String entry : List.copyOf(entries)) {
      if (entry.endsWith(":")) {
        schemes.add(scheme(entry));
      } else {
        hosts.add(entry);
      }
    }
    return new AttachPolicy(hosts, schemes);
  }
}
