package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustStore;
import dev.attache.resource.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * {@code attache trust}: lets commands run and servers be used that the workspace declares, takes
 * that back, or lists what is trusted. Runs and starts none of them.
 */
final class TrustCommand implements Command {

  private final Streams streams;
  private final List<String> references = new ArrayList<>();

  TrustCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    options
        .parameters(
            "REF",
            references,
            "A command, 'cmd:make test', or a server, mcp+docs+. Without any: list what is trusted.")
        .flag("Trust what the workspace's configuration declares; asks about each.", "--declared")
        .flag("Trust no longer; REF may be an ID that is listed.", "--forget")
        .flag("Do not ask what --declared asks.", "--yes");
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException, UsageException {
    boolean isDeclared = arguments.has("--declared");
    boolean forgets = arguments.has("--forget");
    boolean isList = references.isEmpty() && !isDeclared;
    requireSense(isList, isDeclared, forgets, arguments.has("--yes"));
    var console = new Console(streams, global.isQuiet());
    try (ResultOutput result = ResultOutput.standard(streams, global.isStrict())) {
      var output = new TrustOutput(result.stream(), global.isJson());
      boolean isGood =
          isList
              ? list(global.trustStore(), output, console)
              : change(arguments, global, console, output);
      if (isGood || !global.isStrict()) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  private void requireSense(boolean isList, boolean isDeclared, boolean forgets, boolean saysYes)
      throws UsageException {
    if (forgets && isList) {
      throw new UsageException("--forget needs a REF, or --declared");
    }
    if (saysYes && !isDeclared) {
      throw new UsageException("--yes is the answer to what --declared asks; give --declared too");
    }
    if (isDeclared && !forgets && !saysYes && !streams.canAsk()) {
      throw new UsageException(
          "--declared asks about each command and server, and nobody can answer here; look through"
              + " attache plan --declared, then give --yes too");
    }
  }

  private static boolean list(TrustStore store, TrustOutput output, Console console)
      throws IOException {
    var trusted = store.read();
    trusted.problems().forEach(console::error);
    output.list(trusted.records());
    return trusted.problems().isEmpty();
  }

  private boolean change(
      Arguments arguments, GlobalOptions global, Console console, TrustOutput output)
      throws IOException, UsageException {
    HandlerRegistry registry = Handlers.load(console);
    var report = new Report(console, global.isVerbose());
    boolean forgets = arguments.has("--forget");
    var ids = new ArrayList<String>();
    References things = things(console, report, forgets ? ids : null);
    if (arguments.has("--declared")) {
      List<String> declared = declared(global.configuration(registry), console);
      things = things.and(Requester.WORKSPACE, declared);
    }
    TrustStore store = global.trustStore();
    var revocation = new TrustRevocation(store, output, console, report);
    var dialog = new TrustDialog(streams, console, store);
    var gift = new TrustGift(!arguments.has("--yes"), store, dialog, output);
    try (ServerPool servers = global.servers(registry, console)) {
      for (String id : ids) {
        revocation.forget(id);
      }
      TrustChange change = forgets ? revocation : gift;
      boolean isWhole =
          apply(change, global, registry, things.only(DeclaredCommands::isAboutCommand), report);
      isWhole &=
          new TrustedServers(servers, dialog, console, report)
              .apply(change, things.only(ServerReference::isServer), forgets);
      if (forgets && !isWhole) {
        console.note(
            "what is not there any more is forgotten by its ID, which attache trust lists");
      }
    } catch (TrustException e) {
      console.error(String.valueOf(e.getMessage()));
      report.countFailure();
    }
    output.flush();
    return !report.hasFailures();
  }

  /** Returns whether all commands could be found. */
  private static boolean apply(
      TrustChange change,
      GlobalOptions global,
      HandlerRegistry registry,
      References commands,
      Report report)
      throws IOException, UsageException {
    boolean isWhole = true;
    CommandPolicy policy = global.policy(registry);
    Resolver resolver = GlobalOptions.build(global.resolver(registry));
    try (Resolution plan = resolver.plan(commands)) {
      for (Outcome outcome : plan) {
        if (outcome instanceof Outcome.Failed failed) {
          report.failed(failed);
          isWhole = false;
        } else if (outcome instanceof Outcome.Noted noted) {
          report.noted(noted);
        } else if (outcome instanceof Outcome.Planned planned) {
          Candidate candidate = planned.candidate();
          Invocation invocation = candidate.invocation();
          if (invocation != null) {
            change.apply(
                new CommandItem(candidate.uri(), invocation, policy),
                planned.reference().requester());
          }
        }
      }
    }
    return isWhole;
  }

  /**
   * What was typed and is a command or names a server; all else is said.
   *
   * @param ids takes what is an ID; null if there must be none
   */
  private References things(Console console, Report report, @Nullable List<String> ids) {
    for (String other : references) {
      if (ids != null && TrustRevocation.isId(other)) {
        ids.add(other);
      } else if (!isThing(other)) {
        console.error(Redaction.redact(other) + ": " + whyNot(other, ids != null));
        report.countFailure();
      }
    }
    return References.of(references).only(TrustCommand::isThing);
  }

  private static boolean isThing(String reference) {
    return DeclaredCommands.isCommand(reference) || ServerReference.name(reference) != null;
  }

  private static String whyNot(String other, boolean mayBeId) {
    if (DeclaredCommands.isAboutCommand(other) || ServerReference.isAbout(other)) {
      if (ServerReference.isServer(other)) {
        return "names no server; those are written as in mcp+docs+";
      }
      return "exclusions make no sense here; leave out what is not meant, or take trust back with"
          + " --forget";
    }
    return mayBeId
        ? "is no command, as in 'cmd:make test', no server, as in mcp+docs+, and no ID: 6 digits or"
            + " more of one that attache trust lists"
        : "is no command and no server; those are written as in 'cmd:make test' and mcp+docs+";
  }

  private static List<String> declared(Configuration configuration, Console console) {
    List<String> declared =
        configuration.declaredByWorkspace().stream()
            .filter(text -> DeclaredCommands.isAboutCommand(text) || ServerReference.isServer(text))
            .toList();
    if (declared.isEmpty()) {
      console.note(ConfigFile.OF_WORKSPACE + " declares no commands and no servers");
    }
    return declared;
  }
}
