package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class EnvFileTest {

  @Test
  void readsWhatPeopleWrite() throws DefinitionException {
    String text =
        """
        # a comment

        PLAIN=value
          SPACES  =  around it\s\s
        export EXPORTED=yes
        EMPTY=
        COMMENTED=value # not this
        HASH=a#b
        ONLY=#comment
        EQUALS=a=b=c
        SINGLE='a "b" \\n # c'
        DOUBLE="a 'b' \\"c\\" \\n\\t\\\\ \\$D \\q # d" # not this
        TICKS=`a 'b' "c"`
        LINES="one
        # two
        three"
        DOLLAR=${PLAIN}
        PLAIN=again
        """;
    Map<String, String> expected = new LinkedHashMap<>();
    expected.put("PLAIN", "again");
    expected.put("SPACES", "around it");
    expected.put("EXPORTED", "yes");
    expected.put("EMPTY", "");
    expected.put("COMMENTED", "value");
    expected.put("HASH", "a#b");
    expected.put("ONLY", "");
    expected.put("EQUALS", "a=b=c");
    expected.put("SINGLE", "a \"b\" \\n # c");
    expected.put("DOUBLE", "a 'b' \"c\" \n\t\\ $D \\q # d");
    expected.put("TICKS", "a 'b' \"c\"");
    expected.put("LINES", "one\n# two\nthree");
    expected.put("DOLLAR", "${PLAIN}");

    assertThat(EnvFile.parse(text, ".env")).containsExactlyEntriesOf(expected);
    assertThat(EnvFile.parse(text.replace("\n", "\r\n"), ".env"))
        .containsExactlyEntriesOf(expected);
  }

  @Test
  void needsNoLineBreakInTheEnd() throws DefinitionException {
    assertThat(EnvFile.parse("A=1\nB=\"2\"", ".env")).isEqualTo(Map.of("A", "1", "B", "2"));
    assertThat(EnvFile.parse("", ".env")).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "A=1;s3cret        | :2: must be NAME=value",
        "A=1;=s3cret       | :2: must be NAME=value",
        "A B=s3cret        | :1: must be NAME=value",
        "A='x;s3cret       | :1: has an unclosed quotation mark",
        "A='x;y';B=\"s3cret | :3: has an unclosed quotation mark",
        "A='x' s3cret      | :1: has text after the closing quotation mark",
        "A='x;y' s3cret    | :2: has text after the closing quotation mark",
      })
  void namesTheLineThatIsWrongAndShowsNoneOfIt(String text, String message) {
    assertThatThrownBy(() -> EnvFile.parse(text.replace(';', '\n'), ".env"))
        .isInstanceOf(DefinitionException.class)
        .hasMessage(".env" + message);
  }

  @Test
  void refusesNulCharacters() {
    assertThatThrownBy(() -> EnvFile.parse("A=1\nB=\0", ".env"))
        .hasMessage(".env:2: must not contain a NUL character");
  }

  @Test
  void readsBackWhateverIsQuoted() throws DefinitionException {
    var random = new Random(11);
    for (int round = 0; round < 2_000; round++) {
      var text = new StringBuilder();
      Map<String, String> expected = new LinkedHashMap<>();
      for (int i = 0; i < 4; i++) {
        var value = new StringBuilder();
        for (int n = random.nextInt(8); n > 0; n--) {
          value.append("ab \\\"'`#$\n=\u00e9".charAt(random.nextInt(12)));
        }
        expected.put("V" + i, value.toString());
        String quoted = value.toString().replace("\\", "\\\\").replace("\"", "\\\"");
        text.append('V').append(i).append("=\"").append(quoted).append("\"\n");
      }
      assertThat(EnvFile.parse(text.toString(), ".env")).containsExactlyEntriesOf(expected);
    }
  }
}
