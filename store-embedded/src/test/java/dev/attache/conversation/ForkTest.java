package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.delivery.form.PromptText;
import dev.attache.delivery.form.RequestJson;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Elision;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationEvent.Other;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.Delivery.Reference;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.StoreException;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.LinkBlock;
import dev.attache.resource.tool.ContentBlock.MediaBlock;
import dev.attache.resource.tool.ContentBlock.OtherBlock;
import dev.attache.resource.tool.ContentBlock.QuestionBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.InputRequest;
import dev.attache.resource.tool.ToolResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ForkTest {

  private static final ConversationId FORK = ConversationId.of("fork");

  @TempDir Path temporary;

  private Turns turns;
  private Conversation parent;

  @BeforeEach
  void recordThreeTurns() throws StoreException {
    turns = Turns.in(temporary);
    parent = turns.conversation;
    turns.attach("x:a", "one");
    parent.respond("One.");
    turns.pass(Duration.ofSeconds(1)).attach("x:b", "two");
    turns.pass(Duration.ofSeconds(1));
    parent.set(Map.of("refresh", "notify"));
    turns.pass(Duration.ofSeconds(1)).attach("x:c", "three");
    turns.pass(Duration.ofSeconds(1));
    parent.declare(Requester.WORKSPACE, List.of("x:d"));
  }

  private static List<String> pending(Conversation conversation) throws StoreException {
    return Turns.pending(conversation).stream().map(Declaration::reference).toList();
  }

  @Test
  void hasAllTurnsAndResolvesAllDeclarationsAnew() throws StoreException {
    List<ConversationEvent> before = turns.events();
    Conversation fork = parent.fork(FORK, 3);
    List<ConversationEvent> expected = new ArrayList<>(before);
    expected.add(
        new Config(fork.time(), 3, List.of(), List.of(), Map.of(), new Origin(Turns.ID, 3)));
    assertThat(Turns.events(fork)).isEqualTo(expected);
    assertThat(Turns.pending(fork))
        .containsExactly(
            new Declaration("x:a", Meaning.PLAIN, "user"),
            new Declaration("x:b", Meaning.PLAIN, "user"),
            new Declaration("x:c", Meaning.PLAIN, "user"),
            new Declaration("x:d", Meaning.PLAIN, null));
    assertThat(fork.summary().forkedFrom()).isEqualTo(new Origin(Turns.ID, 3));
    assertThat(turns.events()).as("the parent").isEqualTo(before);
    assertThat(pending(parent)).containsExactly("x:d");
  }

  @Test
  void hasSomeTurnsAndWhatWasSetBeforeTheNextButNotWhatThatDeclared() throws StoreException {
    Conversation fork = parent.fork(FORK, 2);
    assertThat(fork.summary().turns()).isEqualTo(2);
    assertThat(pending(fork)).containsExactly("x:a", "x:b");
    assertThat(fork.summary().settings()).isEqualTo(Map.of("refresh", "notify"));
    Conversation shorter = parent.fork(ConversationId.of("shorter"), 1);
    assertThat(pending(shorter)).containsExactly("x:a");
    assertThat(shorter.summary().settings()).isEmpty();
    assertThat(Turns.events(shorter)).hasSize(4);
  }

  @Test
  void keepsWhatWasDeclaredByItselfBeforeTheNextTurn() throws StoreException {
    turns.pass(Duration.ofSeconds(1));
    try (TurnDraft turn = parent.begin("Now.", null)) {
      turn.resolves("x:d").record();
    }
    assertThat(pending(parent.fork(FORK, 3))).containsExactly("x:a", "x:b", "x:c", "x:d");
  }

  @Test
  void ofNoTurnsBeginsAsItsParentBegan() throws StoreException {
    Conversation fork = parent.fork(FORK, 0);
    assertThat(fork.summary().turns()).isZero();
    assertThat(pending(fork)).containsExactly("x:a");
    assertThat(Turns.attachTo(fork, "x:a", "one")).isEqualTo(Delivery.FULL);
  }

  @Test
  void cannotHaveMoreTurnsThanItsParent() throws StoreException {
    for (int count : new int[] {-1, 4}) {
      assertThatThrownBy(() -> parent.fork(FORK, count))
          .isInstanceOfSatisfying(
              StoreException.class,
              e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
          .hasMessage("turns (" + count + ") must be from 0 to 3, which talk has");
    }
    assertThat(turns.store.conversations(false)).containsExactly(Turns.ID);
    assertThatThrownBy(() -> parent.fork(Turns.ID, 1))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.EXISTS));
  }

  @Test
  void deliversAsReferencesToItsOwnTurns() throws StoreException {
    Conversation fork = parent.fork(FORK, 2);
    assertThat(Turns.attachTo(fork, "x:b", "two"))
        .isEqualTo(new Reference(DeliveryPlace.ofAttachment(1, 0), null));
    assertThat(Turns.attachTo(fork, "x:c", "three"))
        .as("the turn that had it was not copied")
        .isEqualTo(Delivery.FULL);
    assertThat(Turns.events(fork)).hasSize(11);
    assertThat(parent.summary().turns()).isEqualTo(3);
  }

  @Test
  void leavesOutWhatItsParentLeftOutInThoseTurns() throws StoreException {
    parent.leaveOut("compacted", List.of(DeliveryPlace.ofAttachment(0, 0)));
    assertThat(Turns.events(parent.fork(FORK, 3), Elision.class)).hasSize(1);
    assertThat(Turns.events(parent.fork(ConversationId.of("shorter"), 2), Elision.class)).isEmpty();
  }

  @Test
  void keepsAllContentsWhenItsParentIsRemovedAndCollected() throws IOException {
    String large = Turns.text("large");
    Resource formatted =
        Turns.resource("x:f", "raw").toBuilder().formatted(Turns.text("formatted")).build();
    parent.callWithResult(
        "c",
        "read",
        Map.of(),
        ToolResponse.of(
            DeliveredBlock.of(formatted),
            TextBlock.of(large),
            QuestionBlock.of(InputRequest.of("q", "Which?", Map.of("type", "string"))),
            new LinkBlock(ResourceUri.of("x:l"), "a link", null, null, null, null, null, Map.of()),
            new MediaBlock(
                MediaBlock.Kind.IMAGE,
                ResourceContent.blob(new byte[] {1, 2, 3}),
                "image/png",
                null,
                Map.of()),
            new OtherBlock(
                "later",
                ResourceContent.text("{\"type\":\"later\",\"t\":\"" + "x".repeat(999) + "\"}"))));
    byte[] before = whole(parent);
    Conversation fork = parent.fork(FORK, 3);
    turns.store.remove(Turns.ID);
    turns.store.collect(false);
    assertThat(whole(Conversation.open(turns.store, FORK, fork.options()))).isEqualTo(before);
    assertThat(problems()).isEmpty();
  }

  @Test
  void isMadeWithoutWhatTheStoreHasLostOfAnAnswer() throws Exception {
    var structured = ResourceContent.text("\"" + "y".repeat(9999) + "\"");
    var image =
        new MediaBlock(
            MediaBlock.Kind.IMAGE, ResourceContent.blob(new byte[9999]), null, null, Map.of());
    parent.callWithResult(
        "c", "shoot", Map.of(), new ToolResponse(List.of(image), false, Map.of(), structured));
    List<ToolResult> before = Turns.events(parent, ToolResult.class);
    try (Stream<Path> files = Files.walk(temporary.resolve(".attache/blobs"))) {
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        Files.delete(file);
      }
    }
    Conversation fork = parent.fork(FORK, 3);
    assertThat(Turns.events(fork, ToolResult.class)).isEqualTo(before).hasSize(1);
  }

  @Test
  void isNotMadeIfItsParentIsRemovedAndCollectedMeanwhile() throws StoreException {
    var store = new RemovingStore(turns.store, Turns.ID);
    Conversation opened = Conversation.open(store, Turns.ID, parent.options());
    assertThatThrownBy(() -> opened.fork(FORK, 3))
        .isInstanceOf(StoreException.class)
        .hasMessageMatching("content sha256:[0-9a-f]{64} is not in the store \\(.*\\)");
    assertThat(turns.store.conversations(false)).isEmpty();
    assertThat(problems()).isEmpty();
  }

  private List<String> problems() throws StoreException {
    var problems = new ArrayList<String>();
    turns.store.verify(problems::add);
    return problems;
  }

  private static byte[] whole(Conversation conversation) throws IOException {
    var out = new ByteArrayOutputStream();
    RequestJson.writeConversation(conversation.log(), out);
    PromptText.writeConversation(conversation.log(), out);
    return out.toByteArray();
  }

  @Test
  void keepsEventsOfLaterVersionsAsTheyAre() throws StoreException {
    var later = new Other(parent.time(), 2, "later", "{\"x\":[1.50,null]}");
    parent.log().append(null, now -> List.of(later));
    assertThat(Turns.events(parent.fork(FORK, 3))).contains(later);
  }
}
