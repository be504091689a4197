package dev.attache.cli.trust;

import dev.attache.cli.config.ConfigFile;
import dev.attache.cli.config.ConfiguredTool;
import dev.attache.cli.options.RunOptions;
import dev.attache.cli.permission.CommandItem;
import dev.attache.cli.permission.DeclaredCommands;
import dev.attache.cli.permission.ServerItem;
import dev.attache.cli.permission.ServerReference;
import dev.attache.cli.permission.ToolItem;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.run.Handlers;
import dev.attache.cli.run.Report;
import dev.attache.cli.run.Run;
import dev.attache.cli.run.ServerPool;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.ResultOutput;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.References;
import dev.attache.core.trust.TrustException;
import dev.attache.core.trust.TrustStore;
import dev.attache.core.trust.Trusted;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * One run of a command that is about trust: where what is trusted is kept, and where what becomes
 * of it is said.
 */
public record TrustSession(
    Run run, Report report, TrustStore store, TrustDialog dialog, TrustOutput output) {

  /** What a command does with trust. */
  @FunctionalInterface
  public interface Change {
    void make(TrustSession session) throws IOException, UsageException;
  }

  /** Makes a change, prints it, and returns the exit code. */
  public static int of(Run run, Change change) throws IOException, UsageException {
    RunOptions options = run.options();
    TrustStore store = run.trustStore();
    try (ResultOutput result = ResultOutput.standard(run.streams(), options.isStrict())) {
      var session =
          new TrustSession(
              run,
              new Report(run.console(), options.isVerbose(), options.isStrict()),
              store,
              new TrustDialog(run.streams(), run.console(), store),
              new TrustOutput(result.stream(), options.isJson()));
      try {
        change.make(session);
      } catch (TrustException e) {
        session.fail(String.valueOf(e.getMessage()));
      }
      session.output.flush();
      boolean isGood = !session.report.hasFailures();
      if (isGood || !options.isStrict()) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  /** Lists what is trusted, and returns the exit code. */
  static int ofList(Run run) throws IOException {
    RunOptions options = run.options();
    try (ResultOutput result = ResultOutput.standard(run.streams(), options.isStrict())) {
      Trusted trusted = run.trustStore().read();
      trusted.problems().forEach(run.console()::error);
      new TrustOutput(result.stream(), options.isJson()).list(trusted.records());
      boolean isGood = trusted.problems().isEmpty();
      if (isGood || !options.isStrict()) {
        result.commit();
      }
      return isGood ? ExitCode.OK : ExitCode.FAILED;
    }
  }

  /** Says of what is nothing that could be trusted why it is not. */
  void refuse(List<String> others, UnaryOperator<String> whyNot) {
    for (String other : others) {
      fail(Redaction.redact(other) + ": " + whyNot(other, whyNot));
    }
  }

  private static String whyNot(String other, UnaryOperator<String> otherwise) {
    if (!DeclaredCommands.isAboutCommand(other) && !ServerReference.isAbout(other)) {
      return otherwise.apply(other);
    }
    return ServerReference.isServer(other)
        ? "is not a server (mcp+docs+)"
        : "exclusions are not supported here; revoke trust with attache trust rm";
  }

  /** Says what went wrong with one thing. */
  void fail(String message) {
    run.console().error(message);
    report.countFailure();
  }

  /**
   * Applies a change to commands, tools and servers that were typed, and to what the workspace
   * declares.
   *
   * @return whether all of them could be found
   */
  boolean apply(TrustChange change, References typed, boolean isDeclared, boolean forgets)
      throws IOException, UsageException {
    if (typed.texts().isEmpty() && !isDeclared) {
      return true; // and no handlers are needed
    }
    Handlers handlers = Handlers.load(run);
    References things = isDeclared ? typed.and(Requester.WORKSPACE, declared(handlers)) : typed;
    try (ServerPool servers = run.servers(handlers)) {
      boolean isWhole = applyToTools(change, handlers, things.only(ToolItem::isAbout));
      isWhole &= applyToCommands(change, handlers, things.only(TrustSession::isAboutCommand));
      References named = things.only(ServerReference::isServer);
      return applyToServers(change, servers, named, forgets) && isWhole;
    }
  }

  private static boolean isAboutCommand(String text) {
    return DeclaredCommands.isAboutCommand(text) && !ToolItem.isAbout(text);
  }

  private List<String> declared(Handlers handlers) throws UsageException {
    var declared = new ArrayList<String>();
    for (String text : run.configuration(handlers).declaredByWorkspace()) {
      if (mayBeCommand(text, handlers) || ServerReference.isServer(text)) {
        declared.add(text);
      }
    }
    for (ConfiguredTool tool : run.tools()) {
      if (tool.isOfWorkspace()) {
        declared.add(tool.uri().value());
      }
    }
    if (declared.isEmpty()) {
      run.console()
          .note(ConfigFile.OF_WORKSPACE + " declares no commands, no servers and no tools");
    }
    return declared;
  }

  /** What no handler knows is said when it is used. */
  private static boolean mayBeCommand(String text, Handlers handlers) {
    int begin = text.startsWith("!") ? 1 : 0;
    return DeclaredCommands.isAboutCommand(text)
        && handlers
            .registry()
            .find(text.substring(begin, text.indexOf(':')).toLowerCase(Locale.ROOT))
            .isPresent();
  }

  /** Returns whether all tools could be found; none is run. */
  private boolean applyToTools(TrustChange change, Handlers handlers, References references)
      throws IOException, UsageException {
    boolean isWhole = true;
    for (Requester requester : Requester.values()) {
      for (String reference : references.by(requester).texts()) {
        String problem = applyToTool(change, handlers, reference, requester);
        if (problem != null) {
          fail(Redaction.redact(reference) + ": " + problem);
          isWhole = false;
        }
      }
    }
    return isWhole;
  }

  /** Returns why the tool that a reference names is not there; null if it is. */
  private @Nullable String applyToTool(
      TrustChange change, Handlers handlers, String reference, Requester requester)
      throws IOException, UsageException {
    for (ConfiguredTool tool : run.tools()) {
      if (tool.uri().value().equals(reference)) {
        if (!tool.isOfWorkspace()) {
          return "is your own, and needs no trust";
        }
        try {
          change.apply(run.toolItem(handlers, tool), requester);
          return null;
        } catch (ResourceException e) {
          return e.message();
        }
      }
    }
    return "unknown tool; `attache tool ls` lists them";
  }

  /** Returns whether all commands could be found. */
  private boolean applyToCommands(TrustChange change, Handlers handlers, References commands)
      throws IOException, UsageException {
    boolean isWhole = true;
    CommandPolicy policy = run.policy(handlers);
    Resolver resolver = Run.build(run.resolver(handlers));
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
          Requester requester = planned.reference().requester();
          if (invocation != null) {
            change.apply(new CommandItem(candidate.uri(), invocation, policy), requester);
          } else if (requester.isUser()) {
            fail(candidate.label() + ": does not start a program and needs no trust");
          }
        }
      }
    }
    return isWhole;
  }

  /** Returns whether all servers could be found; each is changed once, and none is started. */
  private boolean applyToServers(
      TrustChange change, ServerPool servers, References references, boolean forgets)
      throws IOException, UsageException {
    boolean isWhole = true;
    var seen = new HashSet<String>();
    for (Requester requester : Requester.values()) {
      for (String reference : references.by(requester).texts()) {
        ServerItem item = servers.item(reference);
        String problem =
            item == null ? servers.absence() : forgets ? null : item.server().problem();
        if (problem != null) {
          fail(Redaction.redact(reference) + ": " + problem);
          isWhole &= item != null;
        } else if (item != null && seen.add(item.server().name())) {
          servers.warnOf(item.server());
          if (!forgets && requester.isUser()) {
            dialog.show(item);
          }
          change.apply(item, requester);
        }
      }
    }
    return isWhole;
  }
}
