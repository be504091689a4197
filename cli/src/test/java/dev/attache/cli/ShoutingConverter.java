package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector.Pages;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Locale;
import java.util.Set;

/**
 * A converter whose documents have a page a line, and which loses one word in each. Of one that
 * begins with {@code limits} it says how much time there is.
 */
public final class ShoutingConverter implements ContentConverter {

  @Override
  public String name() {
    return "shouting";
  }

  @Override
  public String version() {
    return "2";
  }

  @Override
  public Set<String> mimeTypes() {
    return Set.of("application/x-director");
  }

  @Override
  public Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException {
    String text;
    try (InputStream in = source.open()) {
      text = new String(in.readAllBytes(), UTF_8).replace("\u0000", "");
    }
    if (text.startsWith("locked") && !options.ignoreRestrictions()) {
      throw new ConversionException(Reason.FORBIDDEN, "its author does not allow it");
    }
    if (text.startsWith("limits")) {
      text = String.valueOf(options.limits().time());
    }
    List<String> pages = text.lines().toList();
    if (options.selector() instanceof Pages some) {
      if (some.last() > pages.size()) {
        throw new ConversionException(Reason.NO_SUCH_PART, "it has " + pages.size() + " pages");
      }
      pages = pages.subList(some.first() - 1, some.last());
    }
    return new Conversion(
        String.join("\n", pages).toUpperCase(Locale.ROOT) + "\n",
        List.of("Small letters are lost."),
        List.of(new DocumentPart("page=1-" + pages.size(), pages.size() + " pages")));
  }
}
