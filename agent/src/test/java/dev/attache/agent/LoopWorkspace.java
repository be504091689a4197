package dev.attache.agent;

import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.delivery.Channel;
import dev.attache.handlers.file.FileHandler;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationId;
import dev.attache.history.EventStream;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import dev.attache.model.OfferedTool;
import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelSettings;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.Tool;
import dev.attache.resource.tool.ToolResponse;
import dev.attache.store.EmbeddedStore;
import dev.attache.test.FakeProvider;
import dev.attache.test.FakeProvider.Answer;
import dev.attache.test.FakeWire;
import java.awt.image.BufferedImage;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import javax.imageio.ImageIO;

/** A workspace with a conversation in a store, and a provider on loopback that answers it. */
final class LoopWorkspace implements AutoCloseable {

  static final String LONG = "line of a file that is worth a reference\n".repeat(100);

  final Path workspace;
  final Resolver resolver;
  final Conversation conversation;
  final FakeProvider fake = FakeProvider.start();
  final FakeWire wire;

  private LoopWorkspace(Path workspace, FakeWire wire, boolean isNew) throws IOException {
    this.workspace = workspace.toRealPath();
    this.wire = wire;
    resolver =
        Resolver.builder(HandlerRegistry.of(new FileHandler())).workspace(this.workspace).build();
    EmbeddedStore store = EmbeddedStore.at(this.workspace.resolve(".attache"));
    ConversationOptions options =
        ConversationOptions.DEFAULT.channel(Channel.STRUCTURED).awaitingHandover();
    ConversationId id = ConversationId.of("loop");
    conversation =
        isNew ? Conversation.create(store, id, options) : Conversation.open(store, id, options);
  }

  static LoopWorkspace create(Path workspace, FakeWire wire) throws IOException {
    return new LoopWorkspace(workspace, wire, true);
  }

  /** The same workspace, as a later program finds it. */
  LoopWorkspace reopened() throws IOException {
    return new LoopWorkspace(workspace, wire, false);
  }

  LoopWorkspace write(String file, String text) throws IOException {
    Files.writeString(workspace.resolve(file), text);
    return this;
  }

  /** Writes a picture that no other number has. */
  byte[] picture(String file, int number) throws IOException {
    var image = new BufferedImage(8, 8, BufferedImage.TYPE_INT_RGB);
    image.setRGB(0, 0, number);
    var png = new ByteArrayOutputStream();
    ImageIO.write(image, "png", png);
    Files.write(workspace.resolve(file), png.toByteArray());
    return png.toByteArray();
  }

  /** Records a turn of the user. */
  LoopWorkspace ask(String text, String... files) throws IOException {
    try (TurnDraft turn = conversation.begin(text, null)) {
      for (String file : files) {
        turn.declare(Requester.USER, file);
      }
      return attach(turn, files);
    }
  }

  /** Records a turn that wants JSON. */
  LoopWorkspace askForJson(String text) throws IOException {
    try (TurnDraft turn = conversation.begin(text, Map.of("type", "object"))) {
      turn.record();
    }
    return this;
  }

  /** Records a turn of the user that attaches what is declared. */
  LoopWorkspace attach(String text, String... files) throws IOException {
    try (TurnDraft turn = conversation.begin(text, null)) {
      for (String file : files) {
        turn.resolves(file);
      }
      return attach(turn, files);
    }
  }

  private LoopWorkspace attach(TurnDraft turn, String... files) throws IOException {
    try (Resolution resolution = resolver.resolve(List.of(files))) {
      for (Outcome outcome : resolution) {
        turn.attach(
            ((Outcome.Resolved) outcome).snapshot(), outcome.reference().text(), Requester.USER);
      }
      turn.record();
    }
    return this;
  }

  LoopWorkspace answers(FakeWire.Say... says) {
    fake.answer(wire.streamed(says));
    return this;
  }

  /** Has the provider refuse a request. */
  LoopWorkspace refuses(String message) {
    fake.answer(
        Answer.json(
            400,
            "{\"error\":{\"type\":\"invalid_request_error\",\"message\":\"" + message + "\"}}"));
    return this;
  }

  AskedModel model() {
    return model(settings().build());
  }

  ModelSettings.Builder settings() {
    return settings(fake);
  }

  /** The way to a provider on loopback. */
  static ModelSettings.Builder settings(FakeProvider fake) {
    return ModelSettings.builder()
        .baseUrl(URI.create(fake.url()))
        .privateHostAllowed(true)
        .key(() -> "key")
        .environment(Map.of())
        .firstPause(Duration.ofMillis(1));
  }

  /** A model whose window has room for so many tokens. */
  AskedModel modelOfWindow(long tokens) {
    return ofWindow(model(), tokens);
  }

  /** The same model with a window that has room for so many tokens. */
  static AskedModel ofWindow(AskedModel model, long tokens) {
    ModelProfile profile =
        model
            .provider()
            .profiles()
            .with(Map.of("limits", Map.of("window", tokens)))
            .of(model.model());
    return new AskedModel(
        model.name(),
        model.provider(),
        model.connector(),
        profile,
        model.model(),
        model.settings());
  }

  AskedModel model(ModelSettings settings) {
    return model(wire, settings);
  }

  /** The usual model of a provider. */
  static AskedModel model(FakeWire wire, ModelSettings settings) {
    ModelProvider provider =
        ServiceLoader.load(ModelProvider.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.name().equals(wire.provider()))
            .findFirst()
            .orElseThrow();
    ModelConnector connector =
        ServiceLoader.load(ModelConnector.class).stream()
            .map(ServiceLoader.Provider::get)
            .filter(each -> each.name().equals(wire.provider()))
            .findFirst()
            .orElseThrow();
    String model = provider.profiles().standard().model();
    return new AskedModel(
        wire.provider(), provider, connector, provider.profiles().of(model), model, settings);
  }

  LoopTool refresh() {
    return LoopTool.refresh(RefreshResourceTool.of(conversation, resolver));
  }

  AgentLoop.Builder loop() {
    return AgentLoop.builder(conversation, model()).tools(List.of(refresh()));
  }

  /** A tool that answers with a text, and needs approval. */
  static LoopTool tool(String name, Work work) {
    return answering(name, arguments -> TextBlock.of(work.done(arguments)));
  }

  /** A tool that answers with a block, and needs approval. */
  static LoopTool answering(String name, BlockWork work) {
    return new LoopTool() {
      @Override
      public OfferedTool offer() {
        return new OfferedTool(name, "Does " + name + ".", Map.of("type", "object"));
      }

      @Override
      public String source() {
        return Tool.LOCAL;
      }

      @Override
      public boolean needsApproval() {
        return true;
      }

      @Override
      public Answered call(Map<String, Object> arguments) throws IOException {
        return Answered.of(ToolResponse.of(work.done(arguments)));
      }
    };
  }

  /** What a tool does. */
  @FunctionalInterface
  interface Work {
    String done(Map<String, Object> arguments) throws IOException;
  }

  /** What a tool does that answers with more than a text. */
  @FunctionalInterface
  interface BlockWork {
    ContentBlock done(Map<String, Object> arguments) throws IOException;
  }

  /** The events of the history, in order. */
  List<ConversationEvent> events() throws IOException {
    var all = new ArrayList<ConversationEvent>();
    try (EventStream events = conversation.log().oldestFirst()) {
      for (ConversationEvent event = events.next(); event != null; event = events.next()) {
        all.add(event);
      }
    }
    return all;
  }

  <E extends ConversationEvent> List<E> events(Class<E> type) throws IOException {
    return events().stream().filter(type::isInstance).map(type::cast).toList();
  }

  /** The bodies of the requests that came. */
  List<String> bodies() {
    return fake.requests().stream().map(FakeProvider.Received::body).toList();
  }

  @Override
  public void close() {
    fake.close();
  }
}
