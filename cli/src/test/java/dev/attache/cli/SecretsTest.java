package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.forms.PromptFormat;
import dev.attache.cli.forms.TableFormat;
import dev.attache.cli.resolve.PlanTable;
import dev.attache.cli.run.Report;
import dev.attache.cli.terminal.Console;
import dev.attache.cli.terminal.Streams;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.routing.References;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.Text;
import dev.attache.resource.spi.Candidate;
import dev.attache.resource.spi.Reference;
import dev.attache.resource.spi.SkipReason;
import dev.attache.types.ContentKind;
import dev.attache.types.TypeDecision;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.io.PrintWriter;
import java.io.StringWriter;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What is secret in a URI reaches neither people nor prompts, and programs get it unchanged. */
class SecretsTest {

  private static final String URL = "nosuch://u:s3cr3t@h/?token=s3cr3t&a=b";
  private static final String SHOWN = "nosuch://REDACTED@h/?token=REDACTED&a=b";
  private static final String UNKNOWN =
      "no handler for the scheme \"nosuch\" (known: bitbucket, cmd, codeberg, file, git+file,"
          + " git+http, git+https, git+ssh, github, gitlab, http, https, mcp), and no file of that"
          + " name";
  private static final ResourceUri URI = ResourceUri.of(URL);
  private static final TypeDecision TYPE =
      new TypeDecision(null, null, null, "text/plain", "declared");

  @TempDir Path temporary;

  private TestWorkspace workspace() {
    return TestWorkspace.in(temporary);
  }

  @Test
  void areNotInTheErrorAboutAReference() {
    for (String command : List.of("resolve", "plan", "canonicalize")) {
      assertThat(workspace().run(command, URL).err())
          .startsWith("attache: " + SHOWN + ": " + UNKNOWN + "\n");
    }
    assertThat(workspace().run("plan", ".", "!" + URL).err())
        .endsWith("attache: !" + SHOWN + ": " + UNKNOWN + "\n")
        .doesNotContain("s3cr3t");
  }

  @Test
  void areNotInTheErrorAboutAnEntryOfAList() {
    TestWorkspace workspace = workspace().standardInput("\"" + URL + "\n");
    assertThat(workspace.run("plan", "--from", "-", "--from-format", "json").err())
        .isEqualTo("attache: --from, entry 1 (\"" + SHOWN + ") is not a JSON string\n");
  }

  @Test
  void areNotInAnErrorOfUsage() {
    assertThat(workspace().run(URL).err())
        .contains(SHOWN + ": no handler for the scheme")
        .doesNotContain("s3cr3t");
    assertThat(workspace().run("store", URL).err())
        .contains("unknown command \"store " + SHOWN + "\"")
        .doesNotContain("s3cr3t");
    assertThat(workspace().run("resolve", "--max-bytes", URL).err())
        .contains("--max-bytes (" + SHOWN + ") must be")
        .doesNotContain("s3cr3t");
    assertThat(workspace().run("plan", URL + "\uFFFD").err())
        .startsWith("attache: argument 4 (" + SHOWN + "\uFFFD) is not UTF-8")
        .doesNotContain("s3cr3t");
  }

  @Test
  void areInWhatProgramsAreGivenBecauseItIsTheIdentity() {
    CliRun run = workspace().run("canonicalize", "--json", URL);
    assertThat(run.json().get(0).get("input").textValue()).isEqualTo(URL);
  }

  @Test
  void areNotInTheReport() {
    var err = new StringWriter();
    var report = new Report(console(err), true, false);
    Reference reference = Reference.of(0, URL);
    Candidate candidate = Candidate.of(URI);
    Candidate named = new Candidate(URI, URL, 1, true, null);
    ResourceException problem = ResourceException.of(Kind.FAILED, URL, "cannot connect");
    report.failed(new Outcome.Failed(reference, null, problem));
    report.failed(new Outcome.Failed(reference, candidate, problem));
    report.failed(new Outcome.Failed(reference, named, problem));
    report.skipped(new Outcome.Skipped(reference, candidate, SkipReason.EXCLUDED, "by !" + URL));
    report.leftOut(URL, "the result is written to it");
    report.noted(new Outcome.Noted(reference, "redirected to " + URL));
    report.sayWhatLedNowhere(References.of(List.of(URL)));
    assertThat(err.toString().lines())
        .containsExactly(
            "attache: " + SHOWN + ": cannot connect",
            "attache: " + SHOWN + ": cannot connect",
            "attache: " + SHOWN + ": cannot connect",
            "attache: " + SHOWN + ": skipped, " + SkipReason.EXCLUDED + ": by !" + SHOWN,
            "attache: " + SHOWN + ": skipped, the result is written to it",
            "attache: " + SHOWN + ": redirected to " + SHOWN,
            "attache: " + SHOWN + ": nothing found");
  }

  @Test
  void areNotInTheProgress() {
    var err = new StringWriter();
    console(err).progress("1 items, 2 B  " + URL);
    assertThat(err.toString()).isEqualTo("\r\u001b[K1 items, 2 B  " + SHOWN);
  }

  @Test
  void areNotInAPrompt() throws IOException {
    Resource resource = Resource.builder(URI, Text.of("x")).name(URL).build();
    var out = new ByteArrayOutputStream();
    new PromptFormat(out).write(snapshot(resource, "redirected to " + URL));
    String shown = SHOWN.replace("&", "&amp;");
    assertThat(out.toString(UTF_8))
        .isEqualTo(
            "<resource uri=\"%s\" note=\"redirected to %s\">\nx\n</resource>\n"
                .formatted(shown, shown));
  }

  @Test
  void areNotInATable() throws IOException {
    var out = new ByteArrayOutputStream();
    var err = new StringWriter();
    var format = new TableFormat(out, console(err));
    format.write(snapshot(Resource.builder(URI, Text.of("x")).build(), "redirected to " + URL));
    format.write(snapshot(Resource.builder(URI, Text.of("x")).name(URL).build()));
    assertThat(out.toString(UTF_8).lines().skip(1)).allMatch(row -> row.endsWith("  " + SHOWN));
    assertThat(err).hasToString("attache: " + SHOWN + ": redirected to " + SHOWN + "\n");
  }

  @Test
  void areNotInTheTableOfAPlan() throws IOException {
    var out = new ByteArrayOutputStream();
    var table = new PlanTable(out, new PlanTable.Style(false, false, 0), false, null);
    Reference reference = Reference.of(0, URL);
    table.attach(
        new Outcome.Planned(reference, Candidate.of(URI), null, null, ContentKind.SOURCE, null),
        0,
        null);
    table.skip(new Outcome.Skipped(reference, Candidate.of(URI), SkipReason.EXCLUDED, "by x"));
    assertThat(out.toString(UTF_8).lines().skip(1).map(row -> row.substring(row.indexOf("nosuch"))))
        .containsExactly(SHOWN, SHOWN + "  (by x)");
  }

  private static Snapshot snapshot(Resource resource, String... notes) {
    return new Snapshot(resource, resource.uri(), "nosuch", Instant.EPOCH, TYPE, List.of(notes));
  }

  private static Console console(StringWriter err) {
    var streams =
        new Streams(
            InputStream.nullInputStream(),
            OutputStream.nullOutputStream(),
            new PrintWriter(err, true),
            false,
            false,
            false,
            Map.of());
    return new Console(streams, false);
  }
}
