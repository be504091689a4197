package dev.attache.handlers.file.ignore;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import dev.attache.handlers.file.place.PathBytes;
import java.util.List;
import java.util.Random;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Test;

class IgnoreFileTest {
  @Test
  void tellsWhichLineDecided() {
    IgnoreFile file = IgnoreFile.parse("src/.gitignore", Git.bytes("# x\n\n*.log\n!/keep.log\n"));
    assertThat(match(file, "a/b.log")).hasToString("src/.gitignore:3 `*.log`");
    IgnorePattern kept = match(file, "keep.log");
    assertThat(kept).isNotNull();
    assertThat(kept.isNegated()).isTrue();
    assertThat(kept.origin()).isEqualTo("src/.gitignore");
    assertThat(kept.line()).isEqualTo(4);
    assertThat(kept.text()).isEqualTo("!/keep.log");
    assertThat(match(file, "b.txt")).isNull();
  }

  @Test
  void letsTheLastMatchingLineWin() {
    IgnoreFile file = parse("a\n!a\n*\n!*.b\na.b\n");
    assertThat(match(file, "a")).hasToString("f:3 `*`");
    assertThat(match(file, "x.b")).hasToString("f:4 `!*.b`");
    assertThat(match(file, "a.b")).hasToString("f:5 `a.b`");
  }

  @Test
  void dropsAByteOrderMarkAtTheStartOnly() {
    IgnoreFile file = parse("\u00ef\u00bb\u00bfa\n\u00ef\u00bb\u00bfb\n");
    assertThat(match(file, "a")).hasToString("f:1 `a`");
    assertThat(match(file, "b")).isNull();
    assertThat(match(file, "\u00ef\u00bb\u00bfb")).isNotNull();
  }

  @Test
  void endsALineAtOneCarriageReturnBeforeItsLineFeedOrTheEnd() {
    IgnoreFile file = parse("a\r\nb\r\r\nc\rd\ne\r");
    assertThat(match(file, "a")).isNotNull();
    assertThat(match(file, "b")).isNull();
    assertThat(match(file, "b\r")).isNotNull();
    assertThat(match(file, "c\rd")).isNotNull();
    assertThat(match(file, "e")).hasToString("f:4 `e`");
  }

  @Test
  void trimsTrailingSpacesButNotQuotedOnesNorTabs() {
    IgnoreFile file = parse("a  \nb\\  \nc\t\nd \r\ne f \n  \n");
    assertThat(match(file, "a")).hasToString("f:1 `a`");
    assertThat(match(file, "b ")).hasToString("f:2 `b\\ `");
    assertThat(match(file, "b")).isNull();
    assertThat(match(file, "c")).isNull();
    assertThat(match(file, "c\t")).isNotNull();
    assertThat(match(file, "d")).isNotNull();
    assertThat(match(file, "e f")).isNotNull();
    assertThat(match(file, " ")).isNull();
  }

  @Test
  void endsALineAtANul() {
    IgnoreFile file = parse("a\0b\n\0c\n");
    assertThat(match(file, "a")).isNotNull();
    assertThat(match(file, "a\0b")).isNull();
    assertThat(match(file, "c")).isNull();
  }

  @Test
  void readsQuotedSignsAsNames() {
    IgnoreFile file = parse("\\#a\n\\!b\n#c\n !d\n");
    assertThat(match(file, "#a")).isNotNull();
    assertThat(match(file, "!b")).hasToString("f:2 `\\!b`");
    assertThat(match(file, "#c")).isNull();
    assertThat(match(file, " !d")).isNotNull();
  }

  @Test
  void matchesDirectoriesOnlyWhereASlashEndsTheLine() {
    IgnoreFile file = parse("a/\nb//\n/\n");
    assertThat(match(file, "x/a")).isNull();
    assertThat(match(file, "x/a/")).hasToString("f:1 `a/`");
    assertThat(match(file, "b/")).isNull();
  }

  @Test
  void anchorsAPatternThatHoldsASlash() {
    IgnoreFile file = parse("/a\nb/c\n**/d/e\n");
    assertThat(match(file, "a")).isNotNull();
    assertThat(match(file, "x/a")).isNull();
    assertThat(match(file, "b/c")).isNotNull();
    assertThat(match(file, "x/b/c")).isNull();
    assertThat(match(file, "x/d/e")).isNotNull();
  }

  @Test
  void letsStarsAfterLiteralBytesCrossSlashesAsGitDoes() {
    IgnoreFile file = parse("foo**/bar\n");
    assertThat(match(file, "foobar")).isNotNull();
    assertThat(match(file, "fox/bar")).isNull();
    assertThat(match(file, "foox/y/bar")).isNotNull();
  }

  @Test
  void findsNamesByHashWithTheSameResultAsLineByLine() {
    var random = new Random(3);
    var text = new StringBuilder();
    String[] lines = new String[5_000];
    for (int i = 0; i < lines.length; i++) {
      String name =
          "n" + random.nextInt(800) + (random.nextBoolean() ? ".e" + random.nextInt(9) : "");
      String[] forms = {
        name, "!" + name, name + "/", "/" + name, "d/" + name, "*." + name, "*.e" + i % 9
      };
      lines[i] = forms[random.nextInt(forms.length)];
      text.append(lines[i]).append('\n');
    }
    IgnoreFile all = parse(text.toString());
    for (int i = 0; i < 400; i++) {
      String path =
          (i % 3 == 0 ? "d/" : "") + "n" + random.nextInt(900) + (i % 2 == 0 ? ".e" + i % 11 : "");
      assertThat(String.valueOf(match(all, path))).isEqualTo(lineByLine(lines, path));
    }
  }

  @Test
  void foldsTheCaseOfAsciiLettersWhereTold() {
    String content = "Foo\n*.LOG\n/Dir/x\nPre*\n\u00c9\n";
    for (String path : List.of("fOO", "a.Log", "dIR/X", "pREx", "x/foo")) {
      assertThat(match(folding(content), path)).as(path).isNotNull();
      assertThat(match(parse(content), path)).as(path).isNull();
    }
    assertThat(match(folding(content), "FOO")).hasToString("f:1 `Foo`");
    assertThat(match(folding(content), "\u00e9")).isNull();
    assertThat(match(folding(content), "foo1")).isNull();
  }

  @Test
  void findsNamesOfEitherCaseByHash() {
    var text = new StringBuilder();
    for (int i = 0; i < 1_000; i++) {
      text.append(i % 2 == 0 ? "Name" : "*.Ext").append(i).append('\n');
    }
    IgnoreFile all = folding(text.toString());
    assertThat(match(all, "nAME500")).hasToString("f:501 `Name500`");
    assertThat(match(all, "a.eXT501")).hasToString("f:502 `*.Ext501`");
    assertThat(match(all, "name501")).isNull();
  }

  private static IgnoreFile folding(String content) {
    return IgnoreFile.parse("f", Git.bytes(content), true);
  }

  private static String lineByLine(String[] lines, String path) {
    for (int i = lines.length - 1; i >= 0; i--) {
      if (match(parse(lines[i]), path) != null) {
        return "f:" + (i + 1) + " `" + lines[i] + "`";
      }
    }
    return "null";
  }

  private static IgnoreFile parse(String content) {
    return IgnoreFile.parse("f", Git.bytes(content));
  }

  /** The decision on a path, which is a directory's if a slash ends it. */
  private static @Nullable IgnorePattern match(IgnoreFile file, String path) {
    boolean isDirectory = path.endsWith("/");
    byte[] bytes = Git.bytes("pad/" + path);
    int end = isDirectory ? bytes.length - 1 : bytes.length;
    int nameStart = PathBytes.lastIndexOf(bytes, 0, end, '/') + 1;
    return file.lastMatch(bytes, 4, end, nameStart, isDirectory);
  }
}
