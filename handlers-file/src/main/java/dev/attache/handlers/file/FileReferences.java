package dev.attache.handlers.file;

import dev.attache.handlers.file.place.AllowedRoots;
import dev.attache.handlers.file.place.Entry;
import dev.attache.handlers.file.place.FilePart;
import dev.attache.handlers.file.place.FileUri;
import dev.attache.handlers.file.place.RootedPath;
import dev.attache.handlers.file.place.TypedPlaces;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import dev.attache.support.glob.Glob;
import dev.attache.support.text.LineRange;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.HashMap;
import java.util.Map;

/** A reader of what users write to name files. */
final class FileReferences {

  private final HandlerContext context;
  private final boolean hidden;
  private final Map<Base, Inclusion> bases = new HashMap<>();

  /** Where the matches of globs lie, as it is spelled, for who may read there. */
  private record Base(String spelled, Requester requester) {}

  FileReferences(HandlerContext context, boolean hidden) {
    this.context = context;
    this.hidden = hidden;
  }

  /**
   * Finds out what a reference names: the path that it was decided to be, a {@code file:} URI, a
   * part of a file, or a glob.
   */
  Inclusion inclusion(Reference reference) throws ResourceException {
    String target = reference.target();
    if (target.isEmpty()) {
      throw FileUri.invalid(reference.text(), "is empty; write . for the workspace");
    }
    if (reference.meaning() == Meaning.PATH) {
      return path(reference, FileLocation.ofPath(target, null, context));
    }
    if (Exclusion.isFileUri(target)) {
      return path(reference, FileLocation.ofUri(Exclusion.uri(target), context));
    }
    int hash = target.lastIndexOf('#');
    if (hash >= 0 && FilePart.isSpelledBy(target.substring(hash + 1))) {
      return part(reference, target.substring(0, hash), target.substring(hash + 1));
    }
    return Glob.hasMagic(target) || target.indexOf('\\') >= 0
        ? glob(reference)
        : path(reference, FileLocation.ofPath(target, null, context));
  }

  /** The path that a reference to one file spells, with the links in it. */
  Path spelled(Reference reference) throws ResourceException {
    String target = reference.target();
    if (reference.meaning() != Meaning.PATH) {
      if (Exclusion.isFileUri(target)) {
        target = FileUri.parse(Exclusion.uri(target).value()).path();
      } else {
        int hash = target.lastIndexOf('#');
        if (hash >= 0 && FilePart.isSpelledBy(target.substring(hash + 1))) {
          target = target.substring(0, hash);
        }
      }
    }
    return context.workspace().resolve(target).normalize();
  }

  private Inclusion part(Reference reference, String file, String fragment)
      throws ResourceException {
    if (Glob.hasMagic(file) && !Exclusion.exists(file, context)) {
      throw FileUri.invalid(
          reference.text(), "selects " + what(fragment) + " of a pattern; name one file");
    }
    FilePart part = FileUri.part(reference.text(), fragment);
    return path(reference, FileLocation.ofPath(file, part, context));
  }

  private static String what(String fragment) {
    return LineRange.isSpelledBy(fragment) ? "lines" : "a part";
  }

  private Inclusion path(Reference reference, FileLocation location) throws ResourceException {
    Path path = location.path();
    Requester requester = reference.requester();
    TypedPlaces.offer(spelled(reference), path, context, requester);
    Path root = AllowedRoots.of(context, requester).require(path, reference.text());
    BasicFileAttributes attributes = attributes(reference, path);
    if (!attributes.isDirectory() && !attributes.isRegularFile()) {
      throw ResourceException.of(Kind.DENIED, reference.text(), refusal(path, attributes));
    }
    if (attributes.isDirectory() && location.part() != null) {
      throw FileUri.invalid(
          reference.text(), "selects " + what(String.valueOf(location.part())) + " of a directory");
    }
    location.uri(); // refuses names that are not UTF-8
    return new Inclusion(
        reference,
        root,
        RootedPath.relative(root, path),
        null,
        Spelling.SAME,
        location.part(),
        attributes.isDirectory());
  }

  private static String refusal(Path path, BasicFileAttributes attributes) {
    if (!attributes.isSymbolicLink()) {
      return "is " + Entry.kind(attributes);
    }
    try {
      return "is a broken symbolic link to " + Files.readSymbolicLink(path);
    } catch (IOException e) {
      return "is a broken symbolic link";
    }
  }

  private Inclusion glob(Reference reference) throws ResourceException {
    String target = reference.target();
    Glob glob;
    try {
      glob = Glob.parse(target.startsWith("./") ? target.substring(2) : target);
    } catch (IllegalArgumentException e) {
      throw FileUri.invalid(reference.text(), String.valueOf(e.getMessage()));
    }
    if (glob.mixesAbsoluteAndRelative()) {
      throw FileUri.invalid(
          reference.text(), "mixes absolute and relative paths; write a reference for each");
    }
    String spelledBase = glob.literalPrefix();
    var base = new Base(spelledBase, reference.requester());
    Inclusion known = bases.get(base); // many globs begin in one directory
    if (known == null) {
      known = directory(reference, spelledBase);
      bases.put(base, known);
    }
    return new Inclusion(
        reference,
        known.root(),
        known.base(),
        hidden && reference.requester() != Requester.MODEL ? glob.withHidden() : glob,
        known.spelling(),
        null,
        true);
  }

  /** The directory in which the matches of a glob lie. */
  private Inclusion directory(Reference reference, String spelled) throws ResourceException {
    FileLocation base = FileLocation.ofPath(spelled.isEmpty() ? "." : spelled, null, context);
    Path root =
        AllowedRoots.of(context, reference.requester()).require(base.path(), reference.text());
    String relative = RootedPath.relative(root, base.path());
    if (!attributes(reference, base.path()).isDirectory()) {
      throw ResourceException.of(Kind.NOT_FOUND, reference.text(), "matches nothing");
    }
    base.uri(); // refuses names that are not UTF-8
    return new Inclusion(
        reference, root, relative, null, new Spelling(relative, spelled), null, true);
  }

  private BasicFileAttributes attributes(Reference reference, Path path) throws ResourceException {
    try {
      return Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS);
    } catch (IOException e) {
      throw FileFailure.of(reference.text(), e);
    }
  }
}
