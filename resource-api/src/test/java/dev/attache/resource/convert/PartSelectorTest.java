package dev.attache.resource.convert;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.convert.PartSelector.Image;
import dev.attache.resource.convert.PartSelector.Pages;
import dev.attache.resource.convert.PartSelector.Sheet;
import dev.attache.resource.convert.PartSelector.Slides;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

class PartSelectorTest {

  @Test
  void readsWhatDocumentsHave() {
    assertThat(PartSelector.parse("page=3-7")).contains(new Pages(3, 7));
    assertThat(PartSelector.parse("page=3")).contains(new Pages(3, 3));
    assertThat(PartSelector.parse("slide=2-4")).contains(new Slides(2, 4));
    assertThat(PartSelector.parse("image=2")).contains(new Image(2));
    assertThat(PartSelector.parse("sheet=Q3")).contains(new Sheet("Q3", null));
    assertThat(PartSelector.parse("sheet=Q3!A1:F40"))
        .contains(new Sheet("Q3", new CellRange(0, 0, 39, 5)));
  }

  @Test
  void takesOnlyCellsForCells() {
    assertThat(PartSelector.parse("sheet=Oh!no")).contains(new Sheet("Oh!no", null));
    assertThat(PartSelector.parse("sheet=Oh!no!B2"))
        .contains(new Sheet("Oh!no", new CellRange(1, 1, 1, 1)));
  }

  @ParameterizedTest
  @CsvSource({
    "page=3-3, page=3",
    "sheet=Q3!$F$40:$a$1, sheet=Q3!A1:F40",
    "sheet=Q3!b7:B7, sheet=Q3!B7",
    "sheet=Q3!Z1:AA2, sheet=Q3!Z1:AA2",
    "sheet=Q3!XFD1048576, sheet=Q3!XFD1048576"
  })
  void hasOneSpelling(String written, String canonical) {
    assertThat(PartSelector.parse(written)).map(Object::toString).contains(canonical);
    assertThat(PartSelector.parse(canonical)).isEqualTo(PartSelector.parse(written));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "page",
        "page=",
        "page=0",
        "page=7-3",
        "page=1,2",
        "page=99999999",
        "image=1-2",
        "sheet=",
        "sheet=!A1",
        "L10-20",
        "Page=1"
      })
  void refusesWhatNamesNoPart(String fragment) {
    assertThat(PartSelector.parse(fragment)).isEmpty();
  }

  @Test
  void cannotEndBeforeItBegins() {
    assertThatThrownBy(() -> new Pages(7, 3))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("range (7-3) must begin at 1 or later and not end before");
    assertThatThrownBy(() -> new CellRange(2, 0, 1, 0))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("a range must begin at its first cell");
  }
}
