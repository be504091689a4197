package dev.attache.store.packs;

import static dev.attache.store.Histories.ID;
import static dev.attache.store.Histories.append;
import static dev.attache.store.Histories.appendTurn;
import static dev.attache.store.blobs.BlobSamples.commit;
import static dev.attache.store.blobs.BlobSamples.read;
import static dev.attache.store.blobs.BlobSamples.stored;
import static dev.attache.store.blobs.BlobSamples.text;
import static dev.attache.store.blobs.BlobSamples.texts;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.assumeTrue;

import dev.attache.history.StoreException;
import dev.attache.resource.ResourceContent;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.blobs.Blobs;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;
import org.junit.jupiter.api.io.TempDir;

/** Pipes in the place of files of a store: opening one would wait for somebody to write it. */
@Tag("process") // mkfifo
@Timeout(value = 300, threadMode = Timeout.ThreadMode.SEPARATE_THREAD)
public class SpecialFilesTest {

  @TempDir Path workspace;

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace);
  }

  private Path directory() {
    return workspace.resolve("blobs");
  }

  public static Path pipe(Path path) throws Exception {
    Files.createDirectories(path.getParent());
    Files.deleteIfExists(path);
    boolean isMade;
    try {
      isMade = new ProcessBuilder("mkfifo", path.toString()).start().waitFor() == 0;
    } catch (IOException e) {
      isMade = false;
    }
    assumeTrue(isMade, "there is no mkfifo here");
    return path;
  }

  private List<String> problems() throws StoreException {
    var problems = new ArrayList<String>();
    store().verify(problems::add);
    return problems;
  }

  @Test
  void takesAPipeInThePlaceOfAContentForDamage() throws Exception {
    ResourceContent content = text(400, 1);
    commit(Blobs.at(directory()), List.of(content));
    Path pipe = pipe(new BlobDirectory(directory()).loose(content.digest()));
    assertThatThrownBy(() -> stored(Blobs.at(directory()), content))
        .hasMessage("content %s is damaged: it is not a regular file (%s)", content.digest(), pipe);
    String name = "blobs/" + directory().relativize(pipe);
    assertThat(problems()).containsExactly(name + ": does not belong here");
    commit(Blobs.at(directory()), List.of(content));
    assertThat(stored(Blobs.at(directory()), content)).isEqualTo(read(content));
    assertThat(problems()).isEmpty();
  }

  @Test
  void takesAPipeInThePlaceOfAPackForDamage() throws Exception {
    List<ResourceContent> contents = texts(9, 60, 1);
    commit(Blobs.at(directory()), contents);
    String name = "a".repeat(64) + ".pack";
    Path pipe = pipe(directory().resolve("packs/" + name));
    assertThat(stored(Blobs.at(directory()), contents.get(3))).isEqualTo(read(contents.get(3)));
    commit(Blobs.at(directory()), texts(2, 60, 100));
    assertThat(Blobs.at(directory()).usage().blobs()).isEqualTo(11);
    assertThat(Blobs.at(directory()).collect(Set::of, true).blobs()).isEqualTo(11);
    assertThat(problems())
        .containsExactly(
            "blobs/packs/"
                + name
                + ": is damaged: it is not a regular file; moved to blobs/damaged: attach the same"
                + " content again to store it again");
    assertThat(pipe).doesNotExist();
  }

  @Test
  void readsTheLogWherePipesStandForWhatIsDerived() throws Exception {
    EmbeddedStore store = store();
    appendTurn(store, store.create(ID), "1", "a.txt");
    Path summary = pipe(workspace.resolve("conversations/talk/summary.json"));
    pipe(workspace.resolve("conversations/talk/attachments.jsonl"));
    assertThat(store().open(ID).summary().turns()).isEqualTo(1);
    assertThat(store().open(ID).attachments()).hasSize(1);
    assertThat(problems()).isEmpty();
    store().collect(false);
    pipe(summary);
    append(store().open(ID), "more");
    assertThat(summary).isRegularFile();
    assertThat(store().open(ID).summary().turns()).isEqualTo(2);
  }
}
