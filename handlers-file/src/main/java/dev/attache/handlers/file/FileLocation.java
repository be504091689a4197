package dev.attache.handlers.file;

import dev.attache.handlers.file.place.FilePart;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.handlers.file.place.PathBytes;
import dev.attache.handlers.file.place.RealPath;
import dev.attache.handlers.file.place.TypedPlaces;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.HandlerContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import org.jspecify.annotations.Nullable;

/**
 * A place in the file system, and what of it is meant.
 *
 * @param path the real path
 * @param part what of it is meant, or null for all
 */
record FileLocation(Path path, @Nullable FilePart part) {

  /** Finds the place that a {@code file:} URI names. */
  static FileLocation ofUri(ResourceUri uri, HandlerContext context) throws ResourceException {
    FileUri parsed = FileUri.parse(uri.value());
    Path path = resolve(parsed.path(), uri.value(), context);
    if (parsed.hasEncodedBackslash() && !Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
      throw FileUri.invalid(
          uri.value(),
          "must not contain an encoded backslash (%5C), unless a file of that name exists");
    }
    Path real = real(path, uri.value());
    if (real.toString().indexOf('\\') >= 0 && !Files.exists(real, LinkOption.NOFOLLOW_LINKS)) {
      // Its canonical form would have to spell it %5C, and that is refused.
      throw FileUri.invalid(
          uri.value(), "must not contain a backslash, unless a file of that name exists");
    }
    return new FileLocation(real, parsed.part());
  }

  /**
   * Finds the place that a canonical URI names, without asking the file system: what stands there
   * now is for the one who opens it to see.
   */
  static FileLocation ofCanonical(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    FileUri parsed = FileUri.parse(uri.value());
    return isNormal(parsed.path())
        ? new FileLocation(resolve(parsed.path(), uri.value(), context), parsed.part())
        : ofUri(uri, context);
  }

  /** Whether an absolute path has no empty, {@code .} or {@code ..} names in it. */
  private static boolean isNormal(String path) {
    if (!path.startsWith("/")
        || path.endsWith("/")
        || path.endsWith("/.")
        || path.endsWith("/..")) {
      return false;
    }
    return !path.contains("//") && !path.contains("/./") && !path.contains("/../");
  }

  /** Finds the place that a path names, relative to the workspace. */
  static FileLocation ofPath(String path, @Nullable FilePart part, HandlerContext context)
      throws ResourceException {
    return new FileLocation(real(resolve(path, path, context), path), part);
  }

  /**
   * Takes it for consent if it is what the user typed: an address is read again by what was written
   * then.
   */
  void offerIfTyped(ResourceUri uri, HandlerContext context) throws ResourceException {
    Path typed = resolve(FileUri.parse(uri.value()).path(), uri.value(), context).normalize();
    TypedPlaces.offer(typed, path, context, context.requester());
  }

  /** The canonical URI. */
  ResourceUri uri() throws ResourceException {
    String spelled = path.toString();
    if (!PathBytes.isExact(spelled)) {
      // It may be no text, or none of this locale: only the bytes can tell.
      spelled = PathBytes.requireText(path);
    }
    return ResourceUri.of(FileUri.of(spelled, part));
  }

  private static Path resolve(String path, String reference, HandlerContext context)
      throws ResourceException {
    try {
      return context.workspace().resolve(path);
    } catch (InvalidPathException e) {
      String rule = path.indexOf('\0') >= 0 ? "must not contain a NUL" : PathBytes.unspeakable();
      throw ResourceException.of(Kind.INVALID_URI, reference, rule, e);
    }
  }

  private static Path real(Path path, String reference) throws ResourceException {
    try {
      return RealPath.of(path);
    } catch (IOException e) {
      throw FileFailure.of(reference, e);
    }
  }
}
