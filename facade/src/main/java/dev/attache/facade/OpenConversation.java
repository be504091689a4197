package dev.attache.facade;

import dev.attache.conversation.Conversation;

/** A conversation of a workspace, in which turns are taken. Thread-safe. */
public final class OpenConversation {

  private final Attache attache;
  private final Conversation conversation;

  OpenConversation(Attache attache, Conversation conversation) {
    this.attache = attache;
    this.conversation = conversation;
  }

  /** {@return its name} */
  public String id() {
    return conversation.id().value();
  }

  /**
   * {@return a turn in the making, of which nothing is recorded yet}
   *
   * @param text what the user says
   */
  public Turn turn(String text) {
    return new Turn(attache, conversation, text);
  }

  /**
   * {@return the conversation itself, with its history, its forks and all that is not needed every
   * day}
   */
  public Conversation conversation() {
    return conversation;
  }
}
