package dev.attache.cli;

import static dev.attache.cli.PublishedConnections.PATIENCE;
import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The reference server for files, which has tools and no resources. */
@Tag("process")
class FilesystemServerIT {

  @TempDir Path directory;

  @Test
  void offersNoResourcesAndIsNotAskedForThem() throws Exception {
    try (var connections =
        PublishedConnections.node(
            directory, Published.module(Published.FILESYSTEM), directory.toString())) {
      assertThat(connections.connection().listResources(PATIENCE)).isEmpty();
      assertThat(connections.connection().listResourceTemplates(PATIENCE)).isEmpty();
      assertThat(connections.connection().listTools(PATIENCE))
          .extracting(tool -> tool.get("name"))
          .contains("read_text_file", "read_media_file");
    }
  }

  @Test
  void readsTextAndBytesWithItsTools() throws Exception {
    Path real = directory.toRealPath();
    Path text = Files.writeString(real.resolve("größe.txt"), "Grüße\n");
    Path image = Files.write(real.resolve("a.png"), new byte[] {(byte) 0x89, 'P', 'N', 'G'});
    try (var connections =
        PublishedConnections.node(real, Published.module(Published.FILESYSTEM), real.toString())) {
      assertThat(call(connections, "read_text_file", text))
          .containsEntry("type", "text")
          .containsEntry("text", "Grüße\n");
      assertThat(call(connections, "read_media_file", image))
          .containsEntry("type", "image")
          .containsEntry("mimeType", "image/png")
          .containsEntry("data", "iVBORw==");
      assertThat(connections.notes()).isEmpty();
    }
  }

  private static Map<String, Object> call(PublishedConnections connections, String tool, Path file)
      throws Exception {
    Map<String, Object> result =
        connections
            .connection()
            .callTool(tool, Map.of("path", file.toString()), Map.of(), null, PATIENCE);
    return PublishedConnections.objects(result, "content").get(0);
  }
}
