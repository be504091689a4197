package dev.attache.langchain4j;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Snapshot;
import dev.attache.delivery.Channel;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.history.StoreException;
import dev.attache.langchain4j.GivenMessages.Given;
import dev.attache.langchain4j.MessageWindow.Cost;
import dev.attache.model.ModelProfile;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.data.message.Content;
import dev.langchain4j.data.message.CustomMessage;
import dev.langchain4j.data.message.SystemMessage;
import dev.langchain4j.data.message.TextContent;
import dev.langchain4j.data.message.ToolExecutionResultMessage;
import dev.langchain4j.data.message.UserMessage;
import dev.langchain4j.memory.ChatMemory;
import dev.langchain4j.model.TokenCountEstimator;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.UnaryOperator;
import org.jspecify.annotations.Nullable;

/**
 * The memory of a LangChain4j service that is a conversation: what is added is recorded in its
 * history, and the messages are those that the history comes to. So what is attached is sent once,
 * and referred to after that, in this program and in the next one that opens the conversation.
 *
 * <p>With a window, {@link #messages} has the last whole exchanges that fit. What a reference in
 * them is to stands in full again where its message is there no longer. An answer and the results
 * of its calls are always there together, so that the last of them is given even if it alone is
 * more than fits; and the question that is being answered stays. The instructions of the system
 * come first, and stay as well.
 *
 * <p>What a model cannot be given as an image, a sound or a file, by its profile, is one line.
 * Thread-safe; a conversation is safe for several processes, of which one at a time should have a
 * model answer. The methods of {@link ChatMemory} throw {@link UncheckedIOException} if the store
 * cannot be read or written, with the {@link StoreException} as its cause.
 */
public final class AttacheChatMemory implements ChatMemory {

  private static final String SYSTEM = "langchain4j.system";
  private static final String FIRST_TURN = "langchain4j.first-turn";

  private final Object id;
  private final Conversation conversation;
  private final MessageWindow window;
  private final Cost cost;
  private final MessageRecorder recorder;

  private AttacheChatMemory(Builder builder) {
    this.id = builder.id;
    this.conversation = builder.conversation;
    this.cost = builder.cost;
    this.window = new MessageWindow(builder.profile, builder.most, builder.cost);
    this.recorder = new MessageRecorder(conversation, builder.profile.model(), builder.form);
  }

  /**
   * {@return a builder of the memory that a conversation is}
   *
   * @param conversation the conversation; whatever its channel is, models of LangChain4j are asked
   *     with messages and blocks
   * @param profile what the model takes
   */
  public static Builder builder(Conversation conversation, ModelProfile profile) {
    return new Builder(conversation, profile);
  }

  /** A builder of a memory, which has no window unless it is given one. Not thread-safe. */
  public static final class Builder {

    private final Conversation conversation;
    private final ModelProfile profile;
    private Object id;
    private long most = Long.MAX_VALUE;
    private Cost cost = (message, blockTokens) -> 1;
    private UnaryOperator<Snapshot> form = UnaryOperator.identity();

    private Builder(Conversation conversation, ModelProfile profile) {
      this.conversation = conversation.with(conversation.options().channel(Channel.STRUCTURED));
      this.profile = profile;
      this.id = conversation.id().value();
    }

    /**
     * Sets what LangChain4j calls it; the id of the conversation unless it is set.
     *
     * @param value anything with an {@code equals} of its own, such as the id of a user
     * @return this builder
     */
    public Builder id(Object value) {
      id = value;
      return this;
    }

    /**
     * Sets what makes Markdown of the files in what a user says, for models that do not take them;
     * without, such a file is only named.
     *
     * @param value the resolver, with what converts {@linkplain Resolver.Builder#documents
     *     documents}
     * @return this builder
     */
    public Builder resolver(Resolver value) {
      form = value::withForm;
      return this;
    }

    /**
     * Sets how many messages there may be, the instructions of the system among them.
     *
     * @param value at least 1
     * @return this builder
     * @throws IllegalArgumentException if it is less than 1
     */
    public Builder maxMessages(int value) {
      return window("messages", value, (message, blockTokens) -> 1);
    }

    /**
     * Sets how many tokens there may be. Of a message with images or files the texts are estimated,
     * and the others count by the profile, or as 1000 tokens.
     *
     * @param value at least 1
     * @param estimator what counts a message without its images and files, as the model does
     * @return this builder
     * @throws IllegalArgumentException if it is less than 1
     */
    public Builder maxTokens(int value, TokenCountEstimator estimator) {
      return window(
          "tokens",
          value,
          (message, blockTokens) ->
              blockTokens + estimator.estimateTokenCountInMessage(words(message)));
    }

    private Builder window(String what, int value, Cost each) {
      if (value < 1) {
        throw new IllegalArgumentException("max " + what + " (" + value + ") must be at least 1");
      }
      most = value;
      cost = each;
      return this;
    }

    /** Returns a message without blocks, which no estimator knows. */
    private static ChatMessage words(ChatMessage message) {
      if (message instanceof UserMessage each && !each.hasSingleText()) {
        return UserMessage.from(text(each.contents()));
      } else if (message instanceof ToolExecutionResultMessage each && !each.hasSingleText()) {
        return ToolExecutionResultMessage.from(each.id(), each.toolName(), text(each.contents()));
      }
      return message;
    }

    private static String text(List<Content> contents) {
      var text = new StringBuilder();
      for (Content content : contents) {
        if (content instanceof TextContent words) {
          text.append(words.text()).append('\n');
        }
      }
      return text.toString();
    }

    /** {@return a memory, which reads the conversation when it is asked} */
    public AttacheChatMemory build() {
      return new AttacheChatMemory(this);
    }
  }

  @Override
  public Object id() {
    return id;
  }

  /** {@return the conversation that it is} */
  public Conversation conversation() {
    return conversation;
  }

  /**
   * Attaches what references lead to, as its user asks for it, in a message of its own before what
   * the user says next. What cannot be read is told to the model in a line.
   *
   * @param resolver what reads the references
   * @param references as they are typed: paths, patterns, URLs
   * @return what is not attached and why, a line each, as the model is told
   * @throws StoreException if it cannot be recorded
   */
  public List<String> attachAll(Resolver resolver, String... references) throws StoreException {
    try (TurnDraft turn = conversation.begin("", null)) {
      List<String> problems = turn.attachAll(resolver, references);
      turn.record();
      return problems;
    }
  }

  /**
   * Records a message. Of what a user says, files and images are attached under {@code upload:}
   * URIs; what is only named by a URL is not kept, and a line says so. A result without a call that
   * waits for one is recorded with a call of its own. The instructions of the system take the place
   * of those that were there.
   *
   * @throws IllegalArgumentException if it is a {@link CustomMessage}, which only its provider
   *     knows
   */
  @Override
  public synchronized void add(ChatMessage message) {
    unchecked(
        () -> {
          if (message instanceof SystemMessage system) {
            if (!system.text().equals(system())) {
              conversation.setOwn(Map.of(SYSTEM, system.text()));
            }
          } else if (message instanceof UserMessage said) {
            recorder.add(said);
          } else if (message instanceof AiMessage answer) {
            recorder.add(answer, firstTurn());
          } else if (message instanceof ToolExecutionResultMessage result) {
            recorder.add(result, firstTurn());
          } else {
            throw new IllegalArgumentException(
                "message ("
                    + message.type()
                    + ") must be of the system, a user, a model or a tool");
          }
        });
  }

  /** Returns the messages that fit. */
  @Override
  public List<ChatMessage> messages() {
    try {
      var messages = new ArrayList<ChatMessage>();
      given().forEach(each -> messages.add(each.message()));
      String system = system();
      if (system != null) {
        messages.add(0, SystemMessage.from(system));
      }
      return messages;
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private List<Given> given() throws IOException {
    String system = system();
    long used = system == null ? 0 : cost.of(SystemMessage.from(system), 0);
    return window.of(ModelMessages.of(conversation.log()), firstTurn(), used);
  }

  /**
   * Has nothing of what was said until now among the messages any more, and no instructions of the
   * system. What is attached stays attached, and is given in full where it is given again; the
   * history keeps all of it.
   */
  @Override
  public synchronized void clear() {
    unchecked(
        () -> {
          recorder.forget();
          var settings = new HashMap<String, @Nullable Object>();
          settings.put(FIRST_TURN, conversation.summary().turns());
          settings.put(SYSTEM, null);
          conversation.setOwn(settings);
        });
  }

  /**
   * Puts messages in the place of all that there are. Those that {@link #messages} has given are
   * recorded again as what they are, with their attachments and results, so that they can be
   * referred to, and refer to nothing that is not there; others as {@link #add} does it. If the
   * program is stopped meanwhile, the last of them are missing.
   *
   * @throws IllegalArgumentException if there are none
   */
  @Override
  public synchronized void set(Iterable<ChatMessage> messages) {
    var all = new ArrayList<ChatMessage>();
    messages.forEach(all::add);
    if (all.isEmpty()) {
      throw new IllegalArgumentException("messages must not be empty");
    }
    unchecked(
        () -> {
          RecordedAgain again = RecordedAgain.of(conversation, recorder, given());
          clear();
          for (ChatMessage message : all) {
            if (!again.add(message, firstTurn())) {
              add(message);
            }
          }
        });
  }

  private @Nullable String system() throws StoreException {
    return conversation.summary().settings().get(SYSTEM) instanceof String text ? text : null;
  }

  private int firstTurn() throws StoreException {
    return conversation.summary().settings().get(FIRST_TURN) instanceof Number turn
        ? turn.intValue()
        : 0;
  }

  /** A change of what the store has. */
  @FunctionalInterface
  private interface Change {
    void run() throws IOException;
  }

  private static void unchecked(Change change) {
    try {
      change.run();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
