package dev.attache.handlers.file;

import dev.attache.handlers.file.FileRights.Refusal;
import dev.attache.handlers.file.ignore.GitUser;
import dev.attache.handlers.file.ignore.IgnorePattern;
import dev.attache.handlers.file.ignore.RulesInForce;
import dev.attache.handlers.file.place.AllowedRoots;
import dev.attache.handlers.file.place.DirectoryChain;
import dev.attache.handlers.file.place.Entry;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.handlers.file.place.OpenDirectory;
import dev.attache.handlers.file.place.PathBytes;
import dev.attache.resource.ResourceException;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.SkipReason;
import dev.attache.support.glob.Glob;
import dev.attache.support.glob.GlobSet;
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.CancellationException;
import org.jspecify.annotations.Nullable;

/**
 * A walk below one directory in the byte order of canonical URIs, which offers what references name
 * and says why the rest is left out. One walk is for one reference, or for many globs that begin
 * there.
 *
 * <p>A directory is listed whole, sorted, and then gone through; so memory holds the listings from
 * the top down to where the walk is, and nothing of what has been passed. Links are not followed.
 */
final class TreeWalk {

  /** More globs than this are not compared with each path one by one. */
  private static final int FEW = 32;

  private final List<Walked> walked;
  private final @Nullable GlobSet globs;
  private final Selection selection;
  private final Requester requester;
  private final DirectoryChain chain;
  private final GitUser user;
  private final Path root;
  private final int rootStart;
  private final Deque<Listing> way = new ArrayDeque<>();

  /** A reference that the walk is for. */
  private record Walked(
      Inclusion inclusion,
      Inclusion withHidden,
      Inclusion withoutHidden,
      boolean isAnywhere,
      FileOffer offer) {

    static Walked of(Inclusion inclusion, FileOffer offer) {
      Glob glob = inclusion.glob();
      return new Walked(
          inclusion,
          inclusion.withHidden(),
          inclusion.withoutHidden(),
          glob == null || glob.isDeep(),
          offer);
    }

    boolean isGlob() {
      return inclusion.glob() != null;
    }
  }

  /**
   * Prepares a walk.
   *
   * @param references what it is for; all have one root, base and spelling
   * @param rootStart how many bytes of the paths that ignore rules see lie above the root
   */
  TreeWalk(
      Map<Inclusion, FileOffer> references,
      Selection selection,
      DirectoryChain chain,
      GitUser user,
      int rootStart) {
    this.walked = new ArrayList<>(references.size());
    references.forEach((inclusion, offer) -> walked.add(Walked.of(inclusion, offer)));
    this.globs = walked.size() <= FEW ? null : GlobSet.of(globs(references.keySet()));
    this.selection = selection;
    this.requester = walked.get(0).inclusion().reference().requester();
    this.chain = chain;
    this.user = user;
    this.root = walked.get(0).inclusion().root();
    this.rootStart = rootStart;
  }

  private static List<Glob> globs(Set<Inclusion> inclusions) {
    return inclusions.stream()
        .map(each -> Objects.requireNonNull(each.glob()).withHidden())
        .toList();
  }

  /** A directory on the way: its entries, and which of them is next. */
  private static final class Listing {
    final String path;
    final String prefix; // of the paths in it
    final String uri; // with a slash at its end
    final RulesInForce rules;
    final List<Entry> entries;
    final BitSet by; // who walks here
    int next;

    Listing(String path, String uri, RulesInForce rules, List<Entry> entries, BitSet by) {
      this.path = path;
      this.prefix = path.isEmpty() ? "" : path + "/";
      this.uri = uri;
      this.rules = rules;
      this.entries = entries;
      this.by = by;
    }
  }

  /** Walks all that lies below the base, where these rules are in force. */
  void run(RulesInForce rules) throws ResourceException {
    Inclusion first = walked.get(0).inclusion();
    String base = first.base();
    var all = new BitSet();
    all.set(0, walked.size());
    String uri = FileUri.of(root.resolve(base).toString(), null);
    try {
      way.push(new Listing(base, uri.endsWith("/") ? uri : uri + "/", rules, list(base), all));
    } catch (IOException e) {
      throw FileFailure.of(first.reference().text(), e);
    }
    while (!way.isEmpty()) {
      Listing listing = way.peek();
      if (listing.next == listing.entries.size()) {
        way.pop();
      } else {
        visit(listing, listing.entries.get(listing.next++));
      }
    }
  }

  private void visit(Listing in, Entry entry) {
    String path = in.prefix.concat(entry.name());
    FoundFile found = new FoundFile(in.uri.concat(entry.encoded()), path, entry.attributes());
    byte[] fromTop = join(in.rules.prefix(), entry.bytes());
    byte[] fromRoot =
        rootStart == 0 ? fromTop : Arrays.copyOfRange(fromTop, rootStart, fromTop.length);
    boolean directory = entry.isDirectory();
    BitSet concerned = concerned(in, directory, path, fromRoot);
    if (concerned.isEmpty()) {
      return;
    }
    boolean isHidden = entry.name().equals(RulesInForce.GIT) || in.rules.hides(fromTop, directory);
    IgnorePattern ignored = in.rules.ignores(fromTop, directory);
    var entering = new BitSet();
    for (int i = concerned.nextSetBit(0); i >= 0; i = concerned.nextSetBit(i + 1)) {
      if (isEntered(walked.get(i), in, entry, found, fromRoot, isHidden, ignored)) {
        entering.set(i);
      }
    }
    if (!entering.isEmpty()) {
      enter(in, entry, found, entering);
    }
  }

  /** Offers an entry, or says why not; returns whether it is to be entered instead. */
  private boolean isEntered(
      Walked by,
      Listing in,
      Entry entry,
      FoundFile found,
      byte[] fromRoot,
      boolean isHidden,
      @Nullable IgnorePattern ignored) {
    boolean directory = entry.isDirectory();
    Exclusion excluded = selection.excluder(by.inclusion(), found.path(), fromRoot, directory);
    FileOffer offer = by.offer();
    if (isHidden && !isNamed(by, entry, found.path(), fromRoot)) {
      offer.skip(
          found,
          SkipReason.HIDDEN,
          entry.isHidden()
              ? "its name starts with a dot"
              : "a directory above starts with a dot, and git does not track it");
    } else if (ignored != null) {
      offer.skip(found, SkipReason.IGNORED, "by " + ignored);
    } else if (excluded != null) {
      offer.skip(found, SkipReason.EXCLUDED, "by " + excluded.reference().redacted());
    } else if (!entry.isUtf8()) {
      offer.skip(found, SkipReason.UNREADABLE, "its name is not UTF-8");
    } else if (!entry.isSpeakable()) {
      offer.fail(found, PathBytes.unspeakable());
    } else if (directory && isNever(in, entry)) {
      offer.skip(found, SkipReason.SPECIAL_FILE, "a system directory, which is never read");
    } else if (directory) {
      return isAllowed(entry, found, offer);
    } else {
      offer.file(found);
    }
    return false;
  }

  /**
   * Returns who has a use for an entry, hidden or not; what a glob never named is not skipped by
   * it.
   */
  private BitSet concerned(Listing in, boolean isDirectory, String path, byte[] bytes) {
    if (!isDirectory && globs != null) {
      BitSet matches = globs.matches(walked.get(0).inclusion().spelling().of(bytes));
      matches.and(in.by);
      return matches;
    }
    BitSet fewer = null;
    for (int i = in.by.nextSetBit(0); i >= 0; i = in.by.nextSetBit(i + 1)) {
      Walked each = walked.get(i);
      boolean isConcerned =
          !each.isGlob()
              || (isDirectory
                  ? each.isAnywhere() || each.withHidden().mayNameBelow(root, path, bytes)
                  : each.withHidden().names(root, path, bytes));
      if (!isConcerned) {
        fewer = fewer == null ? (BitSet) in.by.clone() : fewer;
        fewer.clear(i);
      }
    }
    return fewer == null ? in.by : fewer;
  }

  /** Whether the user has named a hidden entry with its dot. */
  private boolean isNamed(Walked by, Entry entry, String path, byte[] bytes) {
    if (!by.isGlob() || requester == Requester.MODEL) {
      return false;
    }
    Inclusion naming = entry.name().equals(RulesInForce.GIT) ? by.withoutHidden() : by.inclusion();
    return entry.isDirectory()
        ? naming.mayNameBelow(root, path, bytes)
        : naming.names(root, path, bytes);
  }

  /** Whether it is {@code /proc} or its like, which only the root of all can hold. */
  private boolean isNever(Listing in, Entry entry) {
    return in.path.isEmpty()
        && root.getNameCount() == 0
        && AllowedRoots.isNever(root.resolve(entry.name()));
  }

  private boolean isAllowed(Entry entry, FoundFile found, FileOffer offer) {
    Refusal refusal = FileRights.refusal(requester, root, found.path(), entry);
    if (refusal != null) {
      offer.skip(found, refusal.reason(), refusal.detail());
    }
    return refusal == null;
  }

  private void enter(Listing in, Entry entry, FoundFile found, BitSet by) {
    try {
      List<Entry> entries = list(found.path());
      RulesInForce rules = in.rules.enter(chain, found.path(), entry.bytes(), entries, user);
      way.push(new Listing(found.path(), found.uri() + "/", rules, entries, by));
    } catch (IOException e) {
      String problem = FileFailure.of(found.uri(), e).message();
      by.stream().forEach(i -> walked.get(i).offer().skip(found, SkipReason.UNREADABLE, problem));
    }
  }

  private List<Entry> list(String path) throws IOException {
    if (Thread.currentThread().isInterrupted()) {
      throw new CancellationException("the run has ended");
    }
    OpenDirectory directory = chain.open(path);
    Path real = root.resolve(path);
    List<Path> names = directory.names();
    var entries = new ArrayList<Entry>(names.size());
    for (Path name : names) {
      try {
        entries.add(Entry.of(real, name, directory.attributes(name)));
      } catch (NoSuchFileException e) {
        // It went away since the directory was read, as if it had never been there.
      }
    }
    Collections.sort(entries);
    return entries;
  }

  private static byte[] join(byte[] prefix, byte[] name) {
    byte[] joined = Arrays.copyOf(prefix, prefix.length + name.length);
    System.arraycopy(name, 0, joined, prefix.length, name.length);
    return joined;
  }
}
