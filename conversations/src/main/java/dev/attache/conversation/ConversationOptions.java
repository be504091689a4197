package dev.attache.conversation;

import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.Delivered;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ResourceLayout;
import dev.attache.history.TextForm;
import java.time.Clock;
import org.jspecify.annotations.Nullable;

/**
 * The rules that a conversation goes by as long as it is open. Immutable.
 *
 * @param dedup when references take the place of contents, where the conversation itself says
 *     nothing
 * @param superseded what is done with superseded snapshots, likewise
 * @param text the form in which the model is shown texts, likewise
 * @param resources the form of resources, whatever else says; null for none
 * @param channel what the model can be given
 * @param consents the proofs of what the user asked for
 * @param clock the time of events
 * @param delivered which of the attachments the model was given
 * @param awaitsHandover whether what is recorded counts as delivered only once {@link
 *     Conversation#handedOver} was called for it: for programs that print it, and may be stopped
 *     before
 */
public record ConversationOptions(
    DedupSettings dedup,
    SupersededSettings superseded,
    TextForm text,
    @Nullable ResourceLayout resources,
    Channel channel,
    Consents consents,
    Clock clock,
    Delivered delivered,
    boolean awaitsHandover) {

  /** The usual rules, a model that reads text, a history that only its user writes. */
  public static final ConversationOptions DEFAULT =
      new ConversationOptions(
          DedupSettings.DEFAULT,
          SupersededSettings.DEFAULT,
          Channel.TEXT,
          Consents.OWN_HISTORY,
          Clock.systemUTC());

  /**
   * Of a conversation that is sent to its model as a whole.
   *
   * @param dedup when references take the place of contents
   * @param superseded what is done with superseded snapshots
   * @param channel what the model can be given
   * @param consents the proofs of what the user asked for
   * @param clock the time of events
   */
  public ConversationOptions(
      DedupSettings dedup,
      SupersededSettings superseded,
      Channel channel,
      Consents consents,
      Clock clock) {
    this(dedup, superseded, TextForm.PLAIN, null, channel, consents, clock, Delivered.ALL, false);
  }

  /**
   * {@return these options with other rules for references}
   *
   * @param value the rules where the conversation itself says nothing
   */
  public ConversationOptions dedup(DedupSettings value) {
    return new ConversationOptions(
        value, superseded, text, resources, channel, consents, clock, delivered, awaitsHandover);
  }

  /**
   * {@return these options with another time of events}
   *
   * @param value the clock; its zone does not matter
   */
  public ConversationOptions clock(Clock value) {
    return new ConversationOptions(
        dedup, superseded, text, resources, channel, consents, value, delivered, awaitsHandover);
  }

  /**
   * {@return these options with another rule of what the model was given}
   *
   * @param value which attachments of a history the model was given
   */
  public ConversationOptions delivered(Delivered value) {
    return new ConversationOptions(
        dedup, superseded, text, resources, channel, consents, clock, value, awaitsHandover);
  }

  /**
   * {@return these options for a model that can be given something else}
   *
   * @param value what the model can be given
   */
  public ConversationOptions channel(Channel value) {
    return new ConversationOptions(
        dedup, superseded, text, resources, value, consents, clock, delivered, awaitsHandover);
  }

  /**
   * {@return these options with other rules for superseded snapshots}
   *
   * @param value the rules where the conversation itself says nothing
   */
  public ConversationOptions superseded(SupersededSettings value) {
    return new ConversationOptions(
        dedup, value, text, resources, channel, consents, clock, delivered, awaitsHandover);
  }

  /**
   * {@return these options with another form of texts}
   *
   * @param value the form where the conversation itself says nothing
   */
  public ConversationOptions text(TextForm value) {
    return new ConversationOptions(
        dedup, superseded, value, resources, channel, consents, clock, delivered, awaitsHandover);
  }

  /**
   * {@return these options with a form of resources that goes before all that is set}
   *
   * @param value the form, whatever the conversation says
   */
  public ConversationOptions resources(ResourceLayout value) {
    return new ConversationOptions(
        dedup, superseded, text, value, channel, consents, clock, delivered, awaitsHandover);
  }

  /**
   * {@return these options with other proofs of what the user asked for}
   *
   * @param value who makes and checks the proofs
   */
  public ConversationOptions consents(Consents value) {
    return new ConversationOptions(
        dedup, superseded, text, resources, channel, value, clock, delivered, awaitsHandover);
  }

  /** {@return these options, by which what is recorded awaits its handover} */
  public ConversationOptions awaitingHandover() {
    return new ConversationOptions(
        dedup, superseded, text, resources, channel, consents, clock, delivered, true);
  }
}
