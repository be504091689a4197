package dev.attache.conversation;

import dev.attache.history.ConversationSummary;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.Predicate;
import java.util.stream.Stream;
import org.jspecify.annotations.Nullable;

/**
 * The owner of a conversation and its labels, for programs that keep those of many: recorded with
 * it, and shown to no model. Immutable.
 *
 * <p>They protect nothing: a program has to look at them. Of a store in files, whoever can write
 * those can write these.
 *
 * <pre>{@code
 * talk.label(ConversationLabels.ownedBy("ada@example.org").and("support"));
 * store.conversations(false, ConversationLabels.ofOwner("ada@example.org"));
 * }</pre>
 *
 * @param owner who it belongs to; null if nobody is said to own it
 * @param labels what it is labelled with, in order and none twice
 */
public record ConversationLabels(@Nullable String owner, List<String> labels) {

  /** Nobody's, without a label. */
  public static final ConversationLabels NONE = new ConversationLabels(null, List.of());

  private static final String OWNER = "owner";
  private static final String LABELS = "labels";
  private static final int MAX_LENGTH = 200;

  /**
   * Takes a copy of the labels, each of them once.
   *
   * @param owner who it belongs to; null if nobody is said to own it
   * @param labels what it is labelled with, in order
   * @throws IllegalArgumentException if a word of them is blank, has a control character or more
   *     than 200 characters
   */
  public ConversationLabels {
    labels = labels.stream().distinct().toList();
    if (owner != null) {
      require(OWNER, owner);
    }
    labels.forEach(each -> require("label", each));
  }

  private static void require(String what, String value) {
    if (!isWord(value)) {
      throw new IllegalArgumentException(
          what
              + " ("
              + value.replaceAll("\\p{Cntrl}", "?")
              + ") must be 1 to 200 characters that are not all blank, and none of them a control"
              + " character");
    }
  }

  private static boolean isWord(String value) {
    return !value.isBlank()
        && value.length() <= MAX_LENGTH
        && value.chars().noneMatch(Character::isISOControl);
  }

  /**
   * {@return those of a conversation; what no word can be, as after an edit by hand, is left out}
   *
   * @param summary what the history of the conversation comes to
   */
  public static ConversationLabels of(ConversationSummary summary) {
    Object owner = summary.settings().get(OWNER);
    var labels = new ArrayList<String>();
    if (summary.settings().get(LABELS) instanceof List<?> all) {
      for (Object each : all) {
        if (each instanceof String label && isWord(label)) {
          labels.add(label);
        }
      }
    }
    return new ConversationLabels(
        owner instanceof String name && isWord(name) ? name : null, labels);
  }

  /**
   * {@return the owner, without a label}
   *
   * @param owner any word, such as the id of a user or an address
   * @throws IllegalArgumentException as the constructor
   */
  public static ConversationLabels ownedBy(String owner) {
    return new ConversationLabels(owner, List.of());
  }

  /**
   * {@return these and one more}
   *
   * @param label any word; one that is there already changes nothing
   * @throws IllegalArgumentException as the constructor
   */
  public ConversationLabels and(String label) {
    return new ConversationLabels(owner, Stream.concat(labels.stream(), Stream.of(label)).toList());
  }

  /**
   * {@return these without one}
   *
   * @param label any word; one that is not there changes nothing
   */
  public ConversationLabels without(String label) {
    return new ConversationLabels(
        owner, labels.stream().filter(each -> !each.equals(label)).toList());
  }

  /**
   * {@return the test for conversations of one owner}
   *
   * @param owner the owner, exactly as it was recorded
   */
  public static Predicate<ConversationSummary> ofOwner(String owner) {
    return summary -> Objects.equals(of(summary).owner, owner);
  }

  /**
   * {@return the test for conversations with a label}
   *
   * @param label the label, exactly as it was recorded
   */
  public static Predicate<ConversationSummary> labelled(String label) {
    return summary -> of(summary).labels.contains(label);
  }

  /** Returns the settings that a conversation has of them; null takes one back. */
  Map<String, Object> settings() {
    Map<String, Object> settings = new LinkedHashMap<>();
    settings.put(OWNER, owner);
    settings.put(LABELS, labels.isEmpty() ? null : labels);
    return settings;
  }

  /** Returns the settings that a new conversation gets of them. */
  Map<String, Object> settingsOfNew() {
    Map<String, Object> settings = settings();
    settings.values().removeIf(Objects::isNull);
    return settings;
  }
}
