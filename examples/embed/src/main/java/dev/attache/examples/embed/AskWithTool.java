package dev.attache.examples.embed;

import dev.attache.agent.AskedModel;
import dev.attache.agent.ToolApproval;
import dev.attache.facade.Attache;
import dev.attache.model.call.ModelSettings;
import dev.attache.schemas.JsonSchemas;
import java.io.Console;
import java.net.URI;
import java.nio.file.Path;

/** Asks a model that may call a tool of ours, if whoever is at the terminal lets it. */
final class AskWithTool {

  public static void main(String[] args) throws Exception {
    ToolApproval person =
        (tool, arguments) -> {
          Console console = System.console();
          String answer =
              console == null
                  ? null
                  : console.readLine("Call %s %s? [y/N] ", tool.offer().name(), arguments);
          return "y".equals(answer) ? null : "the user does not want it";
        };
    System.out.println(ask(Path.of(args[0]), model(URI.create(args[1])), args[2], person));
  }

  static String ask(Path workspace, AskedModel model, String question, ToolApproval approval)
      throws Exception {
    return Attache.open(workspace)
        .conversation("weather")
        .turn(question)
        .tool(new WeatherTool(), new JsonSchemas())
        .approval(approval)
        .ask(model)
        .text();
  }

  /** A model of a server on this machine, which wants no key. */
  static AskedModel model(URI baseUrl) {
    ModelSettings settings =
        ModelSettings.builder().baseUrl(baseUrl).privateHostAllowed(true).build();
    return AskedModel.of("openai-compatible/qwen3-coder", settings);
  }
}
