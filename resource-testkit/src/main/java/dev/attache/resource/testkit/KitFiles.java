package dev.attache.resource.testkit;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.SensitiveNames;
import dev.attache.resource.spi.FileOpener;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.nio.channels.SeekableByteChannel;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.NoSuchFileException;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;

/**
 * A handler of files that only opens them, for handlers under test whose sources are files: by the
 * rules of the real one, without its protection from links that are swapped meanwhile.
 */
final class KitFiles implements ResourceHandler, FileOpener {

  @Override
  public Set<String> schemes() {
    return Set.of("file");
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    throw ResourceException.of(Kind.DENIED, uri.value(), "no file is attached in this test");
  }

  @Override
  public SeekableByteChannel open(Path path, HandlerContext context) throws ResourceException {
    Path file = context.workspace().resolve(path).normalize();
    try {
      if (context.roots().stream().noneMatch(file::startsWith)) {
        throw denied(file, "points outside the workspace, to " + file);
      }
      if (Files.isSymbolicLink(file) || !file.toRealPath().equals(file)) {
        throw denied(file, "is a symbolic link");
      }
      if (!context.requester().isUser() && isSensitive(file)) {
        throw denied(file, "it often contains secrets; name it yourself to include it");
      }
      if (!Files.isRegularFile(file, LinkOption.NOFOLLOW_LINKS)) {
        throw ResourceException.of(Kind.FAILED, file.toString(), "is a directory, not a file");
      }
      return Files.newByteChannel(file);
    } catch (NoSuchFileException e) {
      throw ResourceException.of(Kind.NOT_FOUND, file.toString(), "no such file or directory", e);
    } catch (ResourceException e) {
      throw e;
    } catch (IOException e) {
      throw ResourceException.of(
          Kind.FAILED, file.toString(), "cannot be read: " + e.getMessage(), e);
    }
  }

  private static boolean isSensitive(Path file) {
    return SensitiveNames.match(
        String.valueOf(file.getParent()), String.valueOf(file.getFileName()));
  }

  private static ResourceException denied(Path file, String why) {
    return ResourceException.of(Kind.DENIED, file.toString(), why);
  }
}
