package dev.attache.cli.agent;

import dev.attache.model.RequestBody;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Locale;

/** The bodies of requests as files, {@code 0001.json} and so on after those that are there. */
final class RequestDump {

  private final Path directory;
  private int next;

  RequestDump(Path directory) throws IOException {
    this.directory = Files.createDirectories(directory);
    while (Files.exists(file())) {
      next++;
    }
  }

  private Path file() {
    return directory.resolve(String.format(Locale.ROOT, "%04d.json", next + 1));
  }

  /** Writes a body, which holds no key: keys go into headers. */
  synchronized void write(RequestBody body) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Files.newOutputStream(file()))) {
      body.writeTo(out);
    }
    next++;
  }
}
