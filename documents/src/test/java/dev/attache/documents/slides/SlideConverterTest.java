package dev.attache.documents.slides;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.documents.TestDocument;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.awt.Rectangle;
import java.io.IOException;
import org.apache.poi.hslf.usermodel.HSLFSlide;
import org.apache.poi.hslf.usermodel.HSLFSlideShow;
import org.apache.poi.xslf.usermodel.SlideLayout;
import org.apache.poi.xslf.usermodel.XMLSlideShow;
import org.apache.poi.xslf.usermodel.XSLFSlide;
import org.apache.poi.xslf.usermodel.XSLFTable;
import org.junit.jupiter.api.Test;

class SlideConverterTest {

  private static final String PPTX =
      "application/vnd.openxmlformats-officedocument.presentationml.presentation";

  private static XSLFSlide slide(XMLSlideShow show, String title, String... items) {
    XSLFSlide slide =
        show.createSlide(show.getSlideMasters().get(0).getLayout(SlideLayout.TITLE_AND_CONTENT));
    slide.getPlaceholder(0).setText(title);
    slide.getPlaceholder(1).clearText();
    for (String item : items) {
      var paragraph = slide.getPlaceholder(1).addNewTextParagraph();
      paragraph.setIndentLevel(item.startsWith(" ") ? 1 : 0);
      paragraph.addNewTextRun().setText(item.strip());
    }
    return slide;
  }

  private static TestDocument of(XMLSlideShow show) throws IOException {
    try (show) {
      return TestDocument.of(PPTX, show::write);
    }
  }

  private static XMLSlideShow show() {
    var show = new XMLSlideShow();
    slide(show, "The bridge", "old", " since 1834", "closed");
    slide(show, "Costs", "60 %", "40 %");
    return show;
  }

  @Test
  void marksSlidesAndReadsTheirTitlesAndLists() throws Exception {
    Conversion conversion = of(show()).convert();
    assertThat(conversion.markdown())
        .isEqualTo(
            """
            [slide 1]

            ## The bridge

            - old
              - since 1834
            - closed

            [slide 2]

            ## Costs

            - 60 %
            - 40 %
            """);
    assertThat(conversion.parts()).containsExactly(new DocumentPart("slide=1-2", "2 slides"));
  }

  @Test
  void readsTheSlidesThatAreAskedFor() throws Exception {
    TestDocument document = of(show());
    var second = ConversionOptions.DEFAULT.withSelector(new PartSelector.Slides(2, 2));
    assertThat(document.convert(second).markdown())
        .isEqualTo("[slide 2]\n\n## Costs\n\n- 60 %\n- 40 %\n");
    var third = ConversionOptions.DEFAULT.withSelector(new PartSelector.Slides(3, 3));
    ConversionException failure =
        catchThrowableOfType(ConversionException.class, () -> document.convert(third));
    assertThat(failure.reason()).isEqualTo(Reason.NO_SUCH_PART);
    assertThat(failure).hasMessage("it has 2 slides");
  }

  @Test
  void readsTablesNotesAndHiddenSlides() throws Exception {
    var show = new XMLSlideShow();
    XSLFSlide slide = show.createSlide();
    XSLFTable table = slide.createTable(2, 2);
    table.setAnchor(new Rectangle(10, 10, 300, 100));
    String[] cells = {"Town", "Share", "Ulm", "60 %"};
    for (int i = 0; i < cells.length; i++) {
      table.getCell(i / 2, i % 2).setText(cells[i]);
    }
    slide.setHidden(true);
    var notes = show.getNotesSlide(slide);
    notes.getTextParagraphs(); // made with the slide
    for (var shape : notes.getPlaceholders()) {
      if (shape.getTextType() == org.apache.poi.sl.usermodel.Placeholder.BODY) {
        shape.setText("Say why.");
      }
    }
    assertThat(of(show).convert().markdown())
        .isEqualTo(
            """
            [slide 1, hidden]

            | Town | Share |
            | --- | --- |
            | Ulm | 60 % |

            [notes]

            Say why.
            """);
  }

  @Test
  void readsPresentationsOfOldPowerPoint() throws Exception {
    try (var show = new HSLFSlideShow()) {
      HSLFSlide slide = show.createSlide();
      slide.addTitle().setText("The bridge");
      var box = slide.createTextBox();
      box.setAnchor(new Rectangle(10, 100, 300, 100));
      box.setText("It is closed.");
      TestDocument document = TestDocument.of("application/vnd.ms-powerpoint", show::write);
      assertThat(document.convert().markdown())
          .isEqualTo("[slide 1]\n\n## The bridge\n\nIt is closed.\n");
    }
  }
}
