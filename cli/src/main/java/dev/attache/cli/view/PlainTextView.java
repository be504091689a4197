package dev.attache.cli.view;

import dev.attache.resource.tool.SemanticResult;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text as it is; Markdown, too, whose marks people can read. */
final class PlainTextView implements DataView {

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    String text = ValueText.content(result.data());
    return text == null ? null : ShownLine.all(text);
  }
}
