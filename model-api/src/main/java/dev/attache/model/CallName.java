package dev.attache.model;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.resource.tool.Tool;

/**
 * The id or the name of a call as every provider takes it. Models invent names such as {@code
 * functions.look}, servers give ids of any form, and one that a provider refuses would have each
 * later request of the conversation refused.
 */
public final class CallName {

  private static final int LONGEST = 64;

  /** OpenAI refuses a longer {@code tool_calls[].id}. */
  private static final int LONGEST_ID = 40;

  private static final int DIGEST = 8;

  private CallName() {}

  /**
   * {@return a name as it is if it has 1 to 64 letters, digits, {@code _} and {@code -}, as that of
   * each tool that is offered; else what is legal of it, and a part of its digest, by which it is
   * the same for no two names}
   *
   * @param written what a model or a server wrote
   */
  public static String of(String written) {
    return of(written, LONGEST);
  }

  /**
   * {@return a legal id of a call, of at most 40 characters} Some gateways put the thoughts of a
   * model into it, which other providers refuse.
   *
   * @param written the id as a server wrote it
   */
  public static String id(String written) {
    return of(written, LONGEST_ID);
  }

  private static String of(String written, int longest) {
    if (written.length() <= longest && Tool.NAME.matcher(written).matches()) {
      return written;
    }
    var legal = new StringBuilder();
    written
        .chars()
        .limit(longest - DIGEST - 1)
        .forEach(c -> legal.append(isPlain(c) ? (char) c : '_'));
    String digest = ContentDigest.sha256(written.getBytes(UTF_8)).hex();
    return legal.append('_').append(digest, 0, DIGEST).toString();
  }

  private static boolean isPlain(int c) {
    return (c >= 'a' && c <= 'z')
        || (c >= 'A' && c <= 'Z')
        || (c >= '0' && c <= '9')
        || c == '_'
        || c == '-';
  }
}
