package dev.attache.handlers.file;

import dev.attache.handlers.file.place.AllowedRoots;
import dev.attache.handlers.file.place.DirectoryChains;
import dev.attache.handlers.file.place.Entry;
import dev.attache.handlers.file.place.FilePart;
import dev.attache.handlers.file.place.OpenDirectory;
import dev.attache.handlers.file.place.RootedPath;
import dev.attache.resource.Annotations;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.VersionedBytes;
import dev.attache.support.text.LineRange;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.channels.Channels;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.Objects;
import java.util.function.Supplier;
import org.jspecify.annotations.Nullable;

/**
 * A reader of one file: reached from its root without following links, read twice if it changes
 * meanwhile, and marked if it changes again.
 */
final class FileReader {

  /** So many bytes are read at once, and cannot be of two versions. */
  private static final int PAGE = 4096;

  private final ResourceUri uri;
  private final @Nullable FilePart part;
  private final @Nullable LineRange lines;
  private final HandlerContext context;
  private final RootedPath place;

  /** What was read last, where not all of the file was. */
  private @Nullable SelectedLines selected;

  private FileReader(
      ResourceUri uri, @Nullable FilePart part, RootedPath place, HandlerContext context) {
    this.uri = uri;
    this.part = part;
    this.lines = part == null ? null : part.lines();
    this.context = context;
    this.place = place;
  }

  static FileReader of(ResourceUri uri, HandlerContext context) throws ResourceException {
    FileLocation location = FileLocation.ofCanonical(uri, context);
    Path root = AllowedRoots.of(context).require(location.path(), uri.value());
    if (location.path().equals(root)) {
      throw isDirectory(uri);
    }
    return new FileReader(uri, location.part(), RootedPath.of(root, location.path()), context);
  }

  /** The look at the first bytes of a file. */
  enum Peek implements Candidate.Peek {
    AT_FILE;

    @Override
    public InputStream open(ResourceUri uri, HandlerContext context) throws IOException {
      return of(uri, context).open();
    }
  }

  /** No lambda, as every start comes by here (decision 9). */
  private enum Maker implements Supplier<DirectoryChains> {
    OF_RUN;

    @Override
    public DirectoryChains get() {
      return new DirectoryChains();
    }
  }

  /** Whether a file surely has the content that it had when it was read; false if it is gone. */
  static boolean isUnchanged(
      ResourceUri uri, Resource known, Instant readAt, HandlerContext context) {
    try {
      FileReader reader = of(uri, context);
      return reader.inDirectory(
          parent ->
              FileTimes.of(reader.place, parent.attributes(reader.place.fileName()))
                  .isUnchanged(known, reader.part != null, readAt));
    } catch (ResourceException e) {
      return false;
    }
  }

  Resource read(FileRights rights) throws ResourceException {
    requireAllowed(rights);
    return inDirectory(this::read);
  }

  /** Opens a file for a handler whose source it is. */
  SeekableByteChannel openForOthers(FileRights rights) throws ResourceException {
    requireAllowed(rights);
    return inDirectory(this::channel);
  }

  private void requireAllowed(FileRights rights) throws ResourceException {
    Requester requester = context.requester();
    FileRights.Refusal refusal =
        requester.isUser() ? null : rights.refusal(requester, place, false);
    if (refusal != null) {
      throw refusal.of(uri.value(), requester);
    }
  }

  private InputStream open() throws ResourceException {
    return Channels.newInputStream(inDirectory(this::channel));
  }

  private SeekableByteChannel channel(OpenDirectory parent) throws IOException {
    requireRegular(parent.attributes(place.fileName()));
    return parent.file(place.fileName());
  }

  private <T> T inDirectory(DirectoryChains.Use<T> use) throws ResourceException {
    try {
      return context
          .perRun(DirectoryChains.class, Maker.OF_RUN)
          .use(place.root(), place.directory(), use);
    } catch (IOException e) {
      throw FileFailure.of(uri.value(), e);
    }
  }

  private Resource read(OpenDirectory parent) throws IOException {
    Path file = place.fileName();
    Instant begun = Instant.now();
    BasicFileAttributes before = parent.attributes(file);
    var bytes = new Bytes(parent, file, before);
    Resource.Builder resource = readOnce(bytes);
    FileVersion seen = bytes.seen;
    if (seen != null && (!bytes.isOpened || (seen.is(before) && seen.isSettledAt(begun)))) {
      return finish(resource, seen.modified());
    }
    BasicFileAttributes now = parent.attributes(file);
    if (isSame(before, now) && now.size() <= PAGE) {
      return finish(resource, now.lastModifiedTime());
    }
    FileTimes after = FileTimes.of(place, now);
    if (isSame(before, now) && after.isSettledAt(begun)) {
      return finish(resource, now.lastModifiedTime());
    }
    resource = readOnce(new Bytes(parent, file, after.attributes()));
    FileTimes last = FileTimes.of(place, parent.attributes(file));
    if (!isSame(after.attributes(), last.attributes())
        || !Objects.equals(after.changed(), last.changed())) {
      context.note(uri, "it changed twice while being read; this may mix two versions");
    }
    return finish(resource, last.attributes().lastModifiedTime());
  }

  /**
   * Reads lines of a file that is larger than what may be attached: what is selected counts. Where
   * a line feed is not one byte, the lines are not known before all is read, which is too much.
   */
  private Resource.Builder readLines(OpenDirectory parent, Path file, LineRange range)
      throws IOException {
    try (SeekableByteChannel channel = parent.file(file)) {
      if (hasWideUnits(channel)) {
        throw ResourceException.of(
            Kind.TOO_LARGE,
            uri.value(),
            tooLarge(channel.size())
                + ", and looks like UTF-16 or binary content, where lines cannot be selected");
      }
      selected = new SelectedLines(Channels.newInputStream(channel), range);
      return context.read(uri, selected, ContentHints.ofFileName(place.path()));
    }
  }

  private String tooLarge(long size) {
    return "has " + size + " bytes, more than the limit of " + context.maxBytes();
  }

  /** Whether a file begins with a mark of UTF-16 or UTF-32, or with a NUL among its first bytes. */
  private static boolean hasWideUnits(SeekableByteChannel channel) throws IOException {
    ByteBuffer head = ByteBuffer.allocate(4);
    while (head.hasRemaining() && channel.read(head) >= 0) {
      // until there are four, or no more
    }
    channel.position(0);
    byte[] bytes = head.array();
    boolean isMarked =
        (bytes[0] == (byte) 0xFE && bytes[1] == (byte) 0xFF)
            || (bytes[0] == (byte) 0xFF && bytes[1] == (byte) 0xFE);
    return isMarked || bytes[0] == 0 || bytes[1] == 0;
  }

  private Resource.Builder readOnce(Bytes bytes) throws IOException {
    long size = bytes.before.size();
    requireRegular(bytes.before);
    selected = null;
    if (size > context.maxBytes()) {
      if (lines != null) {
        return readLines(bytes.parent, bytes.file, lines);
      }
      throw ResourceException.of(Kind.TOO_LARGE, uri.value(), tooLarge(size));
    }
    return context.read(uri, bytes, ContentHints.ofFileName(place.path()));
  }

  /** The bytes of the file, whose version is its size and times; some lines of it have none. */
  private final class Bytes implements VersionedBytes {

    final OpenDirectory parent;
    final Path file;
    final BasicFileAttributes before;
    boolean isOpened;

    /** What was last seen when the version was asked for. */
    @Nullable FileVersion seen;

    Bytes(OpenDirectory parent, Path file, BasicFileAttributes before) {
      this.parent = parent;
      this.file = file;
      this.before = before;
    }

    @Override
    public InputStream open() throws IOException {
      isOpened = true;
      seen = null; // what counts is what is seen afterwards
      return Channels.newInputStream(parent.file(file));
    }

    @Override
    public @Nullable Version version() {
      if (part != null || place.isSensitive()) {
        return null; // what may be secret leaves no trace
      }
      FileVersion now = FileVersion.of(place.root().resolve(place.path()), before);
      seen = now;
      return now == null ? null : now.version();
    }
  }

  private Resource finish(Resource.Builder builder, FileTime modified) throws ResourceException {
    if (part != null && part.document() != null) {
      builder.meta(PartSelector.META, String.valueOf(part.document()));
    }
    Resource whole =
        builder
            .name(place.display(context.workspace()))
            .annotations(Annotations.lastModified(modified.toInstant()))
            .build();
    return lines == null ? whole : select(whole, lines);
  }

  private Resource select(Resource whole, LineRange range) throws ResourceException {
    SelectedLines read = selected;
    String text = whole.content().match(t -> t.value(), blob -> null, stored -> null);
    if (text == null) {
      throw ResourceException.of(
          Kind.FAILED, uri.value(), "has no lines to select: it is not text");
    }
    LineRange.Selection selection =
        read == null ? range.select(text) : new LineRange.Selection(text, read.lastLine());
    if (selection.lastLine() < range.first()) {
      throw ResourceException.of(
          Kind.NOT_FOUND,
          uri.value(),
          "has no line " + range.first() + ": its last line is " + selection.lastLine());
    }
    if (selection.lastLine() < range.last()) {
      context.note(uri, "it ends with line " + selection.lastLine());
    }
    return Resource.builder(uri, ResourceContent.text(selection.text()))
        .mimeType(whole.mimeType())
        .annotations(whole.annotations())
        .name(whole.name() + "#" + range)
        .build();
  }

  private void requireRegular(BasicFileAttributes attributes) throws ResourceException {
    if (attributes.isDirectory()) {
      throw isDirectory(uri);
    }
    if (!attributes.isRegularFile()) {
      throw ResourceException.of(Kind.DENIED, uri.value(), "is " + Entry.kind(attributes));
    }
  }

  private static ResourceException isDirectory(ResourceUri uri) {
    return ResourceException.of(Kind.FAILED, uri.value(), "is a directory, not a file");
  }

  private static boolean isSame(BasicFileAttributes one, BasicFileAttributes other) {
    return one.size() == other.size()
        && one.lastModifiedTime().equals(other.lastModifiedTime())
        && Objects.equals(one.fileKey(), other.fileKey());
  }
}
