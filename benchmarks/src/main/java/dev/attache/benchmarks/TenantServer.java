package dev.attache.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.form.PromptText;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.MemoryPoolMXBean;
import java.lang.management.MemoryType;
import java.lang.management.ThreadMXBean;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * A server of ten tenants with 2,000 conversations in all, asked by sixteen clients at once. In
 * each conversation eight files are attached, attached again, and one is refreshed; whatever a
 * tenant is given is looked through for what belongs to another. Then single files are resolved
 * 20,000 times.
 *
 * <pre>
 * java -cp 'lib/*' TenantServer.java THREADS DIRECTORY
 * </pre>
 *
 * <p>{@code THREADS} says what a run reads on: {@code own} threads, those of a {@code pool}, or
 * {@code virtual} ones, from Java 21 on. Prints one line of what it took, and exits with 1 if
 * anything was wrong or a thread is left.
 */
public final class TenantServer {

  private static final int TENANTS = 10;
  private static final int CONVERSATIONS = 2_000;
  private static final int FILES = 8;
  private static final int LINES = 60;
  private static final int CLIENTS = 16;
  private static final int RESOLVES = 20_000;
  private static final String SAME = " is identical to the attachment at turn 0 ";

  private final Path root;
  private final List<Resolver> resolvers = new ArrayList<>();

  private TenantServer(Path root) {
    this.root = root;
  }

  public static void main(String[] args) throws Exception {
    var server = new TenantServer(Files.createDirectories(Path.of(args[1])).toRealPath());
    Optional<ExecutorService> lent = executor(args[0]);
    ExecutorService clients = lent.orElseGet(() -> Executors.newFixedThreadPool(CLIENTS));
    try {
      server.open(lent);
      System.exit(server.serve(args[0], clients) ? 0 : 1);
    } finally {
      clients.shutdownNow();
    }
  }

  /** Returns what runs read on, and the clients as well; nothing if runs have their own threads. */
  private static Optional<ExecutorService> executor(String threads)
      throws ReflectiveOperationException {
    return switch (threads) {
      case "own" -> Optional.empty();
      case "pool" -> Optional.of(Executors.newFixedThreadPool(CLIENTS));
      case "virtual" -> // is not there on 17
          Optional.of(
              (ExecutorService)
                  Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null));
      default ->
          throw new IllegalArgumentException(
              "threads (" + threads + ") must be own, pool or virtual");
    };
  }

  private void open(Optional<ExecutorService> lent) throws IOException {
    for (int tenant = 0; tenant < TENANTS; tenant++) {
      Path directory = Files.createDirectories(root.resolve("tenant-" + tenant));
      for (int file = 0; file < FILES; file++) {
        String line = "file " + file + " of " + mark(tenant) + "\n";
        Files.writeString(directory.resolve("file-" + file + ".txt"), line.repeat(LINES));
      }
      Resolver.Builder builder =
          Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(directory);
      lent.ifPresent(builder::executor);
      resolvers.add(builder.build());
    }
  }

  private static String mark(int tenant) {
    return "tenant-" + tenant + ";";
  }

  private boolean serve(String threads, ExecutorService clients) throws Exception {
    ThreadMXBean beans = ManagementFactory.getThreadMXBean();
    beans.resetPeakThreadCount();
    long startedBefore = beans.getTotalStartedThreadCount();
    long cpu = cpu();
    long clock = System.nanoTime();
    var talks = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < CONVERSATIONS; i++) {
      int number = i;
      talks.add(() -> talk(number));
    }
    int wrong = run(clients, talks);
    double conversations = (System.nanoTime() - clock) / 1e9;
    double cpuOfConversations = (cpu() - cpu) / 1e6;
    cpu = cpu();
    clock = System.nanoTime();
    var resolves = new ArrayList<Callable<Integer>>();
    for (int i = 0; i < RESOLVES; i++) {
      int number = i;
      resolves.add(() -> resolve(number));
    }
    wrong += run(clients, resolves);
    double seconds = (System.nanoTime() - clock) / 1e9;
    double cpuOfResolves = (cpu() - cpu) / 1e6;
    int peak = beans.getPeakThreadCount();
    long started = beans.getTotalStartedThreadCount() - startedBefore;
    long left = left();
    System.out.printf(
        Locale.ROOT,
        "%s, Java %s: %d conversations in %.1f s, %.2f ms of CPU each; %d resolves in %.1f s, %.3f ms"
            + " of CPU each; threads: at most %d, %d started, %d left; heap: at most %d MiB, %.1f MiB"
            + " after all; wrong: %d%n",
        threads,
        Runtime.version().feature(),
        CONVERSATIONS,
        conversations,
        cpuOfConversations / CONVERSATIONS,
        RESOLVES,
        seconds,
        cpuOfResolves / RESOLVES,
        peak,
        started,
        left,
        peakHeap() >> 20,
        usedHeap() / 1048576.0,
        wrong);
    return wrong == 0 && left == 0;
  }

  /** Has as many tasks at once as there are clients, whatever the executor would run. */
  private static int run(ExecutorService clients, List<Callable<Integer>> tasks)
      throws InterruptedException, ExecutionException {
    int wrong = 0;
    var running = new ArrayList<Future<Integer>>();
    for (int client = 0; client < CLIENTS; client++) {
      int first = client;
      running.add(
          clients.submit(
              () -> {
                int sum = 0;
                for (int i = first; i < tasks.size(); i += CLIENTS) {
                  sum += tasks.get(i).call();
                }
                return sum;
              }));
    }
    for (Future<Integer> client : running) {
      wrong += client.get();
    }
    return wrong;
  }

  /** Returns how much of a conversation is not as it has to be. */
  private int talk(int number) throws IOException {
    int tenant = number % TENANTS;
    Resolver resolver = resolvers.get(tenant);
    Conversation conversation =
        Conversation.create(
            EmbeddedStore.at(root.resolve("store-" + tenant)),
            ConversationId.of("c" + number),
            ConversationOptions.DEFAULT);
    String first = turn(conversation, resolver);
    conversation.respond("I see.");
    String second = turn(conversation, resolver);
    var refreshed = new ByteArrayOutputStream();
    PromptText.writeResult(
        RefreshResourceTool.of(conversation, resolver).call("call_1", Map.of("uri", "file-0.txt")),
        refreshed);
    String again = refreshed.toString(UTF_8);
    int wrong = count(first, mark(tenant)) == FILES * LINES ? 0 : 1;
    wrong += count(second, SAME) == FILES ? 0 : 1;
    wrong += count(again, SAME) == 1 ? 0 : 1;
    String all = first + second + again;
    for (int other = 0; other < TENANTS; other++) {
      wrong += other != tenant && all.contains(mark(other)) ? 1 : 0;
    }
    return wrong;
  }

  private static String turn(Conversation conversation, Resolver resolver) throws IOException {
    var request = new ByteArrayOutputStream();
    try (TurnDraft turn = conversation.begin("What is in these?", null);
        Resolution resolution = resolver.resolve(List.of("*.txt"))) {
      turn.declare(Requester.USER, "*.txt");
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          turn.attach(resolved.snapshot(), outcome.reference().text(), Requester.USER);
        }
      }
      PromptText.writeRequest(turn.record(), request);
    }
    return request.toString(UTF_8);
  }

  private int resolve(int number) throws IOException {
    int tenant = number % TENANTS;
    int right = 0;
    try (Resolution resolution =
        resolvers.get(tenant).resolve(List.of("file-" + number % FILES + ".txt"))) {
      for (Outcome outcome : resolution) {
        if (outcome instanceof Outcome.Resolved resolved) {
          try (var content = resolved.snapshot().resource().content().open()) {
            right += count(new String(content.readAllBytes(), UTF_8), mark(tenant));
          }
        }
      }
    }
    return right == LINES ? 0 : 1;
  }

  private static int count(String text, String part) {
    int count = 0;
    for (int at = text.indexOf(part); at >= 0; at = text.indexOf(part, at + part.length())) {
      count++;
    }
    return count;
  }

  /** Returns how many threads of ours are left, after a while in which they may end. */
  private static long left() throws InterruptedException {
    long left = Long.MAX_VALUE;
    for (int i = 0; i < 300 && left > 0; i++) {
      Thread.sleep(i == 0 ? 0 : 100);
      left =
          Thread.getAllStackTraces().keySet().stream()
              .filter(thread -> thread.getName().startsWith("attache"))
              .count();
    }
    return left;
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  private static long peakHeap() {
    long sum = 0;
    for (MemoryPoolMXBean pool : ManagementFactory.getMemoryPoolMXBeans()) {
      sum += pool.getType() == MemoryType.HEAP ? pool.getPeakUsage().getUsed() : 0;
    }
    return sum;
  }

  private static long usedHeap() {
    System.gc();
    return ManagementFactory.getMemoryMXBean().getHeapMemoryUsage().getUsed();
  }
}
