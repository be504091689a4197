package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.cli.terminal.ExitCode;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.stream.Stream;

/** A workspace in which conversations are held, of a user with a key and settings. */
public record Talk(CommandWorkspace workspace) {

  /** More than the threshold of dedup. */
  public static final String LONG = "0123456789 a line of an attached file\n".repeat(40);

  public static Talk in(Path directory) {
    return new Talk(CommandWorkspace.in(directory));
  }

  public Talk file(String name, String text) {
    workspace.workspace().file(name, text);
    return this;
  }

  public Talk input(String text) {
    workspace.workspace().standardInput(text);
    return this;
  }

  public CliRun run(String... line) {
    return workspace.run(line);
  }

  /** Runs what has to go well. */
  public CliRun good(String... line) {
    CliRun run = run(line);
    assertThat(run.exitCode()).as(run.err()).isZero();
    return run;
  }

  /** Runs what is refused as wrong usage, and returns the first line that says why. */
  public String refusal(String... line) {
    CliRun run = run(line);
    assertThat(run.out()).isEmpty();
    assertThat(run.exitCode()).as(run.err()).isEqualTo(ExitCode.USAGE);
    return run.errLines().get(0).substring("attache: ".length());
  }

  /** What is listed as attached or pending, in a word or two each. */
  List<String> attachments(String... options) {
    String[] line =
        Stream.concat(Stream.of("attachment", "ls", "--json"), Stream.of(options))
            .toArray(String[]::new);
    return good(line).json().stream().map(Talk::shown).toList();
  }

  private static String shown(JsonNode each) {
    return each.get("state").asText().equals("pending")
        ? "pending " + each.get("reference").asText()
        : each.get("turn").asText()
            + " "
            + each.get("name").asText()
            + (each.get("delivery").asText().equals("full") ? "" : " as reference");
  }

  /** The conversations that there are, the last one first. */
  List<String> conversations() {
    return good("conversation", "ls", "--json").json().stream()
        .map(each -> each.get("conversation").asText())
        .toList();
  }

  /** The events of the last conversation of one kind. */
  public List<JsonNode> events(String kind) {
    return good("conversation", "show", "--json").json().stream()
        .filter(each -> each.get("event").asText().equals(kind))
        .toList();
  }

  /** The names of what was attached in a turn. */
  List<String> attachedIn(int turn) {
    return events("attachment").stream()
        .filter(each -> each.get("turn").asInt() == turn)
        .map(each -> each.get("name").asText())
        .toList();
  }

  /** The notices of a turn. */
  List<String> noticesIn(int turn) {
    return events("notice").stream()
        .filter(each -> each.get("turn").asInt() == turn)
        .map(each -> each.get("text").asText())
        .toList();
  }

  /** All that the histories hold, as text. */
  String histories() {
    Path directory = workspace.directory().resolve(".attache/conversations");
    try (Stream<Path> files = Files.walk(directory)) {
      var all = new StringBuilder();
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        all.append(Files.readString(file));
      }
      return all.toString();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
