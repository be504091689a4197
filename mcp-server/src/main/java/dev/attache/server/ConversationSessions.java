package dev.attache.server;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.tools.AttachHint;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolver;
import dev.attache.delivery.Delivered;
import dev.attache.delivery.page.PageLimit;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.server.attached.AttachedView;
import dev.attache.server.attached.ClientLimits;
import dev.attache.server.attached.ListResourcesTool;
import dev.attache.server.attached.ListenRequests;
import dev.attache.server.attached.OnDemandAttachments;
import dev.attache.server.attached.PlannedList;
import dev.attache.server.attached.ResourceList;
import dev.attache.server.attached.ResourceReading;
import dev.attache.server.attached.ResourceSubscriptions;
import dev.attache.server.attached.ResourceTemplates;
import dev.attache.server.attached.SessionTools;
import dev.attache.server.attached.ToolList;
import dev.attache.server.rpc.ClientLog;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.rpc.Params;
import dev.attache.server.rpc.ServerIdentity;
import dev.attache.server.session.ClientRoots;
import dev.attache.server.session.ClientSession;
import dev.attache.server.session.InitializeMethod;
import dev.attache.server.session.McpSession;
import dev.attache.server.session.OpenSession;
import dev.attache.server.session.OpeningSession;
import dev.attache.server.session.SerialExecutor;
import dev.attache.server.session.SessionMethods;
import dev.attache.server.session.SessionPool;
import dev.attache.server.session.SessionSource;
import dev.attache.server.session.SessionThreads;
import dev.attache.server.session.StatelessMethods;
import java.io.IOException;
import java.util.Map;
import java.util.concurrent.Executor;
import org.jspecify.annotations.Nullable;

/** Sessions over conversations, one for each client, which share their threads. Thread-safe. */
final class ConversationSessions implements SessionSource {

  private final ServerOptions options;
  private final SessionOpener opener;
  private final ServerObserver observer;
  private final SessionPool pool = new SessionPool();

  public ConversationSessions(
      ServerOptions options, SessionOpener opener, ServerObserver observer) {
    this.options = options;
    this.opener = opener;
    this.observer = observer;
  }

  @Override
  public ClientSession open(MessageSink unasked) {
    var identity = new ServerIdentity(options.version());
    var log = new ClientLog(unasked);
    var workers = new SessionThreads(pool);
    var inTurn = new SerialExecutor(workers);
    var listeners =
        new ListenRequests(
            identity, options.pollEvery(), opener.changes(), observer::note, workers);
    var roots = ClientRoots.of(unasked, opener.asksForRoots(), observer::note);
    var handshake = new InitializeMethod(identity, roots);
    var planned =
        new PlannedList(options.names(), options.pageSize(), () -> tellOfList(log, listeners));
    OpeningSession opening =
        OpeningSession.start(
            () -> begin(new Surroundings(roots, handshake, planned, log, inTurn, listeners)),
            observer::note);
    opening.whenOver(planned::end);
    var methods =
        new SessionMethods(
            handshake,
            new ToolList(options.attachPolicy()),
            new ResourceTemplates(options.attachPolicy(), options.names()),
            planned,
            log,
            opening);
    var stateless = new StatelessMethods(methods, identity);
    return new McpSession(
        methods, stateless, opening, listeners, roots, log, workers, inTurn, observer::note);
  }

  /** The parts of a session that exist before it is open. */
  private record Surroundings(
      ClientRoots roots,
      InitializeMethod handshake,
      PlannedList planned,
      ClientLog log,
      Executor inTurn,
      ListenRequests listeners) {}

  private static void tellOfList(ClientLog log, ListenRequests listeners) {
    log.send("notifications/resources/list_changed", Map.of());
    listeners.listChanged();
  }

  private OpenSession begin(Surroundings around) throws IOException {
    Opening opened = opener.asksForRoots() ? opener.open(around.roots().await()) : opener.open();
    around.planned().plans(opened.resolver(), opened.references());
    boolean hasBegun = false;
    try {
      OpenSession session = session(opened, around);
      hasBegun = true;
      return session;
    } finally {
      if (!hasBegun) {
        opener.ended(opened.conversation());
      }
    }
  }

  private OpenSession session(Opening opened, Surroundings around) throws IOException {
    ClientLog log = around.log();
    Conversation conversation =
        opened
            .conversation()
            .with(opened.conversation().options().delivered(Delivered.NOTHING))
            .naming(options.names());
    Resolver resolver = opened.resolver();
    new InitialAttachments(conversation, resolver, options.limit(), log, observer).record(opened);
    var attached = new AttachedView(conversation, resolver);
    var subscriptions =
        new ResourceSubscriptions(attached, log, options.pollEvery(), opener.changes());
    var attaching =
        new OnDemandAttachments(
            attached,
            attachTool(attached),
            subscriptions,
            around.listeners(),
            around.inTurn(),
            log);
    return new OpenSession(
        attached,
        new ResourceList(attached, options.pageSize()),
        new ResourceReading(attached, attaching),
        subscriptions,
        new SessionTools(
            attached,
            RefreshResourceTool.of(conversation, resolver).hint(hint()).withoutPlaces(),
            new ListResourcesTool(conversation, options.pageSize()),
            attaching,
            subscriptions,
            params -> limit(params, around.handshake())),
        () -> opener.ended(conversation));
  }

  /** Returns the limit for a request: that of its client, with the number of tokens that is set. */
  private PageLimit limit(Params params, InitializeMethod handshake) {
    PageLimit ofClient =
        ClientLimits.of(params.isStateless() ? params.client() : handshake.client());
    Long tokens = options.pageTokens();
    return tokens == null ? ofClient : ofClient.withTokens(tokens);
  }

  private @Nullable AttachResourceTool attachTool(AttachedView attached) {
    AttachPolicy policy = options.attachPolicy();
    return policy == null
        ? null
        : AttachResourceTool.of(attached.conversation(), attached.resolver(), policy);
  }

  private AttachHint hint() {
    return options.attachPolicy() == null ? AttachHint.USER : AttachHint.TOOL;
  }
}
