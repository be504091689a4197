package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.handlers.HandlerRegistry;
import dev.attache.core.handlers.RegisteredHandler;
import java.io.IOException;
import java.io.OutputStream;

/** {@code attache handlers ls}: lists the schemes and the handlers that own them. */
final class HandlersListCommand implements Command {

  private final Streams streams;

  HandlersListCommand(Streams streams) {
    this.streams = streams;
  }

  @Override
  public void addTo(Options options) {
    // It takes the global options only.
  }

  @Override
  public int run(Arguments arguments, GlobalOptions global) throws IOException {
    HandlerRegistry registry = Handlers.load(new Console(streams, global.isQuiet()));
    try (ResultOutput result = ResultOutput.standard(streams, false)) {
      if (global.isJson()) {
        writeJson(registry, result.stream());
      } else {
        writeTable(registry, result.stream());
      }
      result.commit();
    }
    return registry.problems().isEmpty() ? ExitCode.OK : ExitCode.FAILED;
  }

  private static void writeTable(HandlerRegistry registry, OutputStream out) throws IOException {
    row(out, "SCHEME", "VERSION", "HANDLER", "ORIGIN");
    for (RegisteredHandler handler : registry.handlers()) {
      for (String scheme : handler.schemes()) {
        row(
            out,
            scheme,
            handler.version().isEmpty() ? "-" : handler.version(),
            handler.name(),
            handler.origin().place());
      }
    }
  }

  private static void row(
      OutputStream out, String scheme, String version, String handler, String origin)
      throws IOException {
    String row =
        Columns.left(scheme, 8)
            + "  "
            + Columns.left(version, 16)
            + "  "
            + Columns.left(handler, 44)
            + "  "
            + origin
            + "\n";
    out.write(row.getBytes(UTF_8));
  }

  private static void writeJson(HandlerRegistry registry, OutputStream out) throws IOException {
    JsonGenerator json = JsonFormat.generator(out);
    for (RegisteredHandler handler : registry.handlers()) {
      for (String scheme : handler.schemes()) {
        json.writeStartObject();
        json.writeStringField("scheme", scheme);
        json.writeStringField("handler", handler.name());
        json.writeStringField("version", handler.version());
        json.writeStringField("origin", handler.origin().place());
        json.writeEndObject();
        json.writeRaw('\n');
      }
    }
    json.flush();
  }
}
