package dev.attache.resource.testkit.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.DocumentPart;
import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Converters that break a rule of the contract are found, by the tests of that rule. */
@Tag("slow")
class ConverterMutantsTest {

  private static List<String> broken(Class<?> contract) {
    return EngineTestKit.engine("junit-jupiter")
        .selectors(selectClass(contract))
        .execute()
        .testEvents()
        .failed()
        .stream()
        .map(event -> event.getTestDescriptor().getDisplayName().replace("()", ""))
        .sorted()
        .toList();
  }

  /** A converter that is no service, so that the test of that fails for each of them. */
  abstract static class Mutant extends ContentConverterContractTest {
    abstract Conversion mutate(Conversion sound, ConversionSource source);

    @Override
    protected ContentConverter converter() {
      return new SampleConverter() {
        @Override
        public Conversion convert(ConversionSource source, ConversionOptions options)
            throws ConversionException, IOException {
          return mutate(super.convert(source, options), source);
        }
      };
    }
  }

  static final class Naming extends Mutant {
    @Override
    Conversion mutate(Conversion sound, ConversionSource source) {
      return new Conversion(
          "# " + source.name() + "\n" + sound.markdown(), sound.notes(), sound.parts());
    }
  }

  static final class Dirty extends Mutant {
    @Override
    Conversion mutate(Conversion sound, ConversionSource source) {
      return new Conversion(sound.markdown() + "\u001b[31m", sound.notes(), sound.parts());
    }
  }

  static final class Silent extends Mutant {
    @Override
    Conversion mutate(Conversion sound, ConversionSource source) {
      return new Conversion(sound.markdown(), List.of(), sound.parts());
    }
  }

  static final class Misleading extends Mutant {
    @Override
    Conversion mutate(Conversion sound, ConversionSource source) {
      return new Conversion(
          sound.markdown(), sound.notes(), List.of(new DocumentPart("pages 1 to 2", "")));
    }
  }

  static final class Endless extends ContentConverterContractTest {
    @Override
    protected ContentConverter converter() {
      return new SampleConverter() {
        @Override
        public Conversion convert(ConversionSource source, ConversionOptions options)
            throws ConversionException, IOException {
          return super.convert(source, options.withLimits(ConversionLimits.DEFAULT));
        }
      };
    }
  }

  static final class Accidental extends ContentConverterContractTest {
    @Override
    protected ContentConverter converter() {
      return new SampleConverter() {
        @Override
        public Conversion convert(ConversionSource source, ConversionOptions options)
            throws IOException {
          try {
            return super.convert(source, options);
          } catch (ConversionException e) {
            throw new IllegalStateException(e);
          }
        }
      };
    }
  }

  static final class Telling extends ContentConverterContractTest {
    @Override
    protected ContentConverter converter() {
      return new SampleConverter() {
        @Override
        public Conversion convert(ConversionSource source, ConversionOptions options)
            throws ConversionException, IOException {
          if (String.valueOf(source.name()).contains("s3cr3t")) {
            throw new ConversionException(Reason.BROKEN, source.name() + " is broken");
          }
          return super.convert(source, options);
        }
      };
    }
  }

  static final class Unlisted extends ContentConverterContractTest {
    @Override
    protected ContentConverter converter() {
      return new SampleConverter() {
        @Override
        public String version() {
          return "2";
        }

        @Override
        public Set<String> mimeTypes() {
          return Set.of("Application/X-Sample; charset=utf-8");
        }
      };
    }
  }

  @Test
  void isSoundIfItBreaksNone() {
    assertThat(broken(ContentConverterContractTest.class)).isEmpty();
  }

  @Test
  void areFoundByTheTestsOfTheirRules() {
    String service = "isFoundByTheServiceLoader";
    assertThat(broken(Naming.class))
        .containsExactlyInAnyOrder(service, "givesTheSameForTheSameBytesWhateverTheirName");
    assertThat(broken(Dirty.class)).containsExactlyInAnyOrder(service, "writesCleanText");
    assertThat(broken(Silent.class))
        .containsExactlyInAnyOrder(service, "stopsAtTheCharactersThatItMayWriteAndSaysSo");
    assertThat(broken(Misleading.class))
        .containsExactlyInAnyOrder(service, "givesThePartsThatItNames");
    assertThat(broken(Accidental.class))
        .containsExactlyInAnyOrder(
            service, "refusesBrokenDocumentsInItsOwnWords", "refusesPartsThatADocumentDoesNotHave");
    assertThat(broken(Telling.class))
        .containsExactlyInAnyOrder(service, "keepsContentAndNamesOutOfItsRefusals");
    assertThat(broken(Unlisted.class))
        .containsExactlyInAnyOrder(
            service, "isListedByItsJarAsItIs", "takesTypesWithoutParameters");
    assertThat(broken(Endless.class))
        .containsExactlyInAnyOrder(service, "stopsAtTheCharactersThatItMayWriteAndSaysSo");
  }
}
