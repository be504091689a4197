package dev.attache.store;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.appendTurn;
import static java.nio.charset.StandardCharsets.UTF_16;
import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationStore.Collected;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.store.files.EmbeddedFiles;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardOpenOption;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.Locale;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class EmbeddedNeedsTest {

  private static final ContentDigest A = ResourceContent.text("a").digest();
  private static final ContentDigest B = ResourceContent.text("b").digest();

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  private Path file(String name) {
    return workspace.resolve(".attache/conversations/talk").resolve(name);
  }

  private void write(String... names) throws IOException {
    EmbeddedStore store = store();
    appendTurn(store, store.create(ID), "1", names);
  }

  private static Set<ContentDigest> scanned(byte[] bytes) throws IOException {
    var digests = new HashSet<ContentDigest>();
    EmbeddedNeeds.scan(new ByteArrayInputStream(bytes), digests);
    return digests;
  }

  @Test
  void areFoundHoweverALineWasEdited() throws Exception {
    String upper = B.hex().toUpperCase(Locale.ROOT);
    assertThat(scanned(("{\"$blob\" :\n \"" + A.hex() + "\"").getBytes(UTF_8))).containsExactly(A);
    assertThat(scanned((A + "," + upper).getBytes(UTF_8))).containsExactlyInAnyOrder(A, B);
    assertThat(scanned(("'" + A.hex() + "' " + B.hex()).getBytes(UTF_16)))
        .containsExactlyInAnyOrder(A, B);
  }

  @Test
  void areNoOtherNumbers() throws Exception {
    assertThat(scanned((A.hex() + "0").getBytes(UTF_8))).isEmpty();
    assertThat(scanned((A.hex() + B.hex()).getBytes(UTF_8))).isEmpty();
    assertThat(scanned(A.hex().substring(1).getBytes(UTF_8))).isEmpty();
  }

  @Test
  void areFoundAcrossThePiecesThatAreRead() throws Exception {
    for (int before = (1 << 16) - 70; before <= 1 << 16; before++) {
      String text = " ".repeat(before) + A.hex();
      assertThat(scanned(text.getBytes(UTF_8))).containsExactly(A);
    }
  }

  @Test
  void includeWhatCannotBeReadAsAnEvent() throws Exception {
    write("a.txt", "b.txt");
    String line = Files.readString(file("events.jsonl"));
    Files.writeString(file("events.jsonl"), "broken" + line);
    assertThat(store().collect(false)).isEqualTo(new Collected(0, 0, 2));
  }

  @Test
  void includeWhatWasSetAside() throws Exception {
    write("a.txt", "b.txt");
    String line = Files.readString(file("events.jsonl"));
    Files.writeString(file("events.jsonl"), line.substring(0, line.length() - 20));
    Histories.append(store().open(ID), "next");
    assertThat(file("events.jsonl.torn-1")).exists();
    assertThat(store().collect(false)).isEqualTo(new Collected(0, 0, 2));
    Files.delete(file("events.jsonl.torn-1"));
    assertThat(store().collect(false).blobs()).isEqualTo(2);
  }

  @Test
  void includeCopiesBesideAConversation() throws Exception {
    write("a.txt");
    Path copy = Files.createDirectory(workspace.resolve(".attache/conversations/Copy of it"));
    Files.move(file("events.jsonl"), copy.resolve("events (1).jsonl"));
    assertThat(store().collect(false)).isEqualTo(new Collected(0, 0, 1));
  }

  @Test
  void includeNothingThatIsOnlyDerived() throws Exception {
    write("a.txt");
    Files.writeString(file("attachments.jsonl"), B.hex());
    Files.writeString(file("attachments.jsonl.new"), B.hex());
    var files = new EmbeddedFiles(workspace.resolve(".attache"));
    assertThat(new EmbeddedNeeds(files, EmbeddedMarks.none(files)).all())
        .hasSize(1)
        .doesNotContain(B);
  }

  @Test
  void areNotKnownWhileALinkLeadsToThem() throws Exception {
    write("a.txt");
    Path link = file("events.jsonl");
    Files.move(link, workspace.resolve("moved"));
    Files.createSymbolicLink(link, workspace.resolve("moved"));
    assertThatThrownBy(() -> store().collect(false))
        .hasMessage(
            "nothing was deleted, because "
                + link
                + " is a link or another special file, and may point to what needs contents;"
                + " replace it with its target, or delete it");
    assertThat(store().usage().blobs()).isOne();
  }

  @Test
  void areNotKnownWhenALogCannotBeRead() throws Exception {
    write("a.txt");
    Permissions.withdrawn(
        file("events.jsonl"),
        () ->
            assertThatThrownBy(() -> store().collect(false))
                .hasMessage(
                    "nothing was deleted, because "
                        + file("events.jsonl")
                        + " cannot be read: permission denied ("
                        + file("events.jsonl")
                        + ")"));
    assertThat(store().usage().blobs()).isOne();
  }

  @Test
  void namesWhereAContentIsMissing() throws Exception {
    write("a.txt", "b.txt");
    EmbeddedStore store = store();
    ResourceContent gone =
        store.open(ID).attachments().get(1).attachment().snapshot().resource().content();
    Files.writeString(
        file("events.jsonl"),
        Files.readString(file("events.jsonl")).replace(gone.digest().hex(), A.hex()),
        StandardOpenOption.TRUNCATE_EXISTING);
    store.accept(ID, false, (problem, event) -> {});
    var problems = new ArrayList<String>();
    store.verify(problems::add);
    assertThat(problems)
        .singleElement()
        .asString()
        .startsWith(file("events.jsonl") + ", line 1 names " + A + ": ");
  }
}
