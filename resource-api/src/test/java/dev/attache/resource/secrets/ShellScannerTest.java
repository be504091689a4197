package dev.attache.resource.secrets;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.secrets.ShellWords.Kind;
import dev.attache.resource.secrets.ShellWords.Unexpanded;
import java.util.ArrayList;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;

class ShellScannerTest {

  /** What a shell acts on, with {@code '} in place of every character that is quoted. */
  private static final Pattern ACTIVE =
      Pattern.compile(
          "(?<OPERATOR>&&|\\|\\||;;|<<|>>|[<>]&|<>|>\\||[|&;<>])"
              + "|(?<GLOB>(?<!\\$)[*?]|\\[[^\\]\\[]+])"
              + "|(?<BRACES>(?<!\\$)\\{[^{}]*+})"
              + "|(?<TILDE>^~)|(?<COMMENT>^#)");

  private static final Set<Kind> KINDS =
      EnumSet.of(Kind.OPERATOR, Kind.GLOB, Kind.BRACES, Kind.TILDE, Kind.COMMENT);

  private static final String PLAIN = "&&||;<<>>**?[[]]{{}},,..~~##$$ab-=%\u00e9\ud83d";

  /** Pieces with quotes, and what stands for them. */
  private static final Map<String, String> QUOTED =
      Map.of(
          "\"|\"", "'''",
          "\\*", "''",
          "\\{", "''",
          "\"~,]\"", "'''''",
          "$'}'", "''''",
          "a'['", "a'''",
          "[\\]", "[''",
          "{\"..\"", "{''''",
          "\"\"", "''",
          "\ud83d\ude00", "\ud83d\ude00");

  private static final List<String> QUOTATIONS = QUOTED.keySet().stream().sorted().toList();

  @Test
  void findsWhatThePatternFindsInEveryWord() {
    var random = new Random(41);
    for (int i = 0; i < 50_000; i++) {
      var line = new StringBuilder();
      var expected = new ArrayList<Unexpanded>();
      for (int words = random.nextInt(3); words >= 0; words--) {
        addWord(random, line, expected);
        line.append(' ');
      }
      assertThat(new ShellScanner(line.toString()).unexpanded())
          .as("%s", line)
          .filteredOn(found -> KINDS.contains(found.kind()))
          .isEqualTo(expected);
    }
  }

  private static void addWord(Random random, StringBuilder line, List<Unexpanded> expected) {
    int begin = line.length();
    var shape = new StringBuilder();
    for (int length = random.nextInt(10); length >= 0; length--) {
      if (random.nextInt(4) == 0) {
        String quotation = QUOTATIONS.get(random.nextInt(QUOTATIONS.size()));
        line.append(quotation);
        shape.append(QUOTED.get(quotation));
      } else {
        char plain = PLAIN.charAt(random.nextInt(PLAIN.length()));
        line.append(plain);
        shape.append(plain);
      }
    }
    Matcher active = ACTIVE.matcher(shape);
    while (active.find()) {
      String text = line.substring(begin + active.start(), begin + active.end());
      Kind kind =
          KINDS.stream().filter(k -> active.group(k.name()) != null).findAny().orElseThrow();
      if (kind != Kind.BRACES || isExpanded(active.group())) {
        expected.add(new Unexpanded(kind, text, begin + active.start()));
      }
    }
  }

  private static boolean isExpanded(String braces) {
    return braces.contains(",") || braces.contains("..");
  }
}
