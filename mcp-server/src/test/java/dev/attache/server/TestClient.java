package dev.attache.server;

import static dev.attache.test.LongWait.PATIENCE;
import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.References;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.SupersededSettings;
import dev.attache.delivery.names.UriNames;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.server.SessionOpener.Opening;
import dev.attache.server.rpc.MessageSink;
import dev.attache.server.session.ClientSession;
import dev.attache.store.memory.MemoryStore;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;

/** A client in the same process, with a session over a workspace of its own. */
public final class TestClient implements AutoCloseable {

  public final Queue unasked = new Queue();
  public final Queue related = new Queue();
  public final List<String> notes = new java.util.concurrent.CopyOnWriteArrayList<>();
  public final List<Outcome> outcomes = new java.util.concurrent.CopyOnWriteArrayList<>();
  public final ClientSession session;

  /** What is sent to a client that has not asked for it. */
  public static final class Queue implements MessageSink {
    private final ConcurrentLinkedQueue<String> messages = new ConcurrentLinkedQueue<>();

    @Override
    public synchronized void send(byte[] message) {
      messages.add(new String(message, UTF_8));
      notifyAll();
    }

    /** Waits until so many have come; returns all there are. */
    public synchronized List<String> await(int count) throws InterruptedException {
      long end = System.nanoTime() + PATIENCE.toNanos();
      for (long left = PATIENCE.toMillis(); messages.size() < count && left > 0; ) {
        wait(left);
        left = (end - System.nanoTime()) / 1_000_000;
      }
      return messages();
    }

    public List<String> messages() {
      return List.copyOf(messages);
    }
  }

  /** What a session is opened with. */
  public static final class Setting {
    public final Path workspace;
    public final List<String> references = new ArrayList<>();
    final List<ResourceHandler> handlers = new ArrayList<>();
    @Nullable public AttachPolicy policy;
    public UriNames names = UriNames.NONE;
    public int pageSize = 100;
    public long maxBytes = 10L << 20;
    @Nullable public Long pageTokens;
    public boolean isKept;
    public ConversationStore store = MemoryStore.of(256L << 20);

    /** Longer than any test waits: what is given up is not given up for want of time. */
    private static final Duration LONG = Duration.ofHours(1);

    private static final ConversationOptions OPTIONS =
        new ConversationOptions(
            DedupSettings.DEFAULT,
            SupersededSettings.DEFAULT,
            Channel.STRUCTURED,
            Consents.OWN_HISTORY,
            Clock.fixed(Instant.parse("2026-11-22T03:04:05Z"), ZoneOffset.UTC));

    public Setting(Path directory, String... references) throws IOException {
      workspace = Files.createDirectories(directory.resolve("ws")).toRealPath();
      this.references.addAll(List.of(references));
    }

    public Setting file(String name, String text) throws IOException {
      Files.writeString(workspace.resolve(name), text);
      return this;
    }

    /** Writes a file at once, so that nobody sees half of it. */
    public Setting replace(String name, String text) throws IOException {
      Path written = Files.writeString(workspace.resolveSibling("replacement"), text);
      Files.move(written, workspace.resolve(name), StandardCopyOption.ATOMIC_MOVE);
      return this;
    }

    public Setting handler(ResourceHandler handler) {
      handlers.add(handler);
      return this;
    }

    private static Conversation create(ConversationStore store) throws IOException {
      return Conversation.create(store, ConversationId.of("test"), OPTIONS);
    }

    private static Conversation open(ConversationStore store) throws IOException {
      return Conversation.open(store, ConversationId.of("test"), OPTIONS);
    }

    /** The conversation, as somebody else opens it. */
    public Conversation conversation() throws IOException {
      return open(store);
    }

    public Opening open() throws IOException {
      HandlerRegistry registry =
          handlers.isEmpty()
              ? HandlerRegistry.load(TestClient.class.getClassLoader())
              : HandlerRegistry.of(handlers.toArray(ResourceHandler[]::new));
      Conversation conversation = isKept ? open(store) : create(store);
      isKept = true;
      List<Reference> declared = new ArrayList<>();
      for (String each : new LinkedHashSet<>(references)) {
        declared.add(Reference.parse(0, each, workspace));
      }
      return new Opening(
          conversation,
          Resolver.builder(registry).workspace(workspace).maxBytes(maxBytes).timeout(LONG).build(),
          References.of(List.of()).and(declared),
          declared,
          List.of());
    }
  }

  private TestClient(ServerOptions options, SessionOpener opener) {
    ServerObserver observer =
        new ServerObserver() {
          @Override
          public void outcome(Outcome outcome) {
            outcomes.add(outcome);
          }

          @Override
          public void note(String line) {
            notes.add(line);
          }
        };
    session = new ConversationSessions(options, opener, observer).open(unasked);
  }

  /** Returns a client that has said nothing yet. */
  public static TestClient silent(Setting setting) {
    return new TestClient(options(setting), setting::open);
  }

  public static TestClient silent(SessionOpener opener) {
    return new TestClient(new ServerOptions("1.2.3", null, 100, Duration.ofHours(1)), opener);
  }

  private static ServerOptions options(Setting setting) {
    return new ServerOptions("1.2.3", setting.policy, setting.pageSize, Duration.ofHours(1))
        .naming(setting.names)
        .paging(setting.pageTokens);
  }

  /** Returns a client whose session has begun. */
  public static TestClient of(Setting setting) {
    return silent(setting).begin();
  }

  public TestClient begin() {
    return begin("test");
  }

  /** Begins the session of a client that calls itself so. */
  public TestClient begin(String name) {
    ask(
        "initialize",
        "{'protocolVersion':'2025-11-25','capabilities':{},'clientInfo':{'name':'"
            + name
            + "','version':'1'}}");
    answer("{'jsonrpc':'2.0','method':'notifications/initialized'}");
    return this;
  }

  /** Sends a message, with ' in place of ". */
  public CompletableFuture<@Nullable String> send(String message) {
    try {
      return session
          .accept(PlainJson.read(message.replace('\'', '"')), related)
          .thenApply(bytes -> bytes == null ? null : new String(bytes, UTF_8).replace('"', '\''));
    } catch (IOException e) {
      throw new AssertionError(e); // the tests write JSON
    }
  }

  /** Sends a message and returns the answer, with ' in place of "; null if none comes. */
  @Nullable
  public String answer(String message) {
    return send(message).orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS).join();
  }

  /** Sends a request and returns its result. */
  public Map<String, Object> ask(String method, String params) {
    String message = "{'jsonrpc':'2.0','id':1,'method':'" + method + "','params':" + params + "}";
    try {
      byte[] answer =
          session
              .accept(PlainJson.read(message.replace('\'', '"')), related)
              .orTimeout(PATIENCE.toSeconds(), TimeUnit.SECONDS)
              .join();
      Map<String, Object> fields =
          LenientValues.object(PlainJson.read(answer, 0, answer == null ? 0 : answer.length));
      if (!fields.containsKey("result")) {
        throw new AssertionError("no result: " + fields);
      }
      return LenientValues.object(fields.get("result"));
    } catch (IOException e) {
      throw new AssertionError(e); // the tests write JSON
    }
  }

  /** Calls a tool and returns its result. */
  public Map<String, Object> call(String tool, String arguments) {
    return ask("tools/call", "{'name':'" + tool + "','arguments':" + arguments + "}");
  }

  @Override
  public void close() {
    session.close();
  }
}
