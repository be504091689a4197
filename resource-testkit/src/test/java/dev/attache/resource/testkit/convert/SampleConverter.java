package dev.attache.resource.testkit.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.convert.PartSelector.Pages;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/** A converter of pages of words, each of which ends with a form feed. */
public class SampleConverter implements ContentConverter {

  @Override
  public String name() {
    return "sample";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public Set<String> mimeTypes() {
    return Set.of("application/x-sample", "application/x-sample-too");
  }

  @Override
  public Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException {
    String text;
    try (InputStream in = source.open()) {
      text = new String(in.readAllBytes(), UTF_8);
    }
    if (!text.startsWith("pages\f")) {
      throw new ConversionException(Reason.BROKEN, "it does not begin with its mark");
    }
    PartSelector selector = options.selector();
    String[] pages = text.substring("pages\f".length()).split("\f", -1);
    boolean isThere =
        selector == null || (selector instanceof Pages some && some.last() <= pages.length);
    if (!isThere) {
      throw new ConversionException(Reason.NO_SUCH_PART, "it has " + pages.length + " pages");
    }
    var notes = new ArrayList<String>();
    var markdown = new StringBuilder();
    for (int i = 0; i < pages.length; i++) {
      boolean isWanted =
          !(selector instanceof Pages some) || (i + 1 >= some.first() && i + 1 <= some.last());
      if (isWanted) {
        markdown.append(pages[i].replaceAll("[\\p{Cntrl}\uFFFD]", "")).append('\n');
      }
    }
    if (markdown.length() > options.limits().characters()) {
      markdown.setLength(options.limits().characters());
      notes.add("Its end is left out.");
    }
    String all = pages.length == 1 ? "page=1" : "page=1-" + pages.length;
    return new Conversion(
        markdown.toString(), notes, List.of(new DocumentPart(all, pages.length + " pages")));
  }
}
