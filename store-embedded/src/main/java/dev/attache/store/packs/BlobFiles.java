package dev.attache.store.packs;

import dev.attache.resource.ContentDigest;
import java.io.IOException;
import java.nio.file.DirectoryStream;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The files in the directory of the contents, in the order of the names. */
public final class BlobFiles {

  private BlobFiles() {}

  /** Returns what a directory has, which is nothing when it is missing. */
  public static List<Path> in(Path directory) throws IOException {
    List<Path> files = new ArrayList<>();
    try (DirectoryStream<Path> all = Files.newDirectoryStream(directory)) {
      all.forEach(files::add);
    } catch (NoSuchFileException e) {
      return files; // deleted just now
    }
    Collections.sort(files);
    return files;
  }

  /** Returns the directories of contents that have a file to themselves. */
  public static List<Path> fans(Path root) throws IOException {
    List<Path> fans = new ArrayList<>();
    for (Path each : in(root)) {
      if (isFan(each)) {
        fans.add(each);
      }
    }
    return fans;
  }

  public static boolean isFan(Path directory) {
    String name = directory.getFileName().toString();
    return name.length() == 2
        && Character.digit(name.charAt(0), 16) >= 0
        && Character.digit(name.charAt(1), 16) >= 0
        && Files.isDirectory(directory, LinkOption.NOFOLLOW_LINKS);
  }

  /** Returns the content whose file has that name, or null if it is no such name. */
  public static @Nullable ContentDigest loose(Path file) {
    Path fan = file.getParent();
    if (fan == null) {
      return null;
    }
    String hex = fan.getFileName().toString() + file.getFileName();
    return ContentDigest.parse("sha256:" + hex).orElse(null);
  }
}
