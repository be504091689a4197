package dev.attache.jars;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerOrigin.Kind;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.resource.ResourceException;
import dev.attache.test.BuiltJar;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Trusted jars, whose code is loaded when it is asked for. */
class DeferredHandlerTest {

  @TempDir Path directory;
  private Path copies;
  private String loaded;

  @BeforeEach
  void resolvePaths() throws Exception {
    directory = directory.toRealPath();
    copies = directory.resolve("state/attache/handlers");
    loaded = "test.loaded." + directory.getFileName();
  }

  @Test
  void areLoadedWhenTheirSchemeIsAskedFor() throws Exception {
    HandlerRegistry registry = deferred(jar(true));
    assertThat(registry.schemes()).containsExactly("good");
    assertThat(registry.handlers().get(0).name()).isEqualTo("ext.Good");
    assertThat(registry.handlers().get(0).version()).isEqualTo("7.1");
    assertThat(System.getProperty(loaded)).isNull();
    assertThat(copies).doesNotExist();
    assertThat(canonical(registry)).isEqualTo("good:x");
    assertThat(System.getProperty(loaded)).isEqualTo("yes");
    assertThat(copies).isDirectory();
  }

  @Test
  void areLoadedAtOnceWhereTheirManifestDoesNotSayTheirSchemes() throws Exception {
    HandlerRegistry registry = deferred(jar(false));
    assertThat(System.getProperty(loaded)).isEqualTo("yes");
    assertThat(registry.schemes()).containsExactly("good");
  }

  @Test
  void leaveASchemeToWhoHasItAlready() throws Exception {
    HandlerRegistry first = deferred(jar(true));
    HandlerJar second = jar(true);
    HandlerRegistry both = HandlerJar.loadWhenAsked(List.of(second), copies, first);
    assertThat(both.handlers()).isEqualTo(first.handlers());
    assertThat(both.problems()).hasSize(1);
    assertThat(both.problems().get(0).reason()).startsWith("its scheme \"good\" belongs to ");
  }

  @Test
  void failWithTheReasonWhereTheyCannotBeUsed() throws Exception {
    HandlerJar jar = jar(true);
    Files.delete(jar.path());
    HandlerRegistry registry = deferred(jar);
    String message =
        "handlers of "
            + jar.path()
            + " cannot be used: it cannot be copied to "
            + copies
            + ": no such file: "
            + jar.path()
            + "; check that you can write there: ls -ld "
            + copies;
    for (int i = 0; i < 2; i++) {
      assertThatThrownBy(() -> canonical(registry))
          .isInstanceOfSatisfying(
              ResourceException.class, e -> assertThat(e.message()).isEqualTo(message));
    }
  }

  private HandlerRegistry deferred(HandlerJar jar) {
    return HandlerJar.loadWhenAsked(List.of(jar), copies, HandlerRegistry.of());
  }

  private String canonical(HandlerRegistry registry) throws Exception {
    return Resolver.builder(registry).workspace(directory).build().canonicalize("good:x").value();
  }

  private HandlerJar jar(boolean saysSchemes) throws Exception {
    var jar =
        new BuiltJar(directory)
            .handler(
                "Good",
                "static { System.setProperty(\"" + loaded + "\", \"yes\"); }",
                "return java.util.Set.of(\"good\");");
    if (saysSchemes) {
      jar.attribute("Attache-Schemes", "good");
    }
    return HandlerJar.read(jar.write("good" + saysSchemes + System.nanoTime() + ".jar"), Kind.USER);
  }
}
