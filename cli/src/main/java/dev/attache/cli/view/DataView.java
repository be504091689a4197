package dev.attache.cli.view;

import dev.attache.resource.tool.SemanticResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A way to show the data of a result as lines; its summary stands above them. */
@FunctionalInterface
interface DataView {

  /** Returns the data as lines; null if it is not of the shape that can be shown so. */
  @Nullable List<ShownLine> lines(SemanticResult result, Pane pane);
}
