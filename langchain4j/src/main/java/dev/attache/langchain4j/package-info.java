/**
 * Conversations for LangChain4j: as its memory, and their tools as its tools.
 *
 * <p>The door is {@link dev.attache.langchain4j.AttacheChatMemory}. What LangChain4j adds, a {@link
 * dev.attache.langchain4j.MessageRecorder} writes into the history; what it asks for, a {@link
 * dev.attache.langchain4j.MessageWindow} chooses from that, and {@link
 * dev.attache.langchain4j.GivenMessages} says in its words. {@link
 * dev.attache.langchain4j.AttacheTools} runs calls, whose answers come back as a {@link
 * dev.attache.langchain4j.ToolAnswer} with the message that has the result, and are recorded then.
 */
@NullMarked
package dev.attache.langchain4j;

import org.jspecify.annotations.NullMarked;
