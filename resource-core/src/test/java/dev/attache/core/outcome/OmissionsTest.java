package dev.attache.core.outcome;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class OmissionsTest {

  private final Omissions omissions = new Omissions();

  private @Nullable String add(String name, SkipReason reason) {
    var candidate = new Candidate(ResourceUri.of("x:" + name), name, 10, false, null);
    return omissions.add(
        new Outcome.Skipped(Reference.of(0, "."), candidate, reason, "it has 10 bytes"));
  }

  private void fail(String reference) {
    omissions.add(
        new Outcome.Failed(
            Reference.of(0, reference),
            null,
            ResourceException.of(ResourceException.Kind.NOT_FOUND, null, "there is none")));
  }

  @Test
  void sayEachThingWhereThereAreFew() {
    assertThat(add("src/a.txt", SkipReason.OVER_LIMIT))
        .isEqualTo("src/a.txt: skipped, over-limit: it has 10 bytes");
    fail("gone.txt");
    assertThat(omissions.lines())
        .containsExactly(
            "gone.txt: there is none", "src/a.txt: skipped, over-limit: it has 10 bytes");
  }

  @Test
  void sayNothingOfWhatTheUsersRulesLeaveOut() {
    assertThat(add("a.log", SkipReason.IGNORED)).isNull();
    assertThat(add(".x", SkipReason.HIDDEN)).isNull();
    assertThat(omissions.isEmpty()).isTrue();
    assertThat(omissions.lines()).isEmpty();
  }

  @Test
  void addUpManyOfADirectoryAndAReason() {
    for (int i = 0; i < 8; i++) {
      assertThat(add("src/" + i, SkipReason.OVER_LIMIT)).isNotNull();
    }
    assertThat(add("src/8", SkipReason.OVER_LIMIT)).isNull();
    add("src/large", SkipReason.TOO_LARGE);
    add("top", SkipReason.OVER_LIMIT);
    assertThat(omissions.lines())
        .containsExactly(
            "src/: 9 skipped, over-limit; the first is src/0: it has 10 bytes",
            "src/large: skipped, too-large: it has 10 bytes",
            "top: skipped, over-limit: it has 10 bytes");
  }

  @Test
  void addUpByTheFirstDirectoryAndThenByTheReasonAlone() {
    for (int i = 0; i < 1650; i++) {
      add("src/" + i + "/a.txt", SkipReason.OVER_LIMIT);
    }
    assertThat(omissions.lines())
        .containsExactly(
            "src/: 1650 skipped, over-limit; the first is src/0/a.txt: it has 10 bytes");
    for (int i = 0; i < 100; i++) {
      add(i + "/a.txt", SkipReason.OVER_LIMIT);
    }
    assertThat(omissions.lines())
        .containsExactly("1750 skipped, over-limit; the first is src/0/a.txt: it has 10 bytes");
  }

  @Test
  void countFailuresAfterTheFirst() {
    for (int i = 0; i < 100; i++) {
      fail("r" + i);
    }
    assertThat(omissions.lines())
        .hasSize(41)
        .startsWith("r0: there is none")
        .endsWith("r39: there is none", "and 60 more that failed");
  }
}
