package dev.attache.core.trust;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.test.DurabilityJournal;
import java.nio.file.Path;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.condition.DisabledOnOs;
import org.junit.jupiter.api.condition.OS;
import org.junit.jupiter.api.io.TempDir;

/** What of the user's own files is forced to the disk, and when. */
@DisabledOnOs(OS.WINDOWS) // where directories cannot be forced
class TrustDurabilityTest {

  @TempDir Path temporary;
  private DurabilityJournal journal;

  @BeforeEach
  void openTheJournal() throws Exception {
    journal = new DurabilityJournal(temporary, name -> name.endsWith(".lock") ? "" : name).begin();
  }

  @Test
  void whatIsTrustedIsSafeBeforeItReplacesWhatWas() throws Exception {
    TrustStore store = TrustStore.at(temporary.resolve("state/attache/trusted"), journal);
    assertThat(store.trust(TrustStoreTest.command("make"))).isTrue();
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ state",
            "+ state/attache",
            "force state",
            "force .",
            "+ state/attache/trusted.new",
            "force state/attache/trusted.new",
            "- state/attache/trusted.new",
            "+ state/attache/trusted",
            "force state/attache",
            "acknowledged");
    journal.begin();
    assertThat(store.trust(TrustStoreTest.command("git log"))).isTrue();
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ state/attache/trusted.new",
            "force state/attache/trusted.new",
            "- state/attache/trusted.new",
            "~ state/attache/trusted",
            "force state/attache",
            "acknowledged");
  }

  @Test
  void aKeyIsSafeBeforeAnybodyHasIt() throws Exception {
    assertThat(UserKey.at(temporary.resolve("key"), journal).get()).hasSize(UserKey.SIZE);
    assertThat(journal.acknowledged())
        .containsExactly(
            "+ key.new", "force key.new", "- key.new", "+ key", "force .", "acknowledged");
  }
}
