package dev.attache.core.secrets;

import static org.assertj.core.api.Assertions.assertThat;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.dataformat.toml.TomlMapper;
import com.github.curiousoddman.rgxgen.RgxGen;
import dev.attache.resource.Text;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Map;
import java.util.Random;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;

/**
 * The table of shapes beside the rules that gitleaks publishes: keys are made at random of each
 * rule, and are found, but for the rules that are named here.
 */
class PublishedKeyRulesTest {

  private static final int SAMPLES = 20;

  /** What such a rule goes by is the word beside the key: {@code (?:=|>|:{1,3}=|…)}. */
  private static final String WORD_BESIDE = "=>|\\?=";

  /** The rules that we do not have, and why. */
  private static final Map<String, String> LEFT_OUT =
      Map.ofEntries(
          Map.entry("airtable-personnal-access-token", "a beginning that is a part of many words"),
          Map.entry("harness-api-key", "a beginning that is a part of many words"),
          Map.entry("authress-service-client-access-key", "in parts, each of which may be short"),
          Map.entry("azure-ad-client-secret", "no beginning of its own"),
          Map.entry("curl-auth-header", "a command, and no key"),
          Map.entry("curl-auth-user", "a command, and no key"),
          Map.entry("facebook-access-token", "no beginning of its own"),
          Map.entry("freemius-secret-key", "the word beside it"),
          Map.entry("hashicorp-tf-api-token", "no beginning of its own"),
          Map.entry("jwt", "as often an example, and soon over"),
          Map.entry("jwt-base64", "as often an example, and soon over"),
          Map.entry("kubernetes-secret-yaml", "a document, and no key"),
          Map.entry("maxmind-license-key", "no beginning of its own"),
          Map.entry("nuget-config-password", "the word beside it"),
          Map.entry("private-key", "has a test of its own, as chance makes no Base64"),
          Map.entry("sidekiq-sensitive-url", "no beginning of its own"),
          Map.entry("sourcegraph-access-token", "40 digits of anything are one, too"),
          Map.entry("square-access-token", "as short as it may be, it is like any Base64"),
          Map.entry("vault-service-token", "a beginning of one letter, in its old form"),
          Map.entry("twilio-api-key", "a beginning of two letters"));

  @Test
  void findsWhatTheRulesOfOthersFind() throws IOException {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    JsonNode rules =
        new TomlMapper().readTree(Path.of(vectors, "redact/gitleaks.toml").toFile()).get("rules");
    var missed = new TreeMap<String, Integer>();
    var known = new ArrayList<String>();
    for (JsonNode rule : rules) {
      String id = rule.get("id").asText();
      if (!rule.has("regex") || rule.get("regex").asText().contains(WORD_BESIDE)) {
        continue;
      }
      int found = found(id, rule.get("regex").asText());
      if (found == SAMPLES) {
        known.add(id);
      } else if (!LEFT_OUT.containsKey(id)) {
        missed.put(id, found);
      }
    }
    assertThat(missed).as("rules, and how many of %s keys were found", SAMPLES).isEmpty();
    assertThat(known).hasSizeGreaterThan(95).doesNotContainAnyElementsOf(LEFT_OUT.keySet());
  }

  private static int found(String id, String rule) {
    if (LEFT_OUT.containsKey(id)) {
      return 0;
    }
    RgxGen keys = RgxGen.parse(java(rule));
    var random = new Random(id.hashCode());
    int found = 0;
    for (int i = 0; i < SAMPLES; i++) {
      String key = keys.generate(random);
      found += KeyFinder.find(Text.of("a = \"" + key + "\"\n"), "a").isEmpty() ? 0 : 1;
    }
    return found;
  }

  /** A rule as the generator knows it: without what stands around the key, in one case. */
  private static String java(String rule) {
    String end = "(?:[\\x60'\"\\s;]|\\\\[nr]|$";
    int around = rule.indexOf(end);
    String key = around < 0 ? rule : rule.substring(0, around);
    return key.replace("(?:[^\\w-]|\\z)", "")
        .replace("(?:[^a-zA-Z0-9+/]|\\z)", "")
        .replace("\\b", "")
        .replace("(?i)", "")
        .replace("(?i:", "(?:")
        .replace("(?-i:", "(?:")
        .replace("[[:alnum:]]", "[A-Za-z0-9]")
        .replace("hooks.slack.com", "hooks\\.slack\\.com")
        .replace("xoxe.xox", "xoxe\\.xox");
  }
}
