package dev.attache.documents.sheets;

import dev.attache.documents.archive.OfficePackage;
import dev.attache.documents.archive.XmlCursor;
import java.io.IOException;
import java.math.BigDecimal;
import java.math.MathContext;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.apache.poi.ss.usermodel.BuiltinFormats;
import org.apache.poi.ss.usermodel.DataFormatter;
import org.apache.poi.ss.util.NumberToTextConverter;

/** How the numbers of a workbook are shown. */
final class XlsxStyles {

  private final Map<Integer, String> formats = new HashMap<>();
  private final List<Integer> cells = new ArrayList<>();
  private final DataFormatter formatter = new DataFormatter(Locale.US);
  private boolean isFrom1904;

  static XlsxStyles of(OfficePackage document, String workbook) throws IOException {
    var styles = new XlsxStyles();
    for (String part : document.related(workbook, "styles")) {
      try (XmlCursor xml = document.open(part)) {
        while (xml != null && xml.nextNode(0)) {
          if (!xml.isAtText()) {
            styles.read(xml);
          }
        }
      }
    }
    return styles;
  }

  void countFrom1904() {
    isFrom1904 = true;
  }

  private void read(XmlCursor xml) throws IOException {
    if (xml.name().equals("numFmt")) {
      formats.put(xml.number("numFmtId", 0), xml.attribute("formatCode"));
    } else if (xml.name().equals("cellXfs")) {
      int level = xml.depth();
      while (xml.nextIn(level)) {
        cells.add(xml.number("numFmtId", 0));
      }
    }
  }

  /** A number without a format: with all its digits, of which a narrow column shows fewer. */
  static String general(double value) {
    double size = Math.abs(value);
    return size == 0 || (size >= 1e-6 && size < 1e16)
        ? new BigDecimal(value).round(new MathContext(15)).stripTrailingZeros().toPlainString()
        : NumberToTextConverter.toText(value);
  }

  /** A number as a cell of some style shows it. */
  String shown(String number, int style) {
    double value;
    try {
      value = Double.parseDouble(number.strip());
    } catch (NumberFormatException e) {
      return number;
    }
    int format = style >= 0 && style < cells.size() ? cells.get(style) : 0;
    String code = formats.get(format);
    if (format == 0) {
      return general(value);
    }
    String known = code != null ? code : BuiltinFormats.getBuiltinFormat(format);
    try {
      return formatter.formatRawCellContents(
          value, format, known == null ? "General" : known, isFrom1904);
    } catch (RuntimeException e) { // of formats that are broken
      return number;
    }
  }
}
