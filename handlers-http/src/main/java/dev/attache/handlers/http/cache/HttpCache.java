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
import java.util.Arrays;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answers of servers, on disk: a record for each request ({@link CacheKey}) with its body
 * behind it, and the bodies that are not small by their digests. It makes revalidation possible and
 * is never taken as fresh by itself.
 *
 * <p>Files appear whole, under their last names, by renaming; there is no lock, and any number of
 * processes may use a cache at once. A record or body that is torn, or does not match its sum, is
 * as good as none. Whatever cannot be read or written costs a request and nothing more. Only its
 * user can read it. Thread-safe.
 */
public final class HttpCache {

  /** More than any record has with a small body. */
  private static final int MAX_RECORD_BYTES = 256 << 10;

  /**
   * A body of so many bytes is not worth a file of its own, which takes longer than to write it.
   */
  static final int SMALL_BODY = 8 << 10;

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
      byte[] bytes = bytes(file);
      int end = CacheRecord.end(bytes);
      CacheRecord record = CacheRecord.parse(new String(bytes, 0, end, UTF_8));
      Body body = record == null ? null : body(record, bytes, end);
      return record == null || body == null
          ? null
          : new Cached(record, body, Instant.ofEpochMilli(confirmed));
    } catch (IOException | UnsupportedOperationException e) { // no links here
      return null;
    }
  }

  private static byte[] bytes(Path record) throws IOException {
    try (InputStream in = Files.newInputStream(record)) {
      return in.readNBytes(MAX_RECORD_BYTES);
    }
  }

  /** A record with its body, and when a server last confirmed it. */
  public record Cached(CacheRecord record, Body body, Instant confirmedAt) {

    /** {@return it as an answer of the server, with its body} */
    public Answer answer() {
      return new Answer(record.status(), record.headers(), body, record.fetchedAt(), confirmedAt);
    }
  }

  /** The body of a record, which may stand behind it; null if it is not there whole. */
  private @Nullable Body body(CacheRecord record, byte[] bytes, int end) throws IOException {
    if (end < bytes.length) {
      return inMemory(Arrays.copyOfRange(bytes, end, bytes.length), record);
    } else if (record.size() == 0) {
      return Body.EMPTY;
    }
    Path file = files.body(record.body());
    if (Files.size(file) == record.size()) {
      Body body =
          record.size() > BodySpooler.MEMORY_BYTES
              ? held(file, record)
              : inMemory(Files.readAllBytes(file), record);
      if (body != null) {
        return body;
      }
    }
    TemporaryFiles.delete(file); // damaged, and in the way of a whole one
    return null;
  }

  private static @Nullable Body inMemory(byte[] bytes, CacheRecord record) {
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
    return ContentDigest.ofHash(sha256.digest());
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
        write(key, record, answer.body());
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
    try {
      if (!updated.isStorable()) {
        remove(key);
      } else if (cached.record().saysTheSame(updated)) {
        Files.setLastModifiedTime(files.record(key), FileTime.from(Instant.now()));
        if (!isSmall(cached.body())) {
          CacheFiles.touch(files.body(updated.body()));
        }
      } else {
        write(key, updated, cached.body());
      }
    } catch (IOException | UnsupportedOperationException e) {
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

  /** Writes a record, with a small body behind it; another body comes first. */
  private void write(CacheKey key, CacheRecord record, Body body) throws IOException {
    byte[] bytes = record.text().getBytes(UTF_8);
    byte[] small = isSmall(body) ? body.bytes() : null;
    if (small == null) {
      storeBody(body);
    } else {
      int end = bytes.length;
      bytes = Arrays.copyOf(bytes, end + small.length);
      System.arraycopy(small, 0, bytes, end, small.length);
    }
    files.write(files.record(key), bytes);
  }

  private static boolean isSmall(Body body) {
    return body.size() <= SMALL_BODY;
  }

  private void storeBody(Body body) throws IOException {
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
