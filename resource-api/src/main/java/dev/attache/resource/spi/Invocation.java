package dev.attache.resource.spi;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.secrets.ShellWords;
import java.nio.file.Path;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.List;

/**
 * The start of a program, down to what tells it from every other start: which file, with which
 * arguments, in which directory. Immutable.
 *
 * @param program the program as it was named: {@code git}
 * @param path the file that this is: absolute, as found, symbolic links not followed
 * @param arguments what it is given, without the program itself
 * @param directory the directory it runs in: absolute, free of symlinks
 */
public record Invocation(String program, Path path, List<String> arguments, Path directory) {

  private static final int MAX_LABEL = 400;

  /**
   * Takes a copy of the arguments.
   *
   * @param program the program as it was named: {@code git}
   * @param path the file that this is: absolute, as found, symbolic links not followed
   * @param arguments what it is given, without the program itself
   * @param directory the directory it runs in: absolute, free of symlinks
   * @throws IllegalArgumentException if the path or the directory is not absolute
   */
  public Invocation {
    if (!path.isAbsolute() || !directory.isAbsolute()) {
      throw new IllegalArgumentException(
          "path (" + path + ") and directory (" + directory + ") must be absolute");
    }
    arguments = List.copyOf(arguments);
  }

  /** {@return the program as it was named, and the arguments} */
  public List<String> words() {
    var words = new ArrayList<String>();
    words.add(program);
    words.addAll(arguments);
    return words;
  }

  /**
   * {@return the command line for people: quoted as for a shell, without its secrets, and of a long
   * one the beginning, with an ellipsis}
   */
  public String label() {
    String line = ShellWords.join(Redaction.redactArguments(words()));
    if (line.length() <= MAX_LABEL) {
      return line;
    }
    boolean isHalf = Character.isHighSurrogate(line.charAt(MAX_LABEL - 2));
    return line.substring(0, isHalf ? MAX_LABEL - 2 : MAX_LABEL - 1) + "…";
  }

  /**
   * {@return the identity, by which trust is given: SHA-256 over the directory, the path and the
   * arguments, each followed by a NUL, which none of them can hold}
   */
  public ContentDigest digest() {
    MessageDigest sha256 = ContentDigest.newSha256();
    update(sha256, directory.toString());
    update(sha256, path.toString());
    arguments.forEach(argument -> update(sha256, argument));
    return ContentDigest.ofHash(sha256.digest());
  }

  private static void update(MessageDigest digest, String part) {
    digest.update(part.getBytes(UTF_8));
    digest.update((byte) 0);
  }
}
