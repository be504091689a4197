package dev.attache.langchain4j;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.core.Resolver;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveryPlace;
import dev.attache.langchain4j.SeenRequest.Expected;
import dev.attache.store.memory.MemoryStore;
import dev.langchain4j.agent.tool.Tool;
import dev.langchain4j.agent.tool.ToolExecutionRequest;
import dev.langchain4j.data.message.AiMessage;
import dev.langchain4j.data.message.ChatMessage;
import dev.langchain4j.model.chat.ChatModel;
import dev.langchain4j.model.chat.request.ChatRequest;
import dev.langchain4j.model.chat.response.ChatResponse;
import dev.langchain4j.service.AiServices;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.function.UnaryOperator;

/**
 * A session by chance: a person attaches files and asks, a model calls tools, somebody edits, and
 * messages and contents are left away. Each request is looked at as the model sees it.
 */
final class RandomSession implements ChatModel {

  private static final int FILES = 3;

  /** Enough for all sessions: to start some for each run takes longer than the run. */
  private static final ExecutorService THREADS =
      Executors.newCachedThreadPool(
          work -> {
            var thread = new Thread(work);
            thread.setDaemon(true);
            return thread;
          });

  private final Random random;
  private final AttacheChatMemory memory;
  private final Resolver resolver;
  private final AiServices<Talk> services;
  private final EditedFiles files;
  private final Map<String, Expected> expected = new LinkedHashMap<>();
  private final Set<String> attachedNow = new HashSet<>();
  private List<Expected> asked = List.of();
  private int batch;
  private int requests;
  private int references;
  private int ids;

  /** The service. */
  interface Talk {
    String ask(String question);
  }

  /** A tool that is none of ours. */
  static final class Clock {
    @Tool("Says what time it is.")
    String time() {
      return "It is noon.";
    }
  }

  RandomSession(long seed, Path workspace, UnaryOperator<AttacheChatMemory.Builder> window)
      throws IOException {
    this.random = new Random(seed);
    this.files = new EditedFiles(workspace, random);
    for (int i = 0; i < FILES; i++) {
      files.edit(i);
    }
    this.resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler()))
            .workspace(workspace)
            .executor(THREADS)
            .build();
    var conversation =
        Conversation.create(
            MemoryStore.of(64 << 20), ConversationId.of("session"), ConversationOptions.DEFAULT);
    this.memory = window.apply(AttacheChatMemory.builder(conversation, TestMemory.PROFILE)).build();
    this.services =
        AiServices.builder(Talk.class)
            .chatMemory(memory)
            .tools(new Clock())
            .toolProvider(
                AttacheTools.builder(memory, resolver)
                    .attach(new AttachPolicy(Set.of(), Set.of()))
                    .build());
    if (random.nextBoolean()) {
      services.systemMessageProvider(id -> "Be short.");
    }
    if (random.nextInt(4) == 0) {
      services.executeToolsConcurrently();
    }
  }

  /** Runs it over the wire of a provider; returns the same. */
  int runOverTheWire() throws IOException {
    try (var wire = new WireModel(this)) {
      try {
        return run(wire.model());
      } catch (RuntimeException e) {
        wire.rethrow();
        throw e;
      }
    }
  }

  /** Runs it, and returns how many references there were in its requests. */
  int run() throws IOException {
    return run(this);
  }

  private int run(ChatModel model) throws IOException {
    Talk talk = services.chatModel(model).build();
    int turns = 3 + random.nextInt(5);
    for (int turn = 0; turn < turns; turn++) {
      if (random.nextInt(3) > 0) {
        attach();
      }
      if (random.nextInt(3) == 0) {
        files.edit(random.nextInt(FILES));
      }
      leaveAway();
      talk.ask("Question " + turn + "?");
    }
    return references;
  }

  private void attach() throws IOException {
    int file = random.nextInt(FILES + 1);
    for (int i = 0; i < FILES; i++) {
      if (file == FILES || file == i) {
        attachedNow.add(files.digest(i));
        files.attach(i);
      }
    }
    memory.attachAll(resolver, file == FILES ? "." : files.name(file));
  }

  private void leaveAway() throws IOException {
    switch (random.nextInt(12)) {
      case 0 -> {
        memory.clear();
        attachedNow.clear();
      }
      case 1 -> {
        List<ChatMessage> messages = memory.messages();
        if (!messages.isEmpty()) {
          memory.set(messages.subList(random.nextInt(messages.size()), messages.size()));
          expected.clear(); // calls may have other names
          attachedNow.clear();
        }
      }
      case 2, 3 -> {
        Conversation conversation = memory.conversation();
        int turns = conversation.summary().turns();
        List<DeliveryPlace> places = conversation.items().compactable(turns);
        if (!places.isEmpty()) {
          conversation.leaveOut(
              Elision.COMPACTED, places.subList(0, 1 + random.nextInt(places.size())));
          attachedNow.clear();
        }
      }
      default -> {
        // all stays
      }
    }
  }

  @Override
  public ChatResponse doChat(ChatRequest request) {
    requests++;
    List<ChatMessage> messages = request.messages();
    var seen = new SeenRequest(messages, files.contents());
    seen.nameCalls(asked, expected);
    asked = List.of();
    references += seen.check(expected, files.repeatable());
    seen.checkGiven(attachedNow);
    attachedNow.clear();
    try {
      if (random.nextInt(4) == 0) {
        files.edit(random.nextInt(FILES));
      }
      return ChatResponse.builder().aiMessage(answer()).build();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private AiMessage answer() throws IOException {
    if (random.nextInt(5) < 2) {
      return AiMessage.from("Answer " + requests + ".");
    }
    batch++;
    var calls = new ArrayList<ToolExecutionRequest>();
    var results = new ArrayList<Expected>();
    int count = 1 + random.nextInt(4);
    for (int i = 0; i < count; i++) {
      calls.add(call(results, i));
    }
    asked = results;
    return random.nextBoolean()
        ? AiMessage.from(calls)
        : AiMessage.from("I look, " + requests + ".", calls);
  }

  private ToolExecutionRequest call(List<Expected> results, int index) {
    int file = random.nextInt(FILES);
    if (files.wasAsked(file) && random.nextInt(6) > 0) {
      file = (file + 1) % FILES; // who asks twice is given it twice, which would hide mistakes
    }
    boolean isForced = random.nextInt(12) == 0;
    var call = ToolExecutionRequest.builder().id(id(index));
    switch (random.nextInt(8)) {
      case 0 -> {
        results.add(Expected.OTHER);
        return call.name("time").arguments("{}").build();
      }
      case 1 -> {
        results.add(Expected.OTHER); // an error
        return call.name("refresh_resource").arguments("{\"uri\":\"no-such-file\"}").build();
      }
      case 2 -> {
        results.add(given(file, false));
        files.attachLater(file, batch);
        return call.name("attach_resource")
            .arguments("{\"uri\":\"" + files.name(file) + "\"}")
            .build();
      }
      default -> {
        boolean isAttached = files.isAttached(file, batch);
        results.add(isAttached ? given(file, isForced) : Expected.OTHER);
        return call.name("refresh_resource")
            .arguments("{\"uri\":\"" + files.name(file) + "\",\"force\":" + isForced + "}")
            .build();
      }
    }
  }

  private Expected given(int file, boolean isForced) {
    files.ask(file, batch, isForced);
    return new Expected(files.digest(file));
  }

  /** Ids as providers give them: mostly each once, sometimes the same in each answer, or none. */
  @SuppressWarnings("NullAway")
  private String id(int index) {
    return switch (random.nextInt(10)) {
      case 0 -> "call_" + index;
      case 1 -> null;
      default -> "call_n" + ids++;
    };
  }
}
