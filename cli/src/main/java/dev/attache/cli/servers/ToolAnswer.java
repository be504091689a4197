package dev.attache.cli.servers;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.cli.forms.GivenJson;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.PromptFormat;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.terminal.UsageException;
import dev.attache.core.outcome.Snapshot;
import dev.attache.mcp.wire.Base64Text;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.json.PlainJson;
import dev.attache.support.text.SizeText;
import dev.attache.support.text.WellFormed;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The answer of a tool, for people and models: texts as they are, resources in the prompt's form,
 * and a line for each block that is neither, so that nothing goes missing unsaid.
 */
final class ToolAnswer {

  private final String tool;
  private final Map<String, Object> answer;
  private final List<String> remarks = new ArrayList<>();

  ToolAnswer(String tool, Map<String, Object> answer) {
    this.tool = tool;
    this.answer = answer;
  }

  /** Writes it; returns what of it is not shown, or not as it is, a line each. */
  List<String> writeTo(OutputStream out) throws IOException {
    var texts = new ArrayList<String>();
    if (answer.get("content") instanceof List<?> blocks) {
      for (Object each : blocks) {
        Map<?, ?> block = each instanceof Map<?, ?> map ? map : Map.of();
        if ("text".equals(block.get("type")) && block.get("text") instanceof String text) {
          texts.add(text);
        }
        write(block, out);
      }
    }
    Object structured = answer.get("structuredContent");
    if (structured != null) {
      writeStructured(json(structured), texts, out);
    }
    return remarks;
  }

  /** Where there is a text, that is for people; most often it says the same. */
  private void writeStructured(ByteArrayOutputStream json, List<String> texts, OutputStream out)
      throws IOException {
    if (texts.isEmpty()) {
      line(json.toString(UTF_8), out);
    } else if (!isAmong(texts, json.toString(UTF_8))) {
      remarks.add(
          tool
              + ": also answered with "
              + SizeText.of(json.size())
              + " of structured content, which is not shown; --json shows it");
    }
  }

  private static boolean isAmong(List<String> texts, String json) {
    Object structured = parsed(json);
    return structured != null && texts.stream().anyMatch(t -> structured.equals(parsed(t)));
  }

  /** The value that a text spells in JSON; null if it spells none. */
  private static @Nullable Object parsed(String json) {
    try {
      return GivenJson.object("", "{\"\":" + json + "}");
    } catch (UsageException e) {
      return null;
    }
  }

  private void write(Map<?, ?> block, OutputStream out) throws IOException {
    String type = block.get("type") instanceof String text ? text : "unknown";
    Object text = block.get("text");
    Object resource = block.get("resource");
    if (type.equals("text") && text instanceof String string) {
      writeText(string, out);
    } else if (type.equals("resource") && resource instanceof Map) {
      write(ShownContent.of(resource), block, out);
    } else if (type.equals("resource_link") && block.get("uri") instanceof String uri) {
      line("[resource link: " + Redaction.redact(uri) + about(block) + "]", out);
    } else if (block.get("data") instanceof String data) {
      line("[" + type + about(block) + ", " + size(data) + "]", out);
    } else {
      other(type, block, out);
    }
  }

  private void writeText(String text, OutputStream out) throws IOException {
    String whole = WellFormed.text(text);
    if (!whole.equals(text)) {
      remarks.add(tool + ": " + ShownContent.HALVES);
    }
    out.write(whole.getBytes(UTF_8));
    out.write(whole.endsWith("\n") ? new byte[0] : new byte[] {'\n'});
  }

  private void write(ShownContent content, Map<?, ?> block, OutputStream out) throws IOException {
    Snapshot snapshot = content.snapshot();
    if (snapshot == null) {
      other("resource", block, out);
    } else {
      new PromptFormat(out).write(snapshot);
      String uri = snapshot.resource().uri().redacted();
      content.remarks().forEach(remark -> remarks.add(uri + ": " + remark));
    }
  }

  /** A block that this version cannot show. */
  private static void other(String type, Map<?, ?> block, OutputStream out) throws IOException {
    line("[" + type + ", " + SizeText.of(json(block).size()) + " of JSON; --json shows it]", out);
  }

  /** What a block says of itself. */
  private static String about(Map<?, ?> block) {
    var about = new StringBuilder();
    for (String key : List.of("name", "mimeType")) {
      if (block.get(key) instanceof String value) {
        about.append(", ").append(Redaction.redactAllIn(value));
      }
    }
    if (block.get("size") instanceof Number size) {
      about.append(", ").append(SizeText.of(size.longValue()));
    }
    return about.toString();
  }

  private static String size(String base64) {
    try {
      return SizeText.of(Base64Text.decode(base64).length);
    } catch (IllegalArgumentException e) {
      return base64.length() + " characters that are no base64; --json shows them";
    }
  }

  private static ByteArrayOutputStream json(@Nullable Object value) throws IOException {
    var bytes = new ByteArrayOutputStream();
    try (var json = JsonFormat.generator(bytes)) {
      PlainJson.writeWellFormed(value, json);
    }
    return bytes;
  }

  private static void line(String text, OutputStream out) throws IOException {
    ResultLine.write(out, text);
  }
}
