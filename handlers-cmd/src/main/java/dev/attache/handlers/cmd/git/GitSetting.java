package dev.attache.handlers.cmd.git;

import dev.attache.support.process.PlatformText;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;

/**
 * One setting of git, as {@code git config --show-scope --null --list} prints it.
 *
 * @param scope where it is set: {@code system}, {@code global}, {@code local} and others
 * @param key such as {@code filter.Name.clean}: lower case but for the part in the middle
 * @param value its value; empty also where the key stands alone
 */
record GitSetting(String scope, String key, String value) {
  /** The scopes of the person and the machine; all others are the repository's. */
  private static final Set<String> TRUSTED = Set.of("system", "global", "command");

  /** The settings in records that alternate between a scope, and a key and its value. */
  static List<GitSetting> listOf(List<String> records) {
    var settings = new ArrayList<GitSetting>();
    for (int at = 0; at + 1 < records.size(); at += 2) {
      String[] parts = PlatformText.ofBytes(records.get(at + 1)).split("\n", 2);
      settings.add(new GitSetting(records.get(at), parts[0], parts.length < 2 ? "" : parts[1]));
    }
    return settings;
  }

  boolean isOfRepository() {
    return !TRUSTED.contains(scope);
  }

  /** What precedes the first dot of the key. */
  String section() {
    return key.substring(0, Math.max(0, key.indexOf('.')));
  }

  /** What follows the last dot of the key. */
  String name() {
    return key.substring(key.lastIndexOf('.') + 1);
  }

  /** What is between; empty if nothing is. */
  String subsection() {
    int first = key.indexOf('.');
    int last = key.lastIndexOf('.');
    return first == last ? "" : key.substring(first + 1, last);
  }

  /** The key with another name in the same section. */
  String sibling(String name) {
    return key.substring(0, key.lastIndexOf('.') + 1) + name;
  }
}
