package dev.attache.handlers.http;

import static org.junit.jupiter.api.Assumptions.assumeTrue;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.handlers.http.url.WebUrl;
import dev.attache.resource.ResourceException;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** The tables about URLs in the folder that {@code attache.vectors} names. */
public final class UrlVectors {

  /** A row of the WHATWG table about http and https; without an href if it must be refused. */
  public record Row(
      String input, @Nullable String base, @Nullable String href, String host, String port) {

    /** What we make of the input; null if it is refused. */
    @Nullable
    public WebUrl url() {
      return accepted(base, input);
    }
  }

  private UrlVectors() {}

  public static JsonNode json(String name) throws IOException {
    return new ObjectMapper().readTree(path(name).toFile());
  }

  public static List<String> lines(String name) throws IOException {
    return Files.readAllLines(path(name)).stream()
        .filter(line -> !line.isBlank() && !line.startsWith("#"))
        .toList();
  }

  /** The rows of the WHATWG table whose result is http(s), or that are refused; all bases are. */
  public static List<Row> whatwgTable() throws IOException {
    var rows = new ArrayList<Row>();
    for (JsonNode row : json("url/urltestdata.json")) {
      boolean refused = row.path("failure").asBoolean();
      String input = row.path("input").asText();
      String base = row.path("base").isTextual() ? row.path("base").asText() : null;
      boolean asksWeb =
          WebUrl.schemeOf(input).map(scheme -> scheme.matches("https?")).orElse(false)
              || (base != null && base.startsWith("http"));
      if (refused ? asksWeb : row.path("protocol").asText().matches("https?:")) {
        rows.add(
            new Row(
                input,
                base,
                refused ? null : row.path("href").asText(),
                row.path("hostname").asText(),
                row.path("port").asText()));
      }
    }
    return rows;
  }

  /** Returns what we make of a text, or null if it is refused. */
  public static @Nullable WebUrl accepted(@Nullable String base, String input) {
    try {
      return base == null ? WebUrl.parse(input) : WebUrl.parse(base).resolve(input);
    } catch (ResourceException e) {
      return null;
    }
  }

  private static Path path(String name) {
    String vectors = System.getProperty("attache.vectors");
    assumeTrue(vectors != null, "no vectors: set -Dattache.vectors to their folder");
    return Path.of(vectors, name);
  }
}
