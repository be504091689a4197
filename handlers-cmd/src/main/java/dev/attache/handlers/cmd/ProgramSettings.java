package dev.attache.handlers.cmd;

import dev.attache.handlers.cmd.run.CommandSettings;
import dev.attache.resource.spi.HandlerContext;
import java.util.Locale;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The section of a {@link ProgramHandler} in the configuration, beside {@link CommandSettings}.
 *
 * @param output what the program is taken to print
 * @param mimeType the type of what it prints, or of resources in it that have none; or null
 * @param maxOutput how many bytes of its standard output are kept
 * @param parallelism how many URIs are worth reading at once; 0 for as many as the engine likes
 */
record ProgramSettings(Output output, @Nullable String mimeType, long maxOutput, int parallelism) {

  /** JSON has more bytes than what it holds: base64, and characters that are escaped. */
  private static final long ROOM_FOR_JSON = 2;

  /** What a program is taken to print. */
  enum Output {
    /** JSON of resources if it is that, else what it is. */
    AUTO,
    /** What it is. */
    TEXT,
    /** JSON of resources. */
    JSON
  }

  static ProgramSettings of(HandlerContext context) {
    Map<String, Object> section = context.configuration().values();
    long most = context.maxBytes();
    long room = most > Long.MAX_VALUE / ROOM_FOR_JSON ? most : most * ROOM_FOR_JSON;
    return new ProgramSettings(
        output(section.get("output")),
        section.get("mime-type") instanceof String type ? type : null,
        section.get("max-output") instanceof Number number ? number.longValue() : room,
        section.get("parallel") instanceof Number number ? number.intValue() : 0);
  }

  private static Output output(@Nullable Object value) {
    return value instanceof String word
        ? Output.valueOf(word.toUpperCase(Locale.ROOT))
        : Output.AUTO;
  }
}
