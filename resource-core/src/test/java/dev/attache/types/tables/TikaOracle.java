package dev.attache.types.tables;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.util.Arrays;
import org.apache.tika.metadata.Metadata;
import org.apache.tika.metadata.TikaCoreProperties;
import org.apache.tika.mime.MimeTypes;

/** Full Tika, asked about content and name. */
public final class TikaOracle {
  private static final MimeTypes TIKA = MimeTypes.getDefaultMimeTypes();

  private TikaOracle() {}

  public static String detect(String name, byte[] data, int length) throws IOException {
    var metadata = new Metadata();
    metadata.set(TikaCoreProperties.RESOURCE_NAME_KEY, name);
    return TIKA.detect(new ByteArrayInputStream(Arrays.copyOf(data, length)), metadata).toString();
  }
}
