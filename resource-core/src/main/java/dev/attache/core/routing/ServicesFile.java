package dev.attache.core.routing;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/**
 * The file in a jar that names its handlers: one class in a line, as in {@link
 * java.util.ServiceLoader}.
 */
public final class ServicesFile {

  /** Where it lies in a jar. */
  public static final String PATH = path(ResourceHandler.class);

  /** How large it may be. */
  public static final int MAX_SIZE = 1 << 16;

  private ServicesFile() {}

  /**
   * {@return where a jar names its classes of another service}
   *
   * @param service the interface that the classes implement
   */
  public static String path(Class<?> service) {
    return "META-INF/services/" + service.getName();
  }

  /** Says what is wrong with the file, in words that follow its path and "that". */
  public static final class UnusableException extends Exception {
    private static final long serialVersionUID = 1;

    UnusableException(String message) {
      super(message);
    }
  }

  /**
   * {@return the classes that it names, each once}
   *
   * @param bytes the file, in UTF-8
   * @throws UnusableException if a line is no name of a class, or there is none
   */
  public static List<String> parse(byte[] bytes) throws UnusableException {
    Set<String> names = new LinkedHashSet<>();
    int number = 0;
    for (String line : lines(bytes)) {
      number++;
      int comment = line.indexOf('#');
      String name = (comment < 0 ? line : line.substring(0, comment)).strip();
      if (!name.isEmpty()) {
        if (!isClassName(name)) {
          throw new UnusableException(
              "has a line " + number + " that is not a class name: " + ForeignText.of(name));
        }
        names.add(name);
      }
    }
    if (names.isEmpty()) {
      throw new UnusableException("names no class");
    }
    return List.copyOf(names);
  }

  private static List<String> lines(byte[] bytes) throws UnusableException {
    try {
      String text = UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)).toString();
      var lines = new ArrayList<String>();
      text.lines().forEach(lines::add);
      return lines;
    } catch (CharacterCodingException e) {
      throw new UnusableException("is not in UTF-8");
    }
  }

  private static boolean isClassName(String name) {
    boolean isStart = true;
    for (int i = 0; i < name.length(); ) {
      int c = name.codePointAt(i);
      if (isStart ? !Character.isJavaIdentifierStart(c) : !isPart(c)) {
        return false;
      }
      isStart = c == '.';
      i += Character.charCount(c);
    }
    return !isStart;
  }

  /** What Java ignores in names, nobody sees: control characters, and what turns text around. */
  private static boolean isPart(int c) {
    return c == '.' || (Character.isJavaIdentifierPart(c) && !Character.isIdentifierIgnorable(c));
  }
}
