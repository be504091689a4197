/** Conversations as memories of LangChain4j. */
@SuppressWarnings({
  "requires-automatic",
  "requires-transitive-automatic"
}) // neither has a descriptor
module dev.attache.langchain4j {
  requires static org.jspecify;
  requires transitive dev.attache.agent;
  requires transitive langchain4j;
  requires transitive langchain4j.core;
  requires org.slf4j; // for LangChain4j, which cannot ask for it

  exports dev.attache.langchain4j;
}
