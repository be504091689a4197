package dev.attache.cli;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;

/**
 * A program that loads the classes of a list and does nothing with them, so that the archive that
 * Java writes when it ends holds them. The launcher runs it for the processes that convert
 * documents.
 */
public final class ListedClasses {

  private ListedClasses() {}

  /** Loads the classes that the file of the first argument names, one a line, with slashes. */
  public static void main(String[] args) throws IOException {
    ClassLoader loader = ListedClasses.class.getClassLoader();
    for (String name : Files.readAllLines(Path.of(args[0]))) {
      try {
        Class.forName(name.replace('/', '.'), false, loader);
      } catch (ClassNotFoundException | LinkageError e) {
        // Another build of Java has it.
      }
    }
  }
}
