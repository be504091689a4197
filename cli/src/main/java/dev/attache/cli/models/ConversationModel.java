package dev.attache.cli.models;

import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.KeyedConsents;
import dev.attache.history.StoreException;
import java.util.LinkedHashMap;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/**
 * The model that a user has named for a conversation, which is asked in its later turns, too. With
 * a proof of that: a history may come from others, and must not have contents sent elsewhere.
 */
public final class ConversationModel {

  private static final String MODEL = "agent.model";
  private static final String CONSENT = "agent.model.consent";

  private ConversationModel() {}

  /** Returns the model; null if the user has named none. */
  public static @Nullable String of(Conversation conversation) throws StoreException {
    Map<String, Object> settings = conversation.summary().settings();
    return settings.get(MODEL) instanceof String model
            && settings.get(CONSENT) instanceof String proof
            && conversation.options().consents().isGiven(subject(model), proof)
        ? model
        : null;
  }

  /**
   * Returns what a conversation sets when the user names a model; nothing if it has that, or
   * nothing can prove it later.
   */
  public static Map<String, Object> settings(Conversation conversation, String model)
      throws StoreException {
    var settings = new LinkedHashMap<String, Object>();
    Consents consents = conversation.options().consents();
    if (consents instanceof KeyedConsents keyed && !keyed.hasPlace()) {
      return settings; // who loses nothing by it has no need to be told
    }
    String proof = model.equals(of(conversation)) ? null : consents.give(subject(model));
    if (proof != null) {
      settings.put(MODEL, model);
      settings.put(CONSENT, proof);
    }
    return settings;
  }

  private static String subject(String model) {
    return "model " + model;
  }
}
