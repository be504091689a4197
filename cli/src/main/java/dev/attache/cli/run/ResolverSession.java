package dev.attache.cli.run;

import dev.attache.cli.config.AttachSources;
import dev.attache.cli.config.Configuration;
import dev.attache.cli.permission.TrustDialog;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.ExitCode;
import dev.attache.cli.terminal.Streams;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.SnapshotCost;
import dev.attache.core.routing.References;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.jars.ResultRenderers;
import dev.attache.jars.trust.JarTrust;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.spi.TransferProgress;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.store.OwnConversations;
import org.jspecify.annotations.Nullable;

/**
 * The use that one command makes of the resolver: the handlers, the servers that may be needed, the
 * user's trust in what would run, how far it is, and the report of what was not attached.
 */
public final class ResolverSession implements AutoCloseable {

  private final Run run;
  private final Console console;
  private Report report;
  private final Handlers handlers;
  private final ServerPool servers;
  private final boolean asksAboutJars;
  private ProgressLine progress;
  private @Nullable UriPolicy places;
  private @Nullable SnapshotCost cost;
  private boolean digestsTexts = true;
  private boolean hasAsked;

  private ResolverSession(Run run, Handlers handlers, boolean asksAboutJars) throws UsageException {
    this.run = run;
    this.console = run.console();
    this.report = report(run);
    this.handlers = handlers;
    this.servers = run.servers(handlers);
    this.progress = new ProgressLine(console, false);
    this.asksAboutJars = asksAboutJars;
  }

  /**
   * Loads the handlers, and {@code own} besides; starts and reads nothing yet.
   *
   * @param canAsk whether somebody can be asked about jars that references need
   */
  public static ResolverSession open(Run run, boolean canAsk, ResourceHandler... own)
      throws UsageException {
    Handlers handlers = Handlers.read(run, own);
    boolean asksAboutJars = canAsk && !handlers.untrusted().isEmpty();
    handlers.sayProblems(run.console());
    if (!asksAboutJars) {
      handlers.sayUntrusted(run);
    }
    return new ResolverSession(run, handlers, asksAboutJars);
  }

  private static Report report(Run run) {
    return new Report(run.console(), run.options().isVerbose(), run.options().isStrict());
  }

  /** Begins another use, with a report of its own; the servers that were started are kept. */
  public void renew() {
    report = report(run);
    places = null;
    cost = null;
  }

  /** Shows how far it is, if there is a terminal to show it on and the user has it so. */
  public ResolverSession showProgress(boolean resultIsShown) {
    progress =
        new ProgressLine(
            console, run.options().showsProgress() && run.streams().canErase() && !resultIsShown);
    return this;
  }

  /** Has handlers ask this about each place before they turn to it. */
  public ResolverSession askAboutPlaces(UriPolicy policy) {
    places = policy;
    return this;
  }

  /** Has plans count tokens. */
  public ResolverSession countTokens(SnapshotCost value) {
    cost = value;
    return this;
  }

  /** Leaves the digests of texts to whoever asks for one, because the form does not show them. */
  public ResolverSession leaveDigests() {
    digestsTexts = false;
    return this;
  }

  public Streams streams() {
    return run.streams();
  }

  public Console console() {
    return console;
  }

  public Report report() {
    return report;
  }

  /** What the command exits with, if nothing else is wrong. */
  public int exitCode() {
    return report.hasFailures() ? ExitCode.FAILED : ExitCode.OK;
  }

  public ProgressLine progress() {
    return progress;
  }

  public ServerPool servers() {
    return servers;
  }

  public Configuration configuration() throws UsageException {
    return run.configuration(handlers);
  }

  /** Whether a reference with a scheme names files by paths, as a repository does. */
  public boolean hasPaths(String reference) {
    return handlers.registry().owner(reference).filter(RegisteredHandler::hasPaths).isPresent();
  }

  /** Loads what shows results of kinds by others. */
  public ResultRenderers renderers() {
    return handlers.renderers();
  }

  /** From where a model may be let attach. */
  public AttachSources attachSources() {
    return new AttachSources(handlers.registry().schemes(), handlers.programs());
  }

  public CommandPolicy policy() throws UsageException {
    return run.policy(handlers);
  }

  /** The conversations of the workspace, which are no part of what is attached. */
  public OwnConversations conversations() throws UsageException {
    return new OwnConversations(run.realWorkspace());
  }

  /** Returns what reads these references; asks about jars of handlers that they need. */
  public Resolver resolver(References references, boolean keepsContent) throws UsageException {
    if (asksAboutJars && !hasAsked) {
      hasAsked = true;
      var dialog = new TrustDialog(run.streams(), console, run.trustStore());
      var trust = new JarTrust(run.trustStore(), run.handlerPlaces());
      handlers.settle(references, dialog, trust, console);
      handlers.sayUntrusted(run);
    }
    Resolver.Builder builder =
        run.resolver(handlers)
            .keepContent(keepsContent)
            .digestTexts(digestsTexts)
            .service(TransferProgress.class, progress);
    if (places != null) {
      builder.service(UriPolicy.class, places);
    }
    if (cost != null) {
      builder.countTokens(cost);
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
  public void settleTrust(
      Resolver resolver, References references, boolean isDeclared, boolean canAsk)
      throws UsageException {
    var dialog = new TrustDialog(run.streams(), console, run.trustStore());
    if (isDeclared) {
      dialog.settle(resolver, policy(), references, canAsk);
    }
    servers.settle(dialog, references, canAsk);
  }

  /** Ends the servers that were started, and the processes that convert documents. */
  @Override
  public void close() {
    servers.close();
    run.endDocuments();
  }
}
