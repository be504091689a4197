package dev.attache.handlers.http.cache;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import java.time.DateTimeException;
import java.time.Instant;
import java.util.Iterator;
import java.util.List;
import java.util.NoSuchElementException;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.zip.CRC32;
import okhttp3.Headers;
import org.jspecify.annotations.Nullable;

/**
 * The record that the cache keeps of an answer before or beside its body: the status, the headers
 * and which body it was.
 *
 * <p>Its form is text, a line each: the version, the status, the body's digest and size, when it
 * was fetched, the headers, an empty line, and the CRC-32 of all that, without which it is torn or
 * damaged. Immutable.
 */
public record CacheRecord(
    int status, ContentDigest body, long size, Instant fetchedAt, Headers headers) {

  private static final String VERSION = "attache-http 1";

  /** Of the connection and not of the answer (RFC 9110, section 7.6.1), or not for keeping. */
  private static final Set<String> NOT_KEPT =
      ignoringCase(
          "Connection",
          "Keep-Alive",
          "Proxy-Authenticate",
          "Proxy-Authentication-Info",
          "Proxy-Connection",
          "Set-Cookie",
          "Set-Cookie2",
          "TE",
          "Trailer",
          "Transfer-Encoding",
          "Upgrade");

  /**
   * What a 304 does not change (RFC 9111, section 3.2): it is about the body as it was sent, or as
   * it was understood when it was.
   */
  private static final Set<String> NOT_UPDATED =
      ignoringCase("Content-Encoding", "Content-Length", "Content-Range", "Content-Type");

  /** What differs in every answer and says nothing about the resource. */
  private static final Set<String> VOLATILE = ignoringCase("Age", "Date");

  /** As the name of a directive; in a quoted value it counts as well, which costs a request. */
  private static final Pattern NO_STORE =
      Pattern.compile("(^|[\\s,\"])no-store($|[\\s,=\"])", Pattern.CASE_INSENSITIVE);

  /** A longer list is not kept: somebody is filling our disk. */
  private static final int MAX_HEADER_CHARS = 32 << 10;

  static CacheRecord of(Answer answer) {
    Headers kept = without(NOT_KEPT, answer.headers());
    return new CacheRecord(
        answer.status(), answer.body().digest(), answer.body().size(), answer.fetchedAt(), kept);
  }

  /** Whether the server (RFC 9111, section 5.2.2.5) and good sense allow to keep it. */
  boolean isStorable() {
    for (String value : headers.values("Cache-Control")) {
      if (NO_STORE.matcher(value).find()) {
        return false;
      }
    }
    return headers.byteCount() <= MAX_HEADER_CHARS;
  }

  /** {@return what the server can be asked with whether the body is still the same} */
  public Validators validators() {
    return new Validators(headers, fetchedAt);
  }

  /** The same with what a 304 said anew (RFC 9111, section 3.2). */
  CacheRecord updatedBy(Headers notModified) {
    Headers fresh = without(NOT_UPDATED, without(NOT_KEPT, notModified));
    Headers.Builder updated = headers.newBuilder();
    for (String name : fresh.names()) {
      updated.removeAll(name);
    }
    updated.addAll(fresh);
    return new CacheRecord(status, body, size, fetchedAt, updated.build());
  }

  /** Whether the other says anything new that is worth a write. */
  boolean saysTheSame(CacheRecord other) {
    Headers ours = without(VOLATILE, headers);
    Headers theirs = without(VOLATILE, other.headers);
    return ours.equals(theirs) || ours.toMultimap().equals(theirs.toMultimap());
  }

  /** The form in which it is kept. */
  String text() {
    var text = new StringBuilder(256 + (int) headers.byteCount());
    text.append(VERSION).append('\n').append(status).append('\n');
    text.append(body.hex()).append('\n').append(size).append('\n');
    text.append(fetchedAt.getEpochSecond()).append('\n').append(fetchedAt.getNano()).append('\n');
    for (int i = 0; i < headers.size(); i++) {
      text.append(headers.name(i)).append(':').append(headers.value(i)).append('\n');
    }
    text.append('\n');
    return text.append(sum(text)).append('\n').toString();
  }

  /**
   * Where the form of a record ends that bytes begin with, and so its body begins, if that is
   * behind it; at the end of what has no end.
   */
  static int end(byte[] bytes) {
    int end = 0;
    while (end < bytes.length - 1 && !(bytes[end] == '\n' && bytes[end + 1] == '\n')) {
      end++;
    }
    end += 2;
    while (end < bytes.length && bytes[end] != '\n') {
      end++; // the sum
    }
    return Math.min(end + 1, bytes.length);
  }

  /** Reads the form in which it is kept; null if it is torn, damaged or not ours. */
  static @Nullable CacheRecord parse(String text) {
    int sum = text.lastIndexOf('\n', text.length() - 2) + 1;
    if (!text.startsWith(VERSION + "\n")
        || !text.substring(sum).equals(sum(text.substring(0, sum)) + "\n")) {
      return null;
    }
    Iterator<String> lines = List.of(text.split("\n", -1)).iterator();
    lines.next(); // the version
    try {
      int status = Integer.parseInt(lines.next());
      ContentDigest body = new ContentDigest(lines.next());
      long size = Long.parseLong(lines.next());
      Instant fetchedAt =
          Instant.ofEpochSecond(Long.parseLong(lines.next()), Long.parseLong(lines.next()));
      var headers = new Headers.Builder();
      for (String line = lines.next(); !line.isEmpty(); line = lines.next()) {
        int colon = line.indexOf(':');
        headers.addUnsafeNonAscii(line.substring(0, colon), line.substring(colon + 1));
      }
      return new CacheRecord(status, body, size, fetchedAt, headers.build());
    } catch (IllegalArgumentException
        | DateTimeException
        | IndexOutOfBoundsException
        | NoSuchElementException e) {
      return null;
    }
  }

  private static String sum(CharSequence text) {
    var crc = new CRC32(); // against accidents; whoever can write here could forge any sum
    crc.update(text.toString().getBytes(UTF_8));
    return Long.toHexString(crc.getValue());
  }

  private static Headers without(Set<String> names, Headers headers) {
    Headers.Builder builder = null;
    for (int i = 0; i < headers.size(); i++) {
      if (names.contains(headers.name(i))) {
        builder = builder == null ? headers.newBuilder() : builder;
        builder.removeAll(headers.name(i));
      }
    }
    return builder == null ? headers : builder.build();
  }

  private static Set<String> ignoringCase(String... names) {
    Set<String> set = new TreeSet<>(String.CASE_INSENSITIVE_ORDER);
    set.addAll(Set.of(names));
    return set;
  }
}
