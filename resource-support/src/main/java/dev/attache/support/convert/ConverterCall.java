package dev.attache.support.convert;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;

/**
 * A call of a converter, wherever it runs: nothing comes of it but a conversion within its limits,
 * or a reason that people can use.
 */
public final class ConverterCall {

  private ConverterCall() {}

  /**
   * {@return what a converter makes of a document}
   *
   * @param converter any converter, of which anything may be expected
   * @param source the document
   * @param options what may be spent on it, and which part of it is wanted
   * @throws ConversionException if nothing comes of it, whatever the reason is
   * @throws InterruptedException if the thread was interrupted
   */
  public static Conversion of(
      ContentConverter converter, ConversionSource source, ConversionOptions options)
      throws ConversionException, InterruptedException {
    try {
      return Cut.to(converter.convert(source, options), options.limits());
    } catch (IOException e) {
      throw new ConversionException(Reason.BROKEN, "the document is broken", e);
    } catch (StackOverflowError e) {
      throw new ConversionException(Reason.BROKEN, "the document is nested too deeply", e);
    } catch (RuntimeException | LinkageError | AssertionError e) {
      throw new ConversionException(
          Reason.CRASHED,
          "the converter " + converter.name() + " failed (" + e.getClass().getSimpleName() + ")",
          e);
    }
  }
}
