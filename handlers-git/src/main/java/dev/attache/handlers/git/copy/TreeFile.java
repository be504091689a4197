package dev.attache.handlers.git.copy;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.jspecify.annotations.Nullable;

/**
 * An entry of a tree: a file, a symbolic link or another repository.
 *
 * @param path its path in the repository; where that is no UTF-8, with a mark for each bad byte
 * @param object the object that holds its content
 * @param kind what it is
 */
public record TreeFile(String path, String object, Kind kind) {

  /** What an entry can be. */
  public enum Kind {
    FILE,
    LINK,
    SUBMODULE
  }

  /** The path in UTF-8, as patterns are compared with it. */
  public byte[] bytes() {
    return path.getBytes(UTF_8);
  }

  /** Whether its path is text. */
  public boolean isNamed() {
    return path.indexOf('\uFFFD') < 0;
  }

  /** Reads what {@code ls-tree -r -z} prints: {@code MODE TYPE OBJECT\tPATH\0}. */
  static List<TreeFile> parse(byte[] listing) {
    var files = new ArrayList<TreeFile>();
    for (int from = 0; from < listing.length; ) {
      int end = indexOf(listing, (byte) 0, from);
      int tab = indexOf(listing, (byte) '\t', from);
      String[] words = new String(listing, from, tab - from, UTF_8).split(" ", -1);
      byte[] path = Arrays.copyOfRange(listing, tab + 1, end);
      Kind kind = kind(words[0]);
      if (kind != null && words.length == 3) {
        files.add(new TreeFile(text(path), words[2], kind));
      }
      from = end + 1;
    }
    return files;
  }

  private static @Nullable Kind kind(String mode) {
    return switch (mode) {
      case "120000" -> Kind.LINK;
      case "160000" -> Kind.SUBMODULE;
      default -> mode.startsWith("100") ? Kind.FILE : null;
    };
  }

  private static String text(byte[] path) {
    try {
      return UTF_8.newDecoder().decode(ByteBuffer.wrap(path)).toString();
    } catch (CharacterCodingException e) {
      return new String(path, UTF_8);
    }
  }

  private static int indexOf(byte[] bytes, byte wanted, int from) {
    int i = from;
    while (i < bytes.length && bytes[i] != wanted) {
      i++;
    }
    return i;
  }
}
