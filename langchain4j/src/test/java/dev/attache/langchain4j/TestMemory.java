package dev.attache.langchain4j;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationId;
import dev.attache.model.ModelProfile;
import dev.attache.models.openai.OpenAiChat;
import dev.attache.store.memory.MemoryStore;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.ImageContent;
import dev.langchain4j.data.message.PdfFileContent;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.StringJoiner;

/** A memory over a conversation about the files of a workspace, and what it gives in words. */
final class TestMemory {

  static final ModelProfile PROFILE = new OpenAiChat().profiles().standard();

  private final Path workspace;
  private final Conversation conversation;
  final Resolver resolver;

  TestMemory(Path workspace) throws IOException {
    this.workspace = workspace.toRealPath();
    this.resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(this.workspace).build();
    this.conversation =
        Conversation.create(
            MemoryStore.of(64 << 20), ConversationId.of("talk"), ConversationOptions.DEFAULT);
  }

  Conversation conversation() {
    return conversation;
  }

  AttacheChatMemory.Builder builder() {
    return AttacheChatMemory.builder(conversation, PROFILE);
  }

  /** Writes a file of one word in many lines, which is long enough to be referred to. */
  TestMemory file(String name, String word) throws IOException {
    var text = new StringBuilder();
    for (int i = 0; i < 100; i++) {
      text.append(word).append(" line ").append(i).append('\n');
    }
    return write(name, text.toString().getBytes(UTF_8));
  }

  TestMemory write(String name, byte[] bytes) throws IOException {
    Files.write(workspace.resolve(name), bytes);
    return this;
  }

  static AiMessage calls(String... idsAndUris) {
    var calls = new ArrayList<ToolExecutionRequest>();
    for (int i = 0; i < idsAndUris.length; i += 2) {
      calls.add(call(idsAndUris[i], "refresh_resource", "{\"uri\":\"" + idsAndUris[i + 1] + "\"}"));
    }
    return AiMessage.from(calls);
  }

  static ToolExecutionRequest call(String id, String name, String arguments) {
    return ToolExecutionRequest.builder().id(id).name(name).arguments(arguments).build();
  }

  /**
   * Returns each message as a line: whose it is, its texts with contents as {@code <NAME>}, and its
   * blocks and calls in brackets.
   */
  static List<String> words(List<ChatMessage> messages) {
    return messages.stream().map(TestMemory::words).toList();
  }

  private static String words(ChatMessage message) {
    if (message instanceof SystemMessage system) {
      return "system: " + system.text();
    } else if (message instanceof UserMessage user) {
      return "user: " + ofContents(user.contents());
    } else if (message instanceof ToolExecutionResultMessage result) {
      return "result " + result.id() + ": " + ofContents(result.contents());
    }
    AiMessage answer = (AiMessage) message;
    var words = new StringJoiner(" ");
    words.add("model:");
    if (answer.text() != null) {
      words.add(answer.text());
    }
    answer.toolExecutionRequests().forEach(call -> words.add("[" + call.id() + "]"));
    return words.toString();
  }

  private static String ofContents(List<Content> contents) {
    var words = new StringJoiner(" ");
    for (Content content : contents) {
      if (content instanceof TextContent text) {
        words.add(
            text.text()
                .replaceAll(
                    "(?s)<resource path=\"([^\"]+)\"[^>]*>\n(\\S+) line.*?</resource>", "<$1 $2>")
                .replaceAll("\\s+", " ")
                .strip());
      } else if (content instanceof ImageContent image) {
        words.add("[" + image.image().mimeType() + "]");
      } else if (content instanceof PdfFileContent) {
        words.add("[pdf]");
      }
    }
    return words.toString();
  }
}
