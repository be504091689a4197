package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assumptions.assumeThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * Names that are not ASCII in a locale that has no others, such as {@code LC_ALL=C}: each in a JVM
 * of its own, because a JVM decides on the charset of names when it starts.
 */
@Tag("process")
class LocaleTest {

  private static final String ASCII = "ANSI_X3.4-1968";
  private static final String LATIN_1 = "ISO-8859-1";
  private static final String LATIN_1_LOCALE = "en_US.ISO-8859-1";

  @TempDir Path temporary;

  @Test
  void reportsEachNameThatCannotBeSpelledAndAttachesTheRest() throws Exception {
    Workspace workspace = Workspace.in(temporary).files("a.txt", "z/b.txt");
    workspace.files("é.txt", "dé/x.txt", "dé/y.txt", "\ud83d\ude00").link("lé", "a.txt");
    workspace.write(".gitignore", "é*.log\n").files("éa.log");
    String problem = " (INVALID_URI: " + unspeakable(ASCII) + ")";
    assertThat(inLocale(OtherJvm.startedBy(), ASCII, workspace.root(), "."))
        .containsExactly(
            "! ." + problem,
            "- \ufffd\ufffda.log (ignored: by .gitignore:1 `é*.log`)",
            "! ." + problem,
            "- .gitignore (hidden: its name starts with a dot)",
            "+ a.txt",
            "! ." + problem,
            "! ." + problem,
            "+ z/b.txt");
    assertThat(inLocale(OtherJvm.startedBy(), ASCII, workspace.root(), "z/*.txt d*/* a.txt"))
        .containsExactly("+ z/b.txt", "! d*/*" + problem, "+ a.txt");
  }

  @Test
  void trustsNoOtherCharsetEither() throws Exception {
    Workspace workspace = Workspace.in(temporary).files("a.txt", "é.txt");
    assertThat(inLocale(OtherJvm.startedBy(), LATIN_1, workspace.root(), "."))
        .containsExactly("! . (INVALID_URI: " + unspeakable(LATIN_1) + ")", "+ a.txt");
  }

  @Test
  void refusesAWorkspaceThatCannotBeSpelled() throws Exception {
    Workspace workspace = Workspace.at(temporary.toRealPath().resolve("wé")).files("a.txt");
    String problem = " (INVALID_URI: " + unspeakable(ASCII) + ")";
    assertThat(inLocale(OtherJvm.startedBy(), ASCII, workspace.root(), ". a.txt *.txt"))
        .containsExactly("! ." + problem, "! a.txt" + problem, "! *.txt" + problem);
  }

  @Test
  void doesWithoutAHomeThatCannotBeSpelled() throws Exception {
    Workspace workspace = Workspace.in(temporary).files("a.txt");
    assertThat(
            inLocale(
                OtherJvm.startedBy().withHome("/home/\ufffd"), ASCII, workspace.root(), "a.txt"))
        .containsExactly(
            "+ a.txt",
            "# a.txt (git's settings are not read, because HOME " + unspeakable(ASCII) + ")");
  }

  private static String unspeakable(String charset) {
    return "cannot be named in this locale ("
        + charset
        + "); run with a UTF-8 one, such as LC_ALL=C.UTF-8";
  }

  private List<String> inLocale(OtherJvm jvm, String charset, Path workspace, String references)
      throws IOException {
    if (charset.equals(LATIN_1)) {
      jvm.withVariable("LOCPATH", makeLocale().toString());
    }
    jvm.withVariable("LC_ALL", charset.equals(ASCII) ? "C" : LATIN_1_LOCALE);
    List<String> lines = jvm.resolve(workspace, references);
    assumeThat(lines.get(0)).as("charset of names in the other JVM").isEqualTo(charset);
    return lines.subList(1, lines.size());
  }

  /** A directory with the locale, which few systems have by themselves. */
  private Path makeLocale() throws IOException {
    Path locales = Files.createDirectories(temporary.resolve("locales"));
    Path locale = locales.resolve(LATIN_1_LOCALE);
    assumeThat(isMade(locale)).as("localedef, and the sources of locales, to make one").isTrue();
    return locales;
  }

  private static boolean isMade(Path locale) {
    List<String> command =
        List.of("localedef", "--no-archive", "-i", "en_US", "-f", LATIN_1, locale.toString());
    try {
      return new ProcessBuilder(command).start().onExit().join().exitValue() == 0;
    } catch (IOException e) {
      return false;
    }
  }
}
