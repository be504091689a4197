package dev.attache.documents.pdf;

import java.awt.geom.Point2D;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.apache.pdfbox.contentstream.PDFGraphicsStreamEngine;
import org.apache.pdfbox.contentstream.operator.Operator;
import org.apache.pdfbox.cos.COSBase;
import org.apache.pdfbox.cos.COSDictionary;
import org.apache.pdfbox.cos.COSName;
import org.apache.pdfbox.cos.COSStream;
import org.apache.pdfbox.pdmodel.PDPage;
import org.apache.pdfbox.pdmodel.PDResources;
import org.apache.pdfbox.pdmodel.common.PDRectangle;
import org.apache.pdfbox.pdmodel.graphics.form.PDFormXObject;
import org.apache.pdfbox.pdmodel.graphics.form.PDTransparencyGroup;
import org.apache.pdfbox.pdmodel.graphics.image.PDImage;
import org.jspecify.annotations.Nullable;

/** What is drawn on a page beside its letters: straight rules, and how much pictures cover. */
final class PageDrawing extends PDFGraphicsStreamEngine {

  private static final int MAX_RULES = 3_000;
  private static final int MAX_PICTURES = 1_000;
  private static final float THIN = 3f;
  private static final float SHORT = 6f;

  private final List<Rule> rules = new ArrayList<>();
  private final List<float[]> path = new ArrayList<>(); // x, y, x, y of each line
  private final PDRectangle box;
  private @Nullable Point2D at;
  private float startX;
  private float startY;
  private final List<COSStream> pictures = new ArrayList<>();
  private int images;
  private final DrawnForms forms = new DrawnForms();

  private PageDrawing(PDPage page) {
    super(page);
    this.box = page.getCropBox();
  }

  static PageDrawing of(PDPage page) throws IOException {
    var drawing = new PageDrawing(page);
    drawing.processPage(page);
    return drawing;
  }

  List<Rule> rules() {
    return rules.size() > MAX_RULES ? List.of() : rules; // a drawing, no tables
  }

  int images() {
    return images;
  }

  /** Those that are drawn, without the ones that stand between other operators. */
  List<COSStream> pictures() {
    return pictures;
  }

  /** Letters are read by others, and pictures not at all. */
  @Override
  protected void processOperator(Operator operator, List<COSBase> operands) throws IOException {
    switch (operator.getName()) {
      case "Tj", "TJ", "'", "\"", "sh" -> {}
      case "Do" -> {
        if (!isPicture(operands)) {
          super.processOperator(operator, operands);
        }
      }
      default -> super.processOperator(operator, operands);
    }
  }

  @Override
  public void showForm(PDFormXObject form) throws IOException {
    forms.draw(form, super::showForm);
  }

  @Override
  public void showTransparencyGroup(PDTransparencyGroup form) throws IOException {
    forms.draw(form, super::showTransparencyGroup);
  }

  boolean isCut() {
    return forms.isCut();
  }

  private boolean isPicture(List<COSBase> operands) {
    if (operands.isEmpty() || !(operands.get(0) instanceof COSName name)) {
      return false;
    }
    PDResources resources = getResources();
    COSDictionary all =
        resources == null ? null : resources.getCOSObject().getCOSDictionary(COSName.XOBJECT);
    COSStream object = all == null ? null : all.getCOSStream(name);
    if (object == null || !COSName.IMAGE.equals(object.getCOSName(COSName.SUBTYPE))) {
      return false;
    }
    images++;
    if (pictures.size() < MAX_PICTURES) {
      pictures.add(object);
    }
    return true;
  }

  @Override
  public void appendRectangle(Point2D p0, Point2D p1, Point2D p2, Point2D p3) {
    line(p0, p1);
    line(p1, p2);
    line(p2, p3);
    line(p3, p0);
  }

  private void line(Point2D from, Point2D to) {
    if (path.size() < MAX_RULES * 4) {
      path.add(
          new float[] {
            (float) from.getX(), (float) from.getY(), (float) to.getX(), (float) to.getY()
          });
    }
  }

  @Override
  public void drawImage(PDImage image) {
    images++;
  }

  @Override
  public void clip(int windingRule) {}

  @Override
  public void moveTo(float x, float y) {
    at = new Point2D.Float(x, y);
    startX = x;
    startY = y;
  }

  @Override
  public void lineTo(float x, float y) {
    var to = new Point2D.Float(x, y);
    if (at != null) {
      line(at, to);
    }
    at = to;
  }

  @Override
  public void curveTo(float x1, float y1, float x2, float y2, float x3, float y3) {
    at = new Point2D.Float(x3, y3);
  }

  @Override
  public @Nullable Point2D getCurrentPoint() {
    return at;
  }

  @Override
  public void closePath() {
    lineTo(startX, startY);
  }

  @Override
  public void endPath() {
    path.clear();
  }

  @Override
  public void strokePath() {
    path.forEach(this::rule);
    path.clear();
  }

  /** A filled rectangle counts if it is thin: many programs draw rules so. */
  @Override
  public void fillPath(int windingRule) {
    if (path.isEmpty()) {
      return;
    }
    float left = Float.MAX_VALUE;
    float right = -Float.MAX_VALUE;
    float low = Float.MAX_VALUE;
    float high = -Float.MAX_VALUE;
    for (float[] each : path) {
      left = Math.min(left, Math.min(each[0], each[2]));
      right = Math.max(right, Math.max(each[0], each[2]));
      low = Math.min(low, Math.min(each[1], each[3]));
      high = Math.max(high, Math.max(each[1], each[3]));
    }
    if (path.size() <= 5 && high - low <= THIN && right - left > SHORT) {
      rule(new float[] {left, (low + high) / 2, right, (low + high) / 2});
    } else if (path.size() <= 5 && right - left <= THIN && high - low > SHORT) {
      rule(new float[] {(left + right) / 2, low, (left + right) / 2, high});
    } else if (path.size() > 5) {
      fillEach();
    }
    path.clear();
  }

  /** Many thin rectangles in one path. */
  private void fillEach() {
    for (int i = 0; i + 3 < path.size(); i += 4) {
      float[] a = path.get(i);
      float[] c = path.get(i + 2);
      float left = Math.min(Math.min(a[0], a[2]), Math.min(c[0], c[2]));
      float right = Math.max(Math.max(a[0], a[2]), Math.max(c[0], c[2]));
      float low = Math.min(Math.min(a[1], a[3]), Math.min(c[1], c[3]));
      float high = Math.max(Math.max(a[1], a[3]), Math.max(c[1], c[3]));
      if (high - low <= THIN && right - left > SHORT) {
        rule(new float[] {left, (low + high) / 2, right, (low + high) / 2});
      } else if (right - left <= THIN && high - low > SHORT) {
        rule(new float[] {(left + right) / 2, low, (left + right) / 2, high});
      }
    }
  }

  @Override
  public void fillAndStrokePath(int windingRule) {
    strokePath();
  }

  @Override
  public void shadingFill(COSName shadingName) {}

  private void rule(float[] line) {
    float x0 = line[0] - box.getLowerLeftX();
    float x1 = line[2] - box.getLowerLeftX();
    float y0 = box.getUpperRightY() - line[1];
    float y1 = box.getUpperRightY() - line[3];
    if (rules.size() > MAX_RULES) {
      return;
    }
    if (Math.abs(y0 - y1) < 1 && Math.abs(x0 - x1) > SHORT) {
      rules.add(new Rule(true, (y0 + y1) / 2, Math.min(x0, x1), Math.max(x0, x1)));
    } else if (Math.abs(x0 - x1) < 1 && Math.abs(y0 - y1) > SHORT) {
      rules.add(new Rule(false, (x0 + x1) / 2, Math.min(y0, y1), Math.max(y0, y1)));
    }
  }
}
