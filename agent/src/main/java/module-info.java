/** The loop in which a model answers a turn of a conversation. */
module dev.attache.agent {
  requires static org.jspecify;
  requires transitive dev.attache.conversations;

  uses dev.attache.model.ModelProvider;
  uses dev.attache.model.call.ModelConnector;

  exports dev.attache.agent;
}
