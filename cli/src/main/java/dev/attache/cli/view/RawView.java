package dev.attache.cli.view;

import dev.attache.resource.tool.SemanticResult;
import java.util.List;

/** The data as JSON, which everything can be shown as. */
final class RawView implements DataView {

  @Override
  public List<ShownLine> lines(SemanticResult result, Pane pane) {
    return ShownLine.all(ValueText.pretty(result.data()));
  }
}
