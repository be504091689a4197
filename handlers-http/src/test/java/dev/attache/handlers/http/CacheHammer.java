package dev.attache.handlers.http;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.http.cache.Answer;
import dev.attache.handlers.http.cache.Body;
import dev.attache.handlers.http.cache.BodySpooler;
import dev.attache.handlers.http.cache.CacheKey;
import dev.attache.handlers.http.cache.HttpCache;
import dev.attache.resource.ContentDigest;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintStream;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Random;
import okhttp3.Headers;

/**
 * Somebody who uses a cache as hard as he can: finds, keeps, confirms and trims a few answers in
 * any order. The headers of each answer name its body, so that a mix-up shows.
 */
public final class CacheHammer {

  /** As much as about three large bodies: there is always something to trim. */
  private static final long MAX_BYTES = 500_000;

  private static final int KEYS = 6;

  private final Path caches;
  private final Random random;
  private int found;

  CacheHammer(Path caches, long seed) {
    this.caches = caches;
    this.random = new Random(seed);
  }

  /** Uses the cache so many times; returns how often something was found in it. */
  int strike(int times) throws IOException {
    for (int run = 0; run < times / 20; run++) {
      HttpCache cache = HttpCache.open(Map.of("XDG_CACHE_HOME", caches.toString()), MAX_BYTES);
      if (cache == null) {
        throw new AssertionError("no cache in " + caches);
      }
      for (int i = 0; i < 20; i++) {
        use(cache);
      }
      cache.trim();
    }
    return found;
  }

  private void use(HttpCache cache) throws IOException {
    CacheKey key = new CacheKey(String.format("%02x", random.nextInt(KEYS)).repeat(32));
    HttpCache.Cached cached = cache.find(key);
    if (cached == null || random.nextInt(3) == 0) {
      try (Body body = body(cache, bytes(random.nextInt(10)))) {
        cache.keep(key, answer(body));
      }
    }
    if (cached != null) {
      found++;
      Headers news = Headers.of("Warning", String.valueOf(random.nextInt(2)));
      Instant now = Instant.now();
      var notModified = new Answer(304, news, Body.EMPTY, now, now);
      try (Answer confirmed = cache.confirm(key, cached, notModified)) {
        check(confirmed);
      }
    }
  }

  private static void check(Answer answer) throws IOException {
    String named = String.valueOf(answer.headers().get("X-Body"));
    try (InputStream in = answer.body().open()) {
      byte[] bytes = in.readAllBytes();
      if (!ContentDigest.sha256(bytes).hex().equals(named)) {
        throw new AssertionError("not the body " + named + ", but " + bytes.length + " bytes");
      }
    }
  }

  /** One of a few contents: some in memory, some in files, some empty. */
  private static byte[] bytes(int number) {
    byte[] bytes = new byte[number % 3 == 0 ? 150_000 + 10_000 * number : 1000 * (number - 1)];
    Arrays.fill(bytes, (byte) number);
    return bytes;
  }

  public static Body body(HttpCache cache, byte[] bytes) throws IOException {
    return new BodySpooler(cache.temporaryFiles(), Long.MAX_VALUE, count -> {})
        .read(new ByteArrayInputStream(bytes));
  }

  public static Answer answer(Body body) {
    Headers headers = Headers.of("X-Body", body.digest().hex());
    return new Answer(200, headers, body, Instant.now(), Instant.now());
  }

  /** A JVM that does so, and prints how often it found something. */
  static Process start(Path caches, long seed, int times) throws IOException {
    List<String> command = new ArrayList<>();
    command.add(Path.of(System.getProperty("java.home"), "bin", "java").toString());
    command.addAll(List.of("-XX:TieredStopAtLevel=1", "-XX:+UseSerialGC", "-Xmx64m"));
    command.addAll(List.of("-cp", System.getProperty("java.class.path")));
    command.addAll(List.of(CacheHammer.class.getName(), caches.toString()));
    command.addAll(List.of(String.valueOf(seed), String.valueOf(times)));
    return new ProcessBuilder(command).redirectErrorStream(true).start();
  }

  public static void main(String[] arguments) throws IOException {
    var hammer = new CacheHammer(Path.of(arguments[0]), Long.parseLong(arguments[1]));
    new PrintStream(System.out, true, UTF_8).println(hammer.strike(Integer.parseInt(arguments[2])));
  }
}
