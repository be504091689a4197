package dev.attache.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.tool.SemanticResult;
import dev.attache.support.text.SizeText;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.StringJoiner;
import org.jspecify.annotations.Nullable;

/** A file: its path, size and encoding, and its content, between fences if it is code. */
final class FileContentView implements DataView {

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    if (!(result.data() instanceof Map<?, ?> data)
        || !(data.get("content") instanceof String content)) {
      return null;
    }
    String encoding = data.get("encoding") instanceof String text ? text : null;
    var lines = new ArrayList<ShownLine>();
    lines.add(ShownLine.dim(head(data, content, encoding)));
    if ("base64".equalsIgnoreCase(encoding)) {
      lines.add(ShownLine.of("[bytes, not shown]"));
      return lines;
    }
    String language = CodeView.language(result);
    lines.addAll(language.isEmpty() ? ShownLine.all(content) : CodeView.fenced(content, language));
    return lines;
  }

  private static String head(Map<?, ?> data, String content, @Nullable String encoding) {
    var about = new StringJoiner(", ", " (", ")");
    long size =
        data.get("size") instanceof Number number
            ? number.longValue()
            : content.getBytes(UTF_8).length;
    about.add(SizeText.of(size));
    if (encoding != null) {
      about.add(ShownLine.joined(encoding));
    }
    String path = data.get("path") instanceof String text ? ShownLine.joined(text) : "file";
    return path + about;
  }
}
