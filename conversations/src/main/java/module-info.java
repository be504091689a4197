/** Conversations: their history, what is delivered of it, and the built-in tools. */
module dev.attache.conversations {
  requires static org.jspecify;
  requires transitive dev.attache.model.api;
  requires transitive dev.attache.resource.core;

  exports dev.attache.conversation;
  exports dev.attache.conversation.tools;
  exports dev.attache.delivery;
  exports dev.attache.delivery.form;
  exports dev.attache.delivery.names;
  exports dev.attache.delivery.page;
  exports dev.attache.history;
  exports dev.attache.history.answer;
  exports dev.attache.history.fold;
  exports dev.attache.history.json;
}
