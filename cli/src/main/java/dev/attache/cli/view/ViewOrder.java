package dev.attache.cli.view;

import dev.attache.resource.tool.DisplayHints.View;
import dev.attache.resource.tool.SemanticResult;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The order in which views are tried: the one of the kind, the one that the tool prefers, the one
 * of the MIME type, the one of the data's shape, and JSON.
 */
final class ViewOrder {

  private static final DataView TEXT = new PlainTextView();
  private static final DataView CODE = new CodeView();
  private static final DataView DIFF = new DiffView();
  private static final DataView TABLE = new TableView();
  private static final DataView TREE = new TreeView();
  private static final DataView IMAGE = new ImageView();
  private static final DataView RAW = new RawView();

  private static final Map<String, DataView> BY_KIND =
      Map.of(
          "text", TEXT,
          "diff", DIFF,
          "file_content", new FileContentView(),
          "file_list", new FileListView(),
          "table", TABLE,
          "image", IMAGE,
          "structured", TREE);

  private ViewOrder() {}

  /**
   * Returns the views of a result, of which the last can show everything.
   *
   * @param others the one by somebody else for its kind; null if there is none
   */
  static List<DataView> of(SemanticResult result, @Nullable DataView others) {
    var order = new ArrayList<DataView>();
    addIfAny(order, ofKind(result));
    addIfAny(order, others);
    addIfAny(order, preferred(result.display().preferredView()));
    addIfAny(order, ofType(result.mimeType()));
    addIfAny(order, ofShape(result.data()));
    order.add(RAW);
    return order;
  }

  private static void addIfAny(List<DataView> order, @Nullable DataView view) {
    if (view != null) {
      order.add(view);
    }
  }

  /** A text may be code, and structured data be wanted as it is. */
  private static @Nullable DataView ofKind(SemanticResult result) {
    View preferred = result.display().preferredView();
    if (result.kind().equals("text") && preferred == View.CODE) {
      return CODE;
    }
    return result.kind().equals("structured") && preferred == View.RAW
        ? RAW
        : BY_KIND.get(result.kind());
  }

  private static @Nullable DataView preferred(@Nullable View view) {
    if (view == null) {
      return null;
    }
    return switch (view) {
      case TEXT, MARKDOWN -> TEXT;
      case CODE -> CODE;
      case DIFF -> DIFF;
      case TABLE -> TABLE;
      case TREE -> TREE;
      case IMAGE -> IMAGE;
      case RAW, HIDDEN -> RAW;
    };
  }

  private static @Nullable DataView ofType(@Nullable String mimeType) {
    if (mimeType == null) {
      return null;
    }
    String type = mimeType.toLowerCase(Locale.ROOT).split(";", 2)[0].strip();
    if (type.startsWith("text/")) {
      return TEXT;
    }
    return type.startsWith("image/") ? IMAGE : type.equals("application/json") ? TREE : null;
  }

  private static @Nullable DataView ofShape(@Nullable Object data) {
    return data instanceof String ? TEXT : TableView.isFlat(data) ? TABLE : null;
  }
}
