package dev.attache.cli.servers;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.ResultLine;
import dev.attache.mcp.McpConnection;
import dev.attache.mcp.McpServer;
import dev.attache.resource.secrets.Redaction;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import java.util.Map;

/** The output of what a server offers. */
interface OfferOutput {

  /** Writes what is known about the server itself. */
  void begin(McpConnection connection) throws IOException;

  /**
   * Writes one thing that it offers.
   *
   * @param kind {@code resource}, {@code template} or {@code tool}
   * @param offer what the server says of it
   */
  void write(String kind, Map<String, Object> offer) throws IOException;

  void end() throws IOException;

  /** A row for each, for people. */
  record Table(OutputStream out) implements OfferOutput {

    @Override
    public void begin(McpConnection connection) throws IOException {
      row("KIND", "TYPE", "BYTES", "URI OR NAME", "");
    }

    @Override
    public void write(String kind, Map<String, Object> offer) throws IOException {
      String id = text(offer, kind.equals("template") ? "uriTemplate" : "uri");
      String name = text(offer, "name");
      String title = text(offer, "title");
      String other = title.isEmpty() ? name : title;
      if (kind.equals("tool")) {
        String first = text(offer, "description").lines().findFirst().orElse(title);
        row(kind, "-", "-", name, Redaction.redactAllIn(first));
      } else {
        String size = offer.get("size") instanceof Number number ? number.toString() : "-";
        String type = text(offer, "mimeType");
        row(
            kind,
            type.isEmpty() ? "-" : type,
            size,
            Redaction.redact(id),
            Redaction.redactAllIn(other));
      }
    }

    @Override
    public void end() throws IOException {
      out.flush();
    }

    private static String text(Map<String, Object> offer, String key) {
      return offer.get(key) instanceof String text ? text : "";
    }

    private void row(String kind, String type, String size, String id, String about)
        throws IOException {
      String row =
          Columns.left(kind, 8)
              + "  "
              + Columns.type(type)
              + "  "
              + Columns.right(size, 9)
              + "  "
              + (about.isEmpty() ? id : id + "  (" + about + ")");
      ResultLine.write(out, row);
    }
  }

  /** A JSON object a line: first the server, then each thing as the server describes it. */
  record Json(JsonGenerator json, McpServer server) implements OfferOutput {

    @Override
    public void begin(McpConnection connection) throws IOException {
      json.writeStartObject();
      json.writeStringField("kind", "server");
      json.writeStringField("server", server.name());
      json.writeStringField("protocolVersion", connection.protocolVersion());
      field("serverInfo", connection.serverInfo());
      field("capabilities", connection.capabilities());
      if (connection.instructions() != null) {
        field("instructions", connection.instructions());
      }
      finish();
    }

    @Override
    public void write(String kind, Map<String, Object> offer) throws IOException {
      json.writeStartObject();
      json.writeStringField("kind", kind);
      json.writeStringField("server", server.name());
      field(kind, offer);
      finish();
    }

    @Override
    public void end() throws IOException {
      json.flush();
    }

    private void field(String name, Object value) throws IOException {
      json.writeFieldName(name);
      PlainJson.writeWellFormed(value, json);
    }

    private void finish() throws IOException {
      json.writeEndObject();
      json.writeRaw('\n');
    }
  }
}
