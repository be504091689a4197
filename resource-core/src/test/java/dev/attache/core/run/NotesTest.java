package dev.attache.core.run;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class NotesTest {

  private final ItemContext.Notes notes = new ItemContext.Notes();

  @Test
  void keepsDifferentTextsInTheirOrder() {
    notes.add("b");
    notes.add("a");
    assertThat(notes.lines()).containsExactly("b", "a");
  }

  @Test
  void saysOnceWhatWasSaidOften() {
    for (int i = 0; i < 300_000; i++) {
      notes.add("cut");
    }
    notes.add("converted");
    notes.add("cut");
    assertThat(notes.lines()).containsExactly("cut (300,001 times)", "converted");
  }

  @Test
  void saysHowManyMoreThereAreThanTen() {
    for (int i = 1; i <= 11; i++) {
      notes.add("note " + i);
    }
    assertThat(notes.lines()).hasSize(11).endsWith("note 10", "and 1 more");
    for (int i = 12; i <= 300_000; i++) {
      notes.add("note " + i);
    }
    notes.add("note 10");
    assertThat(notes.lines()).hasSize(11).endsWith("note 10 (2 times)", "and 299,990 more");
  }
}
