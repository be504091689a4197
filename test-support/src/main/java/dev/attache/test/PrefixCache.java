package dev.attache.test;

import dev.attache.model.CacheTerms;
import dev.attache.model.CacheTerms.Kind;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;

/**
 * A provider that keeps the beginnings of requests, as far as its documentation tells: it counts
 * what a request reads from the cache, writes to it, and pays in full. Not thread-safe.
 *
 * <p>With marks, a beginning is kept where a mark stands, and looked for backwards from each mark.
 * Without, every block may be the last of a beginning. An entry lives from the start of the request
 * that wrote it or read it last; one that only lies before what was read is not refreshed by that,
 * which no provider promises.
 */
public final class PrefixCache {

  private final CacheTerms terms;
  private final Entry root = new Entry();

  public PrefixCache(CacheTerms terms) {
    this.terms = terms;
  }

  /** What kind of block it is; of calls and of results a run is one position. */
  public enum Block {
    PLAIN,
    CALL,
    RESULT
  }

  /**
   * A block of a request.
   *
   * @param content what tells it from others
   * @param tokens how many tokens it takes
   */
  public record Part(Block kind, String content, long tokens) {
    public static Part of(String content, long tokens) {
      return new Part(Block.PLAIN, content, tokens);
    }
  }

  /** What a request was charged for, in tokens. */
  public record Usage(long read, long written, long uncached) {

    public static final Usage NOTHING = new Usage(0, 0, 0);

    public Usage plus(Usage other) {
      return new Usage(read + other.read, written + other.written, uncached + other.uncached);
    }

    public long tokens() {
      return read + written + uncached;
    }

    /** The price in thousandths of a token that is not cached, which is exact. */
    public long price(CacheTerms terms) {
      return Math.round(terms.read() * 1000) * read
          + Math.round(terms.write() * 1000) * written
          + 1000 * uncached;
    }
  }

  /**
   * Sends a request.
   *
   * @param start when it starts
   * @param marks the parts after which a mark stands, as indexes
   * @throws IllegalArgumentException if there are more marks than a request may have
   */
  public Usage send(Instant start, List<Part> parts, Set<Integer> marks) {
    if (marks.size() > terms.marks()) {
      throw new IllegalArgumentException(
          "marks (" + marks.size() + ") must be at most " + terms.marks());
    }
    List<Entry> path = path(parts);
    Set<Integer> ends = new TreeSet<>(marks);
    if (terms.kind() == Kind.AUTOMATIC) {
      for (int i = 0; i < parts.size(); i++) {
        ends.add(i);
      }
    }
    int hit = -1;
    int kept = -1;
    for (int end : ends) {
      hit = Math.max(hit, found(start, path, end));
      kept = path.get(end).tokens >= terms.minimumTokens() ? Math.max(kept, end) : kept;
    }
    Instant until = start.plus(terms.ttl());
    for (int end : ends) {
      if (end <= kept && path.get(end).tokens >= terms.minimumTokens()) {
        path.get(end).until = until;
      }
    }
    long read = 0;
    if (hit >= 0) {
      path.get(hit).until = until;
      read = path.get(hit).tokens;
    }
    long cached = kept < 0 ? read : Math.max(read, path.get(kept).tokens);
    long all = path.isEmpty() ? 0 : path.get(path.size() - 1).tokens;
    return new Usage(read, cached - read, all - cached);
  }

  /** Returns the end of the longest beginning that is found from a mark; -1 if there is none. */
  private int found(Instant start, List<Entry> path, int mark) {
    int from = path.get(mark).position;
    for (int i = mark; i >= 0; i--) {
      if (terms.lookback() > 0 && from - path.get(i).position >= terms.lookback()) {
        return -1;
      }
      Instant until = path.get(i).until;
      if (until != null && !start.isAfter(until)) {
        return i;
      }
    }
    return -1;
  }

  private List<Entry> path(List<Part> parts) {
    var path = new ArrayList<Entry>();
    Entry entry = root;
    for (Part part : parts) {
      Entry before = entry;
      entry = before.next.computeIfAbsent(part, each -> new Entry(before, each));
      path.add(entry);
    }
    return path;
  }

  /** A beginning of requests that were sent. */
  private static final class Entry {

    private final Map<Part, Entry> next = new HashMap<>();
    private final Block kind;
    private final int position;
    private final long tokens;
    private @Nullable Instant until; // null: it was never kept

    private Entry() {
      kind = Block.PLAIN;
      position = 0;
      tokens = 0;
    }

    private Entry(Entry before, Part part) {
      kind = part.kind();
      boolean isOfRun = kind != Block.PLAIN && kind == before.kind;
      position = isOfRun ? before.position : before.position + 1;
      tokens = before.tokens + part.tokens();
    }
  }
}
