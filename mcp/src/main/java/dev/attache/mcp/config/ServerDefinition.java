package dev.attache.mcp.config;

import java.util.Map;

/**
 * The definition of a server as it is written.
 *
 * @param written the value of the name: a map, if it is right
 * @param inputs the defaults of the inputs of the same file, by their ids
 * @param defects what is wrong with the writing: keys that are there twice, by their pointers
 */
record ServerDefinition(
    String name,
    Object written,
    Origin origin,
    Map<String, String> inputs,
    Map<String, String> defects) {

  /**
   * Where a definition stands.
   *
   * @param label the file, as people know it
   * @param place the file and, if it is known, the line
   * @param path what leads to the definition in the file
   * @param base where its relative paths start
   * @param isOwnFormat whether the file is of our own format, which has no keys of others
   */
  record Origin(String label, String place, String path, DefinitionBase base, boolean isOwnFormat) {

    /** Whether the file came with the workspace. */
    boolean isOfProject() {
      return base.kind() == DefinitionBase.Kind.WORKSPACE;
    }

    /** The place and a key, as the beginning of a message. */
    String subject(String key) {
      return place + ": " + path + (isOwnFormat ? " " + key : "/" + escaped(key));
    }

    /** The place and the definition itself, as the beginning of a message. */
    String subject() {
      return place + ": " + path;
    }
  }

  /** A key as a part of a JSON pointer (RFC 6901). */
  static String escaped(String key) {
    return key.replace("~", "~0").replace("/", "~1");
  }
}
