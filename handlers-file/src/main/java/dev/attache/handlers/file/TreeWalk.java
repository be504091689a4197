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
import java.io.IOException;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.Deque;
import java.util.List;
import java.util.concurrent.CancellationException;

/**
 * A walk below one directory in the byte order of canonical URIs, which offers what a reference
 * names and says why the rest is left out.
 *
 * <p>A directory is listed whole, sorted, and then gone through; so memory holds the listings from
 * the top down to where the walk is, and nothing of what has been passed. Links are not followed.
 */
final class TreeWalk {

  private final Inclusion inclusion;
  private final Inclusion withHidden;
  private final Inclusion withoutHidden;
  private final Selection selection;
  private final Requester requester;
  private final DirectoryChain chain;
  private final GitUser user;
  private final FileOffer offer;
  private final Path root;
  private final int rootStart;
  private final Deque<Listing> way = new ArrayDeque<>();

  /**
   * Prepares a walk.
   *
   * @param rootStart how many bytes of the paths that ignore rules see lie above the root
   */
  TreeWalk(
      Inclusion inclusion,
      Selection selection,
      DirectoryChain chain,
      GitUser user,
      FileOffer offer,
      int rootStart) {
    this.inclusion = inclusion;
    this.withHidden = inclusion.withHidden();
    this.withoutHidden = inclusion.withoutHidden();
    this.selection = selection;
    this.requester = inclusion.reference().requester();
    this.chain = chain;
    this.user = user;
    this.offer = offer;
    this.root = inclusion.root();
    this.rootStart = rootStart;
  }

  /** A directory on the way: its entries, and which of them is next. */
  private static final class Listing {
    final String path;
    final String prefix; // of the paths in it
    final String uri; // with a slash at its end
    final RulesInForce rules;
    final List<Entry> entries;
    int next;

    Listing(String path, String uri, RulesInForce rules, List<Entry> entries) {
      this.path = path;
      this.prefix = path.isEmpty() ? "" : path + "/";
      this.uri = uri;
      this.rules = rules;
      this.entries = entries;
    }
  }

  /** Walks all that lies below the inclusion's base, where these rules are in force. */
  void run(RulesInForce rules) throws ResourceException {
    String base = inclusion.base();
    String uri = FileUri.of(root.resolve(base).toString(), null);
    try {
      way.push(new Listing(base, uri.endsWith("/") ? uri : uri + "/", rules, list(base)));
    } catch (IOException e) {
      throw FileFailure.of(inclusion.reference().text(), e);
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
    if (isPassedOver(entry, path, fromRoot)) {
      return;
    }
    Exclusion excluded = selection.excluder(inclusion, path, fromRoot, directory);
    if (isHidden(in, entry, path, fromTop, fromRoot)) {
      offer.skip(
          found,
          SkipReason.HIDDEN,
          entry.isHidden()
              ? "its name starts with a dot"
              : "a directory above starts with a dot, and git does not track it");
      return;
    }
    IgnorePattern ignored = in.rules.ignores(fromTop, directory);
    if (ignored != null) {
      offer.skip(found, SkipReason.IGNORED, "by " + ignored);
      return;
    }
    if (excluded != null) {
      offer.skip(found, SkipReason.EXCLUDED, "by " + excluded.reference().redacted());
    } else if (!entry.isUtf8()) {
      offer.skip(found, SkipReason.UNREADABLE, "its name is not UTF-8");
    } else if (!entry.isSpeakable()) {
      offer.fail(found, PathBytes.unspeakable());
    } else if (directory && isNever(in, entry)) {
      offer.skip(found, SkipReason.SPECIAL_FILE, "a system directory, which is never read");
    } else if (directory) {
      enterIfAllowed(in, entry, found);
    } else {
      offer.file(found);
    }
  }

  /**
   * Whether the glob has no use for the entry, hidden or not; what it never named is not skipped.
   */
  private boolean isPassedOver(Entry entry, String path, byte[] bytes) {
    return inclusion.glob() != null
        && !(entry.isDirectory()
            ? withHidden.mayNameBelow(root, path, bytes)
            : withHidden.names(root, path, bytes));
  }

  /** Whether the rules hide it, and the user has not named it with its dot. */
  private boolean isHidden(Listing in, Entry entry, String path, byte[] fromTop, byte[] fromRoot) {
    boolean directory = entry.isDirectory();
    boolean isGit = entry.name().equals(RulesInForce.GIT);
    if (!isGit && !in.rules.hides(fromTop, directory)) {
      return false;
    }
    if (inclusion.glob() == null || requester == Requester.MODEL) {
      return true;
    }
    Inclusion naming = isGit ? withoutHidden : inclusion;
    return !(directory
        ? naming.mayNameBelow(root, path, fromRoot)
        : naming.names(root, path, fromRoot));
  }

  /** Whether it is {@code /proc} or its like, which only the root of all can hold. */
  private boolean isNever(Listing in, Entry entry) {
    return in.path.isEmpty()
        && root.getNameCount() == 0
        && AllowedRoots.isNever(root.resolve(entry.name()));
  }

  private void enterIfAllowed(Listing in, Entry entry, FoundFile found) {
    Refusal refusal = FileRights.refusal(requester, root, found.path(), entry);
    if (refusal == null) {
      enter(in, entry, found);
    } else {
      offer.skip(found, refusal.reason(), refusal.detail());
    }
  }

  private void enter(Listing in, Entry entry, FoundFile found) {
    try {
      List<Entry> entries = list(found.path());
      RulesInForce rules = in.rules.enter(chain, found.path(), entry.bytes(), entries, user);
      way.push(new Listing(found.path(), found.uri() + "/", rules, entries));
    } catch (IOException e) {
      offer.skip(found, SkipReason.UNREADABLE, FileFailure.of(found.uri(), e).message());
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
