package dev.attache.core.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.delivery.Channel;
import dev.attache.core.delivery.DedupSettings;
import dev.attache.core.delivery.Delivered;
import dev.attache.core.delivery.SupersededSettings;
import dev.attache.core.history.ContentBlock;
import dev.attache.core.history.ContentBlock.ResourceBlock;
import dev.attache.core.history.ContentBlock.TextBlock;
import dev.attache.core.history.ConversationEvent.Request;
import dev.attache.core.history.ConversationEvent.ToolResult;
import dev.attache.core.history.ConversationId;
import dev.attache.core.history.Delivery;
import dev.attache.core.history.Notice;
import dev.attache.core.outcome.Outcome;
import dev.attache.core.routing.HandlerRegistry;
import dev.attache.core.routing.References;
import dev.attache.core.store.EmbeddedStore;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
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

/** A conversation in a store of its own, over {@link FakeSources}, with results as lines. */
final class TestConversation {

  private static final ConversationId ID = ConversationId.of("test");

  final FakeSources sources;
  final Conversation conversation;
  private final Path workspace;

  TestConversation(Path directory, Consents consents) throws IOException {
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
  TestConversation withConsents(Consents consents) throws IOException {
    return new TestConversation(this, options(consents));
  }

  /** The same conversation, opened by somebody who knows what the model was given. */
  TestConversation withDelivered(Delivered delivered) throws IOException {
    return new TestConversation(this, conversation.options().delivered(delivered));
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
  static String text(String word) {
    return (word + "\n").repeat(1000);
  }

  /** The names {@code mem:n0}, {@code mem:n1}, …. */
  static String[] names(int count) {
    var names = new String[count];
    for (int i = 0; i < count; i++) {
      names[i] = "mem:n" + i;
    }
    return names;
  }

  Resolver.Builder resolver() {
    return Resolver.builder(HandlerRegistry.of(sources)).workspace(workspace);
  }

  /** Records a turn in which the user attaches references. */
  Request attach(String... references) throws IOException {
    return attach(Requester.USER, List.of(), references);
  }

  Request attach(Requester requester, List<Notice> notices, String... references)
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
  Request attachUndeclared(String reference) throws IOException {
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = resolver().build().resolve(List.of(reference))) {
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), reference, Requester.USER);
      }
      return turn.record();
    }
  }

  RefreshResourceTool tool() throws IOException {
    return RefreshResourceTool.of(conversation, resolver().build());
  }

  AttachResourceTool attachTool(AttachPolicy policy) throws IOException {
    return AttachResourceTool.of(conversation, resolver().build(), policy);
  }

  /** Refreshes, and gives each block of the result as a line. */
  List<String> refresh(String id, String uri) throws IOException {
    return lines(tool().call(id, Map.of("uri", uri)));
  }

  /** With a time limit. */
  List<String> refreshWithin(Duration limit, String id, String uri) throws IOException {
    return lines(
        RefreshResourceTool.of(conversation, resolver().timeout(limit).build())
            .call(id, Map.of("uri", uri)));
  }

  /** The blocks: the line of a reference, the first line of a content, a text. */
  static List<String> lines(ToolResult result) throws IOException {
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
        lines.add(line((ResourceBlock) block));
      }
    }
    return lines;
  }

  private static String line(ResourceBlock block) throws IOException {
    Resource resource = block.resource();
    return block.delivery() instanceof Delivery.Reference reference
        ? reference.line(resource.uri(), resource.content().digest())
        : "full " + resource.uri() + " " + read(resource.content()).lines().findFirst().orElse("");
  }

  static String read(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }
}
