package dev.attache.core.convert;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.core.convert.DocumentConverter.Sample;
import dev.attache.resource.ResourceContent;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.api.parallel.ResourceLock;

/** The class-data archive of workers, which Java makes for jars only: the distribution tests it. */
@ResourceLock(DocumentConverterTest.WORKERS)
class ArchiveOfWorkersTest {

  private static final List<Sample> SAMPLES =
      List.of(
          new Sample("application/x-orders", ResourceContent.blob("throw".getBytes(UTF_8))),
          new Sample("application/x-unknown", ResourceContent.blob("hello".getBytes(UTF_8))));

  @TempDir Path directory;

  private DocumentConverter.Builder builder() {
    return DocumentConverter.builder()
        .addConverters(Objects.requireNonNull(WorkerCommand.placeOf(ObedientConverter.class)));
  }

  @Test
  void isNotMadeWithoutAPlaceForIt() throws InterruptedException {
    try (DocumentConverter converter = builder().build()) {
      assertThat(converter.makeArchive(SAMPLES)).isFalse();
    }
  }

  @Test
  void leavesNothingBehindWhereItCannotBeMade() throws InterruptedException {
    Path nowhere = directory.resolve("missing/documents.jsa");
    try (DocumentConverter converter = builder().archive(nowhere).build()) {
      assertThat(converter.makeArchive(SAMPLES)).isFalse();
    }
    assertThat(directory).isEmptyDirectory();
  }
}
