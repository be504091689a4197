package dev.attache.examples.git;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.SensitiveNames;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectLoader;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.treewalk.TreeWalk;
import org.jspecify.annotations.Nullable;

/** One file of a revision: the bytes that git keeps, which no filter has changed. */
final class FileAtRevision {

  private static final String LFS = "version https://git-lfs.github.com/spec/";

  private final ResourceUri uri;
  private final GitUri place;
  private final OpenRepository repository;

  FileAtRevision(ResourceUri uri, GitUri place, OpenRepository repository) {
    this.uri = uri;
    this.place = place;
    this.repository = repository;
  }

  /** What a tree has at a path. */
  record TreeEntry(FileMode mode, ObjectId id) {}

  Resource read(HandlerContext context) throws ResourceException {
    if (!mayRead(place.path(), context.requester())) {
      throw failure(Kind.DENIED, "it often contains secrets; name it yourself to include it");
    }
    ObjectId revision = repository.resolve(place.revision(), uri.value());
    return repository.use(uri.value(), reader -> read(reader, revision, context));
  }

  private Resource read(ObjectReader reader, ObjectId revision, HandlerContext context)
      throws IOException {
    TreeEntry entry = require(reader, revision);
    ObjectLoader blob = reader.open(entry.id(), Constants.OBJ_BLOB);
    if (blob.getSize() > context.maxBytes()) {
      throw failure(
          Kind.TOO_LARGE,
          "has " + blob.getSize() + " bytes, more than the limit of " + context.maxBytes());
    }
    if (!place.hasFullIdsOnly()) {
      context.note(uri, place.revision() + " is " + revision.name());
    }
    if (entry.mode().equals(FileMode.SYMLINK)) {
      context.note(uri, "it is a symbolic link: the content is where it leads");
    }
    try (InputStream in = blob.openStream()) {
      Resource resource =
          context
              .read(uri, in, ContentHints.ofFileName(place.path()))
              .name(place.name())
              .meta("dev.attache.examples/revision", revision.name())
              .build();
      if (isLfsPointer(resource)) {
        context.note(uri, "it is a pointer of Git LFS, which keeps the content elsewhere");
      }
      return resource;
    }
  }

  /** Opens a file for a look at its first bytes. */
  static InputStream peek(ResourceUri uri, HandlerContext context) throws IOException {
    GitUri place = GitUri.parse(uri.value());
    OpenRepository repository = OpenRepository.of(context, uri.value());
    var file = new FileAtRevision(uri, place, repository);
    ObjectId revision = repository.resolve(place.revision(), uri.value());
    return repository.use(
        uri.value(),
        reader ->
            reader.open(file.require(reader, revision).id(), Constants.OBJ_BLOB).openStream());
  }

  private TreeEntry require(ObjectReader reader, ObjectId revision) throws IOException {
    TreeEntry entry = find(reader, revision, place.path());
    if (entry == null) {
      throw failure(Kind.NOT_FOUND, "there is no such file in " + place.revision());
    }
    if (entry.mode().equals(FileMode.GITLINK)) {
      throw failure(Kind.FAILED, "is a submodule, at the commit " + entry.id().name());
    }
    if (entry.mode().equals(FileMode.TREE)) {
      throw failure(Kind.FAILED, "is a directory, not a file");
    }
    return entry;
  }

  /** Returns what a revision has at a path, of which the empty one is its tree; null if nothing. */
  static @Nullable TreeEntry find(ObjectReader reader, ObjectId revision, String path)
      throws IOException {
    try (var walk = new RevWalk(reader)) {
      ObjectId tree = walk.parseTree(revision).copy();
      String name = path.endsWith("/") ? path.substring(0, path.length() - 1) : path;
      if (name.isEmpty()) {
        return new TreeEntry(FileMode.TREE, tree);
      }
      try (TreeWalk at = TreeWalk.forPath(reader, name, tree)) {
        return at == null ? null : new TreeEntry(at.getFileMode(0), at.getObjectId(0));
      }
    }
  }

  /** Whether a file is for the one who asks for it by its name. */
  static boolean mayRead(String path, Requester requester) {
    return requester.isUser() || !isSensitive(path);
  }

  /** Whether a file often contains secrets. */
  static boolean isSensitive(String path) {
    int slash = path.lastIndexOf('/');
    return SensitiveNames.match(
        slash < 0 ? "" : path.substring(0, slash), path.substring(slash + 1));
  }

  private static boolean isLfsPointer(Resource resource) throws IOException {
    try (InputStream in = resource.content().open()) {
      return new String(in.readNBytes(LFS.length()), StandardCharsets.UTF_8).equals(LFS);
    }
  }

  private ResourceException failure(Kind kind, String message) {
    return ResourceException.of(kind, uri.value(), message);
  }
}
