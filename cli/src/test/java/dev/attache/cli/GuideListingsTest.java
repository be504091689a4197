package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.cli.handlers.HandlerProject;
import dev.attache.cli.handlers.NewHandler;
import java.io.IOException;
import java.io.StringWriter;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import javax.tools.JavaCompiler;
import javax.tools.ToolProvider;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/**
 * The Java of the guide for authors, and of the projects that are written for them, before the
 * compiler; {@code HandlersNewIT} runs what is complete.
 */
class GuideListingsTest {

  private static final Path GUIDE = Path.of("../docs/writing-a-handler.md");

  /** What stands around a listing that is a part of a method. */
  private static final String METHOD =
      """
      package org.example;

      import dev.attache.resource.*;
      import dev.attache.resource.ResourceException.Kind;
      import dev.attache.resource.secrets.*;
      import dev.attache.resource.spi.*;
      import dev.attache.support.net.*;
      import dev.attache.support.process.*;
      import java.io.*;
      import java.lang.ProcessBuilder.Redirect;
      import java.net.InetAddress;
      import java.nio.file.Path;
      import java.util.*;

      abstract class Part%d {
        void run(ResourceUri uri, HandlerContext context, List<String> arguments, Path directory,
            Map<String, String> variables, ByteArrayOutputStream kept, String host, int port,
            List<String> allowedByTheUser) throws Exception {
      %s
        }
      }
      """;

  @TempDir Path temporary;

  private static List<PageListing> java() throws IOException {
    return PageListing.of(Files.readString(GUIDE)).stream()
        .filter(listing -> listing.language().equals("java"))
        .toList();
  }

  private void assertCompiles(List<Path> sources) throws IOException {
    JavaCompiler compiler = Objects.requireNonNull(ToolProvider.getSystemJavaCompiler());
    var said = new StringWriter();
    var options = List.of("-Xlint:all,-processing,-classfile", "-Werror", "--release", "17", "-d");
    var all = new ArrayList<>(options);
    all.add(Files.createDirectories(temporary.resolve("classes")).toString());
    try (var files = compiler.getStandardFileManager(null, Locale.ROOT, UTF_8)) {
      boolean isCompiled =
          compiler
              .getTask(said, files, null, all, null, files.getJavaFileObjectsFromPaths(sources))
              .call();
      assertThat(said.toString()).isEmpty();
      assertThat(isCompiled).isTrue();
    }
  }

  @Test
  void compilesWhatIsPartOfAMethod() throws IOException {
    var sources = new ArrayList<Path>();
    for (PageListing listing : java()) {
      if (listing.file().isEmpty()) {
        int number = sources.size();
        Path source = temporary.resolve("Part" + number + ".java");
        sources.add(Files.writeString(source, METHOD.formatted(number, listing.text())));
      }
    }
    assertThat(sources).hasSize(6);
    assertCompiles(sources);
  }

  @Test
  void compilesWhatTheReadmeShowsOfPrograms() throws IOException {
    List<PageListing> shown =
        PageListing.of(Files.readString(Path.of("../README.md"))).stream()
            .filter(listing -> listing.language().equals("java") && listing.file().isEmpty())
            .toList();
    assertThat(shown).hasSize(1);
    Path program = temporary.resolve("FirstAnswer.java");
    assertCompiles(List.of(Files.writeString(program, shown.get(0).text())));
  }

  @Test
  void compilesTheCompleteHandlerWithItsTest() throws IOException {
    var sources = new ArrayList<Path>();
    for (PageListing listing : java()) {
      if (listing.above().startsWith("This is ")) {
        Path source = temporary.resolve(listing.file());
        Files.createDirectories(source.getParent());
        sources.add(Files.writeString(source, listing.text()));
      }
    }
    assertThat(sources).hasSize(2);
    assertCompiles(sources);
  }

  @ParameterizedTest
  @ValueSource(strings = {"weather-notes", "resource", "int", "handler", "Text", "list", "io"})
  void compilesNewHandlersWhateverTheirNames(String name) throws Exception {
    NewHandler handler = NewHandler.of(name, "a.b-c+d", null);
    var sources = new ArrayList<Path>();
    for (var file : new HandlerProject(handler, "1.2.3", null).files().entrySet()) {
      if (file.getKey().endsWith(".java")) {
        Path source = temporary.resolve(file.getKey());
        Files.createDirectories(source.getParent());
        sources.add(Files.write(source, file.getValue()));
      }
    }
    assertThat(sources).hasSize(2);
    assertCompiles(sources);
  }
}
