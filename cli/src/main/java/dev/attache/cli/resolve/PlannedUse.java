package dev.attache.cli.resolve;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;

/** The program or server that reading a candidate would take, and whether that may be. */
interface PlannedUse {

  CommandPolicy.Decision decision();

  /** What it is, for people, on one line. */
  String line();

  /** Writes what it is, as a field of an open object. */
  void writeTo(JsonGenerator json) throws IOException;

  default String action() {
    return decision().isAllowed() ? "attach" : "deny";
  }
}
