package dev.attache.store;

import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore.Usage;
import dev.attache.history.StoreException;
import dev.attache.history.json.EventJson;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Stored;
import dev.attache.store.blobs.BlobNeeds;
import dev.attache.store.blobs.Blobs;
import dev.attache.store.files.ConversationName;
import dev.attache.store.files.EmbeddedFiles;
import dev.attache.store.files.LogPlace;
import dev.attache.store.files.StoreFailure;
import dev.attache.store.files.StoreFiles;
import dev.attache.store.log.LogEvents;
import dev.attache.store.log.LogHistory;
import dev.attache.store.log.LogMeter;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.ArrayList;
import java.util.List;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The check of all logs: whether each line is an event, and which contents it names. Not
 * thread-safe.
 */
final class EmbeddedCheck implements EventJson.Contents {

  private final EmbeddedFiles files;
  private final Blobs blobs;
  private final Consumer<String> problems;
  private final List<String> said = new ArrayList<>();
  private Usage usage = Usage.NONE;
  private String last = "";
  private final List<Stored> named = new ArrayList<>();
  private long namedIn;
  private @Nullable LogEvents reading;
  private final BlobNeeds needs;

  EmbeddedCheck(EmbeddedFiles files, Blobs blobs, BlobNeeds needs, Consumer<String> problems) {
    this.needs = needs;
    this.files = files;
    this.blobs = blobs;
    this.problems = problems;
  }

  /**
   * Looks at conversations in the order of their names, archived or not: one that is put aside or
   * taken back between two parts stays where it was.
   *
   * @param after the name of the directory that was looked at last; null to begin
   * @return whether there are no more; otherwise it was enough, or the thread was interrupted
   */
  boolean run(@Nullable String after, BooleanSupplier isEnough) throws StoreException {
    last = after == null ? "" : after;
    try {
      if (after == null) {
        reportLinks();
      }
      List<LogPlace> places = new ArrayList<>(files.list(false));
      places.addAll(files.list(true));
      String from = last;
      places.removeIf(place -> name(place).compareTo(from) <= 0);
      places.sort((a, b) -> name(a).compareTo(name(b)));
      for (LogPlace place : places) {
        said.clear();
        check(place);
        if (Thread.currentThread().isInterrupted()) {
          return false; // what was said of this one may only come of that
        }
        said.forEach(problems);
        usage = usage.plus(EmbeddedNeeds.usage(place));
        last = name(place);
        if (isEnough.getAsBoolean()) {
          return false;
        }
      }
      return true;
    } catch (IOException e) {
      throw StoreFailure.of("the conversations cannot be read", e);
    }
  }

  /** The name of the directory that was looked at last; empty if none was. */
  String last() {
    return last;
  }

  /** How much was looked at: conversations, and the bytes of their histories. */
  Usage usage() {
    return usage;
  }

  private static String name(LogPlace place) {
    return String.valueOf(place.directory().getFileName());
  }

  /** Names all links, which nobody follows. */
  private void reportLinks() throws IOException {
    if (!StoreFiles.isDirectory(files.conversations())) {
      return;
    }
    var links = new ArrayList<Path>();
    Files.walkFileTree(
        files.conversations(),
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes) {
            if (attributes.isSymbolicLink()) {
              links.add(file);
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException e) {
            if (!(e instanceof NoSuchFileException) && !isChecked(file)) {
              problems.accept(StoreFailure.reading(file, e).message());
            }
            return FileVisitResult.CONTINUE;
          }
        });
    links.sort(null);
    for (Path each : links) {
      problems.accept(each + " " + StoreFiles.linkProblem(each));
    }
  }

  /** Whether something is a conversation or a file of one, which is looked at later. */
  private boolean isChecked(Path path) {
    for (Path parent : new Path[] {files.archive(), files.conversations()}) {
      if (path.startsWith(parent) && !path.equals(parent)) {
        Path below = parent.relativize(path);
        return below.getNameCount() <= 2
            && ConversationName.parse(below.getName(0).toString()).isPresent();
      }
    }
    return false;
  }

  private void check(LogPlace place) {
    try {
      if (!EmbeddedFiles.isThere(place)) {
        if (EmbeddedFiles.isSpecial(place) && !Files.isSymbolicLink(place.events())) {
          said.add(EmbeddedFiles.specialProblem(place));
        }
        return;
      }
      reportSetAside(place);
      ConversationId id = place.id();
      var history = new LogHistory(files, id, this, LogMeter.NONE);
      try (LogEvents events = history.all(place)) {
        checkLines(id, place, events);
      }
      said.addAll(history.problems().lines());
    } catch (NoSuchFileException e) {
      // it was removed or moved just now
    } catch (IOException e) {
      said.add(StoreFailure.reading(place.events(), e).message());
    }
  }

  private void reportSetAside(LogPlace place) throws IOException {
    var names = new ArrayList<Path>();
    try (DirectoryStream<Path> entries =
        Files.newDirectoryStream(place.directory(), LogPlace.EVENTS + ".torn-*")) {
      for (Path each : entries) {
        if (Files.isRegularFile(each, LinkOption.NOFOLLOW_LINKS)) {
          names.add(each);
        }
      }
    }
    names.sort(null);
    for (Path file : names) {
      said.add(
          file
              + " was set aside: "
              + Files.size(file)
              + " bytes of the log that are not an event; check whether they can be saved, then delete"
              + " it");
    }
  }

  private void checkLines(ConversationId id, LogPlace place, LogEvents events)
      throws StoreException {
    reading = events;
    named.clear();
    namedIn = 0;
    while (events.next() != null) {
      for (Stored content : namedIn == events.lineNumber() ? named : List.<Stored>of()) {
        needs.add(id, place.events(), namedIn, content);
      }
    }
  }

  @Override
  public Stored find(boolean isText, long size, ContentDigest digest) {
    Stored content = blobs.find(isText, size, digest);
    long line = reading == null ? 0 : reading.lineNumber();
    if (line != namedIn) {
      named.clear();
      namedIn = line;
    }
    named.add(content);
    return content;
  }
}
