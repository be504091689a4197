package dev.attache.cli.permission;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.core.trust.TrustRecord;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.spi.CommandPolicy;
import java.io.IOException;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.List;

/** One thing that the user may trust: a command, a tool, a server, or a jar of handlers. */
public interface TrustItem {

  /** What it is, as in {@link TrustRecord#kind}. */
  String kind();

  /** Its identity. */
  ContentDigest digest();

  /** The directory it is trusted for. */
  String directory();

  /** What to call it before people, without its secrets. */
  String label();

  /** The same in the list of what is trusted, where nothing else tells two of them apart. */
  default String recorded() {
    return label();
  }

  /** What trusting it means, for who has to decide: a line each, and nothing left out. */
  List<String> description();

  /** What trusting it means in a few words, without its secrets. */
  String effect();

  /** Writes what trusting it means into an open object, the label first. */
  void writeTo(JsonGenerator json) throws IOException;

  /** Whether it may be used now, if the workspace asks for it. */
  CommandPolicy.Decision decision();

  /** The record of being trusted from now on. */
  default TrustRecord record() {
    return new TrustRecord(
        kind(), digest(), directory(), recorded(), Instant.now().truncatedTo(ChronoUnit.SECONDS));
  }
}
