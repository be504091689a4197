package dev.attache.examples.git;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Section;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Locale;
import java.util.StringJoiner;
import org.eclipse.jgit.diff.DiffEntry;
import org.eclipse.jgit.diff.DiffEntry.Side;
import org.eclipse.jgit.diff.DiffFormatter;
import org.eclipse.jgit.lib.AbbreviatedObjectId;
import org.eclipse.jgit.lib.Config;
import org.eclipse.jgit.lib.Constants;
import org.eclipse.jgit.lib.FileMode;
import org.eclipse.jgit.lib.ObjectId;
import org.eclipse.jgit.lib.ObjectReader;
import org.eclipse.jgit.lib.PersonIdent;
import org.eclipse.jgit.revwalk.RevCommit;
import org.eclipse.jgit.revwalk.RevWalk;
import org.eclipse.jgit.revwalk.filter.RevFilter;

/** The changes between two revisions as a unified diff, and logs, as git prints them. */
final class HistoryText {

  private static final int DEFAULT_LOG_COMMITS = 100;

  /** Larger files are said to differ; comparing them line by line could take minutes. */
  private static final int MAX_COMPARED_BYTES = 4 << 20;

  private static final int ABBREVIATION = 7;

  private static final DateTimeFormatter DATE =
      DateTimeFormatter.ofPattern("EEE MMM d HH:mm:ss yyyy xx", Locale.ENGLISH);

  private final ResourceUri uri;
  private final GitUri place;
  private final OpenRepository repository;
  private final HandlerContext context;

  HistoryText(ResourceUri uri, GitUri place, OpenRepository repository, HandlerContext context) {
    this.uri = uri;
    this.place = place;
    this.repository = repository;
    this.context = context;
  }

  Resource read() throws ResourceException {
    var ids = new StringJoiner(" ");
    for (String revision : place.revisions()) {
      ids.add(repository.resolve(revision, uri.value()).name());
    }
    if (!place.hasFullIdsOnly()) {
      String verb = place.revisions().size() == 1 ? " is " : " are ";
      context.note(
          uri,
          String.join(" and ", place.revisions()) + verb + ids.toString().replace(" ", " and "));
    }
    boolean isDiff = place.kind() == GitUri.Kind.DIFF;
    var text = new LimitedText();
    repository.use(
        uri.value(),
        reader -> {
          if (isDiff) {
            writeDiff(reader, text);
          } else {
            writeLog(reader, text);
          }
          return text;
        });
    var hints = ContentHints.ofDeclaredType(isDiff ? "text/x-diff" : "text/plain");
    return context
        .read(uri, new ByteArrayInputStream(text.bytes.toByteArray()), hints)
        .name(place.name())
        .meta("dev.attache.examples/revisions", ids.toString())
        .build();
  }

  private void writeDiff(ObjectReader reader, OutputStream out) throws IOException {
    ObjectId first = repository.resolve(place.revision(), uri.value());
    ObjectId last = repository.resolve(place.end(), uri.value());
    try (var walk = new RevWalk(reader);
        var diff = new DiffFormatter(out)) {
      if (place.dots().equals("...")) {
        first = mergeBase(walk, first, last);
      }
      diff.setReader(reader, new Config()); // not that of the repository, nor its attributes
      diff.setAbbreviationLength(ABBREVIATION);
      diff.setDetectRenames(true);
      diff.setBinaryFileThreshold(MAX_COMPARED_BYTES);
      List<DiffEntry> entries = diff.scan(walk.parseTree(first), walk.parseTree(last));
      for (DiffEntry entry : entries) {
        requireTime();
        if (isSensitive(entry)) {
          context.note(uri, path(entry) + " often contains secrets, so its changes are left out");
        } else {
          noteLarge(reader, entry);
          diff.format(entry);
        }
      }
      diff.flush();
    }
  }

  /** Nobody names a file exactly by a range. */
  private static boolean isSensitive(DiffEntry entry) {
    return FileAtRevision.isSensitive(entry.getPath(Side.OLD))
        || FileAtRevision.isSensitive(entry.getPath(Side.NEW));
  }

  private static String path(DiffEntry entry) {
    boolean isGone = entry.getChangeType() == DiffEntry.ChangeType.DELETE;
    return entry.getPath(isGone ? Side.OLD : Side.NEW);
  }

  private ObjectId mergeBase(RevWalk walk, ObjectId first, ObjectId last) throws IOException {
    walk.setRevFilter(RevFilter.MERGE_BASE);
    walk.markStart(walk.parseCommit(first));
    walk.markStart(walk.parseCommit(last));
    RevCommit base = walk.next();
    if (base == null) {
      throw ResourceException.of(
          Kind.FAILED, uri.value(), "the two revisions have no commit in common; write A..B");
    }
    ObjectId id = base.copy();
    walk.reset();
    walk.setRevFilter(RevFilter.ALL);
    return id;
  }

  private void noteLarge(ObjectReader reader, DiffEntry entry) throws IOException {
    for (Side side : Side.values()) {
      AbbreviatedObjectId id = entry.getId(side);
      if ((entry.getMode(side).getBits() & FileMode.TYPE_MASK) == FileMode.TYPE_FILE
          && reader.getObjectSize(id.toObjectId(), Constants.OBJ_BLOB) > MAX_COMPARED_BYTES) {
        context.note(
            uri,
            entry.getPath(side)
                + " is larger than "
                + MAX_COMPARED_BYTES
                + " bytes, and so is not compared line by line");
        return;
      }
    }
  }

  private void writeLog(ObjectReader reader, OutputStream out) throws IOException {
    int limit = logCommits();
    try (var walk = new RevWalk(reader)) {
      walk.markStart(walk.parseCommit(repository.resolve(place.end(), uri.value())));
      if (!place.revision().isEmpty()) {
        walk.markUninteresting(walk.parseCommit(repository.resolve(place.revision(), uri.value())));
      }
      RevCommit commit = walk.next();
      for (int count = 0; commit != null && count < limit; count++) {
        requireTime();
        out.write((count == 0 ? "" : "\n").getBytes(StandardCharsets.UTF_8));
        out.write(text(commit).getBytes(StandardCharsets.UTF_8));
        commit = walk.next();
      }
      if (commit != null) {
        context.note(uri, "these are the last " + limit + " commits, and there are more");
      }
    }
    if (!reader.getShallowCommits().isEmpty()) {
      context.note(uri, "the repository is a shallow clone, which has not all of its history");
    }
  }

  private static String text(RevCommit commit) {
    PersonIdent author = commit.getAuthorIdent();
    var text = new StringBuilder();
    text.append("commit ").append(commit.name()).append('\n');
    if (commit.getParentCount() > 1) {
      text.append("Merge:");
      for (RevCommit parent : commit.getParents()) {
        text.append(' ').append(parent.abbreviate(ABBREVIATION).name());
      }
      text.append('\n');
    }
    text.append("Author: ").append(author.getName()).append(" <");
    text.append(author.getEmailAddress()).append(">\nDate:   ");
    text.append(DATE.format(author.getWhenAsInstant().atZone(author.getZoneId()))).append("\n\n");
    commit
        .getFullMessage()
        .stripTrailing()
        .lines()
        .forEach(line -> text.append("    ").append(line).append('\n'));
    return text.toString();
  }

  private int logCommits() {
    Section settings = context.configuration();
    return (int) settings.integer("log_commits", DEFAULT_LOG_COMMITS, 1, Integer.MAX_VALUE);
  }

  private void requireTime() throws ResourceException {
    if (context.timeout().isZero() || Thread.currentThread().isInterrupted()) {
      throw ResourceException.of(Kind.TIMEOUT, uri.value(), "the time for reading it is up");
    }
  }

  /** A text that ends with an exception when it gets longer than a resource may be. */
  private final class LimitedText extends OutputStream {

    private final ByteArrayOutputStream bytes = new ByteArrayOutputStream();

    @Override
    public void write(int b) throws IOException {
      write(new byte[] {(byte) b}, 0, 1);
    }

    @Override
    public void write(byte[] more, int offset, int length) throws IOException {
      if (bytes.size() + (long) length > context.maxBytes()) {
        throw ResourceException.of(
            Kind.TOO_LARGE, uri.value(), "larger than " + context.maxBytes() + " bytes");
      }
      requireTime();
      bytes.write(more, offset, length);
    }
  }
}
