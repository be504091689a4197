package dev.attache.resource.spi;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.time.Duration;

/** The call of a converter by a context that guards itself against nothing. */
final class PlainConversion {

  private PlainConversion() {}

  static void add(
      ResourceUri uri,
      Resource.Builder resource,
      ContentConverter converter,
      ConversionSource source,
      Duration time,
      HandlerContext context) {
    var limits = ConversionLimits.DEFAULT.withTime(time);
    try {
      Conversion made = converter.convert(source, ConversionOptions.DEFAULT.withLimits(limits));
      made.addTo(resource);
      made.notes().forEach(note -> context.note(uri, note));
    } catch (ConversionException e) {
      context.note(uri, e.message());
    } catch (IOException e) {
      context.note(uri, "the document is broken");
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
