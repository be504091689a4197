package dev.attache.cli.agent;

import dev.attache.model.RequestBody;
import dev.attache.support.places.OwnedDirectory;
import java.io.BufferedOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.nio.channels.Channels;
import java.nio.channels.FileChannel;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.Locale;
import java.util.Set;

/**
 * The bodies of requests as files, {@code 0001.json} and so on after those that are there. They
 * hold all that is attached, so they are for the user only, and so is the directory if it is made
 * here.
 */
final class RequestDump {

  private final OwnedDirectory directory;
  private int number;

  RequestDump(Path directory) throws IOException {
    this.directory = new OwnedDirectory(directory);
    this.directory.create();
  }

  /** Writes a body, which holds no key: keys go into headers. */
  synchronized void write(RequestBody body) throws IOException {
    try (OutputStream out = new BufferedOutputStream(Channels.newOutputStream(next()))) {
      body.writeTo(out);
    }
  }

  /** Creates the file of the next number that none has. */
  private FileChannel next() throws IOException {
    while (true) {
      Path file = directory.path().resolve(String.format(Locale.ROOT, "%04d.json", ++number));
      try {
        return FileChannel.open(
            file,
            Set.of(StandardOpenOption.CREATE_NEW, StandardOpenOption.WRITE),
            directory.permissions("rw-------"));
      } catch (FileAlreadyExistsException e) {
        // from another time; the next number
      }
    }
  }
}
