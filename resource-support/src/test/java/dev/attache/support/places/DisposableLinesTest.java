package dev.attache.support.places;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.PosixFilePermissions;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class DisposableLinesTest {

  @TempDir Path directory;
  private Path file;
  private DisposableLines lines;

  @BeforeEach
  void chooseAPlace() {
    file = directory.resolve("state/attache/lines");
    lines = new DisposableLines(file);
  }

  @Test
  void areThereAgainForNobodyButTheUser() throws Exception {
    assertThat(lines.read()).isEmpty();
    assertThat(lines.replace(List.of("a", "ä"))).isTrue();
    assertThat(lines.replace(List.of("b ü", ""))).isTrue();
    assertThat(lines.read()).containsExactly("b ü", "");
    assertThat(PosixFilePermissions.toString(Files.getPosixFilePermissions(file)))
        .isEqualTo("rw-------");
    assertThat(file.getParent()).isDirectoryContaining(each -> each.equals(file));
    assertThat(file.resolveSibling(".").normalize().toFile().list())
        .containsExactly(file.toFile().getName());
  }

  @Test
  void areNotThereWhereOthersCouldHaveWrittenThem() throws Exception {
    lines.replace(List.of("a"));
    Files.setPosixFilePermissions(file, PosixFilePermissions.fromString("rw--w----"));
    assertThat(lines.read()).isEmpty();
    Path real = Files.move(file, directory.resolve("real"));
    Files.setPosixFilePermissions(real, PosixFilePermissions.fromString("rw-------"));
    Files.createSymbolicLink(file, real);
    assertThat(lines.read()).isEmpty();
  }

  @Test
  void areNotThereWhereTheyAreTooMany() throws Exception {
    lines.replace(List.of("a"));
    Files.write(file, new byte[(1 << 20) + 1]);
    assertThat(lines.read()).isEmpty();
  }

  @Test
  void sayThatTheyCannotBeWritten() throws Exception {
    assertThat(new DisposableLines(null).replace(List.of("a"))).isFalse();
    assertThat(new DisposableLines(null).read()).isEmpty();
    Files.writeString(directory.resolve("file"), "");
    assertThat(new DisposableLines(directory.resolve("file/lines")).replace(List.of("a")))
        .isFalse();
  }
}
