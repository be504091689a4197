package dev.attache.cli.config;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.terminal.UsageException;
import dev.attache.support.text.FileProblem;
import java.io.IOException;
import java.io.InputStream;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;

/** A JSON Schema in a file of its own, beside the configuration file that names it. */
record ToolSchemaFile(ConfigTable table, String key, Path directory) {

  private static final int MAX_SIZE = 1 << 20;

  /** Reads one that the user has named: it may lie anywhere. */
  Map<String, Object> read(String name) throws UsageException {
    return read(name, path(name));
  }

  /** Reads one that a workspace has named: it is a file of the workspace. */
  Map<String, Object> readWithin(Path workspace, String name) throws UsageException {
    Path path = path(name);
    try {
      Path real = path.toRealPath();
      if (!real.startsWith(workspace.toRealPath()) || !Files.isRegularFile(real)) {
        throw table.wrong(key, "(" + name + ") must be a file inside the workspace");
      }
      return read(name, real);
    } catch (IOException e) {
      throw cannotBeRead(name, e);
    }
  }

  private Path path(String name) throws UsageException {
    try {
      return directory.resolve(FileProblem.path(name));
    } catch (IOException e) {
      throw cannotBeRead(name, e);
    }
  }

  private UsageException cannotBeRead(String name, IOException e) {
    return table.wrong(key, "(" + name + ") cannot be read: " + FileProblem.of(e));
  }

  private Map<String, Object> read(String name, Path path) throws UsageException {
    String subject = table.subject(key) + " (" + name + ")";
    try (InputStream in = FileProblem.open(path.toString())) {
      byte[] bytes = in.readNBytes(MAX_SIZE + 1);
      if (bytes.length > MAX_SIZE) {
        throw new UsageException(subject + " is larger than the limit of " + MAX_SIZE + " bytes");
      }
      return GivenJson.object(subject, UTF_8.newDecoder().decode(ByteBuffer.wrap(bytes)) + "");
    } catch (CharacterCodingException e) {
      throw new UsageException(subject + " is not UTF-8");
    } catch (IOException e) {
      throw cannotBeRead(name, e);
    }
  }
}
