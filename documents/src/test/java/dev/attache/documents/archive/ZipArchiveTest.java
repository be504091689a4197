package dev.attache.documents.archive;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.documents.TestDocument;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ZipArchiveTest {

  @TempDir Path directory;

  /** A converter of archives whose copies go to a file. */
  private static final class CopyingConverter extends DraftingConverter {

    private final Path copy;

    CopyingConverter(Path copy) {
      super("copying", "1", Set.of("application/zip"));
      this.copy = copy;
    }

    @Override
    protected void write(ConversionSource source, DocumentDraft draft) throws IOException {
      try (InputStream in = source.open();
          var archive = ZipArchive.open(in, copy, draft.limits().bytes())) {
        archive.names().forEach(draft.writer()::paragraph);
      }
    }
  }

  private static TestDocument document() throws IOException {
    return TestDocument.zip("application/zip", "letter.txt", "Dear Ada");
  }

  @Test
  void deletesItsCopy() throws Exception {
    Path copy = directory.resolve("copy.zip");
    assertThat(new CopyingConverter(copy).convert(document(), ConversionOptions.DEFAULT).markdown())
        .isEqualTo("letter.txt\n");
    assertThat(copy).doesNotExist();
  }

  @Test
  void doesNotTakeAFullDiskForADamagedDocument() throws Exception {
    Path full = Path.of("/dev/full");
    assumeTrue(Files.isWritable(full), "no /dev/full");
    Path copy = Files.createSymbolicLink(directory.resolve("copy.zip"), full);
    TestDocument document = document();
    ConversionException failure =
        catchThrowableOfType(
            ConversionException.class,
            () -> new CopyingConverter(copy).convert(document, ConversionOptions.DEFAULT));
    assertThat(failure.reason()).isEqualTo(Reason.CRASHED); // which is not kept
    assertThat(failure)
        .hasMessage("its process cannot write temporary files: No space left on device");
    assertThat(full).exists();
    assertThat(Files.isSymbolicLink(copy)).isFalse();
  }

  @Test
  void doesNotTakeADirectoryThatIsGoneForADamagedDocument() throws Exception {
    Path copy = directory.resolve("gone").resolve("copy.zip");
    TestDocument document = document();
    ConversionException failure =
        catchThrowableOfType(
            ConversionException.class,
            () -> new CopyingConverter(copy).convert(document, ConversionOptions.DEFAULT));
    assertThat(failure.reason()).isEqualTo(Reason.CRASHED);
    assertThat(failure).hasMessage("its process cannot write temporary files");
  }
}
