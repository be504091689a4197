package dev.attache.resource.testkit.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.platform.engine.discovery.DiscoverySelectors.selectClass;

import dev.attache.model.BodyWriter;
import dev.attache.model.CacheMarks;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedPart.Deliverable;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody.Placed;
import dev.attache.model.Rung;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.platform.testkit.engine.EngineTestKit;

/** Providers that break a rule of the contract are found, by the test of that rule and no other. */
@Tag("slow")
class ProviderMutantsTest {

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

  /** The contract, of a mutant. */
  abstract static class OfMutant extends ModelProviderContract {
    private final ModelProvider mutant;

    OfMutant(ModelProvider mutant) {
      this.mutant = mutant;
    }

    @Override
    protected ModelProvider provider() {
      return mutant;
    }

    @Override
    protected int conversations() {
      return 60;
    }

    @Override
    List<String> digestsOfAnotherJvm() {
      return Objects.requireNonNull(OtherJvm.DIGESTS.get(getClass().getName()));
    }
  }

  /**
   * The digests that one JVM makes for all mutants: starting one for each takes most of the time.
   */
  private static final class OtherJvm {
    static final Map<String, List<String>> DIGESTS = digests();

    private static Map<String, List<String>> digests() {
      try {
        return RequestDigests.ofAnotherJvm(
            Stream.of(ProviderMutantsTest.class.getDeclaredClasses())
                .filter(each -> OfMutant.class.isAssignableFrom(each) && each != OfMutant.class)
                .toList());
      } catch (IOException e) {
        throw new UncheckedIOException(e);
      } catch (InterruptedException e) {
        throw new AssertionError("nobody interrupts this test", e);
      }
    }
  }

  static final class Sound extends OfMutant {
    Sound() {
      super(new SampleProvider());
    }
  }

  static final class Misnamed extends OfMutant {
    Misnamed() {
      super(
          new SampleProvider() {
            @Override
            public String name() {
              return "Sample!";
            }
          });
    }
  }

  static final class Counting extends OfMutant {
    private static final AtomicInteger COUNT = new AtomicInteger();

    Counting() {
      super(
          new SampleProvider() {
            @Override
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(body, request);
              body.field("n", COUNT.incrementAndGet());
            }
          });
    }
  }

  static final class OfTheProcess extends OfMutant {
    OfTheProcess() {
      super(
          new SampleProvider() {
            @Override
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(body, request);
              body.field("process", ProcessHandle.current().pid());
            }
          });
    }
  }

  static final class OfTheMachine extends OfMutant {
    OfTheMachine() {
      super(
          new SampleProvider() {
            @Override
            @SuppressWarnings("StringCaseLocaleUsage")
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(body, request);
              body.field("title", "TITLE".toLowerCase());
            }
          });
    }
  }

  static final class Doubled extends OfMutant {
    Doubled() {
      super(
          new SampleProvider() {
            @Override
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(body, request);
              body.field("model", "sample-1");
            }
          });
    }
  }

  /** Writes how many messages there are before them. */
  static final class Foreseeing extends OfMutant {
    Foreseeing() {
      super(
          new SampleProvider() {
            @Override
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(body, request);
              body.field("count", request.messages().size());
            }
          });
    }
  }

  /** Says where the cache is used in words of the request, too. */
  static final class MarkingInWords extends OfMutant {
    MarkingInWords() {
      super(
          new SampleProvider() {
            @Override
            void mark(BodyWriter body) throws IOException {
              super.mark(body);
              body.field("note", "cached up to here");
            }
          });
    }
  }

  static final class MarkingAll extends OfMutant {
    MarkingAll() {
      super(
          new SampleProvider() {
            @Override
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(body, request);
              if (!CacheMarks.of(request.profile(), request.messages()).messages().isEmpty()) {
                body.name("x").startArray();
                for (int i = 0; i < 5; i++) {
                  body.startObject();
                  mark(body);
                  body.endObject();
                }
                body.endArray();
              } else {
                body.field("x", (Object) List.of(Map.of(), Map.of(), Map.of(), Map.of(), Map.of()));
              }
            }
          });
    }
  }

  /** Drops without a word what a model does not take. */
  static final class Silent extends OfMutant {
    Silent() {
      super(
          new SampleProvider() {
            @Override
            void block(BodyWriter body, Deliverable part, Rung rung) throws IOException {
              if (rung.as() != Rung.As.PLACEHOLDER) {
                super.block(body, part, rung);
              }
            }
          });
    }
  }

  static final class Nameless extends OfMutant {
    Nameless() {
      super(
          new SampleProvider() {
            @Override
            void block(BodyWriter body, Deliverable part, Rung rung) throws IOException {
              if (rung.isBlock()) {
                body.startObject().field("type", rung.type()).name("data");
                body.base64(rung.bytes()).endObject();
              } else {
                super.block(body, part, rung);
              }
            }
          });
    }
  }

  static final class WithoutNotices extends OfMutant {
    WithoutNotices() {
      super(
          new SampleProvider() {
            @Override
            void part(
                BodyWriter body,
                RenderedPart part,
                ModelRequest request,
                Ladder ladder,
                List<Deliverable> moved)
                throws IOException {
              if (!(part instanceof RenderedPart.Notice)) {
                super.part(body, part, request, ladder, moved);
              }
            }
          });
    }
  }

  static final class Gossiping extends OfMutant {
    Gossiping() {
      super(
          new SampleProvider() {
            @Override
            void part(
                BodyWriter body,
                RenderedPart part,
                ModelRequest request,
                Ladder ladder,
                List<Deliverable> moved)
                throws IOException {
              if (part instanceof RenderedPart.Opaque each) {
                body.raw(each.raw());
              } else {
                super.part(body, part, request, ladder, moved);
              }
            }
          });
    }
  }

  static final class Disordered extends OfMutant {
    Disordered() {
      super(
          new SampleProvider() {
            @Override
            List<Placed> placed(Ladder ladder) {
              var placed = new ArrayList<>(ladder.placed());
              Collections.reverse(placed);
              return placed;
            }
          });
    }
  }

  static final class WithoutExtra extends OfMutant {
    WithoutExtra() {
      super(
          new SampleProvider() {
            @Override
            void head(BodyWriter body, ModelRequest request) throws IOException {
              super.head(
                  body,
                  ModelRequest.of(request.profile(), request.model(), request.messages())
                      .system(request.system())
                      .tools(request.tools()));
            }
          });
    }
  }

  /** Takes what it could read for all. */
  static final class Hasty extends OfMutant {
    Hasty() {
      super(
          new SampleProvider() {
            @Override
            void block(BodyWriter body, Deliverable part, Rung rung) throws IOException {
              RenderedText formatted = part.formatted();
              if (rung.as() == Rung.As.TEXT && formatted == null) {
                var read = new ByteArrayOutputStream();
                try {
                  RenderedText.of(part.content()).writeTo(read);
                } catch (IOException e) {
                  read.writeBytes(new byte[] {'.', '.', '.'});
                }
                body.value(read.toString(StandardCharsets.UTF_8));
              } else {
                super.block(body, part, rung);
              }
            }
          });
    }
  }

  @Test
  void areNoneIfNothingIsBroken() {
    assertThat(broken(Sound.class)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "OfTheProcess, rendersTheSameBytesInAnotherJvm",
    "OfTheMachine, rendersTheSameBytesInAnotherJvm",
    "Doubled, writesOneObjectOfJson",
    "Foreseeing, goesOnWhereTheRequestBeforeItEnded",
    "MarkingInWords, differsByTheMarksOfTheCacheOnly",
    "MarkingAll, differsByTheMarksOfTheCacheOnly",
    "Silent, saysAllThatTheConversationSays",
    "Nameless, saysAllThatTheConversationSays",
    "WithoutNotices, saysAllThatTheConversationSays",
    "Gossiping, givesOpaquePartsBackToTheirOwnWireOnly",
    "Disordered, saysWhatEachPartStandsAs",
    "WithoutExtra, hasTheInstructionsToolsAndExtraFields",
    "Hasty, failsIfAContentCannotBeRead"
  })
  void areFoundByTheRuleThatTheyBreak(String mutant, String rule) throws Exception {
    assertThat(broken(Class.forName(getClass().getName() + "$" + mutant))).containsExactly(rule);
  }

  @Test
  void areFoundByEachRuleThatTheyBreak() {
    assertThat(broken(Misnamed.class)).containsExactly("hasProfilesOfItsOwn", "isFoundByItsName");
    assertThat(broken(Counting.class))
        .containsExactly(
            "differsByTheMarksOfTheCacheOnly",
            "goesOnWhereTheRequestBeforeItEnded",
            "rendersTheSameBytesAgain",
            "rendersTheSameBytesInAnotherJvm");
  }
}
