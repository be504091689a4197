package dev.attache.cli;

import dev.attache.core.Outcome;
import dev.attache.core.References;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.Snapshot;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.TransferProgress;
import dev.attache.resource.spi.UriPolicy;
import java.io.IOException;
import java.time.Duration;
import org.jspecify.annotations.Nullable;

/**
 * The use that one command makes of the resolver: the handlers, the servers that may be needed, the
 * user's trust in what would run, how far it is, and what is said of what was not attached.
 */
final class ResolverRun implements AutoCloseable {

  /** How long a result may wait for company before it is passed on. */
  private static final Duration PATIENCE = Duration.ofMillis(20);

  /** How often to look how much has arrived of what takes its time. */
  private static final Duration REFRESH = Duration.ofMillis(100);

  private final Run run;
  private final Console console;
  private final Report report;
  private final Handlers handlers;
  private final ServerPool servers;
  private final boolean asksAboutJars;
  private Progress progress;
  private @Nullable UriPolicy places;
  private boolean hasAsked;

  private ResolverRun(Run run, Handlers handlers, boolean asksAboutJars) throws UsageException {
    this.run = run;
    this.console = run.console();
    this.report = new Report(console, run.options().isVerbose());
    this.handlers = handlers;
    this.servers = run.servers(handlers);
    this.progress = new Progress(console, false);
    this.asksAboutJars = asksAboutJars;
  }

  /** What takes the outcomes of a run, in order. */
  interface Sink {
    /** Takes an outcome, of which all that is to be said is said. */
    void take(Outcome outcome) throws IOException;

    /** Passes on what it has; there may be nothing more for a while. */
    default void pause() throws IOException {}
  }

  /**
   * Loads the handlers, and {@code own} besides; starts and reads nothing yet.
   *
   * @param canAsk whether somebody can be asked about jars that references need
   */
  static ResolverRun open(Run run, boolean canAsk, ResourceHandler... own) throws UsageException {
    Handlers handlers = Handlers.read(run, own);
    boolean asksAboutJars = canAsk && !handlers.untrusted().isEmpty();
    handlers.sayProblems(run.console());
    if (!asksAboutJars) {
      handlers.sayUntrusted(run.console());
    }
    return new ResolverRun(run, handlers, asksAboutJars);
  }

  /** Shows how far it is, if there is a terminal to show it on and the user has it so. */
  ResolverRun showProgress(boolean resultIsShown) {
    progress =
        new Progress(
            console,
            run.options().showsProgress() && run.streams().errIsTerminal() && !resultIsShown);
    return this;
  }

  /** Has handlers ask this about each place before they turn to it. */
  ResolverRun askAboutPlaces(UriPolicy policy) {
    places = policy;
    return this;
  }

  Streams streams() {
    return run.streams();
  }

  Console console() {
    return console;
  }

  Report report() {
    return report;
  }

  Progress progress() {
    return progress;
  }

  ServerPool servers() {
    return servers;
  }

  Configuration configuration() throws UsageException {
    return run.configuration(handlers);
  }

  /** From where a model may be let attach. */
  AttachSources attachSources() {
    return new AttachSources(handlers.registry().schemes(), handlers.programs());
  }

  CommandPolicy policy() throws UsageException {
    return run.policy(handlers);
  }

  /** The conversations of the workspace, which are no part of what is attached. */
  OwnConversations conversations() throws UsageException {
    return new OwnConversations(run.realWorkspace());
  }

  /** Returns what reads these references; asks about jars of handlers that they need. */
  Resolver resolver(References references, boolean keepsContent) throws UsageException {
    if (asksAboutJars && !hasAsked) {
      hasAsked = true;
      var dialog = new TrustDialog(run.streams(), console, run.trustStore());
      var trust = new JarTrust(run.trustStore(), run.handlerPlaces());
      handlers.settle(references, dialog, trust, console);
      handlers.sayUntrusted(console);
    }
    Resolver.Builder builder =
        run.resolver(handlers).keepContent(keepsContent).service(TransferProgress.class, progress);
    if (places != null) {
      builder.service(UriPolicy.class, places);
    }
    servers.handTo(builder, references.texts());
    return Run.build(builder);
  }

  /**
   * Asks about what is wanted and needs the user's trust.
   *
   * @param isDeclared whether some of it may be asked for by the workspace
   * @param canAsk whether somebody can answer
   */
  void settleTrust(Resolver resolver, References references, boolean isDeclared, boolean canAsk)
      throws UsageException {
    var dialog = new TrustDialog(run.streams(), console, run.trustStore());
    if (isDeclared) {
      dialog.settle(resolver, policy(), references, canAsk);
    }
    servers.settle(dialog, references, canAsk);
  }

  /** Hands all outcomes to a sink as they come, and says what was not attached. */
  void read(Resolution resolution, OwnResult own, Sink sink) throws IOException {
    while (resolution.hasNextWithin(PATIENCE) || pauseAndWait(resolution, sink)) {
      Outcome outcome = resolution.next();
      report.ledSomewhere(outcome.reference());
      if (own.is(outcome)) {
        own.report(outcome, report);
      } else {
        say(outcome);
        sink.take(outcome);
      }
    }
    sink.pause();
  }

  private void say(Outcome outcome) {
    if (outcome instanceof Outcome.Resolved resolved) {
      Snapshot snapshot = resolved.snapshot();
      progress.add(snapshot.resource().label(), snapshot.resource().content().size());
    } else if (outcome instanceof Outcome.Failed failed) {
      report.failed(failed);
    } else if (outcome instanceof Outcome.Skipped skipped) {
      report.skipped(skipped);
    } else if (outcome instanceof Outcome.Noted noted) {
      report.noted(noted);
    }
  }

  private boolean pauseAndWait(Resolution resolution, Sink sink) throws IOException {
    sink.pause();
    while (progress.isShown() && !resolution.isOver()) {
      if (resolution.hasNextWithin(REFRESH)) {
        return true;
      }
      progress.refresh();
    }
    return resolution.hasNext();
  }

  /** Ends the servers that were started. */
  @Override
  public void close() {
    servers.close();
  }
}
