package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.CandidateSink;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.ResourceHandler;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InterruptedIOException;
import java.nio.file.Files;
import java.util.List;
import java.util.Map;
import java.util.Set;

/**
 * A correct handler in memory: {@code mem:endless} never ends, {@code mem:size/N} has N bytes,
 * {@code mem:grown/N} too but would claim fewer, {@code mem:both} keeps two resources, {@code
 * mem:version} is the file {@code version} in the workspace.
 */
class SampleHandler implements ResourceHandler {

  static final Map<String, byte[]> CONTENTS =
      Map.of(
          "empty", new byte[0],
          "dir/B", " two lines\r\nand blanks \n\n".getBytes(UTF_8),
          "dir/a", new byte[] {0, 1, 2, (byte) 0xff},
          "dir/é", "é".getBytes(UTF_8),
          "top", "top".getBytes(UTF_8));

  private final MapHandler map = new MapHandler("mem", CONTENTS);

  @Override
  public Set<String> schemes() {
    return map.schemes();
  }

  @Override
  public ResourceUri canonicalize(ResourceUri uri, HandlerContext context)
      throws ResourceException {
    return map.canonicalize(uri, context);
  }

  @Override
  public void expand(List<Reference> references, HandlerContext context, CandidateSink sink)
      throws ResourceException {
    map.expand(references, context, sink);
  }

  @Override
  public List<Resource> resolve(ResourceUri uri, HandlerContext context) throws ResourceException {
    String name = uri.value().substring(uri.value().indexOf(':') + 1);
    if (name.equals("endless")) {
      return read(uri, drip(), context);
    }
    if (name.startsWith("size/") || name.startsWith("grown/")) {
      int size = Integer.parseInt(name.substring(name.indexOf('/') + 1));
      return read(uri, new ByteArrayInputStream(new byte[size]), context);
    }
    if (name.equals("version")) {
      try (InputStream in = Files.newInputStream(context.workspace().resolve(name))) {
        return read(uri, in, context);
      } catch (IOException e) {
        throw ResourceException.of(ResourceException.Kind.FAILED, uri.value(), "no version", e);
      }
    }
    if (name.equals("both")) {
      return List.of(
          read(uri, stream("one"), context).get(0), read(uri, stream("two"), context).get(0));
    }
    return map.resolve(uri, context);
  }

  List<Resource> read(ResourceUri uri, InputStream in, HandlerContext context)
      throws ResourceException {
    return List.of(context.read(uri, in, ContentHints.NONE).build());
  }

  InputStream drip() {
    return new InputStream() {
      @Override
      public int read() throws InterruptedIOException {
        try {
          Thread.sleep(5);
        } catch (InterruptedException e) {
          Thread.currentThread().interrupt();
          throw new InterruptedIOException("interrupted");
        }
        return 'x';
      }

      @Override
      public int read(byte[] bytes, int offset, int length) throws InterruptedIOException {
        bytes[offset] = (byte) read();
        return 1;
      }
    };
  }

  private static InputStream stream(String text) {
    return new ByteArrayInputStream(text.getBytes(UTF_8));
  }
}
