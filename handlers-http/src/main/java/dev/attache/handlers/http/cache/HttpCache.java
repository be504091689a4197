package dev.attache.handlers.http.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.support.places.UserPlaces;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.security.MessageDigest;
import java.time.Instant;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of servers, on disk: a record for each request ({@link CacheKey}), and the bodies by
 * their digests. It makes revalidation possible and is never taken as fresh by itself.
 *
 * <p>Files appear whole, under their last names, by renaming; there is no lock, and any number of
 * processes may use a cache at once. A record or body that is torn, or does not match its sum, is
 * as good as none. Whatever cannot be read or written costs a request and nothing more. Only its
 * user can read it. Thread-safe.
 */
public final class HttpCache {

  /** More than any record has. */
  private static final int MAX_RECORD_BYTES = 256 << 10;

  private final CacheFiles files;
  private final CacheTrim trim;

  private HttpCache(Path directory, long maxBytes) throws IOException {
    this.files = new CacheFiles(directory);
    this.trim = new CacheTrim(directory, maxBytes);
    if (files.isNew()) {
      trim.begin();
    }
  }

  /**
   * Opens the cache of the user; null if it may hold nothing, nobody knows where it is, or it
   * cannot be made.
   *
   * @param environment the variables that say where the user's caches are
   * @param maxBytes how large all of it may become; 0 for no cache
   * @return the cache, which need not be closed; null as above
   */
  public static @Nullable HttpCache open(Map<String, String> environment, long maxBytes) {
    try {
      Path caches = UserPlaces.cache(environment);
      return caches == null || maxBytes == 0
          ? null
          : new HttpCache(caches.resolve("http"), maxBytes);
    } catch (IOException | InvalidPathException e) { // the locale may not know the characters
      return null;
    }
  }

  /** {@return where large bodies arrive, from where {@link #keep} can take them over} */
  public TemporaryFiles temporaryFiles() {
    return files.temporary();
  }

  /**
   * Finds the last answer to the same request, with its body.
   *
   * @param key the request that is about to be sent
   * @return the answer; null if it is not there whole
   */
  @Nullable
  public Cached find(CacheKey key) {
    Path file = files.record(key);
    long confirmed = file.toFile().lastModified(); // 0 if there is none; no exception is cheaper
    if (confirmed == 0) {
      return null;
    }
    try {
      CacheRecord record = CacheRecord.parse(text(file));
      Body body = record == null ? null : body(record);
      return record == null || body == null
          ? null
          : new Cached(record, body, Instant.ofEpochMilli(confirmed));
    } catch (IOException | UnsupportedOperationException e) { // no links here
      return null;
    }
  }

  private static String text(Path record) throws IOException {
    try (InputStream in = Files.newInputStream(record)) {
      return new String(in.readNBytes(MAX_RECORD_BYTES), UTF_8);
    }
  }

  /** A record with its body, and when a server last confirmed it. */
  public record Cached(CacheRecord record, Body body, Instant confirmedAt) {

    /** {@return it as an answer of the server, with its body} */
    public Answer answer() {
      return new Answer(record.status(), record.headers(), body, record.fetchedAt(), confirmedAt);
    }
  }

  private @Nullable Body body(CacheRecord record) throws IOException {
    if (record.size() == 0) {
      return Body.EMPTY;
    }
    Path file = files.body(record.body());
    if (Files.size(file) == record.size()) {
      Body body =
          record.size() > BodySpooler.MEMORY_BYTES ? held(file, record) : read(file, record);
      if (body != null) {
        return body;
      }
    }
    TemporaryFiles.delete(file); // damaged, and in the way of a whole one
    return null;
  }

  private static @Nullable Body read(Path file, CacheRecord record) throws IOException {
    byte[] bytes = Files.readAllBytes(file);
    boolean isWhole = ContentDigest.sha256(bytes).equals(record.body());
    return isWhole ? Body.inMemory(bytes, record.body()) : null;
  }

  /** A body under a second name, so that it stays although another process trims the cache. */
  private @Nullable Body held(Path file, CacheRecord record) throws IOException {
    if (!digest(file).equals(record.body())) {
      return null;
    }
    return Body.temporary(files.held(file), record.size(), record.body());
  }

  private static ContentDigest digest(Path file) throws IOException {
    MessageDigest sha256 = ContentDigest.newSha256();
    byte[] chunk = new byte[64 << 10];
    try (InputStream in = Files.newInputStream(file)) {
      for (int read = in.read(chunk); read >= 0; read = in.read(chunk)) {
        sha256.update(chunk, 0, read);
      }
    }
    return ContentDigest.of(sha256.digest());
  }

  /**
   * Keeps an answer, or nothing if that is not allowed; the file of a large body is linked to, and
   * stays the caller's to delete.
   *
   * @param key the request that it answers
   * @param answer one that came just now, its body read to the end
   */
  public void keep(CacheKey key, Answer answer) {
    CacheRecord record = CacheRecord.of(answer);
    try {
      if (record.isStorable()) {
        storeBody(answer.body());
        files.write(files.record(key), record.text().getBytes(UTF_8));
        return;
      }
    } catch (IOException | UnsupportedOperationException e) {
      // As if it were not allowed.
    }
    remove(key); // an older answer must not outlive this one
  }

  /**
   * Notes that a server has confirmed an answer, and what it said anew.
   *
   * @param key the request that was sent, without what made it conditional
   * @param cached what was asked about
   * @param notModified the 304, whose headers go before those that are kept
   * @return the kept body with the headers as they are now, even if the cache could not note it
   */
  public Answer confirm(CacheKey key, Cached cached, Answer notModified) {
    CacheRecord updated = cached.record().updatedBy(notModified.headers());
    Path file = files.record(key);
    try {
      if (!updated.isStorable()) {
        remove(key);
      } else if (cached.record().saysTheSame(updated)) {
        Files.setLastModifiedTime(file, FileTime.from(Instant.now()));
      } else {
        files.write(file, updated.text().getBytes(UTF_8));
      }
      if (updated.size() > 0) {
        CacheFiles.touch(files.body(updated.body()));
      }
    } catch (IOException e) {
      // Trimmed meanwhile, perhaps: the next request is not a conditional one.
    }
    return new Cached(updated, cached.body(), notModified.fetchedAt()).answer();
  }

  private void remove(CacheKey key) {
    TemporaryFiles.delete(files.record(key));
  }

  /** Deletes what was not used for the longest time, if there is too much. */
  public void trim() {
    trim.run(files.written());
  }

  private void storeBody(Body body) throws IOException {
    if (body.size() == 0) {
      return;
    }
    Path target = files.body(body.digest());
    if (target.toFile().length() == body.size()) {
      CacheFiles.touch(target);
    } else if (body.bytes() != null) {
      files.write(target, body.bytes());
    } else if (body.file() != null) {
      files.link(target, body.file());
    }
  }
}
