package dev.attache.examples.embed;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.tool.ContentBlock.ResourceBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolResponse;
import java.time.Duration;
import java.util.List;
import java.util.Map;

/** Tells the weather of a city, in words and as a resource. */
final class WeatherTool implements Tool {

  @Override
  public String name() {
    return "weather";
  }

  @Override
  public String description() {
    return "Tells the weather of a city.";
  }

  @Override
  public Map<String, Object> inputSchema() {
    return Map.of(
        "type", "object",
        "properties", Map.of("city", Map.of("type", "string")),
        "required", List.of("city"));
  }

  @Override
  public ToolResponse call(ToolContext context, Duration timeout) {
    String city = String.valueOf(context.arguments().get("city")); // checked by the schema
    if (city.equals("Atlantis")) {
      return ToolResponse.failure("unknown-city", "There is no weather in Atlantis.", false);
    }
    Resource measured =
        Resource.builder(
                ResourceUri.of("weather:" + city.replace(' ', '-')),
                ResourceContent.text("{\"celsius\": 21}"))
            .mimeType("application/json")
            .build();
    return ToolResponse.of(
        TextBlock.of("It is sunny in " + city + "."), ResourceBlock.of(measured));
  }
}
