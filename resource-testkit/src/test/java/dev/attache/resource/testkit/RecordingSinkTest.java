package dev.attache.resource.testkit;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import org.junit.jupiter.api.Test;

class RecordingSinkTest {

  private final Reference reference = Reference.of(0, "src/");
  private final Candidate candidate = Candidate.of(ResourceUri.of("file:///src/A"));
  private final ResourceException problem =
      ResourceException.of(Kind.NOT_FOUND, "src/", "there is no such file");
  private final RecordingSink sink = new RecordingSink();

  @Test
  void showsWhatItWasToldALineEach() {
    sink.candidate(reference, candidate);
    sink.skip(reference, candidate, SkipReason.TOO_LARGE, "larger than 3 bytes");
    sink.fail(reference, problem);
    sink.note(reference, "12 files are not shown");
    assertThat(sink)
        .hasToString(
            """
            candidate src/: file:///src/A
            skip src/: file:///src/A, too-large: larger than 3 bytes
            fail src/: NOT_FOUND: there is no such file
            note src/: 12 files are not shown""");
  }

  @Test
  void keepsWhatItWasTold() {
    sink.candidate(reference, candidate);
    sink.skip(reference, candidate, SkipReason.TOO_LARGE, "larger than 3 bytes");
    sink.fail(reference, problem);
    sink.note(reference, "12 files are not shown");
    assertThat(sink.offers()).containsExactly(new RecordingSink.Offer(reference, candidate));
    assertThat(sink.uris()).containsExactly(candidate.uri());
    assertThat(sink.skips())
        .containsExactly(
            new RecordingSink.Skip(
                reference, candidate, SkipReason.TOO_LARGE, "larger than 3 bytes"));
    assertThat(sink.failures()).containsExactly(new RecordingSink.Failure(reference, problem));
    assertThat(sink.notes())
        .containsExactly(new RecordingSink.Note(reference, "12 files are not shown"));
  }
}
