package dev.attache.support.convert;

import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.PartSelector;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.DataInputStream;
import java.io.DataOutputStream;
import java.io.IOException;
import java.time.Duration;
import java.util.NoSuchElementException;
import org.jspecify.annotations.Nullable;

/**
 * A wish to have a document converted; its bytes follow in messages with the same number.
 *
 * @param converter the name of the converter
 * @param mimeType the type of the document, without parameters
 * @param name the name of its file, or null
 * @param size the number of its bytes
 * @param options what may be spent on it, and which part is wanted
 */
public record ConversionRequest(
    String converter,
    String mimeType,
    @Nullable String name,
    long size,
    ConversionOptions options) {

  /** The most bytes of a document in one message. */
  public static final int PIECE = 1 << 20;

  /**
   * {@return the message for a stream}
   *
   * @param number which request it is
   */
  public Frame frame(int number) {
    var bytes = new ByteArrayOutputStream();
    try (var out = new DataOutputStream(bytes)) {
      WireText.write(out, converter);
      WireText.write(out, mimeType);
      WireText.write(out, name);
      out.writeLong(size);
      ConversionLimits limits = options.limits();
      out.writeLong(limits.bytes());
      out.writeInt(limits.pages());
      out.writeInt(limits.cells());
      out.writeInt(limits.characters());
      out.writeLong(limits.time().toMillis());
      PartSelector selector = options.selector();
      WireText.write(out, selector == null ? null : selector.toString());
      out.writeBoolean(options.formulas());
      out.writeBoolean(options.ignoreRestrictions());
    } catch (IOException e) {
      throw new AssertionError(e); // it stays in memory
    }
    return new Frame(number, bytes.toByteArray());
  }

  /**
   * {@return the request in a message}
   *
   * @param frame a message
   * @throws IOException if it holds none
   */
  public static ConversionRequest read(Frame frame) throws IOException {
    try (var in = new DataInputStream(new ByteArrayInputStream(frame.payload()))) {
      String converter = WireText.read(in);
      String mimeType = WireText.read(in);
      String name = WireText.readOptional(in);
      long size = in.readLong();
      var limits =
          new ConversionLimits(
              in.readLong(),
              in.readInt(),
              in.readInt(),
              in.readInt(),
              Duration.ofMillis(in.readLong()));
      String selector = WireText.readOptional(in);
      return new ConversionRequest(
          converter,
          mimeType,
          name,
          size,
          new ConversionOptions(
              limits,
              selector == null ? null : PartSelector.parse(selector).orElseThrow(),
              in.readBoolean(),
              in.readBoolean()));
    } catch (IllegalArgumentException | NoSuchElementException e) {
      throw new IOException("no request", e);
    }
  }
}
