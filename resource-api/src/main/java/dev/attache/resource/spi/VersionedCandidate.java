package dev.attache.resource.spi;

import dev.attache.resource.Resource;
import java.io.IOException;
import org.jspecify.annotations.Nullable;

/**
 * The rest of what a handler knows of a candidate whose version it can tell at once: enough to make
 * its resource without reading it, where the content of that version is known. For one thread.
 */
public interface VersionedCandidate {

  /**
   * {@return the version that is there now, as {@link VersionedBytes#version} of the same URI would
   * say; null if there is none}
   *
   * @throws IOException if there is nothing any more
   */
  VersionedBytes.@Nullable Version version() throws IOException;

  /**
   * {@return the resource that {@link ResourceHandler#resolve} would make of the content, as it was
   * when {@link #version} was asked}
   *
   * @param content with the content, or what stands for it, and its MIME type
   */
  Resource resource(Resource.Builder content);
}
