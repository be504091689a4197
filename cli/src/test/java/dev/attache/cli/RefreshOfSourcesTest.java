package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;
import static java.util.Objects.requireNonNull;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.KeyedConsents;
import dev.attache.conversation.TurnDraft;
import dev.attache.conversation.tools.ChangeCheck;
import dev.attache.conversation.tools.RefreshResourceTool;
import dev.attache.core.Resolution;
import dev.attache.core.Resolver;
import dev.attache.core.outcome.Outcome;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.Notice;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.store.EmbeddedStore;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.EnumSource.Mode;

/** Each kind of outcome of a refresh and of the look for changes, with each of the handlers. */
@Tag("process")
@Tag("network")
@Tag("slow")
class RefreshOfSourcesTest {

  private static final String ONE = "one\n".repeat(1000);
  private static final String TWO = "two\n".repeat(1000);
  private static final String STANDS = " The snapshot of turn 0 stays as it was.";

  @TempDir Path temporary;

  @SuppressWarnings("NullAway.Init") // each test attaches first
  private ChangingSource source;

  @SuppressWarnings("NullAway.Init")
  private Conversation conversation;

  private void attach(ChangingSource.Kind kind) throws IOException {
    Path workspace = Files.createDirectory(temporary.toRealPath().resolve("ws"));
    source = ChangingSource.of(kind, workspace);
    source.put(ONE);
    conversation =
        Conversation.create(store(), ConversationId.of("test"), ConversationOptions.DEFAULT);
    try (TurnDraft turn = conversation.begin("look", null);
        Resolution resolution = source.resolver().build().resolve(List.of(source.reference()))) {
      turn.declare(Requester.USER, source.reference());
      for (Outcome outcome : resolution) {
        turn.attach(((Outcome.Resolved) outcome).snapshot(), source.reference(), Requester.USER);
      }
      turn.record();
    }
    assertThat(conversation.log().attachments()).hasSize(1);
  }

  @AfterEach
  void close() {
    if (source != null) {
      source.close();
    }
  }

  private EmbeddedStore store() throws IOException {
    return EmbeddedStore.at(temporary.toRealPath().resolve("store"));
  }

  private ToolResult refresh(String id) throws IOException {
    return refresh(id, source.resolver().build());
  }

  private ToolResult refresh(String id, Resolver resolver) throws IOException {
    return RefreshResourceTool.of(conversation, resolver).call(id, Map.of("uri", source.uri()));
  }

  private static Delivery delivery(ToolResult result) {
    return ((DeliveredBlock) result.response().content().get(0)).delivery();
  }

  private static String content(ToolResult result) throws IOException {
    return read(((DeliveredBlock) result.response().content().get(0)).resource().content());
  }

  private static String read(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      return new String(in.readAllBytes(), UTF_8);
    }
  }

  private static Object error(ToolResult result) {
    assertThat(result.response().isError()).isTrue();
    Object error = result.response().meta().get("computer.jp/error");
    return requireNonNull(((Map<?, ?>) requireNonNull(error)).get("kind"));
  }

  private static String text(ToolResult result) throws IOException {
    return read(((TextBlock) result.response().content().get(0)).text());
  }

  private void assertThatTheSnapshotStands() throws IOException {
    ResourceContent content =
        conversation.log().attachments().get(0).attachment().snapshot().resource().content();
    assertThat(read(content)).isEqualTo(ONE);
    assertThat(content.digest()).isEqualTo(ContentDigest.sha256(ONE.getBytes(UTF_8)));
  }

  @ParameterizedTest
  @EnumSource
  void refersToWhatHasNotChangedThenGivesItInFull(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    assertThat(delivery(refresh("c1"))).isInstanceOf(Delivery.Reference.class);
    ToolResult again = refresh("c2");
    assertThat(delivery(again)).isEqualTo(Delivery.FULL);
    assertThat(content(again)).isEqualTo(ONE);
  }

  @ParameterizedTest
  @EnumSource
  void givesInFullWhatIsForced(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    ToolResult forced =
        RefreshResourceTool.of(conversation, source.resolver().build())
            .call("c1", Map.of("uri", source.uri(), "force", true));
    assertThat(delivery(forced)).isEqualTo(Delivery.FULL);
    assertThat(content(forced)).isEqualTo(ONE);
  }

  @ParameterizedTest
  @EnumSource
  void givesInFullWhatHasChanged(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    source.put(TWO);
    ToolResult changed = refresh("c1");
    assertThat(delivery(changed)).isEqualTo(Delivery.FULL);
    assertThat(content(changed)).isEqualTo(TWO);
    assertThat(delivery(refresh("c2"))).isInstanceOf(Delivery.Reference.class);
    assertThatTheSnapshotStands();
  }

  /**
   * Of a command this is another test: its resource is what it prints, and how it ends is a part of
   * that, so what it reads can be gone, and its own resource cannot.
   */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CMD")
  void saysThatItIsGone(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    source.remove();
    ToolResult gone = refresh("c1");
    assertThat(error(gone)).isEqualTo("not-found");
    assertThat(text(gone)).startsWith(source.name() + " is gone: ").endsWith("." + STANDS);
    assertThatTheSnapshotStands();
  }

  @ParameterizedTest
  @EnumSource(names = "CMD")
  void givesWhatACommandPrintsThatFailsNow(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    source.remove();
    ToolResult failed = refresh("c1");
    assertThat(failed.response().isError()).isFalse();
    assertThat(delivery(failed)).isEqualTo(Delivery.FULL);
    assertThat(content(failed)).startsWith("exit code: 1\n");
    assertThatTheSnapshotStands();
  }

  @ParameterizedTest
  @EnumSource
  void saysThatItIsDenied(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    if (!source.refuse()) {
      conversation = opened(KeyedConsents.nowhere("no place"));
    }
    ToolResult denied = refresh("c1");
    assertThat(error(denied)).isEqualTo("denied");
    assertThat(text(denied))
        .startsWith(source.name() + " may not be read again: ")
        .endsWith("." + STANDS);
    assertThatTheSnapshotStands();
  }

  private Conversation opened(Consents consents) throws IOException {
    ConversationOptions usual = ConversationOptions.DEFAULT;
    return Conversation.open(
        store(),
        ConversationId.of("test"),
        new ConversationOptions(
            usual.dedup(), usual.superseded(), usual.channel(), consents, usual.clock()));
  }

  @ParameterizedTest
  @EnumSource
  void saysThatItTookTooLong(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    source.hang();
    ToolResult late = refresh("c1", source.resolver().timeout(source.shortTime()).build());
    assertThat(error(late)).isEqualTo("timeout");
    assertThat(text(late))
        .startsWith(source.name() + " was not read in time: ")
        .endsWith("." + STANDS + " Another try may succeed.");
    assertThatTheSnapshotStands();
  }

  /** Of a command the beginning and the end are kept, and the model is told; see the next test. */
  @ParameterizedTest
  @EnumSource(mode = Mode.EXCLUDE, names = "CMD")
  void saysThatItIsTooLarge(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    ToolResult large = refresh("c1", source.resolver().maxBytes(100).build());
    assertThat(error(large)).isEqualTo("too-large");
    assertThat(text(large)).startsWith(source.name() + " is too large now: ");
  }

  @ParameterizedTest
  @EnumSource(names = "CMD")
  void cutsWhatACommandPrintsAndRefersToNothingThatIsCut(ChangingSource.Kind kind)
      throws Exception {
    attach(kind);
    Resolver small = source.resolver().maxBytes(2000).build();
    ToolResult cut = refresh("c1", small);
    assertThat(delivery(cut)).isEqualTo(Delivery.FULL);
    assertThat(content(cut)).startsWith("one\n").hasSizeLessThan(ONE.length());
    assertThat(delivery(refresh("c2", small))).isEqualTo(Delivery.FULL);
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatIsNotAttached(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    int uses = source.uses();
    ToolResult refused =
        RefreshResourceTool.of(conversation, source.resolver().build())
            .call("c1", Map.of("uri", source.uri() + "x"));
    assertThat(error(refused)).isEqualTo("not-attached");
    assertThat(text(refused))
        .startsWith(source.uri() + "x is not attached to this conversation")
        .contains(" Attached are, among others: " + source.name() + ".");
    assertThat(source.uses()).isEqualTo(uses);
  }

  @ParameterizedTest
  @EnumSource
  void refusesWhatIsNotDeclaredAnyMore(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    conversation.undeclare(List.of(source.reference()));
    int uses = source.uses();
    assertThat(error(refresh("c1"))).isEqualTo("removed");
    assertThat(source.uses()).isEqualTo(uses);
  }

  @ParameterizedTest
  @EnumSource
  void findsItAsTheUserWroteIt(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    ToolResult result =
        RefreshResourceTool.of(conversation, source.resolver().build())
            .call("c1", Map.of("uri", source.reference()));
    assertThat(result.response().isError()).isFalse();
  }

  @ParameterizedTest
  @EnumSource(names = {"FILE", "HTTP"})
  void noticesWhatHasChanged(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    assertThat(notices()).isEmpty();
    source.put(TWO);
    assertThat(notices())
        .containsExactly(
            "The attached resource "
                + source.name()
                + " has changed since turn 0: sha256:"
                + ContentDigest.sha256(ONE.getBytes(UTF_8)).shortForm()
                + " is now sha256:"
                + ContentDigest.sha256(TWO.getBytes(UTF_8)).shortForm()
                + (kind == ChangingSource.Kind.FILE
                    ? " (its file was read again"
                    : " (its server was asked again")
                + " at the start of this turn). Call refresh_resource for the new content.");
    source.remove();
    assertThat(notices()).hasSize(1).allMatch(line -> line.contains(source.name() + " is gone: "));
  }

  @ParameterizedTest
  @EnumSource(names = {"CMD", "MCP"})
  void startsAndAsksNobodyToNotice(ChangingSource.Kind kind) throws Exception {
    attach(kind);
    source.put(TWO);
    int uses = source.uses();
    var check = ChangeCheck.of(conversation, source.resolver().build());
    assertThat(check.findings())
        .extracting(ChangeCheck.Finding::result)
        .containsExactly(ChangeCheck.Result.UNCHECKED);
    assertThat(check.notices()).isEmpty();
    assertThat(source.uses()).isEqualTo(uses);
  }

  private List<String> notices() throws IOException {
    return ChangeCheck.of(conversation, source.resolver().build()).notices().stream()
        .map(Notice::text)
        .toList();
  }
}
