package dev.attache.cli.handlers;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.cli.forms.Columns;
import dev.attache.cli.forms.JsonFormat;
import dev.attache.cli.forms.ResultLine;
import dev.attache.cli.run.Handlers;
import dev.attache.core.routing.HandlerOrigin;
import dev.attache.core.routing.RegisteredHandler;
import dev.attache.jars.JarManifest;
import dev.attache.jars.trust.UntrustedJar;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/** The handlers of one run as a list, a line for each scheme, and what is not used after them. */
record HandlerList(Handlers handlers) {

  private static final String UNKNOWN = "-";

  void writeTable(OutputStream out) throws IOException {
    row(out, "SCHEME", "HANDLER", "VERSION", "ORIGIN", "DIGEST", "JAR");
    for (RegisteredHandler handler : handlers.registry().handlers()) {
      HandlerOrigin origin = handler.origin();
      for (String scheme : handler.schemes()) {
        row(
            out,
            scheme,
            handler.name(),
            handler.version().isEmpty() ? UNKNOWN : handler.version(),
            origin.kind().label(),
            origin.digest() == null ? UNKNOWN : origin.digest().shortForm(),
            origin.place());
      }
    }
    for (UntrustedJar each : handlers.untrusted()) {
      ResultLine.write(out, "not used: " + each.jar().path() + each.schemes() + " " + each.why());
    }
  }

  private static void row(
      OutputStream out,
      String scheme,
      String handler,
      String version,
      String origin,
      String digest,
      String jar)
      throws IOException {
    ResultLine.write(
        out,
        Columns.left(scheme, 9)
            + "  "
            + Columns.left(handler, 44)
            + "  "
            + Columns.left(version, 14)
            + "  "
            + Columns.left(origin, 13)
            + "  "
            + Columns.left(digest, 12)
            + "  "
            + jar);
  }

  void writeJson(OutputStream out) throws IOException {
    JsonGenerator json = JsonFormat.generator(out);
    for (RegisteredHandler handler : handlers.registry().handlers()) {
      for (String scheme : handler.schemes()) {
        write(json, scheme, handler.name(), handler.version(), handler.origin(), "used");
      }
    }
    for (UntrustedJar each : handlers.untrusted()) {
      JarManifest manifest = each.jar().manifest();
      String handler = String.join(", ", each.jar().classes());
      String version = manifest.version() == null ? "" : manifest.version();
      if (manifest.schemes().isEmpty()) {
        write(json, null, handler, version, each.jar().origin(), each.why());
      }
      for (String scheme : manifest.schemes()) {
        write(json, scheme, handler, version, each.jar().origin(), each.why());
      }
    }
    json.flush();
  }

  private static void write(
      JsonGenerator json,
      @Nullable String scheme,
      String handler,
      String version,
      HandlerOrigin origin,
      String state)
      throws IOException {
    json.writeStartObject();
    JsonFormat.writeOptional(json, "scheme", scheme);
    json.writeStringField("handler", handler);
    json.writeStringField("version", version);
    json.writeStringField("origin", origin.kind().label());
    JsonFormat.writeOptional(
        json, "digest", origin.digest() == null ? null : origin.digest().toString());
    json.writeStringField("jar", origin.place());
    json.writeStringField("state", state);
    json.writeEndObject();
    json.writeRaw('\n');
  }
}
