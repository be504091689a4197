package dev.attache.cli.view;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.delivery.form.MarkdownFence;
import dev.attache.delivery.form.PromptPart;
import dev.attache.resource.tool.SemanticResult;
import dev.attache.types.FenceLanguages;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** A text between fences that name its language. */
final class CodeView implements DataView {

  @Override
  public @Nullable List<ShownLine> lines(SemanticResult result, Pane pane) {
    String text = ValueText.content(result.data());
    return text == null ? null : fenced(text, language(result));
  }

  /** The language that the tool names, or that of its type; empty if neither is known. */
  static String language(SemanticResult result) {
    String said = result.display().language();
    String type = result.mimeType();
    return said != null ? said : type == null ? "" : FenceLanguages.of(type);
  }

  static List<ShownLine> fenced(String text, String language) {
    String whole = text.isEmpty() || text.endsWith("\n") ? text : text + "\n";
    var fenced = new ByteArrayOutputStream();
    try {
      MarkdownFence.around(PromptPart.of(whole), language).writeTo(fenced);
    } catch (IOException e) {
      throw new AssertionError(e); // there is no I/O
    }
    return ShownLine.all(fenced.toString(UTF_8));
  }
}
