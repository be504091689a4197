package dev.attache.cli;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.List;

/**
 * What one run of the command left behind.
 *
 * @param exitCode its exit code
 * @param out what it wrote to standard output
 * @param err what it wrote to standard error
 */
public record CliRun(int exitCode, String out, String err) {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** The lines of standard output. */
  public List<String> outLines() {
    return out.lines().toList();
  }

  /** The lines of standard error. */
  public List<String> errLines() {
    return err.lines().toList();
  }

  /** The JSON objects of standard output, one a line. */
  public List<JsonNode> json() {
    return outLines().stream().map(CliRun::parse).toList();
  }

  /** Those of them that are snapshots, and do not say what is not there. */
  public List<JsonNode> snapshots() {
    return json().stream().filter(each -> each.has("uri")).toList();
  }

  private static JsonNode parse(String line) {
    try {
      return JSON.readTree(line);
    } catch (JsonProcessingException e) {
      throw new AssertionError("not JSON: " + line, e);
    }
  }
}
