package dev.attache.support.places;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import java.io.IOException;
import java.nio.file.FileAlreadyExistsException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class OwnedDirectoryTest {

  @TempDir Path temporary;
  private OwnedDirectory directory;

  @BeforeEach
  void nameOne() {
    directory = new OwnedDirectory(temporary.resolve("state/attache"));
  }

  @Test
  void isMadeForTheUserOnlyWithAllThatIsMissingAboveIt() throws Exception {
    directory.create();
    directory.create();
    directory.require();
    assertThat(permissions(directory.path())).isEqualTo("rwx------");
    assertThat(permissions(temporary.resolve("state"))).isEqualTo("rwx------");
  }

  @Test
  void isLeftAsItIsIfItIsThere() throws Exception {
    Files.createDirectories(directory.path());
    change(directory.path(), "rwxr-xr-x");
    directory.create();
    directory.require();
    assertThat(permissions(directory.path())).isEqualTo("rwxr-xr-x");
  }

  @Test
  void mayBeALinkToOne() throws Exception {
    Path elsewhere = Files.createDirectory(temporary.resolve("elsewhere"));
    Files.createDirectory(temporary.resolve("state"));
    Files.createSymbolicLink(directory.path(), elsewhere);
    directory.create();
    assertThat(directory.<String>locked("lock", () -> "done")).isEqualTo("done");
    assertThat(permissions(elsewhere.resolve("lock"))).isEqualTo("rw-------");
  }

  @Test
  void isNotMadeWhereAFileLies() throws Exception {
    Files.createDirectory(temporary.resolve("state"));
    Files.writeString(directory.path(), "");
    assertThatThrownBy(directory::create).isInstanceOf(FileAlreadyExistsException.class);
  }

  @Test
  void countsForNothingIfOthersCanChangeIt() throws Exception {
    directory.create();
    for (String spelled : new String[] {"rwx-w----", "rwx----w-"}) {
      change(directory.path(), spelled);
      var refused = catchThrowableOfType(ForeignPathException.class, directory::require);
      assertThat(refused).hasMessage(directory.path() + " can be changed by others");
      assertThat(refused.fix()).isEqualTo("review it, then run: chmod go-w " + directory.path());
    }
  }

  private static void change(Path path, String permissions) throws IOException {
    Files.setPosixFilePermissions(path, PosixFilePermissions.fromString(permissions));
  }

  private static String permissions(Path path) throws IOException {
    return PosixFilePermissions.toString(Files.getPosixFilePermissions(path));
  }
}
