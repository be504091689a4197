package dev.attache.cli.agent;

import dev.attache.agent.LoopTool;
import dev.attache.resource.ContentDigest;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.SortedMap;
import java.util.TreeMap;
import java.util.stream.Stream;

/**
 * A tool as it is defined at some time. Immutable.
 *
 * @param name the name by which models call it
 * @param digests the SHA-256 of each part of its definition, in hexadecimal digits
 */
record DefinedTool(String name, SortedMap<String, String> digests) {

  static DefinedTool of(LoopTool tool) {
    var digests = new TreeMap<String, String>();
    tool.definition().forEach((part, value) -> digests.put(part, digest(value)));
    return new DefinedTool(tool.offer().name(), digests);
  }

  /** The one that was kept: what are no digests are taken for some that nothing has. */
  static DefinedTool kept(String name, Map<?, ?> digests) {
    var kept = new TreeMap<String, String>();
    digests.forEach((part, digest) -> kept.put(String.valueOf(part), String.valueOf(digest)));
    return new DefinedTool(name, kept);
  }

  private static String digest(Object part) {
    try {
      return ContentDigest.sha256(PlainJson.write(part)).hex();
    } catch (IOException e) {
      throw new UncheckedIOException(e); // it is in memory
    }
  }

  /** The parts that are not as they were. */
  List<String> changesSince(DefinedTool other) {
    return Stream.concat(digests.keySet().stream(), other.digests.keySet().stream())
        .distinct()
        .filter(part -> !Objects.equals(digests.get(part), other.digests.get(part)))
        .toList();
  }
}
