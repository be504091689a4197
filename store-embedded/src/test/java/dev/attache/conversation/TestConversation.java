package dev.attache.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.conversation.tools.AttachPolicy;
import dev.attache.conversation.tools.AttachResourceTool;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.References;
import dev.attache.delivery.Channel;
import dev.attache.delivery.DedupSettings;
import dev.attache.delivery.Delivered;
import dev.attache.delivery.SupersededSettings;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.Notice;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Clock;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.UnaryOperator;

/** A conversation in a store of its own, over {@link FakeSources}, with results as lines. */
public final class TestConversation {

  private static final ConversationId ID = ConversationId.of("test");

  public final FakeSources sources;
  public final Conversation conversation;
  private final Path workspace;

  public TestConversation(Path directory, Consents consents) throws IOException {
    sources = new FakeSources();
    Path real = Files.createDirectories(directory).toRealPath();
    workspace = Files.createDirectory(real.resolve("ws"));
    conversation = Conversation.create(store(), ID, options(consents));
  }

  private TestConversation(TestConversation same, ConversationOptions options) throws IOException {
    sources = same.sources;
    workspace = same.workspace;
    conversation = Conversation.open(store(), ID, options);
  }

  /** The same conversation, opened by somebody else. */
  public TestConversation withConsents(Consents consents) throws IOException {
    return new TestConversation(this, options(consents));
  }

  /** The same conversation, opened by somebody who knows what the model was given. */
  public TestConversation withDelivered(Delivered delivered) throws IOException {
    return new TestConversation(this, conversation.options().delivered(delivered));
  }

  /** The same conversation, opened by somebody who goes by other options. */
  public TestConversation with(UnaryOperator<ConversationOptions> options) throws IOException {
    return new TestConversation(this, options.apply(conversation.options()));
  }

  private EmbeddedStore store() {
    return EmbeddedStore.at(workspace.resolve(".attache"));
  }

  private static ConversationOptions options(Consents consents) {
    return new ConversationOptions(
        DedupSettings.DEFAULT,
        SupersededSettings.DEFAULT,
        Channel.TEXT,
        consents,
        Clock.fixed(Instant.parse("2026-11-22T03:04:05Z"), ZoneOffset.UTC));
  }

  /** A text that is long enough to be referred to. */
  public static String text(String word) {
    return (word + "\n").repeat(1000);
  }

  /** The names {@code mem:n0}, {@code mem:n1}, …. */
  public static String[] names(int count) {
    var names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = "mem:n" + i;
    }
    return names;
  }

  public Resolver.Builder resolver() {
    return Resolver.builder(HandlerRegistry.of(sources)).workspace(workspace);
  }

  /** Records a turn in which the user attaches references. */
  public Request attach(String... references) throws IOException {
    return attach(Requester.USER, List.of(), references);
  }

  public Request attach(Requester requester, List<Notice> notices, String... references)
      throws IOException {
    try (TurnDraft turn = conversation.begin("look", null)) {
      notices.forEach(turn::notice);
      for (String reference : references) {
        turn.declare(requester, reference);
        var asked = References.of(List.of()).and(requester, List.of(reference));
        try (Resolution resolution = resolver().build().resolve(asked)) {
          for (Outcome outcome : resolution) {
            turn.attach(((Outcome.Resolved) outcome).snapshot(), reference, requester);
          }
        }
      }
      return turn.record();
    }
  }

  /** Records a turn that has something which nothing declares, as an edited history may. */
  public Request attachUndeclared(String reference) throws IOException {
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = resolver().build().resolve(List.of(reference))) {
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), reference, Requester.USER);
      }
      return turn.record();
    }
  }

  public RefreshResourceTool tool() throws IOException {
    return RefreshResourceTool.of(conversation, resolver().build());
  }

  public AttachResourceTool attachTool(AttachPolicy policy) throws IOException {
    return AttachResourceTool.of(conversation, resolver().build(), policy);
  }

  /** Refreshes, and gives each block of the result as a line. */
  public List<String> refresh(String id, String uri) throws IOException {
    return lines(tool().call(id, Map.of("uri", uri)));
  }

  /** With a time limit. */
  public List<String> refreshWithin(Duration limit, String id, String uri) throws IOException {
    return lines(
        RefreshResourceTool.of(conversation, resolver().timeout(limit).build())
            .call(id, Map.of("uri", uri)));
  }

  /** The blocks: the line of a reference, the first line of a content, a text. */
  public static List<String> lines(ToolResult result) throws IOException {
    var lines = new ArrayList<String>();
    if (result.response().isError()) {
      Map<?, ?> error =
          (Map<?, ?>) Objects.requireNonNull(result.response().meta().get("computer.jp/error"));
      lines.add("error " + error);
    }
    for (ContentBlock block : result.response().content()) {
      if (block instanceof TextBlock text) {
        lines.add(read(text.text()));
      } else {
        lines.add(line((DeliveredBlock) block));
      }
    }
    return lines;
  }

  private static String line(DeliveredBlock block) throws IOException {
    Resource resource = block.resource();
    if (block.delivery() instanceof Delivery.Delta delta) {
      return delta.line(block.label(), resource.content().digest()) + "\n" + read(delta.diff());
    }
    return block.delivery() instanceof Delivery.Reference reference
        ? reference.line(resource.uri().redacted(), resource.content().digest())
        : "full " + resource.uri() + " " + read(resource.content()).lines().findFirst().orElse("");
  }

  public static String read(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
