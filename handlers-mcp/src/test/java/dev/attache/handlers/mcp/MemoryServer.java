package dev.attache.handlers.mcp;

import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpException;
import dev.attache.mcp.McpServer;
import dev.attache.resource.ContentDigest;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/** A server in memory: what it lists, what it answers to a read, and what it was asked. */
final class MemoryServer implements McpConnection {

  private final McpServer definition;
  private final List<Map<String, Object>> listed = new ArrayList<>();
  private final Map<String, Answer> answers = new LinkedHashMap<>();
  private final List<String> asked = Collections.synchronizedList(new ArrayList<>());
  private final AtomicInteger reading = new AtomicInteger();
  private final AtomicInteger mostReading = new AtomicInteger();
  private Map<String, Object> capabilities = Map.of("resources", Map.of());
  private Answer unknown =
      (uri, timeout) -> {
        throw new McpException("resource " + uri + " not found", -32602, null);
      };
  private Delay beforeListing = timeout -> {};

  /** What the server does before it lists something. */
  interface Delay {
    void take(Duration timeout) throws McpException;
  }

  /** What the server answers to a read. */
  interface Answer {
    Map<String, Object> give(String uri, Duration timeout) throws McpException;
  }

  private MemoryServer(McpServer definition) {
    this.definition = definition;
  }

  static MemoryServer of(String name) {
    return of(name, name, null);
  }

  static MemoryServer of(String name, String alias, @Nullable Duration requestTimeout) {
    var program = new McpServer.Program("x", List.of(), Map.of(), Path.of("/"));
    return new MemoryServer(
        new McpServer(
            name,
            alias,
            "a test",
            false,
            program,
            false,
            Duration.ofSeconds(20),
            requestTimeout,
            ContentDigest.sha256(new byte[0]),
            "x",
            null));
  }

  /** Lists an entry, which has these fields besides its URI, and answers with a text. */
  MemoryServer with(String uri, String text, Map<String, Object> fields) {
    return listing(entry(uri, fields)).answering(uri, contents(Map.of("uri", uri, "text", text)));
  }

  MemoryServer with(String uri, String text) {
    return with(uri, text, Map.of("name", "the name of " + uri));
  }

  static Map<String, Object> entry(String uri, Map<String, Object> fields) {
    var entry = new LinkedHashMap<String, Object>();
    entry.put("uri", uri);
    entry.putAll(fields);
    return entry;
  }

  MemoryServer listing(Map<String, Object> entry) {
    listed.add(entry);
    return this;
  }

  MemoryServer answering(String uri, Map<String, Object> result) {
    return answering(uri, (asked, timeout) -> result);
  }

  MemoryServer answering(String uri, Answer answer) {
    answers.put(uri, answer);
    return this;
  }

  MemoryServer answeringElse(Answer answer) {
    unknown = answer;
    return this;
  }

  MemoryServer failingToList(McpException failure) {
    return delaying(
        timeout -> {
          throw failure;
        });
  }

  MemoryServer delaying(Delay delay) {
    beforeListing = delay;
    return this;
  }

  MemoryServer offeringNoResources() {
    capabilities = Map.of("tools", Map.of());
    return this;
  }

  static Map<String, Object> contents(Object... contents) {
    return Map.of("contents", Arrays.asList(contents));
  }

  /** Waits until nobody wants an answer any more. */
  static Answer never() {
    return (uri, timeout) -> {
      try {
        new CountDownLatch(1).await(timeout.toNanos(), TimeUnit.NANOSECONDS);
      } catch (InterruptedException e) {
        Thread.currentThread().interrupt();
      }
      throw new McpException(McpException.Kind.TIMEOUT, "the server gave no answer", null);
    };
  }

  /** What it was asked: {@code list}, and the URIs that were read, sorted. */
  List<String> asked() {
    synchronized (asked) {
      return asked.stream().sorted().toList();
    }
  }

  int mostReadsAtOnce() {
    return mostReading.get();
  }

  @Override
  public McpServer server() {
    return definition;
  }

  @Override
  public Map<String, Object> capabilities() {
    return capabilities;
  }

  @Override
  public List<Map<String, Object>> listResources(Duration timeout) throws McpException {
    asked.add("list");
    beforeListing.take(timeout);
    return List.copyOf(listed);
  }

  @Override
  public Map<String, Object> readResource(String uri, Duration timeout) throws McpException {
    asked.add(uri);
    mostReading.accumulateAndGet(reading.incrementAndGet(), Math::max);
    try {
      return answers.getOrDefault(uri, unknown).give(uri, timeout);
    } finally {
      reading.decrementAndGet();
    }
  }

  @Override
  public String protocolVersion() {
    return "2025-11-25";
  }

  @Override
  public Map<String, Object> serverInfo() {
    return Map.of();
  }

  @Override
  public @Nullable String instructions() {
    return null;
  }

  @Override
  public List<Map<String, Object>> listResourceTemplates(Duration timeout) {
    return List.of();
  }

  @Override
  public List<Map<String, Object>> listTools(Duration timeout) {
    return List.of();
  }

  @Override
  public Map<String, Object> callTool(
      String name,
      Map<String, Object> arguments,
      Map<String, Object> meta,
      @Nullable Consumer<Map<String, Object>> progress,
      Duration timeout)
      throws McpException {
    throw new McpException("there is no tool " + name, -32602, null);
  }

  @Override
  public Subscription subscribe(Collection<String> uris, Consumer<String> updated, Duration timeout)
      throws McpException {
    throw new McpException("there are no subscriptions", -32601, null);
  }

  @Override
  public boolean isOpen() {
    return true;
  }

  @Override
  public void close() {}
}
