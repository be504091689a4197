package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.Histories.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationId;
import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.FileVisitOption;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** A store that came with links in it, which lead to files of its user. */
@DisabledOnOs(OS.WINDOWS)
class StoreLinksTest {

  @TempDir Path workspace;
  private Path outside;

  @BeforeEach
  void writeFilesOutside() throws Exception {
    outside = Files.createDirectory(workspace.resolve("outside"));
    for (String name : List.of("tmp", "packs", "ab", ".removed")) {
      Files.writeString(Files.createDirectory(outside.resolve(name)).resolve("precious"), "x");
    }
    Files.writeString(outside.resolve("tmp/a.spool"), "x");
    Files.writeString(outside.resolve("ab/" + "c".repeat(62)), "x");
  }

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  private Path file(String name) {
    return workspace.resolve(".attache").resolve(name);
  }

  private void begin() throws IOException {
    begin("a.txt");
  }

  private void begin(String... names) throws IOException {
    EmbeddedStore store = store();
    appendTurn(store, store.create(ID), "1", names);
  }

  private void turn(String text, String name) throws IOException {
    EmbeddedStore store = store();
    appendTurn(store, store.open(ID), text, name);
  }

  /** Puts a link in the place of something. */
  private Path link(String name, Path to) throws IOException {
    Path link = file(name);
    Files.createDirectories(link.getParent());
    if (Files.exists(link)) {
      Files.move(link, workspace.resolve("was"));
    }
    return Files.createSymbolicLink(link, to);
  }

  private List<String> tree(Path directory) throws IOException {
    try (Stream<Path> all = Files.walk(directory, FileVisitOption.FOLLOW_LINKS)) {
      return all.map(Path::toString).sorted().toList();
    }
  }

  /** Does something that must end in a refusal, and change nothing outside. */
  private void assertRefused(Path link, ThrowingCallable action) throws IOException {
    List<String> before = tree(outside);
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
        .hasMessage(message(link));
    assertThat(tree(outside)).isEqualTo(before);
  }

  private static String message(Path link) throws IOException {
    return link
        + " is a symbolic link to "
        + Files.readSymbolicLink(link)
        + ", which a store does not follow: replace it with its target, or delete it";
  }

  private List<String> problems() throws StoreException {
    var problems = new ArrayList<String>();
    store().verify(problems::add);
    return problems;
  }

  @ParameterizedTest
  @ValueSource(strings = {"blobs", "blobs/tmp", "blobs/packs"})
  void leavesDirectoriesOfContentsThatAreLinks(String name) throws Exception {
    begin();
    Path link = link(name, outside.resolve(name.equals("blobs") ? "" : name.substring(6)));
    assertRefused(link, () -> store().collect(false));
    assertRefused(link, () -> turn("2", "b.txt"));
    assertRefused(link, () -> store().begin());
  }

  @Test
  void deletesNothingWhereALinkStandsForAContentOrItsDirectory() throws Exception {
    begin();
    Path fan = link("blobs/ab", outside.resolve("ab"));
    assertThatThrownBy(() -> store().collect(false)).hasMessage(message(fan));
    Files.delete(fan);
    Path file = link("blobs/ab/" + "d".repeat(62), outside.resolve("tmp/a.spool"));
    assertRefused(file, () -> store().collect(false));
    assertThat(problems())
        .containsExactly(
            message(file)
                .replace(file("") + "/", "")
                .replaceFirst(" is a symbolic", ": is a symbolic"));
  }

  @Test
  void readsNoContentThroughALink() throws Exception {
    begin();
    ResourceContent content =
        store().open(ID).attachments().get(0).attachment().snapshot().resource().content();
    String hex = content.digest().hex();
    String fan = "blobs/" + hex.substring(0, 2);
    Path whole = link(fan, workspace.resolve("was"));
    assertRefused(whole, () -> read(content));
    assertRefused(whole, () -> turn("1", "a.txt"));
    Files.delete(whole);
    Files.move(workspace.resolve("was"), whole);
    Path one = link(fan + "/" + hex.substring(2), workspace.resolve("was"));
    assertRefused(one, () -> read(content));
    assertRefused(one, () -> turn("1", "a.txt"));
  }

  private static void read(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      in.readAllBytes();
    }
  }

  @Test
  void readsNoPackThroughALink() throws Exception {
    begin("a", "b", "c", "d", "e", "f", "g", "h", "i");
    ResourceContent content =
        store().open(ID).attachments().get(0).attachment().snapshot().resource().content();
    String name;
    try (Stream<Path> packs = Files.list(file("blobs/packs"))) {
      name = packs.findFirst().orElseThrow().getFileName().toString();
    }
    Path link = link("blobs/packs/" + name, workspace.resolve("was"));
    assertRefused(link, () -> read(content));
    assertRefused(link, () -> store().collect(false));
  }

  @Test
  void leavesConversationsAloneThatAreALink() throws Exception {
    begin();
    Path link = link("conversations", outside);
    assertRefused(link, () -> store().create(ConversationId.of("new")));
    assertRefused(link, () -> store().open(ID));
    assertRefused(link, () -> store().conversations(false));
    assertRefused(link, () -> store().begin());
    assertRefused(link, () -> store().collect(false));
    assertRefused(link, () -> store().usage());
    assertThatThrownBy(this::problems).hasMessage(message(link));
  }

  @ParameterizedTest
  @ValueSource(strings = {".locks", ".archive", ".removed", "talk", "talk/events.jsonl"})
  void writesNothingThroughLinksAmongConversations(String name) throws Exception {
    begin();
    Path to = name.endsWith("l") ? outside.resolve("tmp/a.spool") : outside;
    Path link = link("conversations/" + name, to);
    if (name.equals(".removed")) {
      assertRefused(link, () -> store().remove(ID));
      assertRefused(link, () -> store().collect(false));
    } else if (name.equals(".archive")) {
      assertRefused(link, () -> store().archive(ID, true));
      assertRefused(link, () -> store().conversations(true));
      return; // nothing is listed at all
    } else {
      assertRefused(link, () -> append(store().open(ID), "more"));
      assertRefused(
          link,
          () ->
              append(
                  store().create(ConversationId.of(name.startsWith("talk") ? "talk" : "new")),
                  "more"));
    }
    assertThat(problems()).contains(message(link));
  }

  @Test
  void locksNothingThatALinkLeadsTo() throws Exception {
    begin();
    Path link = link("conversations/.locks/talk", outside.resolve("tmp/a.spool"));
    assertRefused(link, () -> append(store().open(ID), "more"));
    assertThat(texts(store().open(ID))).containsExactly("1");
    Path other = link("conversations/.locks/fresh", outside.resolve("none"));
    assertRefused(other, () -> append(store().create(ConversationId.of("fresh")), "more"));
  }

  @Test
  void putsFilesInThePlaceOfLinksThatStandForWhatIsDerived() throws Exception {
    begin();
    Path link = link("conversations/talk/summary.json", outside.resolve("tmp/a.spool"));
    append(store().open(ID), "more");
    assertThat(outside.resolve("tmp/a.spool")).hasContent("x");
    assertThat(link).isRegularFile();
    assertThat(Files.isSymbolicLink(link)).isFalse();
  }
}
