package dev.attache.cli.run;

import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.LocalRepository;
import dev.attache.cli.PageListing;
import dev.attache.cli.PageShell;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.jar.JarFile;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.AutoClose;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/**
 * New handlers, from an empty directory to a resource, by Maven and by what the README, the guide
 * and the project itself say.
 */
@Tag("process")
@Tag("slow")
class HandlersNewIT {

  private static final Path README = Path.of("../README.md");
  private static final Path GUIDE = Path.of("../docs/writing-a-handler.md");

  private static final String THING =
      """
      <resource uri="w2.x:thing">
      This is what w2.x:thing names.

      </resource>
      """;

  @TempDir Path temporary;

  /** All tests share it, but for what they find in the projects: that has to be found by each. */
  @AutoClose private static @Nullable LocalRepository repository;

  private PageShell shell;

  @BeforeAll
  static void makeRepository() throws IOException {
    PageShell.assumeMaven();
    repository = LocalRepository.create();
  }

  @BeforeEach
  void open() throws IOException {
    LocalRepository shared = requireNonNull(repository);
    shared.forgetOwn();
    shell = PageShell.in(temporary, shared);
  }

  @Test
  void areTestedByTheContract() throws Exception {
    shell.run("attache handlers new notes --scheme note && cd notes");
    Path source = shell.directory().resolve("src/main/java/org/example/notes/NotesHandler.java");
    String broken = Files.readString(source).replace("Kind.NOT_FOUND", "Kind.FAILED");
    Files.writeString(source, broken);
    assertThat(shell.run("mvn -B -ntp verify"))
        .contains("saysThatAMissingResourceIsNotFound", "BUILD FAILURE");
  }

  /** It has nothing of the class that it came with: no method, no constant, no content. */
  @Test
  void keepTheirTestWhenTheirClassIsWrittenAnew() throws Exception {
    shell.run("attache handlers new notes --scheme note && cd notes");
    Files.writeString(
        shell.directory().resolve("src/main/java/org/example/notes/NotesHandler.java"),
        """
        package org.example.notes;

        import dev.attache.resource.*;
        import dev.attache.resource.spi.*;
        import java.util.*;

        public final class NotesHandler implements ResourceHandler {
          @Override
          public Set<String> schemes() {
            return Set.of("note");
          }

          @Override
          public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
            return ResourceUri.of(uri.value().toLowerCase(Locale.ROOT));
          }

          @Override
          public List<Resource> resolve(ResourceUri uri, HandlerContext context)
              throws ResourceException {
            return List.of(
                context.read(uri, Text.of("of " + uri), ContentHints.ofFileName("a.txt")).build());
          }
        }
        """);
    assertThat(shell.run("mvn -B -ntp verify"))
        .contains(
            "NotesHandlerTest: 22 rules were not tested:",
            "  fill missingUri(): neverTakesWhatIsGoneForUnchanged,"
                + " saysThatAMissingResourceIsNotFound",
            "BUILD SUCCESS");
  }

  /** Without it the handler gives nothing, and every rule would end in that error. */
  @Test
  void areTestedWithTheConfigurationThatTheirTestGives() throws Exception {
    shell.run("attache handlers new notes --scheme note && cd notes");
    Files.writeString(
        shell.directory().resolve("src/main/java/org/example/notes/NotesHandler.java"),
        """
        package org.example.notes;

        import dev.attache.resource.*;
        import dev.attache.resource.spi.*;
        import java.util.*;

        public final class NotesHandler implements ResourceHandler {
          @Override
          public Set<String> schemes() {
            return Set.of("note");
          }

          @Override
          public ResourceUri canonicalize(ResourceUri uri, HandlerContext context) {
            return ResourceUri.of(uri.value().toLowerCase(Locale.ROOT));
          }

          @Override
          public List<Resource> resolve(ResourceUri uri, HandlerContext context)
              throws ResourceException {
            String url = context.configuration().string("url", "");
            if (url.isEmpty()) {
              throw context.configuration().wrong("url", "the address of the notes");
            }
            return List.of(
                context.read(uri, Text.of(url + uri), ContentHints.ofFileName("a.txt")).build());
          }
        }
        """);
    Path test = shell.directory().resolve("src/test/java/org/example/notes/NotesHandlerTest.java");
    String hooks = "  @Override\n  protected Map<String, String> canonicalForms() {";
    Files.writeString(
        test,
        Files.readString(test)
            .replace(
                hooks,
                "  @Override\n  protected Map<String, Object> configuration() {\n"
                    + "    return Map.of(\"url\", \"https://example.org/\");\n  }\n\n"
                    + hooks));
    assertThat(shell.run("mvn -B -ntp verify")).contains("BUILD SUCCESS").contains("Errors: 0");
  }

  @Test
  void workAsTheReadmeSaysAndSayWhatTheyAre() throws Exception {
    shell.follow(
        PageListing.of(
            PageListing.section(Files.readString(README), "## Add your own URI scheme")));
    try (var jar = new JarFile(shell.directory().resolve("target/my-handler.jar").toFile())) {
      var attributes = jar.getManifest().getMainAttributes();
      assertThat(attributes.getValue("Attache-Spi-Version")).isEqualTo("1");
      assertThat(attributes.getValue("Attache-Schemes")).isEqualTo("myscheme");
      assertThat(attributes.getValue("Implementation-Title")).isEqualTo("my-handler");
      assertThat(attributes.getValue("Implementation-Version")).isEqualTo("0.1.0");
      assertThat(jar.stream().map(Object::toString))
          .contains("org/example/myhandler/MyHandler.class")
          .noneMatch(entry -> entry.startsWith("dev/"));
    }
  }

  /** Wherever they are, and without a home as far as that goes; Maven has nothing to warn of. */
  @Test
  void workAsTheirOwnReadmeSays() throws Exception {
    String place = "a folder/below";
    String create = " handlers new w2-notes '" + place + "' --scheme w2.x --package com.acme.w";
    assertThat(shell.run("env -u HOME attache" + create)).startsWith("wrote to " + place + ":\n");
    shell.run("cd '" + place + "'");
    var commands = new ArrayList<String>();
    for (PageListing listing :
        PageListing.of(Files.readString(shell.directory().resolve("README.md")))) {
      commands.addAll(listing.lines());
    }
    assertThat(commands).hasSize(6).startsWith("mvn verify");
    assertThat(shell.run("env -u HOME " + commands.get(0)).lines())
        .contains("[INFO] BUILD SUCCESS")
        .allMatch(HandlersNewIT::isNoWarning);
    assertThat(shell.run(commands.get(1).replace("w2.x:", "W2.X:"))).isEqualTo(THING);
    String printed = "";
    for (String command : commands.subList(1, 6)) {
      boolean asks = command.startsWith("attache handlers trust");
      printed = shell.run(asks ? command + " --yes" : command);
      assertThat(printed).as(command).doesNotContain("cannot");
    }
    assertThat(printed).isEqualTo(THING);
  }

  private static boolean isNoWarning(String line) {
    return line.isBlank()
        || Stream.of("[INFO]", "Download", "Progress", "[WARNING] Tests run: ")
            .anyMatch(line::startsWith)
        || line.matches("W2NotesHandlerTest: 17 rules were not tested:|  (?:fill|A hook) .*");
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
