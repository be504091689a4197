package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.git.address.RefName;
import dev.attache.resource.ContentDigest;
import dev.attache.support.text.PercentEncoding;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import org.jspecify.annotations.Nullable;

/**
 * The commits that refs of a repository led to when it was last asked: a file for each, as old as
 * the answer.
 */
final class SeenRefs {

  private static final PercentEncoding NAME = PercentEncoding.keeping("-_.");

  /** No ref has this name. */
  private static final String FIRST_BRANCH = "@";

  private static final int MAX_NAME = 200;

  private final Path directory;

  SeenRefs(Path copy) {
    this.directory = copy.resolve("attache-refs");
  }

  /** Finds the last answer; null if there is none. */
  @Nullable RemoteCommit find(@Nullable String ref) throws IOException {
    Path file = file(ref);
    try {
      String commit = Files.readString(file).strip();
      return RefName.isCommit(commit)
          ? new RemoteCommit(commit, Files.getLastModifiedTime(file).toInstant())
          : null;
    } catch (NoSuchFileException e) {
      return null;
    }
  }

  /** Keeps an answer of this moment. */
  RemoteCommit put(@Nullable String ref, String commit) throws IOException {
    Instant now = Instant.now().truncatedTo(ChronoUnit.MILLIS);
    Files.createDirectories(directory);
    Path file = file(ref);
    Path written = Files.createTempFile(directory, "new-", "");
    Files.write(written, (commit + "\n").getBytes(UTF_8));
    Files.setLastModifiedTime(written, FileTime.from(now));
    Files.move(written, file, StandardCopyOption.ATOMIC_MOVE, StandardCopyOption.REPLACE_EXISTING);
    return new RemoteCommit(commit, now);
  }

  private Path file(@Nullable String ref) {
    String name = ref == null ? FIRST_BRANCH : "ref-" + NAME.encode(ref);
    if (name.length() > MAX_NAME) {
      name = "ref-sha256-" + ContentDigest.sha256(name.getBytes(UTF_8)).hex();
    }
    return directory.resolve(name);
  }
}
