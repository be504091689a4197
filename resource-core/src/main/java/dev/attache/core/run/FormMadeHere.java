package dev.attache.core.run;

import dev.attache.resource.Resource;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.support.convert.ConverterCall;
import java.time.Duration;
import java.util.function.Consumer;

/**
 * The form that a converter makes in this process, which is our own or came with a handler. Nobody
 * is told who made it: to people it belongs to the reading.
 */
public final class FormMadeHere {

  /** Time that is over is the shortest there is: the converter has words for that. */
  private static final Duration NONE = Duration.ofNanos(1);

  private FormMadeHere() {}

  /**
   * Adds it.
   *
   * @param notes is told what was lost, or why there is none
   */
  public static void add(
      Resource.Builder resource,
      ContentConverter converter,
      ConversionSource source,
      Duration time,
      Consumer<String> notes) {
    try {
      Conversion made = ConverterCall.of(converter, source, options(time));
      made.addTo(resource);
      made.notes().forEach(notes);
    } catch (ConversionException e) {
      notes.accept(e.message());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt(); // whoever did it wants nothing of the item any more
    }
  }

  /** What was read is within the limits of the run already, and so is what is made of it. */
  private static ConversionOptions options(Duration time) {
    return ConversionOptions.DEFAULT.withLimits(
        new ConversionLimits(
            Long.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            Integer.MAX_VALUE,
            time.compareTo(NONE) < 0 ? NONE : time));
  }
}
