package dev.attache.core.routing;

import static dev.attache.core.routing.HandlerProblem.ASK_ITS_AUTHOR;
import static dev.attache.core.routing.HandlerProblem.GET_IT_AGAIN;

import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.lang.reflect.InvocationTargetException;
import java.nio.file.AccessDeniedException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.FileSystemException;
import java.nio.file.NoSuchFileException;
import org.jspecify.annotations.Nullable;

/**
 * The reason why a class that says it is a handler does not become one. Immutable.
 *
 * @param reason what went wrong
 * @param fix what to do about it
 */
public record LoadFailure(String reason, String fix) {

  private static final String RULE =
      "it needs to be a public class with a public constructor without parameters";

  /** JVMS 4.1: the major version of the class files of Java 1.0 would be 44. */
  private static final int FIRST_MAJOR = 44;

  /**
   * Says what was thrown while a class was loaded and its handler made.
   *
   * @param thrown an exception or an error of loading a handler
   * @return the reason, and what to do
   */
  public static LoadFailure of(Throwable thrown) {
    return of(thrown, ResourceHandler.class);
  }

  /**
   * Says what was thrown while a class was loaded and the service made that it is to be.
   *
   * @param thrown an exception or an error of loading it
   * @param service the interface that the class has to implement
   * @return the reason, and what to do
   */
  public static LoadFailure of(Throwable thrown, Class<?> service) {
    if (thrown instanceof ClassNotFoundException) {
      return new LoadFailure(
          "the class is missing",
          "add the class to the jar, or remove its name from " + ServicesFile.path(service));
    }
    if (thrown instanceof HandlerProvider.OtherTypeException) {
      return new LoadFailure(
          "it does not implement " + service.getName(),
          "make it implement that, or remove its name from " + ServicesFile.path(service));
    }
    if (thrown instanceof NoSuchMethodException
        || thrown instanceof IllegalAccessException
        || thrown instanceof InstantiationException) {
      return new LoadFailure(RULE, ASK_ITS_AUTHOR);
    }
    if (thrown instanceof InvocationTargetException e) {
      return ofCode("its constructor failed: ", e.getCause());
    }
    if (thrown instanceof ExceptionInInitializerError e) {
      return ofCode("its static initializer failed: ", e.getCause());
    }
    return new LoadFailure("it does not link: " + ForeignText.of(thrown), ASK_ITS_AUTHOR);
  }

  /**
   * {@return what went wrong with a file, for people}
   *
   * @param e what reading or writing the file threw
   */
  public static String reason(IOException e) {
    if (e instanceof NoSuchFileException f) {
      return "no such file: " + f.getFile();
    }
    if (e instanceof AccessDeniedException f) {
      return f.getFile() + ": permission denied";
    }
    if (e instanceof FileAlreadyExistsException f) {
      return f.getFile() + " exists and is not a directory";
    }
    if (e instanceof FileSystemException f && f.getReason() != null) {
      return f.getFile() + ": " + ForeignText.of(f.getReason());
    }
    return ForeignText.of(String.valueOf(e.getMessage()));
  }

  /**
   * Says what {@code schemes()} threw.
   *
   * @param thrown any exception or error
   * @return the reason, and what to do
   */
  public static LoadFailure ofSchemes(Throwable thrown) {
    return ofUse("its schemes are", thrown);
  }

  /**
   * Says what a service threw that was asked what it is.
   *
   * @param subject what it was asked for, with its verb
   * @param thrown any exception or error
   * @return the reason, and what to do
   */
  public static LoadFailure ofUse(String subject, Throwable thrown) {
    LoadFailure linking = ofLinking(thrown);
    if (linking != null) {
      return linking;
    }
    String message;
    try {
      message = thrown.getMessage();
    } catch (RuntimeException | Error e) { // a stranger's class
      message = null;
    }
    return new LoadFailure(
        subject
            + " not usable: "
            + (message == null ? ForeignText.of(thrown) : ForeignText.of(message)),
        ASK_ITS_AUTHOR);
  }

  private static LoadFailure ofCode(String what, @Nullable Throwable cause) {
    LoadFailure linking = cause == null ? null : ofLinking(cause);
    return linking != null
        ? linking
        : new LoadFailure(
            what + (cause == null ? "for an unknown reason" : ForeignText.of(cause)),
            ASK_ITS_AUTHOR);
  }

  /**
   * {@return the reason if classes do not fit together, as after the update of one jar of several;
   * null if it is another}
   *
   * @param thrown any exception or error
   */
  public static @Nullable LoadFailure ofLinking(Throwable thrown) {
    if (thrown instanceof UnsupportedClassVersionError e) {
      return newerJava(String.valueOf(e.getMessage()));
    }
    if (thrown instanceof NoClassDefFoundError e && e.getMessage() != null) {
      return missing(e);
    }
    if (thrown instanceof AbstractMethodError || thrown instanceof NoSuchMethodError) {
      return new LoadFailure(
          "it was compiled for another version of what it uses: " + ForeignText.of(thrown),
          "get the version that was built for this program");
    }
    return null;
  }

  private static @Nullable LoadFailure missing(NoClassDefFoundError error) {
    String name = ForeignText.of(String.valueOf(error.getMessage()));
    if (name.indexOf(' ') >= 0) {
      return null; // not a name: a class whose initializer has failed before
    }
    if (error.getCause() instanceof ClassNotFoundException c
        && c.getCause() instanceof IOException e) {
      return new LoadFailure(
          "it needs the class " + name.replace('/', '.') + ", which cannot be read: " + reason(e),
          GET_IT_AGAIN);
    }
    return new LoadFailure(
        "it needs the class " + name.replace('/', '.') + ", which is missing",
        "put the jar that has it beside this one, both in a folder of their own, or its classes"
            + " into this one");
  }

  /** The JVM's message has the version of the class file, and nothing else has. */
  private static @Nullable LoadFailure newerJava(String message) {
    String mark = "class file version ";
    int start = message.indexOf(mark);
    int end = start < 0 ? -1 : message.indexOf('.', start);
    if (end < 0) {
      return null;
    }
    try {
      int java = Integer.parseInt(message.substring(start + mark.length(), end)) - FIRST_MAJOR;
      int own = Runtime.version().feature();
      return new LoadFailure(
          "it was compiled for Java " + java + ", and this is Java " + own,
          "run this program with Java "
              + java
              + ", or compile the handler for Java "
              + own
              + " (javac --release "
              + own
              + ")");
    } catch (NumberFormatException e) {
      return null;
    }
  }
}
