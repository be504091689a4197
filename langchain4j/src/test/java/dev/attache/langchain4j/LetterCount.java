package dev.attache.langchain4j;

import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.model.TokenCountEstimator;

/** An estimate by which each character of a text is a token, and nothing else is any. */
final class LetterCount implements TokenCountEstimator {

  @Override
  public int estimateTokenCountInText(String text) {
    return text.length();
  }

  @Override
  public int estimateTokenCountInMessage(ChatMessage message) {
    if (message instanceof UserMessage user) {
      return user.singleText().length();
    } else if (message instanceof SystemMessage system) {
      return system.text().length();
    } else if (message instanceof ToolExecutionResultMessage result) {
      return result.text().length();
    }
    String text = ((AiMessage) message).text();
    return text == null ? 0 : text.length();
  }

  @Override
  public int estimateTokenCountInMessages(Iterable<ChatMessage> messages) {
    int sum = 0;
    for (ChatMessage message : messages) {
      sum += estimateTokenCountInMessage(message);
    }
    return sum;
  }
}
