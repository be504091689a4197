package dev.attache.models.anthropic;

import dev.attache.model.BodyWriter;
import dev.attache.model.CacheTerms;
import java.io.IOException;
import java.time.Duration;

/**
 * The mark of the cache, the last field of a block. Immutable.
 *
 * @param isLong whether what it marks is kept for an hour, instead of for five minutes
 */
record CacheControl(boolean isLong) {

  static CacheControl of(CacheTerms terms) {
    return new CacheControl(terms.ttl().compareTo(Duration.ofHours(1)) >= 0);
  }

  void writeTo(BodyWriter json) throws IOException {
    json.name("cache_control").startObject().field("type", "ephemeral");
    if (isLong) {
      json.field("ttl", "1h");
    }
    json.endObject();
  }
}
