package dev.attache.core.convert;

import dev.attache.core.convert.DocumentConverter.Sample;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.support.convert.ConversionRequest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.time.Duration;
import java.util.List;

/**
 * The making of the class data with which workers start faster: what one learns while it converts
 * some documents, and writes when it ends.
 *
 * @param command how workers are started
 * @param catalog who converts what
 * @param options the options with which the documents are converted
 */
record WorkerTraining(WorkerCommand command, ConverterCatalog catalog, ConversionOptions options) {

  /** So long the writing may take. */
  private static final Duration MOST = Duration.ofMinutes(1);

  /**
   * Makes the archive; one that is there is replaced when the new one is whole.
   *
   * @return whether there is a new one
   */
  boolean make(Path archive, List<Sample> samples) throws InterruptedException {
    Path fresh =
        archive.resolveSibling(archive.getFileName() + "." + ProcessHandle.current().pid());
    try (var pool = new WorkerPool(command.training(fresh), 1)) {
      Worker worker = pool.take();
      try {
        for (Sample each : samples) {
          learn(each, worker, pool);
        }
        worker.retire(MOST);
      } finally {
        pool.giveBack(worker);
      }
      if (Files.isRegularFile(fresh)) {
        Files.move(fresh, archive, StandardCopyOption.ATOMIC_MOVE);
        return true;
      }
    } catch (IOException e) {
      // Processes start without it, only later.
    } finally {
      delete(fresh);
    }
    return false;
  }

  private void learn(Sample sample, Worker worker, WorkerPool pool)
      throws IOException, InterruptedException {
    ConverterEntry converter = catalog.find(sample.mimeType());
    if (converter == null) {
      return;
    }
    long size = sample.content().size();
    var request = new ConversionRequest(converter.name(), sample.mimeType(), null, size, options);
    try {
      worker.convert(request, sample.content(), pool.clock());
    } catch (ConversionException e) {
      // It has learned as much as it could.
    } catch (Worker.RetiredException e) {
      throw new IOException("it has ended", e);
    }
  }

  private static void delete(Path file) {
    try {
      Files.deleteIfExists(file);
    } catch (IOException e) {
      // It lies where such files are replaced.
    }
  }
}
