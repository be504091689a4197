package dev.attache.documents.slides;

import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import java.util.Set;

/** A converter of presentations: PPTX and PPT, whichever of them the bytes are. */
public final class SlideConverter extends DraftingConverter {

  private static final String OPEN =
      "application/vnd.openxmlformats-officedocument.presentationml.";

  /** Creates it; found by {@code ServiceLoader}. */
  public SlideConverter() {
    super(
        "slides",
        "1",
        Set.of(
            OPEN + "presentation",
            OPEN + "slideshow",
            OPEN + "template",
            "application/vnd.ms-powerpoint",
            "application/vnd.ms-powerpoint.presentation.macroenabled.12",
            "application/vnd.ms-powerpoint.slideshow.macroenabled.12",
            "application/vnd.ms-powerpoint.template.macroenabled.12"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    draft.requireSelector(PartSelector.Slides.class);
    OfficeFile.read(
        source,
        draft,
        document -> new PptxReader(document, draft).read(),
        document -> PptReader.read(document, draft),
        in -> {
          throw new ConversionException(Reason.BROKEN, "it is not a presentation");
        });
  }
}
