package dev.attache.mcp.server;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.util.Base64;

/** A place in the list of a conversation, in a form that clients take for nothing else. */
final class Cursor {

  private Cursor() {}

  static String of(int position, String conversation) {
    byte[] text = (position + " " + conversation).getBytes(UTF_8);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(text);
  }

  /** The position that a cursor stands for; -1 if it is none of that conversation. */
  static int position(String cursor, String conversation) {
    try {
      String text = new String(Base64.getUrlDecoder().decode(cursor), UTF_8);
      int end = text.indexOf(' ');
      int position = end < 0 ? -1 : Integer.parseInt(text.substring(0, end));
      return of(position, conversation).equals(cursor) ? position : -1;
    } catch (IllegalArgumentException e) { // also for what is no number
      return -1;
    }
  }
}
