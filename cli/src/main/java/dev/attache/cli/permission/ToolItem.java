package dev.attache.cli.permission;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.config.ConfiguredTool;
import dev.attache.core.trust.TrustRecord;
import dev.attache.core.trust.TrustSubject;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceJson;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Invocation;
import dev.attache.resource.spi.Requester;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.List;

/**
 * A program of a workspace that the user may trust as a tool: with the description and the schema
 * that a model reads, with its options, and whatever it is called with.
 *
 * @param invocation what it starts, with braces where what it is called with comes in
 */
public record ToolItem(ConfiguredTool tool, Invocation invocation, CommandPolicy policy)
    implements TrustItem {

  /** Whether a text names a tool, or takes one away. */
  public static boolean isAbout(String reference) {
    return reference.startsWith(ConfiguredTool.SCHEME, reference.startsWith("!") ? 1 : 0);
  }

  /** What the rule of trust has to know of a tool that starts something. */
  public static TrustSubject subject(ConfiguredTool tool, Invocation invocation) {
    return new TrustSubject(
        TrustRecord.TOOL,
        tool.definition().digest(invocation),
        !tool.isOfWorkspace(),
        tool.uri().value());
  }

  @Override
  public String kind() {
    return TrustRecord.TOOL;
  }

  @Override
  public ContentDigest digest() {
    return tool.definition().digest(invocation);
  }

  @Override
  public String directory() {
    return invocation.directory().toString();
  }

  @Override
  public String label() {
    return tool.name() + ": " + invocation.label();
  }

  /** All that a yes is for: what is long is still shown, for nobody else would read it. */
  @Override
  public List<String> description() {
    var lines = new ArrayList<String>();
    lines.add(
        tool.file()
            + " defines the tool "
            + tool.name()
            + ": "
            + ShellWords.join(invocation.words()));
    lines.add(effect() + ", whatever it is called with");
    if (!tool.definition().description().isEmpty()) {
      lines.add("description: " + tool.definition().description());
    }
    lines.add("arguments: " + json(tool.definition().inputSchema()));
    if (!tool.definition().options().isEmpty()) {
      lines.add("options: " + json(tool.definition().options()));
    }
    tool.definition().settings().forEach((name, value) -> lines.add(name + ": " + json(value)));
    return lines;
  }

  private static String json(Object value) {
    try {
      return new String(PlainJson.write(value), UTF_8);
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
  }

  @Override
  public String effect() {
    return "runs " + invocation.path() + " in " + invocation.directory();
  }

  @Override
  public void writeTo(JsonGenerator json) throws IOException {
    json.writeStringField("tool", label());
    json.writeStringField("name", tool.name());
    CommandItem.writeTo(json, invocation);
    json.writeFieldName("inputSchema");
    ResourceJson.writeValueTo(json, tool.definition().inputSchema());
  }

  @Override
  public CommandPolicy.Decision decision() {
    return policy.decide(tool.uri(), invocation, Requester.WORKSPACE);
  }
}
