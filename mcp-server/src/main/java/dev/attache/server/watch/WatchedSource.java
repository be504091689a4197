package dev.attache.server.watch;

import dev.attache.conversation.tools.ChangeCheck.Finding;
import dev.attache.history.AttachmentState;
import dev.attache.history.Notice;
import dev.attache.resource.ContentDigest;
import java.net.URI;
import java.nio.file.FileSystemNotFoundException;
import java.nio.file.Path;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * A source that a client has subscribed to. Compared by identity; guarded by its {@link
 * SourceWatch}.
 */
final class WatchedSource {

  private static final String FILE = "file";

  final String listedUri;
  final AttachmentState state;
  final @Nullable Path file;

  /** What the client was last given, or told of; null if that is that nothing can be read. */
  @Nullable ContentDigest told;

  /** Whether the client was given something while it was checked. */
  boolean isGiven;

  /** Whether nothing could be read just now. */
  boolean isMissing;

  /** Whether somebody has said that it has changed, so that it is worth all that reading takes. */
  boolean isAnnounced;

  /** How often in a row it could not be looked at. */
  int failures;

  /** When it was touched first of all that it was not checked for; 0 if it was not. */
  long touchedAt;

  /** Before when it is not checked again. */
  long restsUntil;

  /** Ends what was set up to know of changes; not to be run while anything is locked. */
  Runnable unwatch = () -> {};

  WatchedSource(String listedUri, AttachmentState state, ContentDigest given) {
    this.listedUri = listedUri;
    this.state = state;
    this.told = given;
    this.file = file(state.attachment().snapshot().address().value());
  }

  /** The file that an address means, with all of its lines; null if it means none. */
  private static @Nullable Path file(String address) {
    int fragment = address.indexOf('#');
    String whole = fragment < 0 ? address : address.substring(0, fragment);
    if (!whole.startsWith(FILE + ":")) {
      return null;
    }
    try {
      return Path.of(URI.create(whole));
    } catch (IllegalArgumentException | FileSystemNotFoundException e) {
      return null; // then it is asked like all else
    }
  }

  /** Whether the client has not heard of what was found, which it hears of now. */
  boolean isNews(Finding finding) {
    ContentDigest found = found(finding);
    boolean isNews = !Objects.equals(found, told);
    told = found;
    return isNews;
  }

  private static @Nullable ContentDigest found(Finding finding) {
    Notice notice = finding.notice();
    return switch (finding.result()) {
      case CURRENT -> finding.state().attachment().snapshot().resource().content().digest();
      case CHANGED -> notice == null ? null : notice.now();
      default -> null;
    };
  }
}
