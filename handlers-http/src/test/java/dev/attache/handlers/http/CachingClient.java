package dev.attache.handlers.http;

import static dev.attache.test.LongWait.PATIENCE;

import dev.attache.handlers.http.fetch.Environment;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import okhttp3.Dns;

/** A user of the handler who has a cache; every resolve is a run of its own. */
public final class CachingClient {

  private final WebServer server;
  private final Path caches;
  private final Map<String, Object> configuration = new LinkedHashMap<>();
  private final List<String> notes = new ArrayList<>();
  private Map<String, String> environment;
  private long maxBytes = 10 << 20;
  private Duration timeout = PATIENCE;

  public CachingClient(WebServer server, Path caches) {
    this.server = server;
    this.caches = caches;
    this.environment = Map.of("XDG_CACHE_HOME", caches.toString());
    configuration.put("allow", List.of(server.hostAndPort()));
  }

  public CachingClient with(String key, Object value) {
    configuration.put(key, value);
    return this;
  }

  public CachingClient withHeader(String name, String value) {
    return with(server.url(""), Map.of("headers", Map.of(name, value)));
  }

  public CachingClient withEnvironment(Map<String, String> value) {
    environment = value;
    return this;
  }

  public CachingClient withMaxBytes(long value) {
    maxBytes = value;
    return this;
  }

  public CachingClient withTimeout(Duration value) {
    timeout = value;
    return this;
  }

  public Resource resolve(String url) throws ResourceException {
    TestContext context =
        TestContext.builder(caches)
            .configuration(configuration)
            .maxBytes(maxBytes)
            .timeout(timeout)
            .build();
    try (context) {
      var handler = new HttpHandler(new Environment(environment, Dns.SYSTEM, null));
      return handler.resolve(ResourceUri.of(url), context).get(0);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw new AssertionError(e);
    } finally {
      notes.clear();
      notes.addAll(context.notes());
    }
  }

  /** The text of a resource, which it has to be. */
  public String text(String url) throws ResourceException {
    return resolve(url)
        .content()
        .match(
            text -> text.value(),
            blob -> {
              throw new AssertionError("not a text: " + url);
            },
            stored -> {
              throw new AssertionError("not a text: " + url);
            });
  }

  /** What the last resolve noted. */
  public List<String> notes() {
    return List.copyOf(notes);
  }

  public Path directory() {
    return caches.resolve("attache/http");
  }

  public List<Path> records() throws IOException {
    return files(directory().resolve("records"));
  }

  public List<Path> bodies() throws IOException {
    return files(directory().resolve("bodies"));
  }

  public List<Path> temporaryFiles() throws IOException {
    return files(directory().resolve("tmp"));
  }

  public static List<Path> files(Path directory) throws IOException {
    if (!Files.isDirectory(directory)) {
      return List.of();
    }
    try (Stream<Path> files = Files.walk(directory)) {
      return files.filter(Files::isRegularFile).sorted().toList();
    }
  }
}
