package dev.attache.server.watch;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.handlers.http.HttpHandler;
import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationId;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.test.LongWait;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CopyOnWriteArrayList;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Consumer;
import org.awaitility.core.ConditionFactory;
import org.jspecify.annotations.Nullable;

/**
 * A workspace of which some is attached, and a watch that writes down what it tells. Its time
 * stands still but for what a test lets pass.
 */
final class WatchedWorkspace implements AutoCloseable {

  /** Longer than a file is left alone after an event, or waited for that is away. */
  private static final Duration STEP = Duration.ofSeconds(1);

  final Path directory;
  final List<String> told = new CopyOnWriteArrayList<>();
  final List<String> problems = new CopyOnWriteArrayList<>();
  final AtomicReference<@Nullable RuntimeException> failing = new AtomicReference<>();
  final Announcer announcer = new Announcer();
  final SourceWatch watch;
  final ManualClock clock = new ManualClock();
  private final Conversation conversation;
  private final Resolver resolver;
  private final FileWatch files;
  private int marks;

  WatchedWorkspace(Path parent, FileWatch files, Duration pollEvery, String... allowedHosts)
      throws IOException {
    directory = Files.createDirectories(parent.resolve("ws")).toRealPath();
    resolver =
        Resolver.builder(
                HandlerRegistry.of(new FileHandler(), new HttpHandler(), new CountedSource()))
            .workspace(directory)
            .configuration("http", Map.of("allow", List.of(allowedHosts)))
            .build();
    conversation =
        Conversation.create(
            EmbeddedStore.at(parent.resolve("store")),
            ConversationId.of("test"),
            ConversationOptions.DEFAULT);
    watch =
        new SourceWatch(
            conversation, resolver, pollEvery, announcer, this::tell, problems::add, files, clock);
    this.files = files;
  }

  /** Another watch over the same, in the time of the system. */
  SourceWatch watchByTheSystem(Consumer<String> changed, FileWatch files) {
    return new SourceWatch(
        conversation,
        resolver,
        Duration.ofHours(1),
        announcer,
        changed,
        problems::add,
        files,
        WatchClock.SYSTEM);
  }

  private void tell(String uri) {
    RuntimeException failure = failing.getAndSet(null);
    if (failure != null) {
      throw failure;
    }
    told.add(uri);
  }

  WatchedWorkspace(Path parent) throws IOException {
    this(parent, FileWatch.SHARED, Duration.ofHours(1));
  }

  /** Puts a file there, or another one in its place: nobody sees it half written. */
  Path write(String name, String text) throws IOException {
    Path staged = Files.writeString(directory.resolveSibling("staged.txt"), text);
    return Files.move(staged, directory.resolve(name), StandardCopyOption.ATOMIC_MOVE);
  }

  /** Writes a file in place, which may be seen empty meanwhile. */
  void writeInPlace(String name, String text) throws IOException {
    Files.writeString(directory.resolve(name), text);
  }

  /** Attaches a reference, and subscribes to what it leads to under the reference itself. */
  void subscribe(String reference) throws IOException {
    attach(Requester.USER, List.of(reference));
    AttachmentState last = null;
    for (AttachmentState state : conversation.log().attachments()) {
      last = state.attachment().reference().equals(reference) ? state : last;
    }
    assertThat(last).isNotNull();
    watch.subscribe(reference, last);
  }

  /** Attaches many, and subscribes to each under its reference. */
  void subscribeAll(List<String> references) throws IOException {
    attach(Requester.USER, references);
    for (AttachmentState state : conversation.log().attachments()) {
      watch.subscribe(state.attachment().reference(), state);
    }
  }

  void attach(Requester requester, List<String> references) throws IOException {
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = resolver.resolve(references)) {
      references.forEach(reference -> turn.declare(requester, reference));
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          turn.attach(resolved.snapshot(), outcome.reference().text(), requester);
        } else if (outcome instanceof Outcome.Failed failed) {
          throw failed.problem();
        }
      }
      turn.record();
    }
  }

  List<AttachmentState> attachments() throws IOException {
    return conversation.log().attachments();
  }

  /**
   * Lets time pass until so much was told, and then as much as it takes until all that has happened
   * is told.
   */
  List<String> told(int count) throws IOException {
    await().until(() -> settled().size() >= count);
    settled();
    settled();
    return settled();
  }

  private List<String> settled() throws IOException {
    seeEvents();
    pass(STEP);
    return List.copyOf(told);
  }

  /** Lets time pass, and waits until all is done that is due then. */
  void pass(Duration duration) {
    clock.pass(duration);
    await().until(watch::isIdle);
  }

  /**
   * Waits until the watch has seen all that has happened to files. Events come in order, and those
   * that come together are handed on before the next: so the second mark comes after all of them.
   */
  void seeEvents() throws IOException {
    for (int i = 0; i < 2; i++) {
      Path mark = directory.resolve(".mark-" + ++marks);
      var isSeen = new AtomicBoolean();
      Runnable end = files.watch(mark, () -> isSeen.set(true));
      Files.createFile(mark);
      await().untilTrue(isSeen);
      end.run();
    }
  }

  private static ConditionFactory await() {
    return LongWait.await().pollInterval(Duration.ofMillis(1));
  }

  @Override
  public void close() {
    watch.close();
  }
}
