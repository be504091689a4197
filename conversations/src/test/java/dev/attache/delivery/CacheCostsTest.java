package dev.attache.delivery;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.AgentSession.Pace;
import dev.attache.delivery.AgentSession.Sending;
import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.model.CacheTerms;
import dev.attache.model.CacheTerms.Kind;
import dev.attache.test.Golden;
import dev.attache.test.PrefixCache.Usage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.junit.jupiter.api.Test;

/** What a session costs with each treatment of what was sent before, on the terms of providers. */
class CacheCostsTest {

  private static final List<Sending> WITHOUT_AND_WITH =
      List.of(Sending.IN_FULL, Sending.REFERENCES);
  private static final boolean IS_WHOLE = Boolean.getBoolean("attache.slow");
  private static final int SEEDS = IS_WHOLE ? 10 : 1;
  private static final Map<Settings, Played> PLAYED = new HashMap<>();

  /** The terms that differ most, for what takes longest; the others are tried with the whole. */
  private static final Set<Terms> DIVERSE =
      EnumSet.of(Terms.CLAUDE_5M, Terms.OPUS_5_5_1H, Terms.GPT_5_6, Terms.NONE);

  /** The terms of providers, as of 2026-11-20. */
  @SuppressWarnings("ImmutableEnumChecker") // a record of values
  private enum Terms {
    CLAUDE_5M("Claude, 5 min", marks(0.1, 1.25, 5)),
    CLAUDE_1H("Claude, 1 h", marks(0.1, 2, 60)),
    OPUS_5_5_5M("Opus 5.5, 5 min", marks(0.05, 1.25, 5)),
    OPUS_5_5_1H("Opus 5.5, 1 h", marks(0.05, 2, 60)),
    FABLE_5_1_5M("Fable 5.1, 5 min", marks(0.025, 1.25, 5)),
    FABLE_5_1_1H("Fable 5.1, 1 h", marks(0.025, 2, 60)),
    GPT_5_6("GPT-5.6, GPT-6", new CacheTerms(Kind.MARKS, 1, 0, 1024, 0.1, 1.25, minutes(30))),
    GPT_OLDER("GPT before 5.6", new CacheTerms(Kind.AUTOMATIC, 0, 0, 1024, 0.5, 1, minutes(5))),
    GEMINI("Gemini", new CacheTerms(Kind.AUTOMATIC, 0, 0, 4096, 0.1, 1, minutes(5))),
    NONE("no cache", CacheTerms.NONE);

    private final String label;
    private final CacheTerms cache;

    Terms(String label, CacheTerms cache) {
      this.label = label;
      this.cache = cache;
    }

    private static CacheTerms marks(double read, double write, int minutes) {
      return new CacheTerms(Kind.MARKS, 4, 20, 512, read, write, minutes(minutes));
    }

    private static Duration minutes(int minutes) {
      return Duration.ofMinutes(minutes);
    }

    private boolean isMarked() {
      return cache.marks() == 4;
    }
  }

  /** What becomes of superseded snapshots. */
  private enum Superseded {
    KEEP,
    KEEP_UNTIL_COLD,
    DROP,
    /** At the next turn, whatever that costs; no setting does so. */
    ALWAYS;

    private SupersededSettings on(CacheTerms terms) {
      return switch (this) {
        case KEEP -> SupersededSettings.DEFAULT;
        case KEEP_UNTIL_COLD -> whenCold(terms.ttl());
        case DROP -> drop(terms, SupersededSettings.DEFAULT.requests());
        case ALWAYS -> whenCold(Duration.ofDays(-1));
      };
    }

    private static SupersededSettings whenCold(Duration ttl) {
      return new SupersededSettings(Mode.KEEP_UNTIL_COLD, ttl, 0, 1, 1);
    }
  }

  private static SupersededSettings drop(CacheTerms terms, int requests) {
    return new SupersededSettings(Mode.DROP, terms.ttl(), requests, terms.write(), terms.read());
  }

  private record Settings(long seed, Pace pace, Sending sending, SupersededSettings of) {

    boolean areFor(Terms terms) {
      return of.mode() != Mode.DROP || of.equals(drop(terms.cache, of.requests()));
    }
  }

  /** What a session came to; itself it would take too much memory. */
  private record Played(Map<Terms, Usage> usages, long lastTokens) {

    static Played of(Settings settings) throws IOException {
      Played known = PLAYED.get(settings);
      if (known != null) {
        return known;
      }
      AgentSession session =
          AgentSession.of(settings.seed(), settings.pace(), settings.sending(), settings.of());
      var usages = new EnumMap<Terms, Usage>(Terms.class);
      for (Terms terms : Terms.values()) {
        if (settings.areFor(terms)) {
          usages.put(terms, session.usage(terms.cache));
        }
      }
      var played = new Played(usages, session.lastTokens());
      PLAYED.put(settings, played);
      return played;
    }

    Usage usage(Terms terms) {
      return Objects.requireNonNull(usages.get(terms));
    }
  }

  /** The price of a session in thousandths of a token. */
  private static long price(
      long seed, Pace pace, Sending sending, Superseded superseded, Terms terms)
      throws IOException {
    var settings = new Settings(seed, pace, sending, superseded.on(terms.cache));
    return Played.of(settings).usage(terms).price(terms.cache);
  }

  private interface Claim {
    void check(long seed, Pace pace, Terms terms) throws IOException;
  }

  private static void everywhere(Claim claim) throws IOException {
    for (long seed = 0; seed < SEEDS; seed++) {
      for (Pace pace : Pace.values()) {
        for (Terms terms : Terms.values()) {
          claim.check(seed, pace, terms);
        }
      }
    }
  }

  @Test
  void sendingOnceCostsLessWhateverBecomesOfSupersededSnapshots() throws IOException {
    everywhere(
        (seed, pace, terms) -> {
          for (Superseded superseded : Superseded.values()) {
            assertThat(price(seed, pace, Sending.REFERENCES, superseded, terms))
                .as("seed %s, %s, %s, %s", seed, pace, terms, superseded)
                .isLessThan(price(seed, pace, Sending.IN_FULL, superseded, terms));
          }
        });
  }

  @Test
  void diffsCostLessThanSendingInFullWhatHasChanged() throws IOException {
    everywhere(
        (seed, pace, terms) -> {
          for (Superseded superseded : Superseded.values()) {
            if (superseded != Superseded.DROP || IS_WHOLE || DIVERSE.contains(terms)) {
              assertThat(price(seed, pace, Sending.DIFFS, superseded, terms))
                  .as("seed %s, %s, %s, %s", seed, pace, terms, superseded)
                  .isLessThan(price(seed, pace, Sending.REFERENCES, superseded, terms));
            }
          }
        });
  }

  @Test
  void waitingUntilTheCacheIsColdNeverCostsMoreThanKeepingAndLessAfterBreaks() throws IOException {
    everywhere(
        (seed, pace, terms) -> {
          for (Sending sending : WITHOUT_AND_WITH) {
            long kept = price(seed, pace, sending, Superseded.KEEP, terms);
            long waited = price(seed, pace, sending, Superseded.KEEP_UNTIL_COLD, terms);
            if (pace == Pace.WITH_BREAKS || terms == Terms.NONE) {
              assertThat(waited).as("seed %s, %s, %s", seed, pace, terms).isLessThan(kept);
            } else {
              assertThat(waited).as("seed %s, %s, %s", seed, pace, terms).isEqualTo(kept);
            }
          }
        });
  }

  @Test
  void leavingOutAtOnceCostsMoreThanKeepingWhereReadingIsCheap() throws IOException {
    everywhere(
        (seed, pace, terms) -> {
          if (terms.cache.read() <= 0.1) {
            for (Sending sending : WITHOUT_AND_WITH) {
              assertThat(price(seed, pace, sending, Superseded.ALWAYS, terms))
                  .as("seed %s, %s, %s", seed, pace, terms)
                  .isGreaterThan(price(seed, pace, sending, Superseded.KEEP, terms));
            }
          }
        });
  }

  @Test
  void leavingOutWhatPaysCostsNoMoreThanKeeping() throws IOException {
    everywhere(
        (seed, pace, terms) -> {
          for (Sending sending : WITHOUT_AND_WITH) {
            assertThat(price(seed, pace, sending, Superseded.DROP, terms))
                .as("seed %s, %s, %s", seed, pace, terms)
                .isLessThanOrEqualTo(price(seed, pace, sending, Superseded.KEEP, terms));
          }
        });
  }

  @Test
  void costsWhatTheDocumentationSays() throws IOException {
    List<String> tables = List.of(tokens(), prices(), expectations(), diffs());
    Golden.assertMatches("delivery/cache-costs.md", String.join("\n", tables));
    assertThat(Files.readString(Path.of("../docs/deduplication.md"))).contains(tables);
  }

  private static String tokens() throws IOException {
    var table =
        new StringBuilder(
            """
            | dedup | superseded | tokens in all requests | in the last |
            |---|---|--:|--:|
            """);
    for (Sending sending : WITHOUT_AND_WITH) {
      for (Superseded each :
          List.of(Superseded.KEEP, Superseded.KEEP_UNTIL_COLD, Superseded.ALWAYS)) {
        var settings = new Settings(0, Pace.WITH_BREAKS, sending, each.on(Terms.CLAUDE_5M.cache));
        table
            .append(sending == Sending.REFERENCES ? "| on | " : "| off | ")
            .append(label(each))
            .append(" | ")
            .append(thousands(Played.of(settings).usage(Terms.NONE).tokens()))
            .append(" | ")
            .append(thousands(Played.of(settings).lastTokens()))
            .append(" |\n");
      }
    }
    return table.toString();
  }

  private static String label(Superseded superseded) {
    return switch (superseded) {
      case KEEP -> "`keep`";
      case KEEP_UNTIL_COLD -> "`keep-until-cold`";
      case DROP -> "`drop`";
      case ALWAYS -> "at once";
    };
  }

  private static String prices() throws IOException {
    var table =
        new StringBuilder(
            """
            | terms | breaks | dedup off: `keep` | `keep-until-cold` | `drop` | at once | dedup on: `keep` | `keep-until-cold` | `drop` | at once |
            |---|---|--:|--:|--:|--:|--:|--:|--:|--:|
            """);
    for (Terms terms : Terms.values()) {
      for (Pace pace : Pace.values()) {
        table.append("| ").append(terms.label);
        table.append(pace == Pace.STEADY ? " | no" : " | yes");
        for (Sending sending : WITHOUT_AND_WITH) {
          for (Superseded superseded : Superseded.values()) {
            long price = price(0, pace, sending, superseded, terms);
            table.append(" | ").append(thousands(price / 1000));
          }
        }
        table.append(" |\n");
      }
    }
    return table.toString();
  }

  /** What {@code drop} comes to without breaks if more requests are expected than by default. */
  private static String expectations() throws IOException {
    var table =
        new StringBuilder(
            """
            | terms | `keep` | `requests` 10 | 20 | 40 | 80 |
            |---|--:|--:|--:|--:|--:|
            """);
    for (Terms terms : Terms.values()) {
      if (terms.isMarked()) {
        long kept = price(0, Pace.STEADY, Sending.IN_FULL, Superseded.KEEP, terms);
        table.append("| ").append(terms.label).append(" | ").append(thousands(kept / 1000));
        for (int requests : new int[] {10, 20, 40, 80}) {
          var settings = new Settings(0, Pace.STEADY, Sending.IN_FULL, drop(terms.cache, requests));
          long price = Played.of(settings).usage(terms).price(terms.cache);
          table.append(" | ").append(thousands(price / 1000));
        }
        table.append(" |\n");
      }
    }
    return table.toString();
  }

  /** What is paid for, and what the last request has, if changes are sent as diffs. */
  private static String diffs() throws IOException {
    var table =
        new StringBuilder(
            """
            | terms | breaks | in full | references | references and diffs |
            |---|---|--:|--:|--:|
            """);
    for (Terms terms : Terms.values()) {
      for (Pace pace : Pace.values()) {
        table.append("| ").append(terms.label);
        table.append(pace == Pace.STEADY ? " | no" : " | yes");
        for (Sending sending : Sending.values()) {
          long price = price(0, pace, sending, Superseded.KEEP, terms);
          table.append(" | ").append(thousands(price / 1000));
        }
        table.append(" |\n");
      }
    }
    table.append("| tokens in the last request | no");
    for (Sending sending : Sending.values()) {
      var settings =
          new Settings(0, Pace.STEADY, sending, Superseded.KEEP.on(Terms.CLAUDE_5M.cache));
      table.append(" | ").append(thousands(Played.of(settings).lastTokens()));
    }
    return table.append(" |\n").toString();
  }

  private static String thousands(long tokens) {
    return String.format(Locale.ROOT, "%,d", Math.round(tokens / 1000.0));
  }
}
