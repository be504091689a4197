package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.References;
import dev.attache.core.Resolver;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustStore;
import dev.attache.resource.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Locale;
import java.util.Set;

/** The asking of the user whether commands that a workspace declares are to be trusted. */
final class TrustDialog {

  private static final Set<String> YES = Set.of("y", "yes");
  private static final int MAX_ANSWER = 1000;

  private final Streams streams;
  private final Console console;
  private final TrustStore store;

  TrustDialog(Streams streams, Console console, TrustStore store) {
    this.streams = streams;
    this.console = console;
    this.store = store;
  }

  /**
   * Says what of the user's trust counts for nothing, and asks about what it does not cover.
   *
   * @param canAsk whether somebody can answer
   */
  void settle(Resolver resolver, CommandPolicy policy, References references, boolean canAsk) {
    sayProblems(references);
    if (canAsk) {
      ask(resolver, policy, references);
    }
  }

  /** Says what of the user's trust counts for nothing, if a reference may need it. */
  void sayProblems(References references) {
    if (!references.only(DeclaredCommands::isCommand).texts().isEmpty()) {
      store.read().problems().forEach(console::error);
    }
  }

  /** Asks about each command that the workspace wants run and that may not; a yes is kept. */
  private void ask(Resolver resolver, CommandPolicy policy, References references) {
    DeclaredCommands.find(resolver, references)
        .forEach(
            (uri, invocation) -> {
              if (!policy.decide(uri, invocation, Requester.WORKSPACE).isAllowed()
                  && isTrustworthy(invocation)) {
                tryToTrust(invocation);
              }
            });
  }

  private void tryToTrust(Invocation invocation) {
    try {
      trust(invocation);
    } catch (TrustException e) {
      console.error(String.valueOf(e.getMessage()));
    }
  }

  /** Whether the user says that a command may run; anything but a yes is a no. */
  boolean isTrustworthy(Invocation invocation) {
    console.show(
        "attache: " + ConfigFile.OF_WORKSPACE + " declares the command: " + exact(invocation));
    console.show("runs " + invocation.path() + " in " + invocation.directory());
    console.prompt("Trust it? [y/N] ");
    try {
      return YES.contains(answer().strip().toLowerCase(Locale.ROOT));
    } catch (IOException e) {
      return false;
    }
  }

  /**
   * The command line with all that is in it, safe for a terminal, but nothing redacted: whoever
   * writes a declaration could make code look like a secret, and so keep it from being seen.
   */
  private static String exact(Invocation invocation) {
    return ShellWords.join(invocation.words());
  }

  /**
   * Trusts a command from now on.
   *
   * @return false if it was trusted already
   */
  boolean trust(Invocation invocation) throws TrustException {
    return store.trust(
        new TrustRecord(
            TrustRecord.COMMAND,
            invocation.digest(),
            invocation.directory().toString(),
            invocation.label(),
            Instant.now().truncatedTo(ChronoUnit.SECONDS)));
  }

  /** Reads one line, and nothing of what follows it. */
  private String answer() throws IOException {
    var line = new ByteArrayOutputStream();
    int b = streams.in().read();
    while (b >= 0 && b != '\n') {
      if (line.size() < MAX_ANSWER) {
        line.write(b);
      }
      b = streams.in().read();
    }
    if (b < 0) {
      console.show(""); // nobody has ended the line
    }
    return line.toString(UTF_8);
  }
}
