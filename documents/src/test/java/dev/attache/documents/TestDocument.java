package dev.attache.documents;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.util.zip.ZipEntry;
import java.util.zip.ZipOutputStream;
import org.jspecify.annotations.Nullable;

/** A document that a test has made, and its conversion. */
@SuppressWarnings("ArrayRecordComponent") // never compared
public record TestDocument(byte[] bytes, String mimeType) implements ConversionSource {

  /** What writes a document to a stream. */
  @FunctionalInterface
  public interface Writer {
    /** Writes it. */
    void write(ByteArrayOutputStream out) throws IOException;
  }

  /** Makes a document of what a library writes. */
  public static TestDocument of(String mimeType, Writer writer) throws IOException {
    var out = new ByteArrayOutputStream();
    writer.write(out);
    return new TestDocument(out.toByteArray(), mimeType);
  }

  /** Makes a document of a text. */
  public static TestDocument of(String mimeType, String text) {
    return new TestDocument(text.getBytes(UTF_8), mimeType);
  }

  /** Makes an archive of files, each a name and its text. */
  public static TestDocument zip(String mimeType, String... files) throws IOException {
    return of(
        mimeType,
        out -> {
          try (var zip = new ZipOutputStream(out)) {
            for (int i = 0; i < files.length; i += 2) {
              zip.putNextEntry(new ZipEntry(files[i]));
              zip.write(files[i + 1].getBytes(UTF_8));
              zip.closeEntry();
            }
          }
        });
  }

  @Override
  public InputStream open() {
    return new ByteArrayInputStream(bytes);
  }

  @Override
  public long size() {
    return bytes.length;
  }

  @Override
  public @Nullable String name() {
    return null;
  }

  /** Converts it with what the jar has for its type. */
  public Conversion convert() throws ConversionException, IOException, InterruptedException {
    return convert(ConversionOptions.DEFAULT);
  }

  /** Converts it with what the jar has for its type. */
  public Conversion convert(ConversionOptions options)
      throws ConversionException, IOException, InterruptedException {
    return converter().convert(this, options);
  }

  private ContentConverter converter() {
    return DocumentConverters.all().stream()
        .filter(each -> each.mimeTypes().contains(mimeType))
        .findFirst()
        .orElseThrow();
  }
}
