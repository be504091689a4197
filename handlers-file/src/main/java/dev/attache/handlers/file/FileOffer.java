package dev.attache.handlers.file;

import dev.attache.handlers.file.place.AllowedRoots;
import dev.attache.handlers.file.place.Entry;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.handlers.file.place.RealPath;
import dev.attache.handlers.file.place.RootedPath;
import dev.attache.handlers.file.place.TypedPlaces;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.SensitiveNames;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;

/** The findings of one reference on their way to the sink: offered, or left out with the reason. */
final class FileOffer {

  private final Reference reference;
  private final Path root;
  private final Selection selection;
  private final HandlerContext context;
  private final CandidateSink sink;
  private boolean hasFile;
  private boolean hasDirectory;

  FileOffer(Inclusion inclusion, Selection selection, HandlerContext context, CandidateSink sink) {
    this.selection = selection;
    this.reference = inclusion.reference();
    this.root = inclusion.root();
    this.context = context;
    this.sink = sink;
  }

  /** Offers something that a directory or a glob led to, if it is a file and within the rules. */
  void file(FoundFile found) {
    BasicFileAttributes attributes = found.attributes();
    boolean explicit = selection.namesExactly(root, found.path());
    if (attributes.isSymbolicLink()) {
      skipLink(found);
    } else if (!attributes.isRegularFile()) {
      skip(found, SkipReason.SPECIAL_FILE, Entry.kind(attributes));
    } else if (isSensitive(found.path())) {
      skip(found, SkipReason.SENSITIVE, "it often contains secrets; name it exactly to include it");
    } else if (attributes.size() > context.maxBytes() && !explicit) { // else it fails, once
      skip(
          found,
          SkipReason.TOO_LARGE,
          attributes.size() + " bytes, and the limit is " + context.maxBytes());
    } else {
      Candidate candidate = candidate(found, explicit);
      if (explicit) {
        sink.candidate(reference, candidate);
      } else {
        sink.candidate(reference, candidate, new WalkedFile(root, found, candidate.name()));
      }
    }
  }

  /**
   * Offers a file that was named exactly, by somebody who may have it ({@link FileRights}). The
   * user's naming it is consent only if what was written tells what it is: a harmless name may be a
   * link to a key.
   *
   * @param spelled the path as it was written, which need not be the real one
   */
  void named(FoundFile found, Path spelled) {
    boolean isSensitive = isSensitive(found.path());
    if (!reference.requester().isUser() && isSensitive(spelled)) {
      skip(
          found, SkipReason.SENSITIVE, "it often contains secrets; name it yourself to include it");
    } else if (isSensitive && !isSensitive(spelled)) {
      skip(
          found,
          SkipReason.SENSITIVE,
          reference.redacted()
              + " points to it, and it often contains secrets; name the file itself to include it");
    } else {
      noteIfOutside();
      if (isSensitive) {
        note("included because you named it (often contains secrets)");
      }
      sink.candidate(reference, candidate(found, true));
    }
  }

  /** Says so if nothing but the user's naming it lets it be read. */
  void noteIfOutside() {
    if (TypedPlaces.isOutside(root, context)) {
      note("included because you named it (outside the workspace)");
    }
  }

  private static boolean isSensitive(Path path) {
    Path name = path.getFileName();
    Path parent = path.getParent();
    return name != null
        && SensitiveNames.match(parent == null ? "" : parent.toString(), name.toString());
  }

  void skip(FoundFile found, SkipReason reason, String detail) {
    sink.skip(reference, candidate(found, false), reason, detail);
  }

  /** Says that something should have been offered and cannot be. */
  void fail(FoundFile found, String problem) {
    hasFile = true;
    sink.fail(reference, FileUri.invalid(found.uri(), problem));
  }

  /** Whether the reference led to a file, be it offered or left out. */
  boolean hasFile() {
    return hasFile;
  }

  /** Whether a directory was left out, and all below it unseen. */
  boolean hasDirectory() {
    return hasDirectory;
  }

  void note(String text) {
    sink.note(reference, text);
  }

  private void skipLink(FoundFile found) {
    Path link = root.resolve(found.path());
    try {
      String target = "a symbolic link to " + Files.readSymbolicLink(link);
      Path real = RealPath.of(link);
      if (real.equals(link)) {
        skip(found, SkipReason.SPECIAL_FILE, target + ", which cannot be resolved");
        return;
      }
      boolean inside = AllowedRoots.of(context).find(real) != null;
      skip(
          found,
          inside ? SkipReason.SPECIAL_FILE : SkipReason.OUTSIDE_WORKSPACE,
          inside ? target + "; name it to follow it" : target);
    } catch (IOException e) {
      skip(found, SkipReason.SPECIAL_FILE, "a symbolic link that cannot be followed");
    }
  }

  private boolean isSensitive(String path) {
    int slash = path.lastIndexOf('/');
    return SensitiveNames.match(
        slash < 0 ? root.toString() : path.substring(0, slash), path.substring(slash + 1));
  }

  private Candidate candidate(FoundFile found, boolean explicit) {
    hasDirectory |= found.attributes().isDirectory();
    hasFile |= !found.attributes().isDirectory();
    return new Candidate(
        ResourceUri.of(found.uri()),
        RootedPath.display(root, found.path(), context.workspace()),
        found.attributes().isRegularFile() ? found.attributes().size() : Candidate.UNKNOWN_SIZE,
        explicit,
        FileReader.Peek.AT_FILE);
  }
}
