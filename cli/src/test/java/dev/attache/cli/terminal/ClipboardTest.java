package dev.attache.cli.terminal;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ClipboardTest {

  private static final byte[] TEXT = "Größe\n".getBytes(UTF_8);

  @TempDir Path temporary;

  private final Map<String, String> environment = new LinkedHashMap<>(Map.of("TERM", "xterm"));
  private final ByteArrayOutputStream out = new ByteArrayOutputStream();
  private final StringWriter err = new StringWriter();
  private boolean outIsTerminal;
  private boolean errIsTerminal;

  private String copy(byte[] text, String system) throws IOException {
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            out,
            new PrintWriter(err),
            false,
            outIsTerminal,
            errIsTerminal,
            environment);
    return new Clipboard(streams, system).copy(text);
  }

  /** Puts a program on the path that keeps what it is called with and given, or fails. */
  private void tool(String name, int exitCode) throws IOException {
    Path bin = Files.createDirectories(temporary.resolve("bin"));
    String script = "#!/bin/sh\n/bin/cat > '%s/%s.in'\necho \"$@\" > '%s/%s.args'\nexit %d\n";
    Path file =
        Files.writeString(
            bin.resolve(name), script.formatted(temporary, name, temporary, name, exitCode));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rwxr-xr-x"));
    environment.put("PATH", "relative:" + bin);
  }

  @Test
  void isThatOfTheTerminalWhereThereIsOne() throws IOException {
    errIsTerminal = true;
    outIsTerminal = true;
    environment.put("DISPLAY", ":0");
    assertThat(copy(TEXT, "Linux")).isEqualTo("the terminal's clipboard (OSC 52)");
    assertThat(err.toString())
        .isEqualTo("\u001b]52;c;" + Base64.getEncoder().encodeToString(TEXT) + "\u0007");
    assertThat(out.toByteArray()).isEmpty();
  }

  @Test
  void isToldByStandardOutputWhereOnlyThatIsTheTerminal() throws IOException {
    outIsTerminal = true;
    copy(TEXT, "Linux");
    assertThat(out.toString(UTF_8)).startsWith("\u001b]52;c;").endsWith("\u0007");
    assertThat(err.toString()).isEmpty();
  }

  @Tag("process")
  @ParameterizedTest
  @CsvSource({
    "wl-copy, WAYLAND_DISPLAY, Linux, ''",
    "xclip, DISPLAY, Linux, -selection clipboard -in",
    "xsel, DISPLAY, Linux, --clipboard --input",
    "pbcopy, HOME, Mac OS X, ''",
  })
  void isThatOfTheDesktopWithoutATerminal(
      String tool, String variable, String system, String arguments) throws IOException {
    environment.put(variable, "x");
    tool(tool, 0);
    assertThat(copy(TEXT, system)).isEqualTo("the clipboard with " + tool);
    assertThat(temporary.resolve(tool + ".in")).hasBinaryContent(TEXT);
    assertThat(temporary.resolve(tool + ".args")).hasContent(arguments + "\n");
  }

  @Tag("process")
  @Test
  void isTheNextOneWhereAToolFails() throws IOException {
    environment.put("WAYLAND_DISPLAY", "wayland-0");
    environment.put("DISPLAY", ":0");
    tool("wl-copy", 1);
    tool("xsel", 0);
    assertThat(copy(TEXT, "Linux")).isEqualTo("the clipboard with xsel");
  }

  @Tag("process")
  @Test
  void isThatOfTheDesktopForMoreThanATerminalTakes() throws IOException {
    errIsTerminal = true;
    environment.put("DISPLAY", ":0");
    tool("xclip", 0);
    byte[] large = new byte[Clipboard.MOST_BY_TERMINAL + 1];
    assertThat(copy(large, "Linux")).isEqualTo("the clipboard with xclip");
    assertThat(temporary.resolve("xclip.in")).hasBinaryContent(large);
    assertThat(err.toString()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"TERM, dumb", "TERM, linux", "TERM_PROGRAM, Apple_Terminal", "VTE_VERSION, 7600"})
  void isNotThatOfATerminalThatIsKnownToIgnoreTheSequence(String variable, String value) {
    errIsTerminal = true;
    environment.put(variable, value);
    assertThatThrownBy(() -> copy(TEXT, "Linux"))
        .hasMessage(
            "no terminal that takes OSC 52, and none of wl-copy, xclip, xsel and pbcopy can be used"
                + " here; write to a file with --output FILE");
    assertThat(err.toString()).isEmpty();
  }

  @Test
  void saysWhatATerminalTakesAtMost() {
    errIsTerminal = true;
    assertThatThrownBy(() -> copy(new byte[100 << 10], "Linux"))
        .hasMessage(
            "100 KiB is more than the 73.2 KiB that terminals take (OSC 52), and none of wl-copy,"
                + " xclip, xsel and pbcopy can be used here; write to a file with --output FILE");
  }

  @Test
  void needsADisplayForTheToolsOfADesktop() throws IOException {
    tool("xclip", 0);
    tool("wl-copy", 0);
    assertThatThrownBy(() -> copy(TEXT, "Linux")).hasMessageStartingWith("no terminal");
    assertThat(temporary.resolve("xclip.in")).doesNotExist();
  }
}
