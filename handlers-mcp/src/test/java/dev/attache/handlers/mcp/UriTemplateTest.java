package dev.attache.handlers.mcp;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class UriTemplateTest {

  /** The variables of RFC 6570, section 3.2. */
  private static final Map<String, Object> VALUES = values();

  private static Map<String, Object> values() {
    var keys = new LinkedHashMap<String, Object>();
    keys.put("semi", ";");
    keys.put("dot", ".");
    keys.put("comma", ",");
    var values = new LinkedHashMap<String, Object>();
    values.put("count", List.of("one", "two", "three"));
    values.put("dom", List.of("example", "com"));
    values.put("dub", "me/too");
    values.put("hello", "Hello World!");
    values.put("half", "50%");
    values.put("var", "value");
    values.put("who", "fred");
    values.put("base", "http://example.com/home/");
    values.put("path", "/foo/bar");
    values.put("list", List.of("red", "green", "blue"));
    values.put("keys", keys);
    values.put("v", "6");
    values.put("x", "1024");
    values.put("y", "768");
    values.put("empty", "");
    values.put("year", List.of("1965", "2000", "2012"));
    values.put("semi", ";");
    values.put("ä", "no name by the RFC");
    return values;
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = ' ',
      value = {
        // level 1, and section 3.2.2
        "{var} value",
        "{hello} Hello%20World%21",
        "{half} 50%25",
        "O{empty}X OX",
        "{x,y} 1024,768",
        "{x,hello,y} 1024,Hello%20World%21,768",
        "?{x,empty} ?1024,",
        "{var:3} val",
        "{var:30} value",
        "{list} red,green,blue",
        "{list*} red,green,blue",
        "{keys} semi,%3B,dot,.,comma,%2C",
        "{keys*} semi=%3B,dot=.,comma=%2C",
        "{count} one,two,three",
        // level 2, and sections 3.2.3 and 3.2.4
        "{+hello} Hello%20World!",
        "{+half} 50%25",
        "{base}index http%3A%2F%2Fexample.com%2Fhome%2Findex",
        "{+base}index http://example.com/home/index",
        "{+path}/here /foo/bar/here",
        "up{+path}{var}/here up/foo/barvalue/here",
        "{+x,hello,y} 1024,Hello%20World!,768",
        "{+path,x}/here /foo/bar,1024/here",
        "{+path:6}/here /foo/b/here",
        "{+list*} red,green,blue",
        "{+keys} semi,;,dot,.,comma,,",
        "{+keys*} semi=;,dot=.,comma=,",
        "{#var} #value",
        "{#hello} #Hello%20World!",
        "foo{#empty} foo#",
        "{#x,hello,y} #1024,Hello%20World!,768",
        "{#path:6}/here #/foo/b/here",
        "{#keys*} #semi=;,dot=.,comma=,",
        // level 3, and sections 3.2.5 to 3.2.9
        "{.who} .fred",
        "{.who,who} .fred.fred",
        "www{.dom*} www.example.com",
        "X{.empty} X.",
        "X{.var:3} X.val",
        "X{.list} X.red,green,blue",
        "X{.list*} X.red.green.blue",
        "X{.keys*} X.semi=%3B.dot=..comma=%2C",
        "{/who,dub} /fred/me%2Ftoo",
        "{/var,empty} /value/",
        "{/var:1,var} /v/value",
        "{/list*,path:4} /red/green/blue/%2Ffoo",
        "{/keys*} /semi=%3B/dot=./comma=%2C",
        "{;v,empty,who} ;v=6;empty;who=fred",
        "{;hello:5} ;hello=Hello",
        "{;list} ;list=red,green,blue",
        "{;list*} ;list=red;list=green;list=blue",
        "{;keys*} ;semi=%3B;dot=.;comma=%2C",
        "{?x,y} ?x=1024&y=768",
        "{?x,y,empty} ?x=1024&y=768&empty=",
        "{?var:3} ?var=val",
        "{?list*} ?list=red&list=green&list=blue",
        "find{?year*} find?year=1965&year=2000&year=2012",
        "{?keys} ?keys=semi,%3B,dot,.,comma,%2C",
        "{&x} &x=1024",
        "?fixed=yes{&x,y,empty} ?fixed=yes&x=1024&y=768&empty=",
        "{&keys*} &semi=%3B&dot=.&comma=%2C",
      })
  void expandsAsTheRfcSays(String template, String uri) {
    assertThat(UriTemplate.parse(template).orElseThrow().expand(VALUES)).isEqualTo(uri);
  }

  @Test
  void leavesEverythingElseByteForByte() {
    String literal = "dem o://ä|%zz%41<\"\\^`>#?&";
    assertThat(UriTemplate.parse(literal + "{x}" + literal).orElseThrow().expand(VALUES))
        .isEqualTo(literal + "1024" + literal);
  }

  @Test
  void encodesCharactersBeyondAscii() {
    assertThat(UriTemplate.parse("{a}{+a}").orElseThrow().expand(Map.of("a", "é€😀")))
        .isEqualTo("%C3%A9%E2%82%AC%F0%9F%98%80%C3%A9%E2%82%AC%F0%9F%98%80");
  }

  @Test
  void namesItsVariablesOnceAndInOrder() {
    UriTemplate template =
        UriTemplate.parse("a{+y,x:3}b{?list*,x}{/a.b_1,%41}{;empty}").orElseThrow();
    assertThat(template.names()).containsExactly("y", "x", "list", "a.b_1", "%41", "empty");
    assertThat(template.unset(VALUES)).containsExactly("a.b_1", "%41");
  }

  @Test
  void readsNamesOfAnyLength() {
    String name = "a.%41".repeat(1 << 18) + "_";
    UriTemplate template = UriTemplate.parse("{" + name + "*,b}").orElseThrow();
    assertThat(template.names()).containsExactly(name, "b");
    assertThat(template.isTooLong()).isTrue();
    assertThat(UriTemplate.parse("{" + name + " }")).isEmpty();
    assertThat(UriTemplate.parse("{" + "x,".repeat(1 << 18) + "}")).isEmpty();
    assertThat(UriTemplate.parse("{x}".repeat(1 << 18)).orElseThrow().names()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "demo://x",
        "demo://{",
        "demo://}",
        "{}",
        "a{x",
        "a}x",
        "{x}{",
        "}{x}",
        "{{x}}",
        "{!x}",
        "{x y}",
        "{my-name}",
        "{x,}",
        "{,x}",
        "{x:0}",
        "{x:10000}",
        "{x*:3}",
        "{x.}",
        "{.}",
        "{x..y}",
        "{x%4g}",
        "{x:}",
        "{x:1a}",
        "{x**}",
        "{+}",
        "{ä}",
        "{%4}",
        "{\"a\":1}",
        "{*}"
      })
  void takesOtherBracesForBraces(String uri) {
    assertThat(UriTemplate.parse(uri)).isEmpty();
  }
}
