package dev.attache.jars.trust;

import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.Trusted;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.jspecify.annotations.Nullable;

/**
 * The files that names of jars mean: a path, or else the name of what lies in one of the folders of
 * handlers. Immutable.
 *
 * @param trusted the records of jars that count as being there, because their trust can be taken
 *     back
 */
public record HandlerFiles(HandlerPlaces places, List<TrustRecord> trusted) {

  /**
   * Takes a copy of the list.
   *
   * @param places the folders in which a bare name is looked for
   * @param trusted the records of jars that count as being there
   */
  public HandlerFiles {
    trusted = List.copyOf(trusted);
  }

  /**
   * {@return the files that names mean which are there now}
   *
   * @param places the folders in which a bare name is looked for
   */
  public static HandlerFiles of(HandlerPlaces places) {
    return new HandlerFiles(places, List.of());
  }

  /**
   * {@return the same where what is trusted may be meant, though it is not there any more}
   *
   * @param all the records of what is trusted, of jars and of anything else
   */
  public HandlerFiles orTrusted(Trusted all) {
    return new HandlerFiles(
        places,
        all.records().stream().filter(each -> each.kind().equals(TrustRecord.JAR)).toList());
  }

  /**
   * {@return whether a word can only be meant as a jar, or a folder of jars}
   *
   * @param word what somebody typed: a path, a name, or something else altogether
   */
  public boolean isMeant(String word) {
    Path path = find(word);
    return word.toLowerCase(Locale.ROOT).endsWith(".jar")
        || (path != null && Files.isDirectory(path))
        || !recorded(word).isEmpty();
  }

  /**
   * {@return the file or folder that a word names, absolute; null if there is none}
   *
   * @param word a path, or the name of what lies in a folder of handlers
   */
  @Nullable
  public Path find(String word) {
    for (Path path : paths(word)) {
      if (Files.exists(path, LinkOption.NOFOLLOW_LINKS)) {
        return path;
      }
    }
    return null;
  }

  /**
   * {@return the records of what was trusted where a word points to}
   *
   * @param word a path, or the name of what lay in a folder of handlers
   */
  public List<TrustRecord> recorded(String word) {
    List<String> labels = paths(word).stream().map(Path::toString).toList();
    return trusted.stream().filter(each -> labels.contains(each.label())).toList();
  }

  private List<Path> paths(String word) {
    var paths = new ArrayList<Path>();
    if (word.isEmpty()) {
      return paths;
    }
    try {
      Path path = Path.of(word);
      paths.add(path.toAbsolutePath().normalize());
      if (path.getNameCount() == 1 && !path.isAbsolute()) {
        if (places.ofUser() != null) {
          paths.add(places.ofUser().resolve(path));
        }
        paths.add(places.ofWorkspace().resolve(path));
      }
    } catch (InvalidPathException e) {
      // No file has such a name.
    }
    return paths;
  }
}
