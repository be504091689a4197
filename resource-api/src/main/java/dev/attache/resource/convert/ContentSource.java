package dev.attache.resource.convert;

import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import org.jspecify.annotations.Nullable;

/** A content that was read, on its way to a converter in the same process. */
record ContentSource(ResourceContent content, String mimeType, @Nullable String base)
    implements ConversionSource {

  @Override
  public InputStream open() throws IOException {
    return content.open();
  }

  @Override
  public long size() {
    return content.size();
  }

  @Override
  public @Nullable String name() {
    return null;
  }
}
