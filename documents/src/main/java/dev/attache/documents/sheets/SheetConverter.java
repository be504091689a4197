package dev.attache.documents.sheets;

import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import java.util.List;
import java.util.Set;

/** A converter of workbooks: XLSX and XLS, whichever of them the bytes are. */
public final class SheetConverter extends DraftingConverter {

  private static final String SHEET = "sheet=";

  /** So many sheets are named where the one that is wanted is not there. */
  private static final int MOST_NAMES = 10;

  private static final String OPEN = "application/vnd.openxmlformats-officedocument.spreadsheetml.";

  /**
   * Any encrypted document of Office that has no name. Only workbooks have the password that
   * everybody knows, so that only those can be read.
   */
  private static final String ENCRYPTED = "application/x-tika-ooxml-protected";

  /** Creates it; found by {@code ServiceLoader}. */
  public SheetConverter() {
    super(
        "sheets",
        "3",
        Set.of(
            OPEN + "sheet",
            OPEN + "template",
            "application/vnd.ms-excel.sheet.macroenabled.12",
            "application/vnd.ms-excel.template.macroenabled.12",
            "application/vnd.ms-excel",
            "application/vnd.ms-excel.sheet.2",
            "application/vnd.ms-excel.sheet.3",
            "application/vnd.ms-excel.sheet.4",
            ENCRYPTED));
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

  /** Says which sheets there are, if the one that is wanted is not. */
  public static void requireSheet(DocumentDraft draft) throws ConversionException {
    if (draft.options().selector() instanceof PartSelector.Sheet && draft.writer().isEmpty()) {
      throw new ConversionException(Reason.NO_SUCH_PART, sheets(draft.parts()));
    }
  }

  private static String sheets(List<DocumentPart> parts) {
    List<String> names =
        parts.stream()
            .map(DocumentPart::selector)
            .filter(selector -> selector.startsWith(SHEET))
            .map(selector -> DocumentDraft.shortened(selector.substring(SHEET.length())))
            .toList();
    if (names.isEmpty()) {
      return "it has no sheets";
    }
    int more = names.size() - MOST_NAMES;
    return (names.size() == 1 ? "its only sheet is " : "its sheets are ")
        + String.join(", ", names.subList(0, Math.min(names.size(), MOST_NAMES)))
        + (more > 0 ? ", and " + more + " more" : "");
  }
}
