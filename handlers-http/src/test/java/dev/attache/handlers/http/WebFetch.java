package dev.attache.handlers.http;

import static dev.attache.test.LongWait.await;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.http.cache.TemporaryFiles;
import dev.attache.handlers.http.fetch.Environment;
import dev.attache.handlers.http.fetch.HttpRun;
import dev.attache.handlers.http.fetch.HttpSettings;
import dev.attache.resource.Remedy;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.UriPolicy;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.FutureTask;
import java.util.stream.Stream;
import okhttp3.Dns;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.extension.AfterEachCallback;
import org.junit.jupiter.api.extension.ExtensionContext;

/**
 * The handler as a test uses it: one run, made at the first fetch, whose end after each test has to
 * leave no connection, no thread and no temporary file.
 */
public final class WebFetch implements AfterEachCallback {

  /** Longer than any test waits: what ends does not end for want of time. */
  private static final Duration LONG = Duration.ofHours(1);

  /** The temporary files of this process, where others may have some. */
  private static final String BODIES = "attache-" + ProcessHandle.current().pid() + "-.*\\.body";

  private final ThreadGroup group = new ThreadGroup("fetches");
  private final Map<String, Object> configuration = new LinkedHashMap<>();
  private final Map<String, String> environment = new LinkedHashMap<>();
  private final Path directory;
  private final List<Path> before;
  private Dns dns = new TestDns();
  private Environment.@Nullable Trust trust;
  private @Nullable UriPolicy policy;
  private Requester requester = Requester.USER;
  private Duration timeout = LONG;
  private long maxBytes = 1 << 20;
  private @Nullable TestContext run;

  public WebFetch() {
    try {
      directory = Files.createTempDirectory("web-fetch-");
      before = temporaryFiles();
    } catch (IOException e) {
      throw new AssertionError(e);
    }
    environment.put("XDG_CACHE_HOME", directory.toString());
  }

  public WebFetch allow(String... entries) {
    return with("allow", List.of(entries));
  }

  /** Sets a key of the handler's section. */
  public WebFetch with(String key, Object value) {
    configuration.put(key, value);
    return this;
  }

  public WebFetch withHeader(String origin, String name, String value) {
    return with(origin, Map.of("headers", Map.of(name, value)));
  }

  public WebFetch withVariable(String name, String value) {
    environment.put(name, value);
    return this;
  }

  public WebFetch withDns(Dns value) {
    dns = value;
    return this;
  }

  WebFetch withTrust(Environment.@Nullable Trust value) {
    trust = value;
    return this;
  }

  public WebFetch withPolicy(@Nullable UriPolicy value, Requester asking) {
    policy = value;
    requester = asking;
    return this;
  }

  public WebFetch withTimeout(long millis) {
    timeout = Duration.ofMillis(millis);
    return this;
  }

  public WebFetch withMaxBytes(long value) {
    maxBytes = value;
    return this;
  }

  /** Fetches what has to be there. */
  public Resource get(String url) throws Exception {
    return start(url).resource();
  }

  /** The text of what has to be there. */
  public String text(String url) throws Exception {
    return textOf(get(url));
  }

  private static String textOf(Resource resource) {
    return resource.content().match(text -> text.value(), blob -> "a blob", stored -> "stored");
  }

  /** What comes of a fetch: the text, or the failure. */
  String outcome(String url) throws Exception {
    var attempt = start(url);
    String failure = attempt.failure();
    return failure.startsWith("no failure") ? textOf(attempt.resource()) : failure;
  }

  /**
   * Fetches what has to fail: {@code KIND url: message}, the way out, and whether another try may
   * help.
   */
  public String failure(String url) throws Exception {
    return start(url).failure();
  }

  public List<String> notes() {
    return context().notes();
  }

  /** How many connections the run keeps. */
  int connections() {
    return run == null ? 0 : httpRun(run).clients().connections();
  }

  /** Starts to fetch, on a thread of its own. */
  Attempt start(String url) {
    TestContext context = context();
    var task = new FutureTask<>(() -> fetch(url, context));
    var thread = new Thread(group, task, "fetch");
    thread.setDaemon(true);
    thread.start();
    return new Attempt(task, thread);
  }

  private Resource fetch(String url, TestContext context) throws ResourceException {
    var handler = new HttpHandler(surroundings());
    ResourceUri uri = handler.canonicalize(ResourceUri.of(url), context);
    return handler.resolve(uri, context).get(0);
  }

  private synchronized TestContext context() {
    if (run == null) {
      TestContext.Builder builder =
          TestContext.builder(directory)
              .configuration(configuration)
              .requester(requester)
              .timeout(timeout)
              .maxBytes(maxBytes);
      if (policy != null) {
        builder.service(UriPolicy.class, policy);
      }
      run = builder.build();
    }
    return run;
  }

  /** What the fetches share; new, if all have failed before it. */
  private HttpRun httpRun(TestContext context) {
    return context.perRun(
        HttpRun.class, () -> new HttpRun(HttpSettings.of(Map.of()), surroundings(), maxBytes));
  }

  private Environment surroundings() {
    return new Environment(environment, dns, trust, LONG);
  }

  @Override
  public void afterEach(ExtensionContext context) throws Exception {
    end();
  }

  /** Ends the run, and deletes the cache. */
  void end() throws Exception {
    endRun();
    try (Stream<Path> all = Files.walk(directory)) {
      all.sorted(Comparator.reverseOrder()).forEach(TemporaryFiles::delete);
    }
  }

  /** Ends the run, and has nothing of it be left. The next fetch is in another one. */
  public void endRun() throws Exception {
    if (run == null) {
      return;
    }
    HttpRun ended = httpRun(run);
    run.close();
    run = null;
    assertSoon("connections", () -> List.of(ended.clients().connections()), List.of(0));
    assertSoon("the end of the threads", () -> ended.clients().isOver(), true);
    assertSoon("threads", this::threads, List.of());
    assertSoon("temporary files", this::newTemporaryFiles, List.of());
  }

  /** Threads of the run; those of the libraries, one of each in a JVM, end when they are idle. */
  private List<String> threads() {
    var threads = new Thread[group.activeCount() + 16];
    return Arrays.stream(threads, 0, group.enumerate(threads))
        .map(Thread::getName)
        .filter(name -> !name.equals("OkHttp TaskRunner") && !name.equals("Okio Watchdog"))
        .toList();
  }

  /** Whether a thread of the run, or of the client, is in a method of a class, or in one in it. */
  boolean isIn(Class<?> type, String method) {
    return Thread.getAllStackTraces().entrySet().stream()
        .filter(thread -> isOfRun(thread.getKey()))
        .flatMap(thread -> Arrays.stream(thread.getValue()))
        .filter(frame -> frame.getMethodName().equals(method))
        .anyMatch(frame -> (frame.getClassName() + "$").startsWith(type.getName() + "$"));
  }

  private boolean isOfRun(Thread thread) {
    return group.equals(thread.getThreadGroup()) || thread.getName().startsWith("OkHttp ");
  }

  List<Path> newTemporaryFiles() throws IOException {
    var files = new ArrayList<>(temporaryFiles());
    files.removeAll(before);
    return files;
  }

  private List<Path> temporaryFiles() throws IOException {
    var files = new ArrayList<Path>();
    list(directory.resolve("attache/http/tmp"), ".*", files);
    list(Path.of(System.getProperty("java.io.tmpdir")), BODIES, files);
    return files;
  }

  private static void list(Path directory, String names, List<Path> files) throws IOException {
    if (Files.isDirectory(directory)) {
      try (Stream<Path> entries = Files.list(directory)) {
        entries.filter(e -> e.getFileName().toString().matches(names)).forEach(files::add);
      }
    }
  }

  /** Something that is to become as expected, if not at once. */
  interface Observation<T> {
    T see() throws Exception;
  }

  static <T> void assertSoon(String what, Observation<T> observation, T expected) {
    await()
        .pollDelay(Duration.ZERO) // mostly it is so by now
        .pollInSameThread()
        .untilAsserted(() -> assertThat(observation.see()).as(what).isEqualTo(expected));
  }

  /** A fetch under way. */
  record Attempt(FutureTask<Resource> task, Thread thread) {

    void interrupt() {
      thread.interrupt();
    }

    /** What it failed with. */
    String failure() throws Exception {
      try {
        return "no failure, but " + resource();
      } catch (ResourceException e) {
        String uri = Redaction.redact(String.valueOf(e.uri()));
        Remedy remedy = e.remedy();
        String wayOut = remedy == null ? "" : "; " + remedy.action() + " " + remedy.subject();
        String passing = e.isTransient() ? " (passing)" : "";
        return e.kind() + " " + uri + ": " + e.message() + wayOut + passing;
      }
    }

    Resource resource() throws Exception {
      try {
        return task.get();
      } catch (ExecutionException e) {
        if (e.getCause() instanceof Exception cause) {
          throw cause;
        }
        throw e;
      } catch (InterruptedException e) {
        thread.interrupt();
        throw e;
      }
    }
  }
}
