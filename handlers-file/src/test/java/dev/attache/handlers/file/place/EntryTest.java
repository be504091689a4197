package dev.attache.handlers.file.place;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.handlers.file.Git;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.LinkOption;
import java.nio.file.Path;
import java.nio.file.attribute.BasicFileAttributes;
import java.util.List;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EntryTest {

  @TempDir Path temporary;

  private Path top;

  @BeforeEach
  void makeTop() throws IOException {
    top = temporary.toRealPath();
  }

  @Test
  void putsADirectoryWhereItsContentBelongs() throws IOException {
    List<Entry> entries =
        List.of(
            directory("a"), file("a-"), file("a."), file("a0"), file("aa"), file("a "), file("b"));
    assertThat(entries.stream().sorted().map(Entry::name))
        .containsExactly("a ", "a-", "a.", "a", "a0", "aa", "b");
    assertThat(file("a1").compareTo(directory("a1d"))).isNegative();
    assertThat(directory("x").compareTo(file("x\ud83d\ude00"))).isPositive();
  }

  @Test
  void keepsTheBytesOfAName() throws IOException {
    Entry plain = file("a");
    assertThat(plain.isUtf8()).isTrue();
    assertThat(plain.isSpeakable()).isTrue();
    Path odd = Files.writeString(Git.path(top, "b\u00ff"), "");
    Entry entry = entry(odd);
    assertThat(Git.bytes(entry.bytes())).isEqualTo("b\u00ff");
    assertThat(entry.encoded()).isEqualTo("b%FF");
    assertThat(entry.isUtf8()).isFalse();
    Entry replacement = file("b\ufffd");
    assertThat(replacement.encoded()).isEqualTo("b%EF%BF%BD");
    assertThat(replacement.isUtf8()).isTrue();
    assertThat(replacement.isSpeakable()).isTrue();
  }

  @Test
  void knowsWhatIsHiddenAndWhatADirectoryIs() throws IOException {
    assertThat(file(".a").isHidden()).isTrue();
    assertThat(file("a.").isHidden()).isFalse();
    assertThat(directory("d").isDirectory()).isTrue();
    Files.createSymbolicLink(top.resolve("l"), Path.of("d"));
    assertThat(entry(top.resolve("l")).isDirectory()).isFalse();
    assertThat(Entry.kind(entry(top.resolve("l")).attributes())).isEqualTo("a symbolic link");
    assertThat(Entry.kind(directory("e").attributes())).isEqualTo("a directory");
  }

  private Entry directory(String name) throws IOException {
    return entry(Files.createDirectory(top.resolve(name)));
  }

  private Entry file(String name) throws IOException {
    return entry(Files.writeString(top.resolve(name), ""));
  }

  private Entry entry(Path path) throws IOException {
    return Entry.of(
        top,
        path.getFileName(),
        Files.readAttributes(path, BasicFileAttributes.class, LinkOption.NOFOLLOW_LINKS));
  }
}
