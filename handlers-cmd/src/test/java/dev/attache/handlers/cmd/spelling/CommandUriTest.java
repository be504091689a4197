package dev.attache.handlers.cmd.spelling;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Map.entry;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.ShellWords;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.stream.Collectors;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class CommandUriTest {

  private Path workspace = Path.of("");

  @BeforeEach
  void fillTheWorkspace(@TempDir Path temporary) throws IOException {
    workspace = Files.createDirectories(temporary.toRealPath().resolve("work"));
    Files.createDirectories(workspace.resolve("sub/a b"));
    Files.createSymbolicLink(workspace.resolve("link"), workspace.resolve("sub"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd://git¦cmd://git",
        "cmd://git?¦cmd://git",
        "CMD://git?arg=diff¦cmd://git?arg=diff",
        "cmd://git?arg=diff&arg=--cached¦cmd://git?arg=diff&arg=--cached",
        "cmd://git?args=diff&arg[]=--cached&args[]=x¦cmd://git?arg=diff&arg=--cached&arg=x",
        "cmd://git?args%5B%5D=a&arg%5b%5d=b&%61rg=c¦cmd://git?arg=a&arg=b&arg=c",
        "cmd://git?arg=a+b&arg=a%20b&arg=a b¦cmd://git?arg=a%20b&arg=a%20b&arg=a%20b",
        "cmd://x?arg=a%2Bb&arg=%252B¦cmd://x?arg=a%2Bb&arg=%252B",
        "cmd://x?arg&arg=&arg=a¦cmd://x?arg=&arg=&arg=a",
        "cmd://x?&&arg=a&&arg=b&¦cmd://x?arg=a&arg=b",
        "cmd://x?arg=a=b=c¦cmd://x?arg=a%3Db%3Dc",
        "cmd://x?arg=?/:@!$'()*,;[]|¦cmd://x?arg=%3F%2F%3A%40%21%24%27%28%29%2A%2C%3B%5B%5D%7C",
        "cmd://x?arg=-._~¦cmd://x?arg=-._~",
        "cmd://x?arg=%2d%2E%5f%7E%41¦cmd://x?arg=-._~A",
        "cmd://x?arg=%26%3d%23%25¦cmd://x?arg=%26%3D%23%25",
        "cmd://x?arg=é%c3%a9€%F0%9F%98%80¦cmd://x?arg=%C3%A9%C3%A9%E2%82%AC%F0%9F%98%80",
        "cmd://x?arg=a%0ab%09%7fc¦cmd://x?arg=a%0Ab%09%7Fc",
        "cmd://g++?arg=a.cc¦cmd://g%2B%2B?arg=a.cc",
        "cmd://g%2B%2B¦cmd://g%2B%2B",
        "cmd://my_tool¦cmd://my_tool",
        "cmd://MyTool.EXE¦cmd://MyTool.EXE",
        "cmd:///usr/bin/git?arg=log¦cmd:///usr/bin/git?arg=log",
        "cmd://%2Fusr%2fbin/git¦cmd:///usr/bin/git",
        "cmd:///usr//bin/../bin/git¦cmd:///usr//bin/../bin/git",
        "cmd://./run.sh¦cmd://./run.sh",
        "cmd://bin/tool?arg=1¦cmd://bin/tool?arg=1",
        "cmd://user@host:80¦cmd://user%40host%3A80",
        "cmd://a%20b%3Fc&d¦cmd://a%20b%3Fc%26d",
        "cmd://größe¦cmd://gr%C3%B6%C3%9Fe",
        "cmd://x?description=A+b&timeout=5&foo=bar&arg=a¦cmd://x?arg=a",
        "cmd://x?dir=sub&arg=a¦cmd://x?arg=a&dir=sub",
        "cmd://x?dir=sub%2Fa+b/¦cmd://x?dir=sub/a%20b",
        "cmd://x?dir=.&arg=a¦cmd://x?arg=a",
        "cmd://x?dir=./¦cmd://x",
        "cmd://x?dir=¦cmd://x",
        "cmd://x?dir¦cmd://x",
        "cmd://x?dir=sub/..¦cmd://x",
        "cmd://x?dir=link¦cmd://x?dir=sub",
        "cmd://x?dir=link/a+b¦cmd://x?dir=sub/a%20b",
        "cmd://x?dir=link/missing¦cmd://x?dir=sub/missing",
        "cmd://x?dir=missing/./b/../c¦cmd://x?dir=missing/c",
        "cmd://../run.sh?dir=sub¦cmd://../run.sh?dir=sub",
        "cmd:git diff --cached¦cmd://git?arg=diff&arg=--cached",
        "CmD:git¦cmd://git",
        "cmd:  git\tdiff\n¦cmd://git?arg=diff",
        "cmd:git commit -m 'a b' \"\" c\\ d¦cmd://git?arg=commit&arg=-m&arg=a%20b&arg=&arg=c%20d",
        "cmd:x 'a\n\tb' $'\\n'¦cmd://x?arg=a%0A%09b&arg=%0A",
        "cmd:x %41 + a+b 100%¦cmd://x?arg=%2541&arg=%2B&arg=a%2Bb&arg=100%25",
        "cmd:x?arg=1&b #c¦cmd://x%3Farg%3D1%26b?arg=%23c",
        "cmd:/usr/bin/git log¦cmd:///usr/bin/git?arg=log",
        "cmd: //usr/bin/git¦cmd:////usr/bin/git",
        "cmd:./run.sh --dir=sub¦cmd://./run.sh?arg=--dir%3Dsub",
        "cmd:'my tool' \ud83d\ude00¦cmd://my%20tool?arg=%F0%9F%98%80",
        "cmd:sh -c 'a | b > c'¦cmd://sh?arg=-c&arg=a%20%7C%20b%20%3E%20c",
        "cmd:a | b¦cmd://a?arg=%7C&arg=b",
        "cmd:git log --format=%H HEAD~3¦cmd://git?arg=log&arg=--format%3D%25H&arg=HEAD~3",
      })
  void hasOneCanonicalSpelling(String row) throws ResourceException {
    String[] cells = row.split("¦", -1);
    CommandUri command = parse(cells[0]);
    assertThat(command.canonical().value()).isEqualTo(cells[1]);

    CommandUri again = parse(cells[1]);
    assertThat(again.canonical()).isEqualTo(command.canonical());
    assertThat(words(again)).isEqualTo(words(command));
    assertThat(again.directory()).isEqualTo(command.directory());
    assertThat(again.relativeDirectory()).isEqualTo(command.relativeDirectory());
    assertThat(again.warnings()).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "cmd://git¦git",
        "cmd://git?arg=diff&arg=--cached¦git,diff,--cached",
        "cmd://g%2B%2B?arg=a%2Bb¦g++,a+b",
        "cmd://x?arg=&arg=%20¦x,, ",
        "cmd://x?arg=%2541¦x,%41",
        "cmd://x?arg=a%0Ab¦x,a\nb",
        "cmd://x?arg=%26%3D%23%3F¦x,&=#?",
        "cmd://x?arg=%F0%9F%98%80¦x,\ud83d\ude00",
        "cmd:///usr/bin/git?arg=-C&arg=%2Ftmp¦/usr/bin/git,-C,/tmp",
        "cmd://x?arg=a&dir=sub¦x,a",
      })
  void hasTheWordsOfItsCanonicalSpelling(String row) throws ResourceException {
    String[] cells = row.split("¦", -1);
    CommandUri command = parse(cells[0]);
    assertThat(words(command)).containsExactly(cells[1].split(",", -1));
    assertThat(command.canonical().value()).isEqualTo(cells[0]);
  }

  @Test
  void keepsWhatIsSaidAboutTheCommand() throws ResourceException {
    CommandUri command =
        parse("cmd://git?timeout=90&z=1&description=All+%26+more&arg=a&a=2&dir=sub");

    assertThat(command.description()).isEqualTo("All & more");
    assertThat(command.timeout()).isEqualTo(Duration.ofSeconds(90));
    assertThat(command.metadata()).containsExactly(entry("z", "1"), entry("a", "2"));
    assertThat(command.directory()).isEqualTo(workspace.resolve("sub"));
    assertThat(command.relativeDirectory()).isEqualTo("sub");
  }

  @Test
  void knowsNothingAboutACommandThatSaysNothing() throws ResourceException {
    CommandUri command = parse("cmd:git status");

    assertThat(command.description()).isNull();
    assertThat(command.timeout()).isNull();
    assertThat(command.metadata()).isEmpty();
    assertThat(command.directory()).isEqualTo(workspace);
    assertThat(command.relativeDirectory()).isEmpty();
  }

  @Test
  void takesAnAbsoluteDirectoryInsideTheWorkspaceHoweverThatIsNamed() throws IOException {
    Path alias = Files.createSymbolicLink(workspace.resolveSibling("alias"), workspace);
    for (Path spelling : List.of(workspace, alias)) {
      CommandUri command = CommandUri.parse("cmd://x?dir=" + spelling.resolve("sub"), alias);
      assertThat(command.directory()).isEqualTo(workspace.resolve("sub"));
      assertThat(command.canonical().value()).isEqualTo("cmd://x?dir=sub");
    }
  }

  @Test
  void keepsAnyArgumentsOnTheirWayThroughTheUri() throws ResourceException {
    var random = new Random(404);
    for (int i = 0; i < 5_000; i++) {
      List<String> words = generated(random);
      CommandUri command = parse(query(words));
      CommandUri canonical = parse(command.canonical().value());
      assertThat(words(command)).isEqualTo(words);
      assertThat(words(canonical)).isEqualTo(words);
      assertThat(canonical.canonical()).isEqualTo(command.canonical());
      assertThat(parse("cmd:" + ShellWords.join(words))).isEqualTo(command);
    }
  }

  private static List<String> generated(Random random) {
    String[] parts = {
      " ",
      "'",
      "\"",
      "\n",
      "\t",
      "%",
      "%41",
      "+",
      "&",
      "=",
      "#",
      "?",
      "/",
      "\\",
      "é",
      "~",
      "$",
      "\ud83d\ude00",
      "\u2028",
      "-",
      "--",
      "a",
      "Z",
      "*",
      "[]",
      "\u0001",
      "arg="
    };
    var words = new ArrayList<>(List.of("x"));
    for (int count = random.nextInt(6); count > 0; count--) {
      var word = new StringBuilder();
      for (int length = random.nextInt(6); length > 0; length--) {
        word.append(parts[random.nextInt(parts.length)]);
      }
      words.add(word.toString());
    }
    return words;
  }

  /** The query as the encoder for HTML forms has it, with a plus for a space. */
  private static String query(List<String> words) {
    return words.stream()
        .skip(1)
        .map(word -> "arg=" + URLEncoder.encode(word, UTF_8))
        .collect(Collectors.joining("&", "cmd://" + words.get(0) + "?", ""));
  }

  private static List<String> words(CommandUri command) {
    var words = new ArrayList<>(List.of(command.program()));
    words.addAll(command.arguments());
    return words;
  }

  private CommandUri parse(String reference) throws ResourceException {
    return CommandUri.parse(reference, workspace);
  }
}
