package dev.attache.resource.testkit.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.assertj.core.api.Assertions.fail;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import dev.attache.resource.convert.PartSelector.Pages;
import dev.attache.resource.convert.PartSelector.Sheet;
import dev.attache.resource.convert.PartSelector.Slides;
import java.io.IOException;
import java.io.InputStream;
import java.net.URL;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Optional;
import java.util.Random;
import java.util.ServiceLoader;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract that every converter of documents has to keep to, as tests: extend it, fill the two
 * hooks, and run it with JUnit.
 *
 * <pre>{@code
 * class RtfConverterTest extends ContentConverterContract {
 *   protected ContentConverter converter() {
 *     return new RtfConverter();
 *   }
 *
 *   protected List<SampleDocument> samples() throws IOException {
 *     return List.of(new SampleDocument(bytes("letter.rtf"), "text/rtf", "letter.rtf"));
 *   }
 * }
 * }</pre>
 *
 * <p>The converter runs in the JVM of the test here. Its rules are those of {@link
 * ContentConverter}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class ContentConverterContract {

  private static final int BROKEN_PER_SAMPLE = 40;
  private static final int FEW = 200;
  private static final long SEED = 4711;

  /** Made anew for each test. */
  protected ContentConverterContract() {}

  /**
   * {@return the converter}
   *
   * @throws Exception if it cannot be made, which fails the test
   */
  protected abstract ContentConverter converter() throws Exception;

  /**
   * {@return documents that it converts, small ones of each kind that it takes}
   *
   * @throws Exception if they cannot be read, which fails the test
   */
  protected abstract List<SampleDocument> samples() throws Exception;

  /**
   * {@return whether its jar lists it, so that it runs in a process of its own; not one that a
   * handler hands over ({@link dev.attache.resource.spi.HandlerContext#convert}), which must not be
   * listed, nor be a service: it runs where the handler does, and nowhere else}
   */
  protected boolean isListed() {
    return true;
  }

  @Test
  void hasANameAndAVersionOfOneWord() throws Exception {
    assertThat(converter().name())
        .as("name() is of lower-case letters, digits and hyphens")
        .matches("[a-z0-9][a-z0-9-]*");
    assertThat(converter().version()).as("version() has no spaces").matches("\\S+");
  }

  @Test
  void takesTypesWithoutParameters() throws Exception {
    assertThat(converter().mimeTypes())
        .as("mimeTypes() are in lower case and without parameters")
        .isNotEmpty()
        .allMatch(each -> each.matches("[a-z]+/[a-z0-9][a-z0-9.+_-]*"));
  }

  @Test
  void isFoundByTheServiceLoader() throws Exception {
    Class<?> type = converter().getClass();
    boolean isService =
        ServiceLoader.load(ContentConverter.class).stream()
            .anyMatch(each -> each.type().equals(type));
    assertThat(isService)
        .as(
            "META-INF/services/%s %s %s",
            ContentConverter.class.getName(),
            isListed() ? "names" : "does not name",
            type.getName())
        .isEqualTo(isListed());
  }

  @Test
  void isListedByItsJarAsItIs() throws Exception {
    ContentConverter converter = converter();
    String expected = converter.name() + " " + converter.version();
    if (!isListed()) {
      assertThat(lines())
          .as("no line of " + ContentConverter.LIST + " has its name")
          .noneMatch(line -> line.get(0).equals(converter.name()));
      return;
    }
    assertThat(lines())
        .as("a line of " + ContentConverter.LIST + " has its name, its version and all its types")
        .anyMatch(
            line ->
                line.size() == 2 + converter.mimeTypes().size()
                    && String.join(" ", line.subList(0, 2)).equals(expected)
                    && converter.mimeTypes().containsAll(line.subList(2, line.size())));
  }

  @Test
  void convertsItsSamples() throws Exception {
    assertThat(samples()).as("samples() has a document").isNotEmpty();
    for (SampleDocument sample : samples()) {
      Conversion conversion = convert(sample, ConversionOptions.DEFAULT);
      assertThat(conversion.markdown()).as("the Markdown of %s", sample.name()).isNotBlank();
    }
  }

  @Test
  void givesTheSameForTheSameBytesWhateverTheirName() throws Exception {
    for (SampleDocument sample : samples()) {
      Conversion first = convert(sample, ConversionOptions.DEFAULT);
      for (String name : Arrays.asList(sample.name(), "other.bin", null)) {
        assertThat(convert(sample.named(name), ConversionOptions.DEFAULT))
            .as("%s, converted again by another converter, named %s", sample.name(), name)
            .isEqualTo(first);
      }
    }
  }

  @Test
  void writesCleanText() throws Exception {
    for (SampleDocument sample : samples()) {
      String markdown = convert(sample, ConversionOptions.DEFAULT).markdown();
      assertThat(UTF_8.newEncoder().canEncode(markdown))
          .as("%s has whole characters", sample.name())
          .isTrue();
      assertThat(markdown.codePoints())
          .as("%s has no control characters but tabs and line feeds", sample.name())
          .noneMatch(c -> Character.isISOControl(c) && c != '\n' && c != '\t');
    }
  }

  @Test
  void stopsAtTheCharactersThatItMayWriteAndSaysSo() throws Exception {
    for (SampleDocument sample : samples()) {
      Conversion whole = convert(sample, ConversionOptions.DEFAULT);
      int most = whole.markdown().length() / 2;
      if (most > 0) {
        ConversionLimits usual = ConversionLimits.DEFAULT;
        Conversion cut =
            convert(
                sample,
                ConversionOptions.DEFAULT.withLimits(
                    new ConversionLimits(
                        usual.bytes(), usual.pages(), usual.cells(), most, usual.time())));
        assertThat(cut.markdown().length())
            .as("characters of %s where %d are allowed", sample.name(), most)
            .isLessThanOrEqualTo(most + FEW);
        assertThat(cut.notes())
            .as("notes of %s, of which half is missing", sample.name())
            .isNotEqualTo(whole.notes());
      }
    }
  }

  @Test
  void givesThePartsThatItNames() throws Exception {
    boolean hasParts = false;
    for (SampleDocument sample : samples()) {
      for (DocumentPart part : converter().parts(sample, ConversionOptions.DEFAULT)) {
        Optional<PartSelector> selector = PartSelector.parse(part.selector());
        assertThat(selector).as("the part %s of %s", part.selector(), sample.name()).isPresent();
        assertThat(part.selector()).isEqualTo(selector.get().toString());
        if (!(selector.get() instanceof PartSelector.Image)) {
          hasParts = true;
          convert(sample, ConversionOptions.DEFAULT.withSelector(selector.get()));
        }
      }
    }
    assumeTrue(hasParts, "no sample has parts");
  }

  @Test
  void refusesPartsThatADocumentDoesNotHave() throws Exception {
    var parts =
        List.of(new Pages(99_999, 99_999), new Slides(99_999, 99_999), new Sheet("-", null));
    for (SampleDocument sample : samples()) {
      for (PartSelector part : parts) {
        assertThatExceptionOfType(ConversionException.class)
            .as("%s of %s", part, sample.name())
            .isThrownBy(() -> convert(sample, ConversionOptions.DEFAULT.withSelector(part)))
            .satisfies(e -> assertThat(e.reason()).isEqualTo(Reason.NO_SUCH_PART));
      }
    }
  }

  @Test
  void refusesBrokenDocumentsInItsOwnWords() throws Exception {
    var random = new Random(SEED);
    for (SampleDocument sample : samples()) {
      for (int i = 0; i < BROKEN_PER_SAMPLE; i++) {
        requireNoAccident(sample.with(broken(sample.bytes(), random)));
      }
      requireNoAccident(sample.with(new byte[0]));
      requireNoAccident(sample.with("Nothing of the kind.".getBytes(UTF_8)));
    }
  }

  @Test
  void keepsContentAndNamesOutOfItsRefusals() throws Exception {
    for (SampleDocument sample : samples()) {
      SampleDocument named =
          sample.with(Arrays.copyOf(sample.bytes(), sample.bytes().length / 2)).named("s3cr3t.x");
      try {
        convert(named, ConversionOptions.DEFAULT);
      } catch (ConversionException e) {
        assertThat(e.message()).doesNotContain("s3cr3t").doesNotContain("\n").isNotBlank();
      } catch (IOException e) {
        // Its message is not shown.
      }
    }
  }

  private void requireNoAccident(SampleDocument document) throws Exception {
    try {
      convert(document, ConversionOptions.DEFAULT);
    } catch (ConversionException | IOException e) {
      // Both are answers.
    } catch (RuntimeException | StackOverflowError e) {
      fail(
          "a broken document is a ConversionException or an IOException, and not "
              + e.getClass().getName(),
          e);
    }
  }

  /** Cuts off the end, or changes some bytes. */
  private static byte[] broken(byte[] bytes, Random random) {
    if (bytes.length == 0 || random.nextBoolean()) {
      return Arrays.copyOf(bytes, random.nextInt(bytes.length + 1));
    }
    byte[] changed = bytes.clone();
    for (int i = 1 + random.nextInt(16); i > 0; i--) {
      changed[random.nextInt(changed.length)] = (byte) random.nextInt();
    }
    return changed;
  }

  private Conversion convert(SampleDocument sample, ConversionOptions options) throws Exception {
    return converter().convert(sample, options);
  }

  /** The lines of all lists on the class path, in words. */
  private List<List<String>> lines() throws Exception {
    var lines = new ArrayList<List<String>>();
    ClassLoader loader = loader(converter().getClass());
    for (URL list : Collections.list(loader.getResources(ContentConverter.LIST))) {
      try (InputStream in = list.openStream()) {
        new String(in.readAllBytes(), UTF_8)
            .lines()
            .filter(line -> !line.startsWith("#") && !line.isBlank())
            .map(line -> List.of(line.strip().split("\\s+")))
            .forEach(lines::add);
      }
    }
    return lines;
  }

  private static ClassLoader loader(Class<?> type) {
    @Nullable ClassLoader own = type.getClassLoader();
    return own == null ? ClassLoader.getSystemClassLoader() : own;
  }
}
