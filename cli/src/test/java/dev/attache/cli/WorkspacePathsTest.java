package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Prompts that name the files of the workspace by their paths, wherever it lies. */
class WorkspacePathsTest {

  @TempDir Path temporary;

  /** A clone at a place of its own. */
  private Talk clone(String place) throws IOException {
    return Talk.in(Files.createDirectories(temporary.resolve(place)))
        .file("src/App.java", "class App {}\n".repeat(100))
        .file("src/größe & co.txt", "ö\n")
        .file("src/script", "#!/usr/bin/env python3\n")
        .file("src/logo.png", "\u0089PNG\r\n\u001a\n\0")
        .file("LICENSE", "MIT\n".repeat(500))
        .file(".env", "A=b\n");
  }

  @Test
  void areTheSameFromTwoClones() throws IOException {
    String[] line = {"resolve", "src", ".env", "LICENSE#L2-3", "none.txt", "**/*.rs"};
    String one = clone("one").run(line).out();
    assertThat(clone("two/much/further/down").run(line).out()).isEqualTo(one);
    assertThat(one)
        .contains(
            "<resource path=\"src/App.java\">\nclass App {}\n",
            "<resource path=\"src/größe &amp; co.txt\">\nö\n",
            "<resource path=\"src/script\" mimeType=\"text/x-python\">\n",
            "<resource path=\"src/logo.png\"",
            "<resource path=\"LICENSE#L2-3\">\nMIT\nMIT\n",
            "<not-attached>\nnone.txt: ")
        .doesNotContain(temporary.toString());
  }

  @Test
  void areTheSameFromTwoClonesInAWholeConversation() throws IOException {
    String one = whole(clone("one"));
    assertThat(whole(clone("two/much/further/down"))).isEqualTo(one);
    assertThat(one)
        .contains(
            "<resource path=\"src/App.java\" digest=\"sha256:",
            "not attached: none.txt: ",
            "The attached resource src/App.java has changed since turn 0",
            "The content of src/App.java is identical to the result of tool call",
            "<resource path=\"lib/b.txt\" source=\"tool:read\" digest=\"sha256:",
            "src/Ap.java is not attached to this conversation, and only what is attached can be"
                + " refreshed. Attached are, among others: src/App.java.",
            "src/script is gone: ",
            "The content of LICENSE is identical to the attachment at turn 0")
        .doesNotContain(temporary.toString());
  }

  private static String whole(Talk talk) throws IOException {
    talk.run(
        "query",
        "--print",
        "--new",
        "--id",
        "c",
        "-a",
        "src",
        "-a",
        "LICENSE",
        "-a",
        "none.txt",
        "one");
    talk.good("conversation", "set", "refresh=notify");
    talk.file("src/App.java", "class App { int a; }\n".repeat(100));
    talk.good("query", "--print", "two");
    talk.good("refresh", "src/App.java");
    talk.good("refresh", "src/App.java");
    talk.run("refresh", "src/Ap.java");
    Files.delete(talk.workspace().directory().resolve("src/script"));
    talk.run("refresh", "./src/script");
    result(talk, "lib/b.txt", "b\n");
    return talk.good("query", "--print", "--whole", "-a", "LICENSE", "three").out();
  }

  @Test
  void stayAsTheyWereWhenTheWorkspaceIsMoved() throws IOException {
    Talk talk = clone("one");
    talk.good("query", "--print", "--new", "-a", "src/App.java", "first");
    String before = talk.good("query", "--print", "--whole", "second").out();
    Files.move(temporary.resolve("one"), temporary.resolve("moved"));
    Talk moved = Talk.in(temporary.resolve("moved"));
    String whole = moved.good("query", "--print", "--whole", "-a", "src/App.java", "third").out();
    assertThat(whole).startsWith(before);
    assertThat(whole.substring(before.length()))
        .as("another file must not have the name of one that the model knows")
        .contains(
            "<resource uri=\"file://"
                + moved.workspace().directory()
                + "/src/App.java\" digest=\"sha256:");
  }

  @Test
  void areNamedSoOrByTheirUrisInARefresh() throws IOException {
    Talk talk = clone("one");
    talk.good("query", "--print", "--new", "-a", "src", "what?");
    talk.file("src/App.java", "class App { int a; }\n");
    String uri = "file://" + talk.workspace().directory() + "/src/App.java";
    String given = "<resource path=\"src/App.java\" digest=\"sha256:45a54a97db75\">";
    assertThat(talk.good("refresh", "--force", "src/App.java").out()).startsWith(given);
    assertThat(talk.good("refresh", "--force", uri).out()).startsWith(given);
    assertThat(talk.good("refresh", "--force", "--json", "src/App.java").json().get(0).toString())
        .contains("\"uri\":\"" + uri + "\"");
  }

  @Test
  void areTheNamesOfAttachedFilesThatAToolReturns() throws IOException {
    Talk talk = clone("one");
    talk.good("query", "--print", "--new", "-a", "src/App.java", "what?");
    assertThat(result(talk, "src/App.java", "class App {}\n".repeat(100)))
        .startsWith(
            "The content of src/App.java (source: tool:read) is identical to the attachment at turn 0"
                + " (sha256:");
    assertThat(result(talk, "src/App.java", "class App { int a; }\n"))
        .startsWith(
            "<resource path=\"src/App.java\" source=\"tool:read\" mimeType=\"text/plain\" digest=\"sha256:");
    assertThat(result(talk, "src/other.rs", "other\n"))
        .as("also before it is attached")
        .startsWith(
            "<resource path=\"src/other.rs\" source=\"tool:read\" mimeType=\"text/plain\" digest=\"sha256:");
    assertThat(result(talk, "/etc/hosts", "hosts\n"))
        .startsWith(
            "<resource uri=\"file:///etc/hosts\" source=\"tool:read\" mimeType=\"text/plain\" digest=");
  }

  private static String result(Talk talk, String path, String text) {
    String block =
        "{\"content\":[{\"type\":\"resource\",\"resource\":{\"uri\":\"%s\",\"mimeType\":"
            + "\"text/plain\",\"text\":\"%s\"}}]}";
    talk.input(block.formatted(path, text.replace("\n", "\\n")));
    return talk.good("tool-result", "--tool", "read").out();
  }

  @Test
  void keepTheFormInWhichTheyWereRecorded() throws IOException {
    Talk talk = clone("one");
    talk.good("query", "--print", "--new", "--id", "c", "-a", "LICENSE", "what?");
    Path log = talk.workspace().directory().resolve(".attache/conversations/c/events.jsonl");
    String history = Files.readString(log);
    assertThat(history).contains(",\"form\":\"path\"}");
    Files.writeString(log, history.replace(",\"form\":\"path\"}", "}"));
    String uri = talk.workspace().workspace().uri() + "/LICENSE";
    assertThat(
            talk.good("query", "--print", "--whole", "-a", "LICENSE", "-a", "src/App.java", "more")
                .out())
        .contains(
            "<resource uri=\"" + uri + "\" name=\"LICENSE\" mimeType=\"text/plain\" digest=",
            "The content of " + uri + " is identical to the attachment at turn 0",
            "<resource path=\"src/App.java\" digest=");
  }
}
