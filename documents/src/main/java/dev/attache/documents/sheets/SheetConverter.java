package dev.attache.documents.sheets;

import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import java.util.Set;

/** A converter of workbooks: XLSX and XLS, whichever of them the bytes are. */
public final class SheetConverter extends DraftingConverter {

  private static final String OPEN = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

  /** Creates it; found by {@code ServiceLoader}. */
  public SheetConverter() {
    super(
        "sheets",
        "2",
        Set.of(
            OPEN + "sheet",
            OPEN + "template",
            "application/vnd.ms-excel.sheet.macroenabled.12",
            "application/vnd.ms-excel.template.macroenabled.12",
            "application/vnd.ms-excel",
            "application/vnd.ms-excel.sheet.2",
            "application/vnd.ms-excel.sheet.3",
            "application/vnd.ms-excel.sheet.4"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    draft.requireSelector(PartSelector.Sheet.class);
    OfficeFile.read(
        source,
        draft,
        document -> new XlsxReader(document, draft).read(),
        document -> XlsReader.read(document, draft),
        in -> XlsReader.readOld(in, draft));
    requireSheet(draft);
  }

  /** Says which sheet is not there. */
  public static void requireSheet(DocumentDraft draft) throws ConversionException {
    if (draft.options().selector() instanceof PartSelector.Sheet && draft.writer().isEmpty()) {
      throw new ConversionException(Reason.NO_SUCH_PART, "it has no sheet of this name");
    }
  }
}
