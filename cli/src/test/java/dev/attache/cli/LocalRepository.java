package dev.attache.cli;

import java.io.IOException;
import java.nio.file.FileVisitResult;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.SimpleFileVisitor;
import java.nio.file.attribute.BasicFileAttributes;
import org.jspecify.annotations.Nullable;

/**
 * A local repository of Maven, which begins with what that of this build has, apart from Attaché's
 * own artifacts, and keeps to itself what Maven adds; it is gone when it is closed.
 *
 * @param directory where it is
 */
public record LocalRepository(Path directory) implements AutoCloseable {

  private static final Path OWN = Path.of("dev/attache");

  /** One of links to the files of artifacts, as these never change. */
  public static LocalRepository create() throws IOException {
    Path source = Path.of(System.getProperty("attache.maven.repository"));
    Path target = Files.createTempDirectory("maven-").toRealPath();
    Files.walkFileTree(
        source,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult preVisitDirectory(Path visited, BasicFileAttributes attributes)
              throws IOException {
            Path path = source.relativize(visited);
            if (path.equals(OWN)) {
              return FileVisitResult.SKIP_SUBTREE;
            }
            Files.createDirectories(target.resolve(path));
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Path own = target.resolve(source.relativize(file));
            String name = file.getFileName().toString();
            if (name.endsWith(".jar") || name.endsWith(".pom")) {
              Files.createSymbolicLink(own, file);
            } else if (name.equals("_remote.repositories")) {
              Files.copy(file, own); // which Maven writes to
            }
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult visitFileFailed(Path file, IOException failure) {
            return FileVisitResult.CONTINUE; // another build has just renamed it
          }
        });
    return new LocalRepository(target);
  }

  /** Takes out what Maven has found in the repositories of projects. */
  public void forgetOwn() throws IOException {
    Path own = directory.resolve(OWN);
    if (Files.exists(own)) {
      delete(own);
    }
  }

  @Override
  public void close() throws IOException {
    delete(directory);
  }

  private static void delete(Path root) throws IOException {
    Files.walkFileTree(
        root,
        new SimpleFileVisitor<>() {
          @Override
          public FileVisitResult visitFile(Path file, BasicFileAttributes attributes)
              throws IOException {
            Files.delete(file);
            return FileVisitResult.CONTINUE;
          }

          @Override
          public FileVisitResult postVisitDirectory(Path visited, @Nullable IOException failure)
              throws IOException {
            Files.delete(visited);
            return FileVisitResult.CONTINUE;
          }
        });
  }
}
