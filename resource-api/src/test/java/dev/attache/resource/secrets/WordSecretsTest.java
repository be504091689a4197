package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

/** The searches in a word, compared with those of plain patterns at every character. */
class WordSecretsTest {

  private static final Pattern ASSIGNMENT =
      Pattern.compile("(?<![\\w.-])-{0,2}(?<name>[A-Za-z_][\\w.\\[\\]-]*+)(?<close>[\"']?)==?");

  private static final int TEXTS = 20_000;

  private static final String[] PARTS = {
    "a", "Z", "7", "_", "-", "--", ".", "[", "]", "=", "==", ":", "::", "/", " ", "\"", "'", "\n",
    "\u00e9", "\u017f", "\ud83d", "key", "token=", "Cookie:", "sk-", "xoxb-", "eyJ", "npm_", "h",
  };

  private static final String[] KEYS = {
    "ghp_0123456789abcdefghijABCDEFGHIJ012345",
    "github_pat_0123456789abcdefghij_ABCDEFGHIJ",
    "glpat-0123456789abcdefghij",
    "sk-0123456789abcdefghijABCDEF",
    "rk_live_0123456789abcdef",
    "xoxb-1234567890-abcdefghij",
    "xapp-1-A0123456789-abcdefghij",
    "AKIAQWERTYUIOPASDFGH",
    "AIzaSy0123456789abcdefghijklmnopqrstuvw",
    "hf_abcdefghijklmnopqrstuvwxyzabcdefgh",
    "npm_0123456789abcdefghij0123456789abcdef",
    "pypi-AgEIcHlwaS5vcmcAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAAA",
    "eyJhbGciOiJIUzI1NiJ9.eyJzdWIiOiIxIn0.c2lnbmF0dXJl",
    "-----BEGIN RSA PRIVATE KEY-----",
  };

  private final Random random = new Random(92);

  @Test
  void findsTheKeysThatThePatternFinds() {
    for (int i = 0; i < TEXTS; i++) {
      String text = text() + pick(KEYS) + text() + pick(KEYS) + text();
      assertThat(WordSecrets.withoutKeys(text))
          .isEqualTo(WordSecrets.KEY.pattern().matcher(text).replaceAll(Redaction.MARK));
    }
  }

  @Test
  void findsTheFieldsThatThePatternFinds() {
    for (int i = 0; i < TEXTS; i++) {
      String text = text() + text();
      assertThat(found(WordSecrets.FIELD, text))
          .as("%s", text)
          .isEqualTo(found(WordSecrets.FIELD.pattern(), text));
    }
  }

  @Test
  void findsTheAssignmentsThatThePatternFinds() {
    for (int i = 0; i < TEXTS; i++) {
      String text = text() + text();
      assertThat(found(WordSecrets.ASSIGNMENT, text))
          .as("%s", text)
          .isEqualTo(found(ASSIGNMENT, text));
    }
  }

  private static List<String> found(SparsePattern pattern, String text) {
    var found = new ArrayList<String>();
    SparsePattern.Search search = pattern.in(text);
    for (int from = 0; search.find(from); from = search.match().end()) {
      if (search.match().group("sign") != null) {
        found.add(described(search.match()));
      }
    }
    return found;
  }

  private static List<String> found(Pattern pattern, String text) {
    var found = new ArrayList<String>();
    Matcher matcher = pattern.matcher(text);
    while (matcher.find()) {
      found.add(described(matcher));
    }
    return found;
  }

  private static String described(Matcher match) {
    return match.start() + " " + match.group("name") + match.group("close") + " " + match.end();
  }

  private String text() {
    var text = new StringBuilder();
    for (int length = random.nextInt(8); length > 0; length--) {
      text.append(pick(PARTS));
    }
    return text.toString();
  }

  private String pick(String[] choices) {
    return choices[random.nextInt(choices.length)];
  }
}
