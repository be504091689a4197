package dev.attache.store.files;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.support.places.Durability;
import dev.attache.support.places.MissingDirectories;
import java.io.IOException;
import java.nio.file.DirectoryIteratorException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.TimeUnit;
import java.util.function.Consumer;
import org.jspecify.annotations.Nullable;

/**
 * The directories of a store, and how files are made in them: for nobody but their owner. No name
 * of a conversation begins with a dot, so that ours among them do.
 */
public final class EmbeddedFiles {

  private final Path root;
  private final Path conversations;
  private final Durability durability;

  public EmbeddedFiles(Path root) {
    this(root, Durability.DISK);
  }

  public EmbeddedFiles(Path root, Durability durability) {
    this.root = root;
    this.durability = durability;
    this.conversations = root.resolve("conversations");
  }

  /** What makes files and names in it outlast a crash. */
  public Durability durability() {
    return durability;
  }

  /** The directory of the store. */
  public Path root() {
    return root;
  }

  /** The conversations that are not archived, each a directory. */
  public Path conversations() {
    return conversations;
  }

  /** Those that are. */
  public Path archive() {
    return conversations.resolve(".archive");
  }

  /** What is being deleted. */
  public Path removed() {
    return conversations.resolve(".removed");
  }

  /** A file for each conversation, which is locked by who writes that. */
  public Path locks() {
    return conversations.resolve(".locks");
  }

  /** What a run that deletes contents and has not ended has found out. */
  public Path marks() {
    return conversations.resolve(".marks");
  }

  /** The number of the store's format; its time is that of the last write. */
  public Path format() {
    return conversations.resolve(".format");
  }

  /** Where a conversation is or would be. */
  public LogPlace place(ConversationId id, boolean isArchived) {
    return new LogPlace(
        (isArchived ? archive() : conversations).resolve(ConversationName.of(id)), isArchived);
  }

  /** Looks for a conversation; null if there is none of that name. */
  @Nullable
  public LogPlace find(ConversationId id) throws IOException {
    requireReadable();
    for (boolean isArchived : new boolean[] {false, true, false}) { // it may move meanwhile
      LogPlace place = place(id, isArchived);
      if (isThere(place)) {
        return place;
      }
      StoreFiles.requireNoLink(place.directory());
      StoreFiles.requireNoLink(place.events());
      if (isSpecial(place)) {
        throw StoreException.of(StoreException.Kind.REFUSED, specialProblem(place));
      }
    }
    return null;
  }

  /**
   * Refuses a store that is led elsewhere by links, or has the format of a later version. Whatever
   * reads or changes conversations comes by here.
   */
  public void requireReadable() throws IOException {
    StoreFiles.requireNoLink(conversations);
    StoreFiles.requireNoLink(archive());
    StoreFormat.require(format(), conversations);
  }

  /**
   * Notes that a history is about to be written.
   *
   * @return when that is: later than all writes before, also where the clock has gone back
   */
  public FileTime written() throws IOException {
    return StoreFormat.written(format(), this::latest, durability);
  }

  private long latest() throws IOException {
    long latest = 0;
    for (boolean isArchived : new boolean[] {false, true}) {
      for (LogPlace place : list(isArchived)) {
        if (Files.isRegularFile(place.events(), LinkOption.NOFOLLOW_LINKS)) {
          FileTime time = Files.getLastModifiedTime(place.events(), LinkOption.NOFOLLOW_LINKS);
          latest = Math.max(latest, time.to(TimeUnit.MICROSECONDS));
        }
      }
    }
    return latest;
  }

  /** Whether there is a conversation in its own directory, which is no link. */
  public static boolean isThere(LogPlace place) throws IOException {
    if (!Files.isDirectory(place.directory(), LinkOption.NOFOLLOW_LINKS)) {
      return false;
    }
    try {
      LogStamp.of(place.events());
      return true;
    } catch (NoSuchFileException e) {
      return false;
    }
  }

  /** Whether something else stands where the history should: a directory or a pipe. */
  public static boolean isSpecial(LogPlace place) {
    return Files.isDirectory(place.directory(), LinkOption.NOFOLLOW_LINKS)
        && Files.exists(place.events(), LinkOption.NOFOLLOW_LINKS)
        && !Files.isRegularFile(place.events(), LinkOption.NOFOLLOW_LINKS);
  }

  public static String specialProblem(LogPlace place) {
    return place.events()
        + " is not a regular file, so it holds no history: move it away, or delete it";
  }

  /** Lists the directories of conversations, in no order; what else is there is left out. */
  public List<LogPlace> list(boolean isArchived) throws IOException {
    var places = new ArrayList<LogPlace>();
    each(isArchived, places::add);
    return places;
  }

  /** Finds the same one by one, however many there are. */
  public void each(boolean isArchived, Consumer<LogPlace> found) throws IOException {
    requireReadable();
    Path directory = isArchived ? archive() : conversations;
    try (DirectoryStream<Path> entries = Files.newDirectoryStream(directory)) {
      for (Path entry : entries) {
        ConversationId id =
            ConversationName.parse(String.valueOf(entry.getFileName())).orElse(null);
        if (id != null && Files.isDirectory(entry, LinkOption.NOFOLLOW_LINKS)) {
          found.accept(place(id, isArchived));
        }
      }
    } catch (NoSuchFileException e) {
      // nothing was ever written
    } catch (DirectoryIteratorException e) {
      throw e.getCause();
    }
  }

  /** Makes the directories of the store, and keeps what is in them out of version control. */
  public void make() throws IOException {
    if (!StoreFiles.isDirectory(conversations)) {
      if (!Files.isDirectory(root)) { // which may be a link, as it is up to who names the store
        var missing = MissingDirectories.of(root);
        StoreFiles.makeDirectory(root);
        missing.force(durability);
      }
      StoreFiles.makeDirectory(conversations);
      durability.forceDirectory(root);
    }
    StoreFiles.ignore(conversations, durability);
  }

  /**
   * Returns the file to lock for a conversation, by its real path, and makes what it takes.
   *
   * @throws IOException if the store cannot be written
   */
  public Path lock(ConversationId id) throws IOException {
    StoreFiles.requireNoLink(conversations);
    if (!StoreFiles.isDirectory(locks())) {
      make();
      StoreFiles.makeDirectory(locks());
    }
    return locks().toRealPath().resolve(ConversationName.of(id));
  }
}
