package dev.attache.cli.servers;

import dev.attache.delivery.form.PromptText;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.tool.StructuredJson;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.resource.tool.ToolResponseJson;
import dev.attache.resource.tool.ToolResponseJson.Canonicalizer;
import dev.attache.support.text.SizeText;
import java.io.IOException;
import java.io.OutputStream;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/** The answer of a server's tool, as a person sees it, and what is to be said beside it. */
final class ToolAnswer {

  private final String tool;
  private final ToolResponseJson.Parsed parsed;

  ToolAnswer(String tool, Map<String, Object> answer) {
    this.tool = tool;
    this.parsed = ToolResponseJson.read(answer, Canonicalizer.AS_GIVEN);
  }

  ToolResponse response() {
    return parsed.response();
  }

  /** Writes it; returns what of it is not shown, or not as it is, a line each. */
  List<String> writeTo(OutputStream out) throws IOException {
    PromptText.writeResponse(response(), out);
    var remarks = new ArrayList<String>();
    parsed.problems().forEach(problem -> remarks.add(tool + ": " + problem));
    ResourceContent structured = response().structured();
    if (structured != null && StructuredJson.saysMore(response())) {
      remarks.add(
          tool
              + ": also answered with "
              + SizeText.of(structured.size())
              + " of structured content that says more; --structured shows it");
    }
    return remarks;
  }
}
