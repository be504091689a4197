package dev.attache.cli;

import static dev.attache.test.FakeWire.call;
import static dev.attache.test.FakeWire.cut;
import static dev.attache.test.FakeWire.text;
import static dev.attache.test.FakeWire.thought;
import static java.nio.charset.StandardCharsets.ISO_8859_1;
import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.stream.Stream;
import javax.imageio.ImageIO;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;

/** {@code attache query} that asks a model, against providers on this computer. */
@Tag("network")
class AskTest {

  private static final String KEY = "sk-very-secret-7f3a9c";

  private static final Map<String, String> KEYS =
      Map.of(
          "ANTHROPIC_API_KEY", KEY,
          "OPENAI_API_KEY", KEY,
          "GEMINI_API_KEY", KEY,
          "OPENROUTER_API_KEY", KEY);

  private static final String LONG = "a line that is worth a reference\n".repeat(200);

  @TempDir Path temporary;

  private final FakeProvider fake = FakeProvider.start();
  private TestWorkspace workspace;
  private FakeWire wire = FakeWire.CHAT;

  @BeforeEach
  void configure() throws IOException {
    workspace =
        TestWorkspace.in(Files.createDirectories(temporary.resolve("work"))).environment(KEYS);
    config("");
  }

  @AfterEach
  void close() {
    fake.close();
  }

  private void config(String more) throws IOException {
    Files.writeString(
        temporary.resolve("own.toml"),
        "[providers.fake]\nkind = \""
            + wire.provider()
            + "\"\nbase-url = \""
            + fake.url()
            + "\"\n"
            + more);
  }

  private CliRun query(String... arguments) {
    var line =
        new ArrayList<>(
            List.of("query", "--config", temporary.resolve("own.toml").toString(), "-m", "fake"));
    line.addAll(List.of(arguments));
    return workspace.run(line.toArray(String[]::new));
  }

  private void answers(FakeWire.Say... says) {
    fake.answer(wire.streamed(says));
  }

  private List<String> bodies() {
    return fake.requests().stream().map(FakeProvider.Received::body).toList();
  }

  @ParameterizedTest
  @EnumSource
  void answersAQuestionAndLooksAgain(FakeWire each) throws IOException {
    wire = each;
    config(
        """
        [tools.edit]
        command = ["sh", "-c", "cat more >> a.txt; echo edited"]
        permission = "allow"
        [agent]
        tools = ["edit"]
        """);
    workspace.file("a.txt", LONG).file("more", "one more line\n");
    String refresh = "{\"uri\": \"a.txt\"}";
    answers(thought("I edit first."), text("I edit."), call("c1", "edit", "{}"));
    answers(call("c2", "refresh_resource", refresh));
    answers(call("c3", "refresh_resource", refresh));
    answers(call("c4", "refresh_resource", refresh));
    answers(text("It has one more line."));
    CliRun run = query("--new", "--id", "demo", "-a", "a.txt", "Change it and look again.");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("I edit.\nIt has one more line.\n");
    assertThat(run.err())
        .contains("attache: calls edit {}\n")
        .containsPattern("attache: a.txt: changed, a diff of [0-9]+ bytes for the model\n")
        .contains("attache: a.txt: 6614 bytes for the model\n")
        .contains("attache: a.txt: unchanged, not sent again\n")
        .containsPattern("attache: fake/.*: 575 tokens in.*, 100 out, 5 requests, .*");
    assertThat(bodies()).hasSize(5);
    CliRun results = workspace.run("conversation", "show", "demo", "--json");
    assertThat(
            results.json().stream()
                .filter(event -> event.path("event").asText().equals("resource"))
                .map(event -> event.path("delivery").asText()))
        .containsExactly("delta", "reference", "full");
    assertThat(workspace.run("store", "verify").exitCode()).isZero();
  }

  @Test
  void tellsTheModelWhileItWorksWhatHasChanged() throws IOException {
    config(
        """
        [tools.edit]
        command = ["sh", "-c", "echo more >> a.txt; echo more >> b.txt; echo edited"]
        permission = "allow"
        [agent]
        tools = ["edit"]
        """);
    workspace.file("a.txt", "a\n").file("b.txt", "b\n").file("c.txt", "c\n");
    workspace.run("attachment", "add", "--new", "--id", "demo", "--refresh", "notify", "a.txt");
    workspace.run("attachment", "add", "--id", "demo", "--refresh", "refresh", "b.txt");
    answers(call("c1", "edit", "{}"));
    answers(text("Done."));
    CliRun run = query("--id", "demo", "-a", "c.txt", "Change them.");
    assertThat(run.out()).isEqualTo("Done.\n");
    assertThat(run.err())
        .contains("attache: b.txt has changed; the model is given the new content\n")
        .containsPattern(
            "attache: the model is told: The attached resource a.txt has changed since turn 0: .*");
    assertThat(bodies().get(1))
        .contains("The attached resource a.txt has changed since turn 0")
        .contains("b\\nmore");
    assertThat(workspace.run("attachment", "ls", "--id", "demo").out())
        .containsPattern("TURN +SOURCE +REFRESH +NAME")
        .containsPattern("1 +file +notify +a.txt")
        .containsPattern("2 +file +refresh +b.txt")
        .containsPattern("1 +file +- +c.txt");
    assertThat(workspace.run("conversation", "show", "demo").out()).contains("update");
    assertThat(workspace.run("conversation", "undo", "demo").err())
        .startsWith("attache: conversation demo: turns 1 to 2 were removed; a copy");
    assertThat(workspace.run("conversation", "show", "demo").out()).doesNotContain("Change them");

    answers(call("c1", "edit", "{}"));
    answers(text("Done."));
    List<String> events =
        query("--id", "demo", "--json", "Again.").json().stream()
            .filter(event -> event.get("event").textValue().equals("update"))
            .map(JsonNode::toString)
            .toList();
    assertThat(events)
        .singleElement()
        .asString()
        .contains("\"delivery\":\"full\"")
        .contains("The attached resource a.txt has changed since turn 0");
  }

  @Test
  void doesNotTellTheModelToFetchWhatAToolHasJustGivenIt() throws IOException {
    config(
        """
        [tools.edit]
        command = ["sh", "-c", "echo more >> a.txt; cat given.json"]
        permission = "allow"
        [agent]
        tools = ["edit"]
        """);
    workspace.file("a.txt", "a\n");
    workspace.file(
        "given.json",
        "{\"content\":[{\"type\":\"resource\",\"resource\":"
            + "{\"uri\":\"a.txt\",\"text\":\"a\\nmore\\n\"}}]}");
    workspace.run("attachment", "add", "--new", "--id", "demo", "--refresh", "notify", "a.txt");
    answers(call("c1", "edit", "{}"));
    answers(text("Done."));
    query("--id", "demo", "Change it.");
    answers(text("Nothing."));
    query("--id", "demo", "What is new?");
    assertThat(bodies()).hasSize(3).noneMatch(body -> body.contains("a.txt has changed"));
    assertThat(bodies().get(2)).contains("a\\nmore");

    workspace.file("a.txt", "other\n");
    answers(text("It is another."));
    query("--id", "demo", "And now?");
    assertThat(bodies().get(3))
        .contains("a.txt has changed again: ", "which you were last given or told of");
  }

  @ParameterizedTest
  @EnumSource
  void namesNoDirectoryOfTheMachineInARequest(FakeWire each) throws IOException {
    wire = each;
    config(
        """
        [tools.find]
        command = ["cat", "found.json"]
        permission = "allow"
        [agent]
        tools = ["find"]
        """);
    String uri = "file://" + workspace.directory() + "/src/main.rs";
    workspace.file("src/main.rs", "fn main() {}\n").file("logo.png", noise());
    workspace.file(
        "found.json",
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\""
            + uri
            + "\",\"text\":\"fn main() {}\\n\"}}]}");
    answers(call("c1", "find", "{}"));
    answers(text("Found."));
    query("--new", "--id", "demo", "-a", "logo.png", "Where is it?");
    workspace.run("conversation", "quarantine", "--id", "demo", "logo.png");
    answers(text("Yes."));
    query("--id", "demo", "Really?");
    assertThat(bodies())
        .hasSize(3)
        .noneMatch(body -> body.contains(workspace.directory().toString()));
    assertThat(bodies().get(1)).contains("path=\\\"src/main.rs\\\"").contains("logo.png");
    assertThat(bodies().get(2)).contains("is left out: the user withholds it");
  }

  @Test
  void recordsNothingWhereThereIsNoSuchTool() {
    CliRun run = query("--new", "--id", "demo", "--tool", "edt", "Change it.");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err()).startsWith("attache: no tool edt");
    assertThat(workspace.run("conversation", "ls").out()).doesNotContain("demo");
    assertThat(bodies()).isEmpty();
  }

  @Test
  void keepsInstructionsAndToolsInAForkOfTheTurnThatNamedThem() throws IOException {
    config("[tools.edit]\ncommand = [\"echo\", \"edited\"]\n");
    answers(text("Yes."));
    query("--new", "--id", "demo", "--system", "Be brief.", "--tool", "edit", "Well?");
    answers(text("No."));
    query("--id", "demo", "Sure?");
    workspace.run("conversation", "fork", "demo", "--turns", "1", "--to", "fork");
    answers(text("Yes."));
    assertThat(query("--id", "fork", "Again?").out()).isEqualTo("Yes.\n");
    assertThat(bodies().get(2)).contains("Be brief.").contains("\"edit\"");
  }

  @Test
  void asksTheModelOfTheConversationAgain() throws IOException {
    config("[agent]\nmodel = \"ollama/none\"\n");
    workspace.environment(with(KEYS, "XDG_STATE_HOME", temporary.resolve("state").toString()));
    answers(text("Yes."));
    query("-m", "fake/first", "--new", "--id", "demo", "Well?");
    String own = temporary.resolve("own.toml").toString();
    answers(text("Yes."));
    CliRun again = workspace.run("query", "--config", own, "--id", "demo", "Sure?");
    assertThat(again.out()).isEqualTo("Yes.\n");
    assertThat(bodies().get(1)).contains("\"first\"");

    Path events = workspace.path(".attache/conversations/demo/events.jsonl");
    String history = Files.readString(events);
    assertThat(history).contains("\"agent.model\":\"fake/first\"");
    Files.writeString(events, history.replace("fake/first", "fake/other"));
    assertThat(workspace.run("query", "--config", own, "--id", "demo", "Sure?").err())
        .as("a proof of another model proves nothing")
        .contains("ollama");
    assertThat(bodies()).hasSize(2);
  }

  @Test
  void saysWhatAnswersCostWhereTheUserHasPrices() throws IOException {
    config("[providers.fake.prices]\ninput = 3.0\noutput = 15\ncache-write = 10.0\n");
    answers(text("Yes."));
    // 15 tokens in, 100 from the cache at a tenth, and 20 out
    assertThat(query("--new", "--id", "demo", "Well?").err())
        .containsPattern("115 tokens in \\(100 cached\\), 20 out, 1 request, .*, \\$0\\.0004\n");
    String own = temporary.resolve("own.toml").toString();
    assertThat(workspace.run("conversation", "show", "demo", "--usage", "--config", own).outLines())
        .containsSubsequence(
            "   1         15        100          0         20  fake/gpt-6-sol  $0.0004",
            " all         15        100          0         20  1 request  $0.0004");
    assertThat(
            workspace
                .run("conversation", "show", "demo", "--usage", "--config", own, "--json")
                .json())
        .allSatisfy(line -> assertThat(line.path("cost").asDouble()).isEqualTo(0.000375))
        .allSatisfy(line -> assertThat(line.path("currency").asText()).isEqualTo("$"));
    config("[providers.fake.prices]\ninput = 3.0\n");
    assertThat(query("--new", "Well?").err())
        .contains("[providers.fake.prices] output is missing; prices have input and output");
    config("[providers.fake.prices]\ninput = \"3\"\noutput = 15\n");
    assertThat(query("--new", "Well?").err())
        .contains(
            "[providers.fake.prices] input must be a price for a million tokens, such as 3.0");
  }

  @Test
  void tellsProgramsEachEvent() {
    answers(thought("Hm."), text("Look:"), call("c1", "refresh_resource", "{}"));
    answers(text("Nothing there."));
    CliRun run = query("--new", "--id", "demo", "--json", "What is there?");
    assertThat(run.exitCode()).isZero();
    assertThat(run.json().stream().map(event -> event.get("event").textValue()))
        .containsExactly(
            "request",
            "thinking",
            "text",
            "answer",
            "call",
            "result",
            "request",
            "text",
            "answer",
            "end");
    JsonNode end = run.json().get(9);
    assertThat(end.get("reason").textValue()).isEqualTo("answered");
    assertThat(end.get("text").textValue()).isEqualTo("Nothing there.");
    assertThat(end.get("conversation").textValue()).isEqualTo("demo");
    assertThat(end.get("usage").get("output").intValue()).isEqualTo(40);
  }

  @Test
  void tellsTheModelThatNobodyWasThereToApproveACall() throws IOException {
    config("[tools.rm]\ncommand = [\"false\"]\n[agent]\ntools = [\"rm\"]\n");
    answers(call("c1", "rm", "{\"path\": \"/\"}"));
    answers(text("As you like."));
    CliRun run = query("--new", "Tidy up.");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains("attache: rm failed: The call was not run: nobody was there to approve it.\n");
    assertThat(bodies().get(1)).contains("The call was not run: nobody was there to approve it.");
  }

  @Test
  void asksForConsentAndRemembersItForTheConversation() throws IOException {
    config("[tools.say]\ncommand = [\"echo\", \"said\"]\n[agent]\ntools = [\"say\"]\n");
    answers(call("c1", "say", "{\"n\": 1}"), call("c2", "say", "{}"), call("c3", "say", "{}"));
    answers(text("Done."));
    answers(call("c1", "say", "{}"));
    answers(text("Done again."));
    workspace.environment(with(KEYS, "XDG_STATE_HOME", temporary.resolve("state").toString()));
    workspace.answering("p\ny\nn\nA\n");
    CliRun run = query("--new", "--id", "demo", "Say it.");
    assertThat(run.err())
        .contains("attache: the model wants to call say:\n  {\"n\":1}\n")
        .contains("Run it? [y]es, [n]o, [a]ll of this turn, [A]lways here, [p]rint: ");
    assertThat(bodies().get(1)).contains("The call was not run: the user refused.");
    workspace.redirected();
    CliRun again = query("--id", "demo", "Say it again.");
    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).doesNotContain("failed");
    assertThat(bodies().get(3)).contains("said");
  }

  @Test
  void asksAgainWhenATurnCallsAToolThatHasChangedSinceItWasAllowed() throws IOException {
    config("[tools.say]\ncommand = [\"echo\", \"said\"]\n[agent]\ntools = [\"say\"]\n");
    workspace.environment(with(KEYS, "XDG_STATE_HOME", temporary.resolve("state").toString()));
    answers(call("c1", "say", "{}"));
    answers(text("Done."));
    workspace.answering("A\n");
    query("--new", "--id", "demo", "Say it.");

    config(
        """
        [tools.say]
        command = ["echo", "DELETED"]
        description = "Deletes all"
        [agent]
        tools = ["say"]
        """);
    answers(call("c1", "say", "{}"));
    answers(text("Well."));
    workspace.answering("n\n");
    assertThat(query("--id", "demo", "Say it again.").err())
        .contains(
            "attache: the model wants to call say:\n  {}\nIt has changed since you allowed it:\n"
                + "  {\"description\":\"Deletes all\",\"command\":[\"echo\",\"DELETED\"]}\nRun it? ");
    assertThat(bodies().get(3))
        .contains("The call was not run: the user refused.")
        .doesNotContain("DELETED\\n");

    answers(call("c1", "say", "{}"));
    answers(text("Well."));
    workspace.answering("A\n");
    query("--id", "demo", "And again.");
    answers(call("c1", "say", "{}"));
    answers(text("Well."));
    workspace.redirected();
    CliRun allowed = query("--id", "demo", "Once more.");
    assertThat(allowed.err()).doesNotContain("Run it?").doesNotContain("failed");
    assertThat(bodies().get(7)).contains("DELETED");
  }

  @Test
  void takesAConsentThatSomebodyElseWroteForNone() throws IOException {
    config("[tools.say]\ncommand = [\"echo\", \"said\"]\n[agent]\ntools = [\"say\"]\n");
    workspace.environment(with(KEYS, "XDG_STATE_HOME", temporary.resolve("state").toString()));
    answers(call("c1", "say", "{}"));
    answers(text("Done."));
    workspace.answering("A\n");
    query("--new", "--id", "demo", "Say it.");
    String elsewhere = temporary.resolve("other").toString();
    workspace.environment(with(KEYS, "XDG_STATE_HOME", elsewhere));
    answers(call("c1", "say", "{}"));
    answers(text("Well."));
    workspace.answering("n\n");
    assertThat(query("--id", "demo", "Say it again.").err())
        .contains("attache: the model wants to call say:\n  {}\nRun it? ")
        .doesNotContain("has changed");
  }

  @Test
  void goesOnWithATurnThatWasStopped() {
    fake.answer(Answer.json(401, "{\"error\":{\"message\":\"wrong key\"}}"));
    CliRun stopped = query("--new", "--id", "demo", "Hello?");
    assertThat(stopped.exitCode()).isEqualTo(1);
    assertThat(stopped.err()).contains("attache: fake: ").contains("wrong key");
    assertThat(stopped.err()).contains("`attache query --continue` resumes it");
    answers(text("Hello."));
    CliRun run = query("--continue");
    assertThat(run.out()).isEqualTo("Hello.\n");
    CliRun again = query("--continue");
    assertThat(again.exitCode()).isZero();
    assertThat(again.err()).isEqualTo("attache: the last turn is answered already\n");
    assertThat(bodies()).hasSize(2);
    assertThat(query("--continue", "more").err())
        .startsWith(
            "attache: --continue resumes a turn that is recorded; TEXT belongs to a new one\n");
  }

  @Test
  void triesAgainWhereTheProviderSaysWhen() {
    fake.answer(
        Answer.json(429, "{\"error\":{\"message\":\"slow down\"}}").header("Retry-After", "1"));
    answers(text("Hello."));
    CliRun run = query("--new", "Hello?");
    assertThat(run.out()).isEqualTo("Hello.\n");
    assertThat(run.err().lines().filter(line -> line.contains("trying again in 1"))).hasSize(1);
  }

  @Test
  void recordsNothingWithoutAKeyAndNamesItsVariable() {
    workspace.environment(Map.of());
    CliRun run = query("--new", "Hello?");
    assertThat(run.exitCode()).isEqualTo(2);
    assertThat(run.err())
        .startsWith(
            "attache: no key for fake: set OPENAI_API_KEY, or key-command in [providers.fake] of"
                + " your own configuration\n");
    assertThat(workspace.path(".attache")).doesNotExist();
  }

  @Test
  void checksAnAnswerAgainstItsSchemaAndAsksOnceMore() {
    workspace.file("schema.json", "{\"type\":\"object\",\"required\":[\"n\"]}");
    answers(text("{}"));
    answers(text("{\"n\": 1}"));
    CliRun run = query("--new", "--schema", workspace.path("schema.json").toString(), "How many?");
    assertThat(run.out()).isEqualTo("{\"n\": 1}\n");
    assertThat(run.err())
        .contains("the answer does not fit the schema, and the model is asked once more")
        .contains(" 40 out, 2 requests, ");
    answers(text("none"));
    answers(text("still none"));
    CliRun wrong = query("--new", "--schema", workspace.path("schema.json").toString(), "And now?");
    assertThat(wrong.exitCode()).isEqualTo(1);
    assertThat(wrong.out()).isEqualTo("still none\n");
  }

  @ParameterizedTest
  @EnumSource
  void saysThatNobodyToldTheTokens(FakeWire each) throws IOException {
    wire = each;
    config("[providers.fake.prices]\ninput = 3.0\noutput = 15.0\n");
    for (int i = 0; i < 2; i++) {
      fake.answer(wire.changed(FakeWire::uncounted, List.of(text("Yes."))));
    }
    assertThat(query("--new", "Well?").err())
        .containsPattern("fake/[^ ]+: tokens not told, 1 request, [^,]+\n");
    List<JsonNode> events = query("--json", "And?").json();
    assertThat(events.get(events.size() - 1).path("usage").isNull()).isTrue();
    CliRun usage = workspace.run("conversation", "show", "--usage", "--config", own());
    assertThat(usage.outLines())
        .anyMatch(line -> line.matches(" +1 +- +- +- +-  fake/[^ ]+"))
        .anyMatch(line -> line.matches(" +all +- +- +- +-  2 requests"));
  }

  @Test
  void saysThatTheModelAnsweredNothing() throws IOException {
    answers(thought("Hm."));
    answers(text("Here I am."));
    CliRun run = query("--new", "Hello?");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("Here I am.\n");
    assertThat(run.err())
        .contains("attache: the model answered nothing, and is asked once more\n")
        .contains(", 2 requests, ");

    answers(text(" \n"));
    answers();
    run = query("And now?");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isBlank();
    assertThat(run.err())
        .contains(
            "attache: the model answered nothing, twice; `attache query --continue` asks again\n");

    answers(text("Sorry."));
    run = query("--continue");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("Sorry.\n");
  }

  @Test
  void leavesOutAToolWhoseSchemaIsNone() throws IOException {
    config(
        """
        [tools.good]
        command = ["echo", "x"]
        [tools.bad]
        command = ["echo", "x"]
        schema = { type = "object", properties = { required = ["a"] } }
        [agent]
        tools = ["bad", "good"]
        """);
    answers(text("Yes."));
    CliRun run = query("--new", "Well?");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err())
        .contains(
            "attache: the tool bad is left out: its schema is invalid: /properties/required ");
    assertThat(bodies().get(0)).contains("\"good\"").doesNotContain("\"bad\"");
  }

  @Test
  void sendsNoDocumentsToAGatewayUnlessTheProfileSaysSo() throws IOException {
    wire = FakeWire.ANTHROPIC;
    workspace.file("a.txt", LONG);
    config("");
    answers(text("Yes."));
    query("--new", "-a", "a.txt", "Well?");
    assertThat(bodies().get(0))
        .contains("{\"type\":\"text\",\"text\":\"<resource path=")
        .doesNotContain("\"document\"");
    config("[providers.fake.profile]\nmessage = { documents = [\"application/pdf\"] }\n");
    answers(text("Yes."));
    query("--new", "-a", "a.txt", "Well?");
    assertThat(bodies().get(1)).contains("{\"type\":\"document\",\"title\":\"a.txt\"");
  }

  @Test
  void saysWhyAnAnswerIsNotWhole() {
    answers(text("It is lo"), cut());
    CliRun run = query("--new", "--max-output-tokens", "5", "Tell me.");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.out()).isEqualTo("It is lo\n");
    assertThat(run.err())
        .contains("attache: the answer is cut: it is as long as it may be (--max-output-tokens)\n");
  }

  @Test
  void keepsTheInstructionsOfAConversation() {
    answers(text("Arr."));
    answers(text("Arr again."));
    query("--new", "--id", "demo", "--system", "Talk like a pirate.", "Hello?");
    query("--id", "demo", "And now?");
    assertThat(bodies()).hasSize(2).allMatch(body -> body.contains("Talk like a pirate."));
  }

  @Test
  void leavesNoKeyInAnyFileOrOutput() throws IOException {
    workspace.file("a.txt", LONG);
    answers(text("One."), call("c1", "refresh_resource", "{\"uri\": \"a.txt\"}"));
    answers(text("Two."));
    CliRun run =
        query(
            "--new",
            "-v",
            "-a",
            "a.txt",
            "--dump-requests",
            temporary.resolve("dump").toString(),
            "Look.");
    assertThat(run.out() + run.err()).doesNotContain(KEY);
    try (Stream<Path> files = Files.walk(temporary)) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        assertThat(Files.readString(file, ISO_8859_1)).as("%s", file).doesNotContain(KEY);
      }
    }
    assertThat(temporary.resolve("dump/0002.json")).hasContent(bodies().get(1));
    assertThat(fake.requests().get(0).headers().get("authorization")).isEqualTo("Bearer " + KEY);
  }

  @ParameterizedTest
  @EnumSource
  void saysNoTokensThatNoAnswerTakes(FakeWire each) throws IOException {
    wire = each;
    config("");
    for (String absurd : List.of("-5", "99999999999999999999999")) {
      fake.answer(wire.counting(absurd, text("Yes.")));
      CliRun run = query("--new", "Well?");
      assertThat(run.out()).isEqualTo("Yes.\n");
      assertThat(run.err()).contains(": tokens not told, 1 request, ");
      assertThat(workspace.run("conversation", "show", "--usage", "--config", own()).outLines())
          .anyMatch(line -> line.matches(" +1 +- +- +- +-  fake/.*"));
    }
  }

  @Test
  @DisabledOnOs(OS.WINDOWS)
  void keepsBodiesOfRequestsToTheirUser() throws IOException {
    Path dump = temporary.resolve("private/dump");
    for (int i = 0; i < 2; i++) {
      answers(text("Yes."));
      query("--new", "--dump-requests", dump.toString(), "Well?");
    }
    for (Path each :
        List.of(dump.getParent(), dump, dump.resolve("0001.json"), dump.resolve("0002.json"))) {
      assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(each)))
          .as("%s", each)
          .isEqualTo(Files.isDirectory(each) ? "rwx------" : "rw-------");
    }
    assertThat(dump.resolve("0002.json")).hasContent(bodies().get(1));
  }

  @Test
  void showsItsOwnSettingsWithoutTheirProofs() throws IOException {
    workspace.environment(with(KEYS, "XDG_STATE_HOME", temporary.resolve("state").toString()));
    answers(text("Yes."));
    query("-m", "fake/first", "--new", "--id", "demo", "Well?");
    Path events = workspace.path(".attache/conversations/demo/events.jsonl");
    assertThat(events).content().contains("\"agent.model.consent\":\"");
    assertThat(workspace.run("conversation", "show").out())
        .contains("settings      agent.model=fake/first\n")
        .contains("  config      sets agent.model=fake/first\n")
        .doesNotContain("consent");
    assertThat(workspace.run("conversation", "show", "--json").out())
        .contains("\"agent.model\":\"fake/first\"")
        .doesNotContain("consent");
  }

  @Test
  void givesAnImageOnceThatIsAttachedTwice() throws IOException {
    wire = FakeWire.ANTHROPIC;
    config("");
    workspace.file("logo.png", noise());
    answers(text("Nice."));
    answers(text("Still nice."));
    query("--new", "--id", "demo", "-a", "logo.png", "How is it?");
    query("--id", "demo", "-a", "logo.png", "And now?");
    assertThat(bodies().get(1)).containsOnlyOnce("image/png\",\"data\"");
  }

  @Test
  void saysWhatTheProviderRefusesAndIsAnsweredWithoutIt() throws IOException {
    wire = FakeWire.ANTHROPIC;
    config("");
    workspace.file("logo.png", noise()).file("a.txt", LONG);
    fake.answer(
        Answer.json(
            400,
            "{\"type\":\"error\",\"error\":{\"type\":\"invalid_request_error\",\"message\":"
                + "\"messages.0.content.2: Could not process image\"}}"));
    answers(text("A text."));
    CliRun run = query("--new", "--id", "demo", "-a", "a.txt", "-a", "logo.png", "What is it?");
    assertThat(run.exitCode()).isZero();
    assertThat(run.out()).isEqualTo("A text.\n");
    assertThat(run.err())
        .contains(
            "attache: logo.png is left out of the conversation: fake refused it:"
                + " anthropic answered 400: messages.0.content.2: Could not process image\n");
    assertThat(bodies().get(0)).contains("\"image/png\"");
    assertThat(bodies().get(1))
        .contains("is left out: the provider of a model refused it.")
        .doesNotContain("\"image/png\"");
    answers(text("Yes."));
    assertThat(query("--id", "demo", "Sure?").out()).isEqualTo("Yes.\n");
    assertThat(bodies().get(2)).doesNotContain("\"image/png\"");
  }

  @Test
  void saysWhenTheWindowIsNearlyFullAndMakesRoomWhereThatIsWanted() throws IOException {
    String tool =
        """
        [tools.look]
        command = ["cat", "a.txt"]
        permission = "allow"
        [agent]
        tools = ["look"]
        """;
    String window = "[providers.fake.profile]\nlimits = {window = 150}\n";
    config(window + tool);
    workspace.file("a.txt", LONG);
    answers(call("c1", "look", "{}"));
    answers(text("I see."));
    assertThat(query("--new", "--id", "demo", "Look.").err())
        .contains(
            "attache: the conversation fills 90 % of the model's window of 150 tokens; `attache"
                + " conversation compact` makes room, by leaving out old tool results\n");
    for (int i = 0; i < 2; i++) {
      answers(text("Yes."));
      assertThat(query("--id", "demo", "Sure?").exitCode()).isZero();
    }
    assertThat(bodies().get(3)).contains("worth a reference");
    config(window + tool + "compact = \"auto\"\n");
    answers(text("Yes."));
    CliRun run = query("--id", "demo", "Really?");
    assertThat(run.err())
        .containsPattern(
            "attache: the model's window is nearly full; left out 1 old content: a request takes"
                + " about \\d+ tokens instead of [\\d,]+; the provider reads \\d+ of them anew,"
                + " once\n");
    assertThat(bodies().get(4))
        .contains("is left out to make room.")
        .doesNotContain("worth a reference");
  }

  @Test
  void showsWhatEachRequestTookAndWhatReferencesSaved() throws IOException {
    wire = FakeWire.ANTHROPIC;
    config("");
    workspace.file("a.txt", LONG);
    for (String question : List.of("What?", "Again?", "And now?")) {
      answers(text("A text."));
      query("--id", "demo", question.equals("What?") ? "--new" : "-q", "-a", "a.txt", question);
    }
    CliRun run = workspace.run("conversation", "show", "--usage", "--config", own());
    assertThat(run.out())
        .isEqualTo(
            """
            TURN      INPUT     CACHED    WRITTEN     OUTPUT  MODEL
               1         10        100          5         20  fake/claude-opus-5-5
               2         10        100          5         20  fake/claude-opus-5-5
               3         10        100          5         20  fake/claude-opus-5-5
             all         30        300         15         60  3 requests
            references saved about 4,848 tokens, worth 4,121 at the price of tokens that are not cached
            """);
    JsonNode total =
        workspace.run("conversation", "show", "--usage", "--config", own(), "--json").json().get(3);
    assertThat(total.toString())
        .isEqualTo(
            "{\"event\":\"total\",\"requests\":3,\"input\":30,\"cacheRead\":300,"
                + "\"cacheWrite\":15,\"output\":60,\"savedTokens\":4848,\"savedWorth\":4121}");
    assertThat(workspace.run("conversation", "show", "--usage").out())
        .as("of a provider that is not configured")
        .endsWith("references saved about 4,848 tokens\n");
  }

  @Test
  void hasTheModelAnswerAToolWhereThatIsConfigured() throws IOException {
    workspace.file(
        "deploy.sh",
        """
        context=$(cat)
        case $context in
          *'"answers":{}'*)
            echo '{"content":[{"type":"question","question":{"id":"branch","text":"Which branch?",
            "schema":{"type":"string"}}}]}' ;;
          *) printf '%s' "$context" | sed 's/.*"answers"://; s/,"options".*//' ;;
        esac
        """);
    String tool =
        """
        [tools.deploy]
        command = ["sh", "deploy.sh"]
        permission = "allow"
        [agent]
        tools = ["deploy"]
        """;
    config(tool + "[tools.deploy.questions.branch]\ntarget = \"assistant\"\n");
    answers(call("c1", "deploy", "{}"));
    answers(text("{\"answer\": \"main\"}"));
    answers(text("Done."));
    Path bodies = temporary.resolve("bodies");
    CliRun run = query("--new", "--id", "demo", "--dump-requests", bodies.toString(), "Deploy.");
    assertThat(run.out()).isEqualTo("Done.\n");
    assertThat(run.err()).contains("3 requests");
    assertThat(bodies.resolve("0002.json")).content().contains("Which branch?");
    assertThat(bodies.resolve("0003.json")).isRegularFile();
    assertThat(bodies().get(2)).contains("{\\\"branch\\\":\\\"main\\\"}");
    assertThat(workspace.run("conversation", "show").out())
        .contains("  question    branch (c1)  Which branch?\n")
        .contains("  answer      branch (assistant)  main\n");
    config(tool);
    answers(call("c1", "deploy", "{}"));
    answers(text("Not done."));
    assertThat(query("--id", "demo", "Deploy.").exitCode()).isZero();
    assertThat(bodies().get(4)).contains("deploy needs input, and cannot ask without a terminal:");
  }

  @Test
  void saysThatNoModelWasAsked() {
    workspace.run("query", "--print", "--new", "--id", "demo", "What?");
    CliRun run = workspace.run("conversation", "show", "--usage");
    assertThat(run.exitCode()).isZero();
    assertThat(run.err()).isEqualTo("attache: no model was asked in conversation demo\n");
    assertThat(run.out()).isEmpty();
  }

  private String own() {
    return temporary.resolve("own.toml").toString();
  }

  @Test
  void goesByTheCachePricesOfTheProviderUnlessOthersAreConfigured() throws IOException {
    String profile = "[providers.fake.profile]\ncache = {kind = \"automatic\", ttl = \"PT0S\"}\n";
    String until = "[conversation]\nsuperseded = \"keep-until-cold\"\n";
    for (String more : List.of("", "[conversation.cache]\nttl = 300\n")) {
      config(profile + until + more);
      for (String text : List.of(LONG, LONG + "more\n")) {
        workspace.file("a.txt", text);
        answers(text("I see."));
        query(text.equals(LONG) ? "--new" : "--last", "-a", "a.txt", "Look.");
      }
      answers(text("Yes."));
      query("Sure?");
      String last = bodies().get(bodies().size() - 1);
      assertThat(last.contains("is left out; a newer version")).isEqualTo(more.isEmpty());
    }
  }

  @Test
  void saysHowToLeaveOutWhatTheProviderRefusesWithoutNamingIt() throws IOException {
    workspace.file("a.txt", LONG);
    fake.answer(Answer.json(400, "{\"error\":{\"message\":\"Something is wrong.\"}}"));
    CliRun run = query("--new", "--id", "demo", "-a", "a.txt", "What is it?");
    assertThat(run.exitCode()).isEqualTo(1);
    assertThat(run.err())
        .endsWith(
            """
            attache: conversation demo, turn 1
            attache: fake: openai-chat answered 400: Something is wrong.
            attache: if an attachment is the cause, `attache conversation quarantine REF` leaves it out
            attache: the turn is recorded; `attache query --continue` resumes it
            """);
  }

  @Test
  void saysNothingOfAttachmentsWhereNoneCanBeTheCause() throws IOException {
    String error = "{\"error\":{\"message\":\"No.\"}}";
    workspace.file("a.txt", LONG);
    List<Answer> answers =
        List.of(
            Answer.json(307, "").header("Location", fake.url() + "/v1"),
            Answer.of(200, "text/html", "<html>".getBytes(ISO_8859_1)),
            Answer.of(400, "text/html", "<html>".getBytes(ISO_8859_1)),
            Answer.json(404, error),
            Answer.json(401, error));
    for (Answer answer : answers) {
      fake.answer(answer);
      assertThat(query("--new", "-a", "a.txt", "What is it?").err())
          .contains("attache: fake: ")
          .doesNotContain("quarantine");
    }
    fake.answer(Answer.json(400, error));
    assertThat(query("--new", "Nothing is attached.").err())
        .contains("attache: fake: openai-chat answered 400: No.\n")
        .doesNotContain("quarantine");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "--max-calls=5"})
  void runsSoManyCallsOfOneAnswerAndSaysSoOnce(String option) throws IOException {
    config(option.isEmpty() ? "[agent]\nmax-calls = 5\n" : "");
    var calls = new ArrayList<FakeWire.Say>();
    for (int i = 0; i < 12; i++) {
      calls.add(call("c" + i, "look", "{\"n\":" + i + "}"));
    }
    fake.answer(wire.streamed(calls));
    answers(text("I see."));
    var line = new ArrayList<>(List.of("--new", "--id", "demo", "Look."));
    if (!option.isEmpty()) {
      line.addAll(0, List.of("--max-calls", "5"));
    }
    CliRun run = query(line.toArray(String[]::new));
    assertThat(run.exitCode()).isZero();
    assertThat(run.err().lines().filter(each -> each.startsWith("attache: calls "))).hasSize(5);
    assertThat(run.err())
        .contains(
            "attache: 7 calls failed: The call was not run: one answer may have 5 calls, and this"
                + " one had 12. Make fewer at a time.\n");
  }

  @Test
  void showsANameThatAModelInventedCutAndTheSameInEachLine() throws IOException {
    String name = "x".repeat(2_000_000);
    answers(call("c", name, "{}"), call("d", "", "{}"));
    answers(text("I see."));
    CliRun run = query("--new", "--id", "demo", "Look.");
    assertThat(run.err())
        .contains(
            "attache: calls " + "x".repeat(64) + "… {}\n",
            "attache: " + "x".repeat(64) + "… failed: There is no tool xxx",
            "attache: calls a tool without a name {}\n",
            "attache: a tool without a name failed: There is no tool");
    assertThat(run.err().lines()).allMatch(each -> each.length() < 300);
  }

  @Test
  void takesTheTimesOfAProviderFromTheConfiguration() throws IOException {
    String times = "first-byte-timeout = 1\nidle-timeout = 1\ntimeout = 2\ntries = 1\n";
    config(times);
    fake.answer(Answer.silence());
    assertThat(query("--new", "Hello?").err())
        .contains("attache: fake: openai-chat: no answer within 1 s\n");
    fake.answer(wire.streamed(text("Hel")).cutAfter(300).thenSilence());
    assertThat(query("--new", "Hello?").err())
        .contains("attache: fake: openai-chat: the answer stalled for 1 s\n");
    var words = new ArrayList<FakeWire.Say>();
    for (int i = 0; i < 1000; i++) {
      words.add(text("word "));
    }
    fake.answer(wire.streamed(words).inPieces(300, 100));
    assertThat(query("--new", "Hello?").err())
        .contains("attache: fake: openai-chat: the answer was not complete after 2 s\n");
    fake.answer(Answer.json(529, "{\"error\":{\"message\":\"Busy\"}}"));
    assertThat(query("--new", "Hello?").err())
        .contains("attache: fake: openai-chat answered 529: Busy\n")
        .doesNotContain("trying again");
    config("idle-timeout = 0\n");
    assertThat(query("--new", "Hello?").err())
        .contains("[providers.fake] idle-timeout must be a whole number from 1 to 86400");
  }

  @Test
  void saysOfManyToolsThatTheyAreAndRefusesThoseThatAProviderRefuses() throws IOException {
    var names = new ArrayList<String>();
    var tools = new StringBuilder();
    for (int i = 0; i < 130; i++) {
      names.add("\"t" + i + "\"");
      tools.append("[tools.t").append(i).append("]\ncommand = [\"true\"]\n");
    }
    String many = "[agent]\ntools = " + names + "\n" + tools;
    config(many);
    CliRun refused = query("--new", "--id", "demo", "Hello?");
    assertThat(refused.exitCode()).isEqualTo(2);
    assertThat(refused.err())
        .contains(
            "attache: 131 tools are too many: fake takes at most 128; name fewer with --tool\n");
    assertThat(fake.requests()).isEmpty();
    assertThat(workspace.run("conversation", "ls").out()).doesNotContain("demo");
    wire = FakeWire.COMPATIBLE;
    config("model = \"m\"\n" + many);
    answers(text("Hi."));
    CliRun run = query("--new", "Hello?");
    assertThat(run.out()).isEqualTo("Hi.\n");
    assertThat(run.err())
        .contains(
            "attache: 131 tools go out with each request; name fewer with --tool to save"
                + " tokens\n");
  }

  @Test
  void refusesOptionsForAskingWhereNothingIsSent() {
    assertThat(workspace.run("query", "--print", "--tool", "x", "Hello?").err())
        .startsWith(
            "attache: --print sends nothing, and cannot be combined with options for asking a"
                + " model\n");
  }

  /** An image that does not get small. */
  private static byte[] noise() throws IOException {
    var image = new BufferedImage(64, 64, BufferedImage.TYPE_INT_RGB);
    var random = new Random(1);
    for (int i = 0; i < 64 * 64; i++) {
      image.setRGB(i % 64, i / 64, random.nextInt());
    }
    var png = new ByteArrayOutputStream();
    ImageIO.write(image, "png", png);
    return png.toByteArray();
  }

  private static Map<String, String> with(Map<String, String> map, String key, String value) {
    var all = new HashMap<>(map);
    all.put(key, value);
    return all;
  }
}
