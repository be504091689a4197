package dev.attache.store.files;

import dev.attache.history.ConversationId;
import java.util.Locale;
import java.util.Optional;
import java.util.Set;

/**
 * The name that a conversation has as a directory, fit for every file system: a capital letter is
 * {@code =} and the small one, so that {@code User} and {@code user} stay apart where case means
 * nothing, and {@code ==} stands before what Windows takes for a device, as {@code nul} and {@code
 * com1.old}. All else is as it is.
 */
public final class ConversationName {

  private static final char ESCAPE = '=';
  private static final String DEVICE = "==";
  private static final Set<String> DEVICES = Set.of("con", "prn", "aux", "nul");

  private ConversationName() {}

  /** Returns the name of a conversation's directory. */
  public static String of(ConversationId id) {
    String value = id.value();
    var name = new StringBuilder(value.length() + 8);
    if (isDevice(value.toLowerCase(Locale.ROOT))) {
      name.append(DEVICE);
    }
    for (int i = 0; i < value.length(); i++) {
      char c = value.charAt(i);
      if (c >= 'A' && c <= 'Z') {
        name.append(ESCAPE).append((char) (c - 'A' + 'a'));
      } else {
        name.append(c);
      }
    }
    return name.toString();
  }

  /** Returns the conversation whose directory has a name; nothing if none can have it. */
  public static Optional<ConversationId> parse(String name) {
    String rest = name.startsWith(DEVICE) ? name.substring(DEVICE.length()) : name;
    var value = new StringBuilder(rest.length());
    for (int i = 0; i < rest.length(); i++) {
      char c = rest.charAt(i);
      boolean isEscape = c == ESCAPE && i + 1 < rest.length();
      value.append(isEscape ? Character.toUpperCase(rest.charAt(++i)) : c);
    }
    return ConversationId.parse(value.toString()).filter(id -> of(id).equals(name));
  }

  /** What stands before the first dot decides. */
  private static boolean isDevice(String value) {
    int dot = value.indexOf('.');
    String name = dot < 0 ? value : value.substring(0, dot);
    boolean isNumbered = name.length() == 4 && name.charAt(3) >= '0' && name.charAt(3) <= '9';
    return isNumbered ? name.startsWith("com") || name.startsWith("lpt") : DEVICES.contains(name);
  }
}
