package dev.attache.langchain4j;

import dev.attache.model.OfferedTool;
import dev.attache.support.json.JsonLines;
import dev.langchain4j.agent.tool.ToolSpecification;
import dev.langchain4j.model.chat.request.json.JsonBooleanSchema;
import dev.langchain4j.model.chat.request.json.JsonIntegerSchema;
import dev.langchain4j.model.chat.request.json.JsonNumberSchema;
import dev.langchain4j.model.chat.request.json.JsonObjectSchema;
import dev.langchain4j.model.chat.request.json.JsonRawSchema;
import dev.langchain4j.model.chat.request.json.JsonSchemaElement;
import dev.langchain4j.model.chat.request.json.JsonStringSchema;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What LangChain4j is told of tools. */
final class ToolSchemas {

  private static final String DESCRIPTION = "description";
  private static final Set<String> PLAIN = Set.of("type", DESCRIPTION);

  private ToolSchemas() {}

  /** Returns the specification of a tool: its arguments one by one, each as its schema has it. */
  static ToolSpecification of(OfferedTool tool) {
    Map<String, Object> schema = tool.inputSchema();
    var arguments = JsonObjectSchema.builder();
    elements(schema.get("properties")).forEach(arguments::addProperty);
    Map<String, JsonSchemaElement> definitions = elements(schema.get("$defs"));
    if (!definitions.isEmpty()) {
      arguments.definitions(definitions);
    }
    if (schema.get("required") instanceof List<?> required) {
      var names = new ArrayList<String>();
      required.forEach(name -> names.add(String.valueOf(name)));
      arguments.required(names);
    }
    if (schema.get("additionalProperties") instanceof Boolean allowed) {
      arguments.additionalProperties(allowed);
    }
    return ToolSpecification.builder()
        .name(tool.name())
        .description(tool.description())
        .parameters(arguments.build())
        .build();
  }

  private static Map<String, JsonSchemaElement> elements(@Nullable Object schemas) {
    var elements = new LinkedHashMap<String, JsonSchemaElement>();
    if (schemas instanceof Map<?, ?> map) {
      map.forEach((name, schema) -> elements.put(String.valueOf(name), element(schema)));
    }
    return elements;
  }

  /** Returns what is plain in LangChain4j's own words, which all of its providers know. */
  private static JsonSchemaElement element(@Nullable Object schema) {
    if (schema instanceof Map<?, ?> map && PLAIN.containsAll(map.keySet())) {
      String description = map.get(DESCRIPTION) instanceof String words ? words : null;
      switch (String.valueOf(map.get("type"))) {
        case "string" -> {
          return JsonStringSchema.builder().description(description).build();
        }
        case "boolean" -> {
          return JsonBooleanSchema.builder().description(description).build();
        }
        case "integer" -> {
          return JsonIntegerSchema.builder().description(description).build();
        }
        case "number" -> {
          return JsonNumberSchema.builder().description(description).build();
        }
        default -> {
          // as it is
        }
      }
    }
    return JsonRawSchema.from(json(schema));
  }

  private static String json(@Nullable Object schema) {
    var object = new LinkedHashMap<String, Object>(); // true, or nothing at all: any value
    if (schema instanceof Map<?, ?> map) {
      map.forEach((name, value) -> object.put(String.valueOf(name), value));
    }
    try {
      return JsonLines.text(object);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
