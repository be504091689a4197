package dev.attache.examples.embed;

import dev.attache.agent.AskedModel;
import dev.attache.agent.ToolApproval;
import dev.attache.facade.Attache;
import dev.attache.model.call.ModelSettings;
import dev.attache.schemas.JsonSchemas;
import java.net.URI;
import java.nio.charset.Charset;
import java.nio.file.Path;
import java.util.Scanner;

/** Asks a model that may call a tool of ours, if whoever is at the terminal lets it. */
final class AskWithTool {

  public static void main(String[] args) throws Exception {
    var terminal = new Scanner(System.in, Charset.defaultCharset());
    ToolApproval person =
        (tool, arguments) -> {
          System.out.print("Call " + tool.offer().name() + " " + arguments + "? [y/N] ");
          boolean isAllowed = terminal.hasNextLine() && terminal.nextLine().equals("y");
          return isAllowed ? null : "the user does not want it";
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
