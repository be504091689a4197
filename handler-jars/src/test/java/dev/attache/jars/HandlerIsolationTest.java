package dev.attache.jars;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static java.util.stream.Collectors.joining;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ResourceUri;
import dev.attache.test.BuiltJar;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** What the code of a jar sees, and what it does not. */
class HandlerIsolationTest {

  @TempDir Path directory;

  @BeforeEach
  void resolveLinks() throws Exception {
    directory = directory.toRealPath();
  }

  @Test
  void runsIncompatibleVersionsOfOneLibrarySideBySide() throws Exception {
    Path first = withLibrary("First", "first", "public static String first() { return \"1\"; }");
    Path second = withLibrary("Second", "second", "public static int second() { return 2; }");
    HandlerRegistry registry = load(first, second);
    assertThat(registry.problems()).isEmpty();
    assertThat(answer(registry, "first")).isEqualTo("1");
    assertThat(answer(registry, "second")).isEqualTo("2");
  }

  /** A jar with its own version of a class, which has one method, and a handler that calls it. */
  private Path withLibrary(String name, String scheme, String method) throws Exception {
    return new BuiltJar(directory)
        .source("Library", "package lib; public class Library { " + method + " }")
        .answering(name, scheme, "String.valueOf(lib.Library." + scheme + "())")
        .write(name + ".jar");
  }

  @Test
  void findsADependencyBesideTheHandlerAndNotElsewhere() throws Exception {
    Path library =
        new BuiltJar(directory)
            .source(
                "Library",
                "package lib; public class Library {"
                    + " public static String name() { return \"beside\"; } }")
            .write("library.jar");
    BuiltJar jar = new BuiltJar(directory);
    jar.source(
            "Library",
            "package lib; public class Library { public static String name() {"
                + " return null; } }")
        .answering("Lone", "lone", "lib.Library.name()")
        .attribute("Class-Path", "library.jar " + library.toUri());
    Files.delete(jar.classes().resolve("lib/Library.class"));
    Path lone = jar.write("lone.jar");
    Path folder = Files.createDirectory(directory.resolve("folder"));
    Files.copy(lone, folder.resolve("lone.jar"));
    Files.copy(library, folder.resolve("library.jar"));
    assertThat(answer(load(folder), "lone")).isEqualTo("beside");
    HandlerRegistry alone = load(lone);
    assertThatThrownBy(() -> answer(alone, "lone"))
        .hasMessageContaining(
            "the handler ext.Lone failed: java.lang.NoClassDefFoundError: lib/Library");
  }

  @Test
  void prefersALibraryOfTheJarToThatOfTheProgram() throws Exception {
    Path own =
        new BuiltJar(directory)
            .source(
                "ObjectMapper",
                "package com.fasterxml.jackson.databind; public class ObjectMapper {"
                    + " public String toString() { return \"own\"; } }")
            .answering("Own", "own", "new com.fasterxml.jackson.databind.ObjectMapper().toString()")
            .write("own.jar");
    assertThat(answer(load(own), "own")).isEqualTo("own");
  }

  @Test
  void mixesNoLibraryOfTheJarWithThatOfTheProgram() throws Exception {
    BuiltJar jar = new BuiltJar(directory);
    jar.source("Mine", "package com.fasterxml.jackson.core; public class Mine {}")
        .answering("Half", "half", sees("com.fasterxml.jackson.databind.ObjectMapper"));
    assertThat(answer(load(jar.write("half.jar")), "half")).isEqualTo("no");
  }

  @Test
  void lendsTheLibrariesOfTheApiToAJarWithoutThem() throws Exception {
    Path file =
        new BuiltJar(directory)
            .answering(
                "Lent",
                "lent",
                "new com.fasterxml.jackson.databind.ObjectMapper().getClass().getName()")
            .write("lent.jar");
    assertThat(answer(load(file), "lent")).isEqualTo(ObjectMapper.class.getName());
  }

  @Test
  void hidesTheRestOfTheProgramAndTheOtherHandlers() throws Exception {
    var expected = new LinkedHashMap<String, String>();
    expected.put("dev.attache.core.Resolver", "no");
    expected.put("dev.attache.jars.HandlerJar", "no");
    expected.put("com.google.common.collect.ImmutableList", "no");
    expected.put("org.assertj.core.api.Assertions", "no");
    expected.put("ext.Other", "no");
    expected.put("java.sql.Connection", "yes");
    expected.put("java.net.http.HttpClient", "yes");
    expected.put("dev.attache.resource.Text", "yes");
    String answers =
        expected.keySet().stream()
            .map(name -> "\"" + name + "=\" + " + sees(name))
            .collect(joining(" + \", \" + ", "\"{\" + ", " + \"}\""));
    Path file = new BuiltJar(directory).answering("Nosy", "nosy", answers).write("nosy.jar");
    Path other = new BuiltJar(directory).handler("Other", "other").write("other.jar");
    assertThat(answer(load(other, file), "nosy")).isEqualTo(expected.toString());
  }

  @Test
  void usesTheApiOfTheProgramEvenIfTheJarHasItsOwn() throws Exception {
    BuiltJar jar = new BuiltJar(directory).answering("Good", "good", "\"ours\"");
    String spi = "dev/attache/resource/spi/ResourceHandler.class";
    Files.createDirectories(jar.classes().resolve(spi).getParent());
    try (InputStream own = ResourceUri.class.getClassLoader().getResourceAsStream(spi)) {
      Files.copy(requireNonNull(own), jar.classes().resolve(spi));
    }
    jar.source("Extra", "package dev.attache.resource; public class Extra {}")
        .answering("Extras", "extra", sees("dev.attache.resource.Extra"));
    HandlerRegistry registry = load(jar.write("api.jar"));
    assertThat(registry.problems()).isEmpty();
    assertThat(answer(registry, "good")).isEqualTo("ours");
    assertThat(answer(registry, "extra")).isEqualTo("no");
  }

  @Test
  void findsServicesOfTheJarOnlyWithTheLoaderOfTheThread() throws Exception {
    String found =
        "java.util.ServiceLoader.load(java.util.function.Supplier.class).stream()"
            + ".map(p -> (String) p.get().get()).toList().toString()";
    Path file =
        new BuiltJar(directory)
            .source(
                "Greeting",
                "package ext; public class Greeting implements java.util.function.Supplier<String> {"
                    + " public String get() { return \"hello\"; } }")
            .resource("META-INF/services/java.util.function.Supplier", "ext.Greeting")
            .answering("Service", "service", found)
            .write("service.jar");
    assertThat(answer(load(file), "service")).isEqualTo("[hello]");
  }

  @Test
  void leaksNoServicesOrResourcesOfTheProgram() throws Exception {
    Files.createDirectory(directory.resolve("odd!")); // as the end of a jar's URL is marked
    Path file = new BuiltJar(directory).handler("Good", "good").write("odd!/good+%20!.jar");
    try (JarClassLoader loader = JarClassLoader.open("good", List.of(file))) {
      assertThat(loader.getResource("META-INF/services/org.junit.platform.engine.TestEngine"))
          .isNull();
      assertThat(
              loader
                  .getResources("META-INF/services/org.junit.platform.engine.TestEngine")
                  .hasMoreElements())
          .isFalse();
      assertThat(
              loader.getResourceAsStream("META-INF/services/org.junit.platform.engine.TestEngine"))
          .isNull();
      var own = java.util.Collections.list(loader.getResources(BuiltJar.SERVICE));
      assertThat(own).hasSize(1);
      assertThat(own.get(0)).isEqualTo(loader.getResource(BuiltJar.SERVICE));
      try (InputStream in = own.get(0).openStream()) {
        assertThat(in).asString(UTF_8).isEqualTo("ext.Good\n");
      }
      try (InputStream in = loader.getResourceAsStream(BuiltJar.SERVICE)) {
        assertThat(in).asString(UTF_8).isEqualTo("ext.Good\n");
      }
      assertThat(loader.getResource("dev/attache/core/Resolver.class")).isNull();
      assertThat(loader.getResource("dev/attache/resource/Text.class")).isNotNull();
      assertThat(loader.getResource("com/fasterxml/jackson/databind/ObjectMapper.class"))
          .isNotNull();
      assertThat(loader.loadClass("ext.Good").getPackage().getImplementationVersion())
          .isEqualTo("7.1");
    }
  }

  @Test
  void takesNoResourceOfTheApiFromAJar() throws Exception {
    String name = "dev/attache/resource/extra.txt";
    Path file = new BuiltJar(directory).resource(name, "mine").write("extra.jar");
    try (JarClassLoader loader = JarClassLoader.open("extra", List.of(file))) {
      assertThat(loader.getResource(name)).isNull();
      assertThat(loader.getResources(name).hasMoreElements()).isFalse();
      assertThat(loader.getResourceAsStream(name)).isNull();
    }
  }

  @Test
  void saysWhichJarAClassCameFrom() throws Exception {
    Path library =
        new BuiltJar(directory)
            .source("Library", "package lib; public class Library {}")
            .write("library.jar");
    Path file = new BuiltJar(directory).handler("Good", "good").write("good+ä%20!.jar");
    try (JarClassLoader loader = JarClassLoader.open("good", List.of(file, library))) {
      assertThat(place(loader.loadClass("ext.Good"))).isEqualTo(file);
      assertThat(place(loader.loadClass("lib.Library"))).isEqualTo(library);
    }
  }

  private static Path place(Class<?> loaded) throws Exception {
    return Path.of(loaded.getProtectionDomain().getCodeSource().getLocation().toURI());
  }

  @Test
  void usesTheEntriesForThisVersionOfJava() throws Exception {
    Path file =
        new BuiltJar(directory)
            .attribute("Multi-Release", "true")
            .resource("ext/which ä#?%.txt", "old")
            .resource("META-INF/versions/17/ext/which ä#?%.txt", "new")
            .resource("META-INF/versions/99/ext/which ä#?%.txt", "future")
            .answering(
                "Which",
                "which",
                "new String(Which.class.getResource(\"which ä#?%.txt\").openStream().readAllBytes())")
            .answering(
                "Stream",
                "stream",
                "new String(Stream.class.getResourceAsStream(\"which ä#?%.txt\").readAllBytes())")
            .write("which.jar");
    HandlerRegistry registry = load(file);
    assertThat(answer(registry, "which")).isEqualTo("new");
    assertThat(answer(registry, "stream")).isEqualTo("new");
  }

  @Test
  @SuppressWarnings("NullAway") // the handler does not look at what it is given
  void callsAllCodeOfAJarWithItsLoaderAndPutsBackWhatWasThere() throws Exception {
    Path file = new BuiltJar(directory).source("Seen", WATCHFUL).line("ext.Seen").write("seen.jar");
    HandlerRegistry registry = load(file);
    ClassLoader before = Thread.currentThread().getContextClassLoader();
    assertThat(answer(registry, "seen")).isEqualTo("resolved");
    Resolver resolver = Resolver.builder(registry).workspace(directory).build();
    try (Resolution plan = resolver.plan(List.of("seen:x"))) {
      assertThat(plan.next()).isInstanceOf(Outcome.Planned.class);
    }
    var handler = registry.find("seen").orElseThrow().handler();
    assertThat(handler.canonicalize(ResourceUri.of("seen:x"), null))
        .isEqualTo(ResourceUri.of("seen:x"));
    assertThatThrownBy(() -> handler.freshness(null, null, null, null))
        .isInstanceOf(IllegalStateException.class);
    assertThat(Thread.currentThread().getContextClassLoader()).isSameAs(before);
    String seen = System.clearProperty("ext.Seen");
    assertThat(List.of(seen.split(" ", -1)))
        .contains(
            "schemes:true",
            "canonicalize:true",
            "expand:true",
            "parallelism:true",
            "timeLimit:true",
            "resolve:true",
            "made:true",
            "closed:true",
            "peek:true",
            "read:true",
            "end:true",
            "freshness:true")
        .noneMatch(word -> word.endsWith(":false"));
  }

  @Test
  void looksIntoEachCandidateWithItsOwnCode() throws Exception {
    String twice =
        """
        public void expand(java.util.List<dev.attache.resource.spi.Reference> references,
            dev.attache.resource.spi.HandlerContext context,
            dev.attache.resource.spi.CandidateSink sink) {
          for (var reference : references) {
            for (String text : new String[] {"text", "\\u0000bin"}) {
              sink.candidate(reference, new dev.attache.resource.spi.Candidate(
                  dev.attache.resource.ResourceUri.of("two:" + text.length()), "name", 4, true,
                  (u, c) -> new java.io.ByteArrayInputStream(text.getBytes())));
            }
          }
        }
        """;
    Path file =
        new BuiltJar(directory)
            .handler("Two", twice, "return java.util.Set.of(\"two\");")
            .write("two.jar");
    var texts = new ArrayList<@Nullable Boolean>();
    Resolver resolver = Resolver.builder(load(file)).workspace(directory).build();
    try (Resolution plan = resolver.plan(List.of("two:x"))) {
      while (plan.hasNext()) {
        texts.add(((Outcome.Planned) plan.next()).text());
      }
    }
    assertThat(texts).containsExactly(true, false);
  }

  private static final String WATCHFUL =
      """
      package ext;
      public class Seen implements dev.attache.resource.spi.ResourceHandler {
      public java.util.Set<String> schemes() {
        see("schemes");
        return java.util.Set.of("seen");
      }
      static synchronized void see(String what) {
        boolean own = Thread.currentThread().getContextClassLoader() == Seen.class.getClassLoader();
        System.setProperty("ext.Seen", System.getProperty("ext.Seen", "-") + " " + what + ":" + own);
      }
      public static class Kept implements AutoCloseable {
        public Kept() { see("made"); }
        public void close() { see("closed"); }
      }
      public dev.attache.resource.ResourceUri canonicalize(dev.attache.resource.ResourceUri uri,
          dev.attache.resource.spi.HandlerContext context) {
        see("canonicalize");
        return uri;
      }
      public void expand(java.util.List<dev.attache.resource.spi.Reference> references,
          dev.attache.resource.spi.HandlerContext context,
          dev.attache.resource.spi.CandidateSink sink) {
        see("expand");
        for (var reference : references) {
          var uri = canonicalize(dev.attache.resource.ResourceUri.of(reference.target()), context);
          sink.candidate(reference, new dev.attache.resource.spi.Candidate(
              uri, "name", 3, true, (u, c) -> {
                see("peek");
                return new java.io.InputStream() {
                  public int read() { see("read"); return -1; }
                  public void close() { see("end"); }
                };
              }));
        }
      }
      public int parallelism(dev.attache.resource.spi.HandlerContext context) {
        see("parallelism");
        return 1;
      }
      public java.time.Duration timeLimit(dev.attache.resource.ResourceUri uri,
          dev.attache.resource.spi.HandlerContext context) {
        see("timeLimit");
        return null;
      }
      public java.util.List<dev.attache.resource.Resource> resolve(
          dev.attache.resource.ResourceUri uri,
          dev.attache.resource.spi.HandlerContext context) {
        see("resolve");
        context.perRun(Kept.class, Kept::new);
        return java.util.List.of(dev.attache.resource.Resource.builder(uri,
            dev.attache.resource.ResourceContent.text("resolved")).mimeType("text/plain").build());
      }
      public dev.attache.resource.spi.Freshness freshness(dev.attache.resource.ResourceUri uri,
          dev.attache.resource.Resource known, java.time.Instant readAt,
          dev.attache.resource.spi.HandlerContext context) {
        see("freshness");
        throw new IllegalStateException();
      }
      }
      """;

  private HandlerRegistry load(Path... jars) throws Exception {
    var read = new ArrayList<HandlerJar>();
    for (Path jar : jars) {
      read.add(HandlerJar.read(jar, Kind.USER).keptIn(directory.resolve("kept")));
    }
    return HandlerJar.load(read, HandlerRegistry.of());
  }

  /** Asks the handler of a class for it. */
  private static String sees(String className) {
    return "sees(\"" + className + "\")";
  }

  private String answer(HandlerRegistry registry, String scheme) throws Exception {
    Resolver resolver = Resolver.builder(registry).workspace(directory).build();
    try (Resolution resolution = resolver.resolve(List.of(scheme + ":x"))) {
      Outcome outcome = resolution.next();
      if (outcome instanceof Outcome.Failed failed) {
        throw failed.problem();
      }
      var content = ((Outcome.Resolved) outcome).snapshot().resource().content();
      try (InputStream in = content.open()) {
        return new String(in.readAllBytes(), UTF_8);
      }
    }
  }
}
