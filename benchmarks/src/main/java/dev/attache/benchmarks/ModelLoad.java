package dev.attache.benchmarks;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.agent.AskedModel;
import dev.attache.core.outcome.Snapshot;
import dev.attache.facade.Attache;
import dev.attache.facade.OpenConversation;
import dev.attache.model.call.ModelSettings;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.openai.OpenAiChatModel;
import java.io.IOException;
import java.lang.management.ManagementFactory;
import java.lang.management.ThreadMXBean;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;

/**
 * Conversations that ask a slow model all at once: in each, a text is uploaded, and two questions
 * are asked about it. The model answers with the marks that it was sent, so that an answer with the
 * mark of another conversation, or without one of its own, is seen to be wrong.
 *
 * <pre>
 * java -cp … ModelLoad CLIENT THREADS CONVERSATIONS URL DIRECTORY
 * </pre>
 *
 * <p>{@code CLIENT} is {@code attache} or {@code langchain4j}, {@code THREADS} {@code platform} or,
 * from Java 21 on, {@code virtual}. Prints one line of what it took, and exits with 1 if not all
 * were answered, and rightly.
 */
public final class ModelLoad {

  private static final int LINES = 100;

  private ModelLoad() {}

  /** A conversation: two questions about an upload, and the answer to the second. */
  private interface Talk {
    String answer(String id, String upload, String first, String second) throws IOException;
  }

  public static void main(String[] args) throws Exception {
    int conversations = Integer.parseInt(args[2]);
    Talk talk = args[0].equals("attache") ? attache(args[3], args[4]) : langChain4j(args[3]);
    if (!isRight(talk, -1)) { // what is done once belongs to no conversation
      throw new IllegalStateException("the model does not answer as it should");
    }
    ExecutorService threads = threads(args[1], conversations);
    try {
      System.exit(run(args[0] + ", " + args[1], talk, conversations, threads) ? 0 : 1);
    } finally {
      threads.shutdownNow();
    }
  }

  private static ExecutorService threads(String kind, int conversations)
      throws ReflectiveOperationException {
    return switch (kind) {
      case "platform" -> Executors.newFixedThreadPool(conversations);
      case "virtual" -> // is not there on 17
          (ExecutorService)
              Executors.class.getMethod("newVirtualThreadPerTaskExecutor").invoke(null);
      default ->
          throw new IllegalArgumentException("threads (" + kind + ") must be platform or virtual");
    };
  }

  private static Talk attache(String url, String directory) throws IOException {
    Attache attache =
        Attache.builder(Files.createDirectories(Path.of(directory))).inMemory(1L << 30).build();
    AskedModel model =
        AskedModel.of(
            "openai-compatible/m",
            ModelSettings.builder()
                .baseUrl(URI.create(url))
                .privateHostAllowed(true)
                .environment(Map.of())
                .build());
    return (id, upload, first, second) -> {
      OpenConversation talk = attache.conversation(id);
      Snapshot notes = Snapshot.of(upload.getBytes(UTF_8), "notes.txt", "text/plain");
      talk.turn(first).attach(notes).ask(model);
      return talk.turn(second).ask(model).text();
    };
  }

  private static Talk langChain4j(String url) {
    ChatModel model =
        OpenAiChatModel.builder()
            .baseUrl(url)
            .apiKey("none")
            .modelName("m")
            .timeout(Duration.ofMinutes(10))
            .build();
    return (id, upload, first, second) -> {
      var messages = new ArrayList<ChatMessage>();
      messages.add(UserMessage.from(upload + first));
      messages.add(model.chat(messages).aiMessage());
      messages.add(UserMessage.from(second));
      return model.chat(messages).aiMessage().text();
    };
  }

  private static boolean isRight(Talk talk, int number) throws IOException {
    String mark = "<<" + number;
    String upload = "a line of notes\n".repeat(LINES) + mark + ":notes>>\n";
    String answer =
        talk.answer("c" + number, upload, mark + ":first>> What?", mark + ":second>> And?");
    return answer.equals(mark + ":notes>> " + mark + ":first>> " + mark + ":second>>");
  }

  private static boolean run(String name, Talk talk, int conversations, ExecutorService threads)
      throws InterruptedException {
    ThreadMXBean beans = ManagementFactory.getThreadMXBean();
    beans.resetPeakThreadCount();
    long cpu = cpu();
    long clock = System.nanoTime();
    var tasks = new ArrayList<Callable<Boolean>>();
    for (int i = 0; i < conversations; i++) {
      int number = i;
      tasks.add(() -> isRight(talk, number));
    }
    int right = 0;
    int wrong = 0;
    var failures = new ArrayList<String>();
    for (Future<Boolean> each : threads.invokeAll(tasks)) {
      try {
        boolean isRight = each.get();
        right += isRight ? 1 : 0;
        wrong += isRight ? 0 : 1;
      } catch (ExecutionException e) {
        failures.add(String.valueOf(e.getCause()));
      }
    }
    double seconds = (System.nanoTime() - clock) / 1e9;
    double millis = (cpu() - cpu) / 1e6;
    System.out.printf(
        Locale.ROOT,
        "%s, Java %s: %d conversations of two turns, %d answered, %d wrong, %d failed%s; %.1f s,"
            + " %.1f ms of CPU a turn; threads: at most %d; memory: at most %d MiB%n",
        name,
        Runtime.version().feature(),
        conversations,
        right,
        wrong,
        failures.size(),
        failures.isEmpty() ? "" : " (" + failures.get(0) + ")",
        seconds,
        millis / conversations / 2,
        beans.getPeakThreadCount(),
        residentKib() >> 10);
    return right == conversations;
  }

  private static long cpu() {
    return ((com.sun.management.OperatingSystemMXBean) ManagementFactory.getOperatingSystemMXBean())
        .getProcessCpuTime();
  }

  /** Returns the largest size that the process has had in memory, as Linux says it. */
  private static long residentKib() {
    try {
      List<String> status = Files.readAllLines(Path.of("/proc/self/status"));
      for (String line : status) {
        if (line.startsWith("VmHWM:")) {
          return Long.parseLong(line.replaceAll("[^0-9]", ""));
        }
      }
      return 0;
    } catch (IOException e) {
      return 0;
    }
  }
}
