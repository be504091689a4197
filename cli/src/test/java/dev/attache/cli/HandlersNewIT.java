package dev.attache.cli;

import static org.assertj.core.api.Assertions.assertThat;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * New handlers, from an empty directory to a resource, by Maven and by what the README, the guide
 * and the project itself say.
 */
class HandlersNewIT {

  private static final Path README = Path.of("../README.md");
  private static final Path GUIDE = Path.of("../docs/writing-a-handler.md");

  @TempDir Path temporary;

  private PageShell shell;

  @BeforeEach
  void open() throws IOException {
    PageShell.assumeMaven();
    shell = PageShell.in(temporary);
  }

  @AfterEach
  void clean() throws IOException {
    if (shell != null) {
      shell.forgetArtifacts();
    }
  }

  private void assertPrints(String command, String expected) throws Exception {
    assertThat(shell.run(command)).as(command).isEqualTo(expected);
  }

  private static String resource(String uri, String name, String text) {
    return "<resource uri=\"%s\" name=\"%s\" mimeType=\"text/plain\">\n%s\n</resource>\n"
        .formatted(uri, name, text);
  }

  @Test
  void buildWhereverTheyAre() throws Exception {
    String place = "'a folder/below'";
    shell.run("attache handlers new w2-notes " + place + " --scheme w2.x --package com.acme.w");
    assertPrints("cd " + place + " && mvn -q -B -ntp verify", "");
    assertPrints(
        "attache --handler-jar target/w2-notes.jar resolve W2.X:thing",
        resource("w2.x:thing", "thing", "This is what w2.x:thing names.\n"));
  }

  @Test
  void buildWithoutAHomeAndSayWhatTheyAre() throws Exception {
    assertThat(shell.run("env -u HOME attache handlers new notes --scheme note"))
        .startsWith("wrote to notes:\n");
    assertPrints("cd notes && env -u HOME mvn -q -B -ntp verify", "");
    try (var jar = new JarFile(shell.directory().resolve("target/notes.jar").toFile())) {
      var attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Attache-Spi-Version")).isEqualTo("1");
      assertThat(attributes.getValue("Attache-Schemes")).isEqualTo("note");
      assertThat(attributes.getValue("Implementation-Title")).isEqualTo("notes");
      assertThat(attributes.getValue("Implementation-Version")).isEqualTo("0.1.0");
      assertThat(jar.stream().map(Object::toString))
          .contains("org/example/notes/NotesHandler.class")
          .noneMatch(entry -> entry.startsWith("dev/"));
    }
  }

  @Test
  void areTestedByTheContract() throws Exception {
    shell.run("attache handlers new notes --scheme note && cd notes");
    Path source = shell.directory().resolve("src/main/java/org/example/notes/NotesHandler.java");
    String broken =
        Files.readString(source).replace("Text.of(content)", "Text.of(\"x\" + content)");
    Files.writeString(source, broken);
    assertThat(shell.run("mvn -B -ntp verify"))
        .contains("givesExactlyTheBytesOfAResource", "BUILD FAILURE");
  }

  @Test
  void workAsTheReadmeSays() throws Exception {
    shell.follow(
        PageListing.of(PageListing.section(Files.readString(README), "## A scheme of your own")));
  }

  @Test
  void workAsTheirOwnReadmeSays() throws Exception {
    shell.run("attache handlers new notes --scheme note && cd notes");
    var commands = new ArrayList<String>();
    for (PageListing listing :
        PageListing.of(Files.readString(shell.directory().resolve("README.md")))) {
      commands.addAll(listing.lines());
    }
    assertThat(commands).hasSize(6);
    String printed = "";
    for (String command : commands) {
      boolean asks = command.startsWith("attache handlers trust");
      printed = shell.run(asks ? command + " --yes" : command);
      assertThat(printed).as(command).doesNotContain("cannot", "BUILD FAILURE");
    }
    assertThat(printed)
        .isEqualTo(resource("note:thing", "thing", "This is what note:thing names.\n"));
  }

  @Test
  void workAsTheGuideSays() throws Exception {
    List<PageListing> listings = PageListing.of(Files.readString(GUIDE));
    shell.follow(listings);
    Path project = shell.home().resolve("notes");
    for (PageListing listing : listings) {
      if (listing.above().contains(" part of ")) {
        assertThat(Files.readString(project.resolve(listing.file()))).contains(listing.text());
      }
    }
  }
}
