package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.DedupOverrides;
import dev.attache.delivery.DedupRules;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.Declaration.Refresh;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import dev.attache.history.TextForm.Layout;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.HashMap;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ConversationSettingsTest {

  private static final String SIZE = "a number of bytes, such as 4096 or 64K";
  private static final String WHOLE = "a whole number from 0 to 2147483647";

  @Test
  void readsEachSetting() {
    assertThat(ConversationSettings.parse("dedup.enabled=false"))
        .isEqualTo(Map.entry("dedup.enabled", false));
    assertThat(ConversationSettings.parse("dedup.min-bytes=0"))
        .isEqualTo(Map.entry("dedup.min-bytes", 0L));
    assertThat(ConversationSettings.parse("dedup.min-bytes=64K"))
        .isEqualTo(Map.entry("dedup.min-bytes", 65536L));
    assertThat(ConversationSettings.parse("dedup.min-bytes=2 MiB"))
        .isEqualTo(Map.entry("dedup.min-bytes", 2097152L));
    assertThat(ConversationSettings.parse("dedup.min-bytes=9223372036854775807b"))
        .isEqualTo(Map.entry("dedup.min-bytes", Long.MAX_VALUE));
    assertThat(ConversationSettings.parse("dedup.lookback-turns=2147483647"))
        .isEqualTo(Map.entry("dedup.lookback-turns", 2147483647L));
    assertThat(ConversationSettings.parse("refresh=notify"))
        .isEqualTo(Map.entry("refresh", "notify"));
    assertThat(ConversationSettings.parse("superseded=keep-until-cold"))
        .isEqualTo(Map.entry("superseded", "keep-until-cold"));
    assertThat(ConversationSettings.parse("cache.ttl=3600"))
        .isEqualTo(Map.entry("cache.ttl", 3600L));
    assertThat(ConversationSettings.parse("cache.requests=5"))
        .isEqualTo(Map.entry("cache.requests", 5L));
    assertThat(ConversationSettings.parse("cache.write=1.25"))
        .isEqualTo(Map.entry("cache.write", new BigDecimal("1.25")));
    assertThat(ConversationSettings.parse("cache.read=0.1"))
        .isEqualTo(Map.entry("cache.read", new BigDecimal("0.1")));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "dedup.enabled=yes|dedup.enabled (yes) must be true or false",
        "dedup.min-bytes=-1|dedup.min-bytes (-1) must be " + SIZE,
        "dedup.min-bytes=+1|dedup.min-bytes (+1) must be " + SIZE,
        "dedup.min-bytes=1X|dedup.min-bytes (1X) must be " + SIZE,
        "dedup.min-bytes=1iB|dedup.min-bytes (1iB) must be " + SIZE,
        "dedup.min-bytes=K|dedup.min-bytes (K) must be " + SIZE,
        "dedup.min-bytes=8388608T|dedup.min-bytes (8388608T) must be " + SIZE,
        "dedup.min-bytes=9223372036854775808|dedup.min-bytes (9223372036854775808) must be " + SIZE,
        "dedup.lookback-turns=2147483648|dedup.lookback-turns (2147483648) must be " + WHOLE,
        "cache.ttl=1.5|cache.ttl (1.5) must be " + WHOLE,
        "cache.requests=|cache.requests () must be " + WHOLE,
        "refresh=auto|refresh (auto) must be manual, notify or refresh, delta or full, or one of each: notify full",
        "refresh=full delta|refresh (full delta) must be manual, notify or refresh, delta or full, or one of each: notify full",
        "refresh=full  notify|refresh (full  notify) must be manual, notify or refresh, delta or full, or one of each: notify full",
        "superseded=Drop|superseded (Drop) must be keep, keep-until-cold or drop",
        "cache.write=0|cache.write (0) must be a number above 0 and up to 1000",
        "cache.read=-0.1|cache.read (-0.1) must be a number above 0 and up to 1000",
        "cache.read=1e9999999|cache.read (1e9999999) must be a number above 0 and up to 1000",
        "cache.read=NaN|cache.read (NaN) must be a number above 0 and up to 1000",
        "refresh|setting (refresh) must be written KEY=VALUE, for instance refresh=notify",
      })
  void refusesAValueThatItCannotHave(String text, String message) {
    assertThatThrownBy(() -> ConversationSettings.parse(text))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void takesFromAConfigurationWhatIsOfTheRightForm() {
    assertThat(ConversationSettings.read("dedup.enabled", true)).isEqualTo(true);
    assertThat(ConversationSettings.read("dedup.enabled", "true")).isNull();
    assertThat(ConversationSettings.read("dedup.min-bytes", 7)).isEqualTo(7L);
    assertThat(ConversationSettings.read("dedup.min-bytes", "7K")).isEqualTo(7168L);
    assertThat(ConversationSettings.read("dedup.min-bytes", 7.5)).isNull();
    assertThat(ConversationSettings.read("cache.ttl", 60L)).isEqualTo(60L);
    assertThat(ConversationSettings.read("cache.ttl", "60")).isNull();
    assertThat(ConversationSettings.read("cache.ttl", 2147483648L)).isNull();
    assertThat(ConversationSettings.read("cache.read", 0.25)).isEqualTo(new BigDecimal("0.25"));
    assertThat(ConversationSettings.read("cache.read", "0.25")).isNull();
    assertThat(ConversationSettings.read("refresh", "notify")).isEqualTo("notify");
    assertThat(ConversationSettings.rule("refresh"))
        .isEqualTo("manual, notify or refresh, delta or full, or one of each: notify full");
  }

  @Test
  void refusesANameThatNothingHas() {
    String message =
        "setting (dedup) must be one of dedup.enabled, dedup.min-bytes, dedup.lookback-turns,"
            + " format, line-numbers, resources, refresh, superseded, cache.ttl, cache.requests,"
            + " cache.write, cache.read";
    assertThatThrownBy(() -> ConversationSettings.parse("dedup=true"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThatThrownBy(() -> ConversationSettings.requireName("dedup"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
    assertThat(ConversationSettings.requireName("refresh")).isEqualTo("refresh");
  }

  @Test
  void saysInWhatFormTextsAreShown() {
    var numbered = new TextForm(Layout.ELEMENT, true);
    assertThat(ConversationSettings.of(Map.of()).text(numbered)).isEqualTo(numbered);
    assertThat(ConversationSettings.of(Map.of("format", "markdown")).text(numbered))
        .isEqualTo(new TextForm(Layout.MARKDOWN, true));
    assertThat(
            ConversationSettings.of(Map.of("format", "prompt", "line-numbers", false))
                .text(new TextForm(Layout.MARKDOWN, true)))
        .isEqualTo(TextForm.PLAIN);
    assertThat(ConversationSettings.of(Map.of("resources", "element+fence")).text(numbered))
        .isEqualTo(numbered.resources(ResourceLayout.ELEMENT_FENCE));
    assertThat(
            ConversationSettings.of(Map.of("resources", "tag"))
                .text(numbered.resources(ResourceLayout.FENCE)))
        .as("a word that stands for nothing counts for nothing")
        .isEqualTo(numbered.resources(ResourceLayout.FENCE));
    assertThatThrownBy(() -> ConversationSettings.parse("resources=tag"))
        .hasMessage("resources (tag) must be element, fence or element+fence");
    assertThatThrownBy(() -> ConversationSettings.parse("format=pdf"))
        .hasMessage("format (pdf) must be prompt or markdown");
  }

  @Test
  void goesBeforeWhatIsConfigured() {
    var settings =
        ConversationSettings.of(
            Map.of(
                "refresh",
                "notify",
                "superseded",
                "drop",
                "cache.ttl",
                60,
                "cache.requests",
                3L,
                "cache.write",
                2,
                "cache.read",
                0.5));
    assertThat(settings.refresh(Refresh.MANUAL)).isEqualTo(Refresh.NOTIFY);
    assertThat(settings.superseded(SupersededSettings.DEFAULT))
        .isEqualTo(new SupersededSettings(Mode.DROP, Duration.ofSeconds(60), 3, 2, 0.5));
  }

  @Test
  void leavesWhatIsConfiguredWhereNothingIsSet() {
    var settings = ConversationSettings.of(Map.of());
    assertThat(settings.refresh(Refresh.NOTIFY)).isEqualTo(Refresh.NOTIFY);
    assertThat(settings.superseded(SupersededSettings.DEFAULT))
        .isEqualTo(SupersededSettings.DEFAULT);
    assertThat(settings.dedup(DedupSettings.DEFAULT).general()).isEqualTo(DedupRules.DEFAULT);
  }

  @Test
  void takesNothingFromAnEditThatMakesNoSense() {
    var edited = new HashMap<String, Object>();
    edited.put("refresh", "always");
    edited.put("cache.ttl", -1);
    edited.put("dedup.min-bytes", "many");
    edited.put("superseded", null);
    edited.put("colour", "red");
    var settings = ConversationSettings.of(edited);
    assertThat(settings.refresh(Refresh.MANUAL)).isEqualTo(Refresh.MANUAL);
    assertThat(settings.superseded(SupersededSettings.DEFAULT))
        .isEqualTo(SupersededSettings.DEFAULT);
    assertThat(settings.dedup(DedupSettings.DEFAULT).general()).isEqualTo(DedupRules.DEFAULT);
  }

  @Test
  void switchesDedupOffForAll() {
    DedupSettings merged =
        ConversationSettings.of(Map.of("dedup.enabled", false))
            .dedup(configured(new DedupOverrides(true, 5L, 5)));
    assertThat(merged.general()).isEqualTo(new DedupRules(false, 1024, 30));
    assertThat(merged.rulesFor("tool:grep")).isEqualTo(new DedupRules(false, 5, 5));
    assertThat(merged.rulesFor("file")).isEqualTo(new DedupRules(false, 1024, 30));
    assertThat(merged.longestLookback()).isEqualTo(-1);
  }

  @Test
  void leavesToolsWhatIsTheirOwn() {
    DedupSettings merged =
        ConversationSettings.of(
                Map.of("dedup.enabled", true, "dedup.min-bytes", 1, "dedup.lookback-turns", 2))
            .dedup(configured(new DedupOverrides(false, 5L, null)));
    assertThat(merged.general()).isEqualTo(new DedupRules(true, 1, 2));
    assertThat(merged.rulesFor("tool:grep")).isEqualTo(new DedupRules(false, 5, 2));
    assertThat(merged.rulesFor("file")).isEqualTo(new DedupRules(true, 1, 2));
  }

  @Test
  void leavesToolsWhatIsTheirOwnAlsoWhereItIsWhatIsConfiguredForAll() {
    DedupRules general = DedupRules.DEFAULT;
    DedupSettings merged =
        ConversationSettings.of(
                Map.of("dedup.min-bytes", general.minBytes() + 1, "dedup.lookback-turns", 2))
            .dedup(configured(DedupOverrides.of(general)));
    assertThat(merged.rulesFor("tool:grep")).isEqualTo(general);
    assertThat(merged.rulesFor("file")).isEqualTo(new DedupRules(true, 1025, 2));
  }

  private static DedupSettings configured(DedupOverrides ofTool) {
    return new DedupSettings(
        DedupRules.DEFAULT,
        Map.of("grep", ofTool),
        Map.of("file", new DedupOverrides(null, null, null)));
  }
}
