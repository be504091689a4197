package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.core.Resolution;
import dev.attache.core.routing.References;
import dev.attache.resource.Remedy;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.testkit.TestContext;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class SensitiveFilesTest {

  @TempDir Path temporary;

  @Test
  void leavesThemOutUnlessTheyAreNamedExactly() throws IOException {
    Workspace workspace = Workspace.in(temporary).files("a.txt", "tls/server.p12", ".env.local");
    assertThat(workspace.resolve("**/*", "**/.env*"))
        .containsExactly(
            "- .env.local (hidden: its name starts with a dot)",
            "+ a.txt",
            "- tls/server.p12 (sensitive: it often contains secrets; name it exactly to include"
                + " it)",
            "- .env.local (sensitive: it often contains secrets; name it exactly to include it)");
    assertThat(workspace.resolve("tls/server.p12", ".env.local"))
        .containsExactly(
            "# tls/server.p12 (included because you named it (often contains secrets))",
            "+ tls/server.p12",
            "# .env.local (included because you named it (often contains secrets))",
            "+ .env.local");
    assertThat(workspace.resolve("tls"))
        .containsExactly(
            "- tls/server.p12 (sensitive: it often contains secrets; name it exactly to include"
                + " it)");
  }

  /** As when a history that came with a workspace says that they were attached. */
  @Test
  void areReadAgainForTheUserOnly() throws Exception {
    Path root = temporary.toRealPath();
    Files.createDirectory(root.resolve(".aws"));
    for (String name : List.of(".env", ".aws/credentials")) {
      Files.writeString(root.resolve(name), "A=1\n");
      ResourceUri uri = ResourceUri.of("file://" + root + "/" + name);
      try (TestContext user = TestContext.builder(root).build();
          TestContext workspace = TestContext.builder(root).requester(Requester.WORKSPACE).build();
          TestContext model = TestContext.builder(root).requester(Requester.MODEL).build()) {
        assertThat(new FileHandler().resolve(uri, user)).hasSize(1);
        assertThatThrownBy(() -> new FileHandler().resolve(uri, workspace))
            .isInstanceOfSatisfying(
                ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
            .hasMessage("it often contains secrets; name it yourself to include it");
        assertThatThrownBy(() -> new FileHandler().resolve(uri, model))
            .isInstanceOfSatisfying(
                ResourceException.class, e -> assertThat(e.kind()).isEqualTo(Kind.DENIED))
            .hasMessage("it often contains secrets; only the user can attach it, by naming it");
      }
    }
  }

  @Test
  void sayOfAPlaceOutsideWhatTheUserCanDo() throws Exception {
    Path root = Files.createDirectory(temporary.toRealPath().resolve("inside"));
    Path outside = Files.writeString(temporary.toRealPath().resolve("outside.txt"), "A=1\n");
    String message = "points outside the workspace, to " + outside;
    Remedy remedy = new Remedy(Remedy.Action.ALLOW_DIRECTORY, outside.toString());
    ResourceUri uri = ResourceUri.of("file://" + outside);
    try (TestContext user = TestContext.builder(root).build();
        TestContext model = TestContext.builder(root).requester(Requester.MODEL).build()) {
      for (TestContext each : List.of(user, model)) {
        assertThatThrownBy(() -> new FileHandler().resolve(uri, each))
            .hasMessage(message)
            .isInstanceOfSatisfying(
                ResourceException.class, e -> assertThat(e.remedy()).isEqualTo(remedy));
      }
    }
  }

  @Test
  void takesNobodysWordForThemButTheUsers() throws IOException {
    Workspace workspace =
        Workspace.in(temporary).files("a.txt", "id_rsa").write(".env", "A=1\n").link("b", ".env");
    String left = " (sensitive: it often contains secrets; name it yourself to include it)";
    for (Requester requester : List.of(Requester.WORKSPACE, Requester.MODEL)) {
      References references =
          References.of(List.of())
              .and(requester, List.of(".env", "./id_rsa", ".env#L1", "b", "a.txt"));
      assertThat(lines(workspace, references))
          .containsExactly(
              "- .env" + left, "- id_rsa" + left, "- .env" + left, "- .env" + left, "+ a.txt");
      assertThat(lines(workspace, references.and(Requester.USER, List.of("b", "id_rsa"))))
          .endsWith(
              "+ a.txt",
              "- .env (sensitive: b points to it, and it often contains secrets; name the file"
                  + " itself to include it)",
              "# id_rsa (included because you named it (often contains secrets))",
              "+ id_rsa");
    }
  }

  @Test
  void judgesALinkByTheNamesOnBothEnds() throws IOException {
    Workspace workspace =
        Workspace.in(temporary)
            .files("harmless.txt", ".aws/credentials")
            .write(".env", "A=1\n")
            .link("README.md", ".env")
            .link("conf", ".aws")
            .link(".env.local", ".env")
            .link("id_rsa", "harmless.txt");
    String leads =
        " points to it, and it often contains secrets; name the file itself to include it)";
    String uri = "file://" + workspace.path("README.md");
    assertThat(workspace.resolve("README.md"))
        .containsExactly("- .env (sensitive: README.md" + leads);
    assertThat(workspace.resolve("README.md#L1"))
        .containsExactly("- .env (sensitive: README.md#L1" + leads);
    assertThat(workspace.resolve(uri))
        .containsExactly("- .env (sensitive: file://$W/README.md" + leads);
    assertThat(workspace.resolve("conf/credentials"))
        .containsExactly("- .aws/credentials (sensitive: conf/credentials" + leads);
    assertThat(workspace.resolve(".env.local")).contains("+ .env");
    assertThat(workspace.resolve("id_rsa")).containsExactly("+ harmless.txt");
  }

  private static List<String> lines(Workspace workspace, References references) {
    try (Resolution resolution = workspace.resolver().resolve(references)) {
      var lines = new ArrayList<String>();
      resolution.forEach(outcome -> lines.add(workspace.line(outcome)));
      return lines;
    }
  }

  @Test
  void knowsThePlaceOfAFileAlsoWhenItIsTheWorkspaceItself() throws IOException {
    Workspace workspace = Workspace.at(temporary.toRealPath().resolve(".aws")).files("credentials");
    assertThat(workspace.resolve("."))
        .containsExactly(
            "- credentials (sensitive: it often contains secrets; name it exactly to include it)");
  }
}
