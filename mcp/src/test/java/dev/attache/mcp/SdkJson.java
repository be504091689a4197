package dev.attache.mcp;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.support.json.LenientValues;
import dev.attache.support.json.PlainJson;
import io.modelcontextprotocol.json.McpJsonMapper;
import io.modelcontextprotocol.json.TypeRef;
import io.modelcontextprotocol.json.schema.JsonSchemaValidator;
import java.io.IOException;
import java.util.Map;

/** The mapper of beans that the SDK of MCP wants, and its validator, which takes everything. */
public final class SdkJson implements McpJsonMapper, JsonSchemaValidator {

  public static final SdkJson INSTANCE = new SdkJson();

  private final ObjectMapper mapper = new ObjectMapper();

  private SdkJson() {}

  /** What the SDK has made of a message, as plain values again. */
  public Map<String, Object> plain(Object value) {
    try {
      return LenientValues.object(PlainJson.read(writeValueAsString(value)));
    } catch (IOException e) {
      throw new AssertionError(e);
    }
  }

  @Override
  public <T> T readValue(String content, Class<T> type) throws IOException {
    return mapper.readValue(content, type);
  }

  @Override
  public <T> T readValue(byte[] content, Class<T> type) throws IOException {
    return mapper.readValue(content, type);
  }

  @Override
  public <T> T readValue(String content, TypeRef<T> type) throws IOException {
    return mapper.readValue(content, mapper.constructType(type.getType()));
  }

  @Override
  public <T> T readValue(byte[] content, TypeRef<T> type) throws IOException {
    return mapper.readValue(content, mapper.constructType(type.getType()));
  }

  @Override
  public <T> T convertValue(Object value, Class<T> type) {
    return mapper.convertValue(value, type);
  }

  @Override
  public <T> T convertValue(Object value, TypeRef<T> type) {
    return mapper.convertValue(value, mapper.constructType(type.getType()));
  }

  @Override
  public String writeValueAsString(Object value) throws IOException {
    return mapper.writeValueAsString(value);
  }

  @Override
  public byte[] writeValueAsBytes(Object value) throws IOException {
    return mapper.writeValueAsBytes(value);
  }

  @Override
  public ValidationResponse validate(Map<String, Object> schema, Object content) {
    return ValidationResponse.asValid("");
  }
}
