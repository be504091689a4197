package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import java.util.Random;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class McpAddressTest {

  @ParameterizedTest
  @CsvSource({
    "mcp+s+demo://x, s, demo://x",
    "MCP+My_Server+demo://x+y+z, My_Server, demo://x+y+z",
    "mcp+s+, s, ''",
    "mcp:s+, s, ''",
    "mcp:a b+demo://x, a b, demo://x",
    "mcp+a:b/ü+demo://x, a:b/ü, demo://x",
    "mcp+s++, s, +",
    "mcp+s+a b{c}|ü, s, a b{c}|ü",
  })
  void splitsAtTheFirstTwoPluses(String text, String server, String uri) throws Exception {
    assertThat(McpAddress.parse(text)).isEqualTo(new McpAddress(server, uri));
  }

  @ParameterizedTest
  @CsvSource({
    "mcp+github+repo://x, mcp:github",
    "mcp+github:x, mcp:github",
    "mcp+Git_Hub+repo+x://x+y, mcp:Git_Hub",
    "mcp:github+x, mcp:github",
    "mcp:x, mcp",
  })
  void namesTheServerAsTheSource(String uri, String source) {
    assertThat(new McpHandler().source(ResourceUri.of(uri))).isEqualTo(source);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "mcp",
        "mcp+",
        "mcp:",
        "mcp+s",
        "mcp:s",
        "mcp++",
        "mcp++demo://x",
        "mcp:+x",
        "mcp://server/a+b",
        "mcp+//server/a+b",
        "mcpx+s+u",
        "http://a+b+c",
        "xmcp+s+u"
      })
  void saysHowAnAddressIsWritten(String text) {
    assertThatThrownBy(() -> McpAddress.parse(text))
        .isInstanceOfSatisfying(
            ResourceException.class,
            e -> {
              assertThat(e.kind()).isEqualTo(Kind.INVALID_URI);
              assertThat(e.uri()).isEqualTo(text);
            })
        .hasMessage("must be written mcp+SERVER+URI, or mcp+SERVER+ for all that the server lists");
  }

  @Test
  void refusesControlCharactersInAUri() throws Exception {
    McpAddress address = McpAddress.parse("mcp+s+demo://a\nb");
    assertThatThrownBy(address::toUri)
        .isInstanceOfSatisfying(
            ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.INVALID_URI))
        .hasMessage("must not contain control characters or unpaired surrogates");
  }

  @Test
  void comesBackFromItsUriWhateverItHolds() throws Exception {
    var random = new Random(42);
    String characters = "aZ09+:/_-. {}|?#%&=@ü€\"\\'~[]!";
    for (int i = 0; i < 20_000; i++) {
      String text =
          (random.nextBoolean() ? "mcp+" : "mcp:")
              + random
                  .ints(random.nextInt(12), 0, characters.length())
                  .collect(
                      StringBuilder::new,
                      (line, at) -> line.append(characters.charAt(at)),
                      StringBuilder::append);
      var address = McpAddress.find(text);
      if (address.isPresent()) {
        String uri = address.get().toUri().value();
        assertThat(McpAddress.parse(uri)).as(text).isEqualTo(address.get());
        assertThat(McpAddress.parse(uri).toUri().value()).as(text).isEqualTo(uri);
        assertThat(text).endsWith(address.get().server() + "+" + address.get().uri());
      }
    }
  }
}
