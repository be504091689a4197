package dev.attache.tokens;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.tokens.jtokkit.O200k;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.assertj.core.data.Percentage;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class VocabularyCountTest {

  private static final TokenEstimator EXACT = new O200k();

  /** The file is made so: {@code Files.write(path, VocabularyCount.table(words()))}. */
  @Test
  void hasTheWordsOfTheTokenizer() throws IOException {
    try (InputStream in = VocabularyCount.class.getResourceAsStream("words.bin")) {
      assertThat(Objects.requireNonNull(in).readAllBytes())
          .isEqualTo(VocabularyCount.table(words()));
    }
  }

  private static List<byte[]> words() throws IOException {
    var words = new ArrayList<byte[]>();
    try (InputStream in =
            O200k.class.getResourceAsStream("/com/knuddels/jtokkit/o200k_base.tiktoken");
        var lines = new BufferedReader(new InputStreamReader(Objects.requireNonNull(in), UTF_8))) {
      for (String line = lines.readLine(); line != null; line = lines.readLine()) {
        byte[] word = Base64.getDecoder().decode(line.substring(0, line.indexOf(' ')));
        if (word.length > 1) {
          words.add(word);
        }
      }
    }
    return words;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "Everyone has the right to freedom of thought, conscience and religion; it's theirs.\n",
        "Alle Menschen sind frei und gleich an Würde und Rechten geboren.\n",
        "Tous les êtres humains naissent libres et égaux en dignité et en droits.\n",
        "Todos los seres humanos nacen libres e iguales en dignidad y derechos.\n",
        "Tutti gli esseri umani nascono liberi ed eguali in dignità e diritti.\n",
        "Todos os seres humanos nascem livres e iguais em dignidade e em direitos.\n",
        "Wszyscy ludzie rodzą się wolni i równi w swej godności i w swych prawach.\n",
        "Все люди рождаются свободными и равными в своём достоинстве и правах.\n",
        "يولد جميع الناس أحرارا متساوين في الكرامة والحقوق.\n",
        "人人生而自由，在尊严和权利上一律平等。\n",
        "{\"name\": \"attache\", \"version\": [1, 2.5, 1234567], \"url\": \"https://example.org/a\"}\n"
      })
  void comesCloseToTheTokenizerForProseAndValues(String line) {
    String text = line.repeat(60);
    assertThat(TokenEstimator.standard().count(text))
        .isCloseTo(EXACT.count(text), Percentage.withPercentage(8));
  }

  /** Each of pieces that are words as a whole, so that only the cuts make a difference. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "it's we'll I've they'd you're don't o'clock 'tis IT'S rock'n'roll",
        "one 1 12 123 1234 12345678 a1b22c",
        "parseHTTPRequest HTTPServer aB Ab AB",
        "a  b   c    d\te\t\tf \tg",
        "if (a) {\n    return b;\n  }\n\n  // c\n",
        "a\n \n  b\n\n\n   \n c\r\n\r\n d  \n",
        "x = y + z; a->b != c && !d || (e[0] == 1);",
        " /** A b. */\n/* c */ //\n\n// d/\n/\n",
        "  leading\n\tTab\n\t\tTabs  ",
        "$name @list %hash &amp; #include <a.h>",
        "a , b . c : d ;",
        "\"key\": 'value', `code`"
      })
  void cutsPiecesWhereTheTokenizerDoes(String text) {
    assertThat(TokenEstimator.standard().count(text)).isEqualTo(EXACT.count(text));
  }

  @Test
  void looksAtLongTextsInParts() {
    String text = "Alle Menschen sind frei und gleich an Würde und Rechten geboren.\n".repeat(5000);
    assertThat(TokenEstimator.standard().count(text))
        .isCloseTo(EXACT.count(text), Percentage.withPercentage(7));
  }

  /** Each in a text that is longer than all samples together. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "export function isArrayLike(value) { return value && typeof value !== 'function'; }\n",
        "    def __init__(self, *, encoding=None, errors='strict'):\n        self.buf = b''\n",
        "  my ($self, %args) = @_; return unless defined $args{'name'}; push @$list, $_;\n",
        "#define __NR_io_setup 206 /* fs/aio.c */\nstruct epoll_event { __u64 data; };\n",
        "  public static <T> Optional<T> first(List<? extends T> all) { return all.get(0); }\n",
        "<resource path=\"a.json\">\n{\"name\": \"attache\", \"size\": [1, 2.5, 12345]}\n</resource>\n"
      })
  void comesCloseToTheTokenizerForSourcesAndElements(String lines) {
    String text = lines.repeat(40);
    assertThat(TokenEstimator.standard().count(text))
        .isCloseTo(EXACT.count(text), Percentage.withPercentage(6));
  }
}
