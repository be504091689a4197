package dev.attache.handlers.file;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.References;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.ContentHints;
import dev.attache.resource.spi.HandlerContext;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.io.InputStream;
import java.nio.channels.Channels;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Files that handlers of other schemes open. */
class OpenForOthersTest {

  @TempDir Path temporary;

  private Workspace workspace;

  /** Reads {@code part:PATH} from the file at that path. */
  private static final class PartHandler implements ResourceHandler {

    @Override
    public Set<String> schemes() {
      return Set.of("part");
    }

    @Override
    public List<Resource> resolve(ResourceUri uri, HandlerContext context)
        throws ResourceException {
      Path path = Path.of(uri.value().substring("part:".length()));
      try (InputStream in = Channels.newInputStream(context.open(path))) {
        return List.of(context.read(uri, in, ContentHints.NONE).build());
      } catch (ResourceException e) {
        throw e;
      } catch (IOException e) {
        throw new AssertionError(e);
      }
    }
  }

  @BeforeEach
  void write() throws IOException {
    workspace = Workspace.in(temporary).files("a.txt", "dir/b.txt", ".env").link("link", "a.txt");
    workspace.link("up", "dir").link("out", "../outside.txt");
    Files.writeString(temporary.toRealPath().resolve("outside.txt"), "outside");
  }

  private String read(String path, Requester requester) throws IOException {
    Resolver resolver =
        Resolver.builder(HandlerRegistry.of(new PartHandler(), new FileHandler(Map.of())))
            .workspace(workspace.root())
            .build();
    References references = References.of(List.of()).and(requester, List.of("part:" + path));
    try (Resolution resolution = resolver.resolve(references)) {
      return resolution
          .next()
          .match(
              resolved ->
                  resolved
                      .snapshot()
                      .resource()
                      .content()
                      .match(text -> text.value(), blob -> "blob", stored -> "stored"),
              planned -> "planned",
              skipped -> "skipped",
              failed -> failed.problem().kind() + ": " + failed.problem().message(),
              noted -> noted.text());
    }
  }

  private String read(String path) throws IOException {
    return read(path, Requester.USER);
  }

  @Test
  void areThoseOfTheWorkspace() throws IOException {
    assertThat(read("a.txt")).isEqualTo("a.txt");
    assertThat(read("dir/../dir/b.txt")).isEqualTo("dir/b.txt");
    assertThat(read(workspace.path("a.txt").toString())).isEqualTo("a.txt");
  }

  @Test
  void areReachedThroughNoLink() throws IOException {
    assertThat(read("link")).isEqualTo("DENIED: is a symbolic link");
    assertThat(read("up/b.txt")).startsWith("DENIED: a symbolic link blocks the path");
    assertThat(read("out")).isEqualTo("DENIED: is a symbolic link");
  }

  @Test
  void lieNowhereElse() throws IOException {
    Path outside = temporary.toRealPath().resolve("outside.txt");
    for (Requester requester : Requester.values()) {
      assertThat(read("../outside.txt", requester))
          .isEqualTo("DENIED: points outside the workspace, to " + outside);
    }
    assertThat(read("/proc/self/environ")).isEqualTo("DENIED: lies in /proc, which is never read");
  }

  @Test
  void mayHoldSecretsForTheUserOnly() throws IOException {
    assertThat(read(".env")).isEqualTo(".env");
    assertThat(read(".env", Requester.WORKSPACE))
        .isEqualTo("DENIED: it often contains secrets; name it yourself to include it");
    assertThat(read(".env", Requester.MODEL))
        .isEqualTo("DENIED: it often contains secrets; only the user can attach it, by naming it");
  }

  @Test
  void areFiles() throws IOException {
    assertThat(read("dir")).isEqualTo("FAILED: is a directory, not a file");
    assertThat(read("gone")).isEqualTo("NOT_FOUND: no such file or directory");
  }
}
