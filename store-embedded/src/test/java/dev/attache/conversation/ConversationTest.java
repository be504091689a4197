package dev.attache.conversation;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.Config;
import dev.attache.history.ConversationEvent.Request;
import dev.attache.history.ConversationEvent.Response;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.history.Delivery.Reference;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Notice;
import dev.attache.history.ResourceForm;
import dev.attache.history.StoreException;
import dev.attache.history.fold.SummaryFold;
import dev.attache.resource.spi.Reference.Meaning;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class ConversationTest {

  private static final ToolResponse DONE = ToolResponse.of(TextBlock.of("done"));

  @TempDir Path temporary;

  private Turns turns;
  private Conversation conversation;

  @BeforeEach
  void createConversation() throws StoreException {
    turns = Turns.in(temporary);
    conversation = turns.conversation;
  }

  private static Reference sameAs(int turn) {
    return new Reference(DeliveryPlace.ofAttachment(turn, 0), null);
  }

  private static void assertRefused(ThrowingCallable call, String message) {
    assertThatThrownBy(call)
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.REFUSED))
        .hasMessage(message);
  }

  private List<String> pending() throws StoreException {
    return Turns.pending(conversation).stream().map(Declaration::reference).toList();
  }

  @Test
  void recordsATurnOnce() throws StoreException {
    try (TurnDraft draft = turns.conversation.begin("Once.", null)) {
      draft.record();
      assertThatThrownBy(draft::record)
          .isInstanceOf(IllegalStateException.class)
          .hasMessage("the turn is recorded; begin another one with Conversation.begin");
    }
  }

  @Test
  void aNewOneBeginsToExistWithWhatIsAskedFirst() throws StoreException {
    assertThat(turns.store.conversations(false)).isEmpty();
    assertThat(turns.ask("Hello?").turn()).isZero();
    assertThat(turns.store.conversations(false)).containsExactly(Turns.ID);
    assertThatThrownBy(
            () -> Conversation.create(turns.store, Turns.ID, ConversationOptions.DEFAULT))
        .isInstanceOfSatisfying(
            StoreException.class, e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.EXISTS));
  }

  @Test
  void thereIsNoneThatNobodyBegan() {
    assertThatThrownBy(
            () ->
                Conversation.open(
                    turns.store, ConversationId.of("other"), ConversationOptions.DEFAULT))
        .isInstanceOfSatisfying(
            StoreException.class,
            e -> assertThat(e.kind()).isEqualTo(StoreException.Kind.NOT_FOUND));
  }

  @Test
  void aTurnResolvesWhatItDeclaresAndAFollowUpNothing() throws StoreException {
    assertThat(turns.attach("x:a", "one")).isEqualTo(Delivery.FULL);
    assertThat(pending()).isEmpty();
    Request followUp = turns.ask("And?");
    assertThat(followUp.turn()).isEqualTo(1);
    assertThat(followUp.references()).isEmpty();
    assertThat(followUp.request().resources()).isEmpty();
  }

  @Test
  void whatIsAttachedAgainIsAReferenceIfItIsTheSameAndInFullIfNot() throws StoreException {
    turns.attach("x:a", "one");
    assertThat(turns.attach("x:a", "one")).isEqualTo(sameAs(0));
    assertThat(turns.attach("x:a", "two")).isEqualTo(Delivery.FULL);
    assertThat(turns.attach("x:a", "one"))
        .isEqualTo(
            new Reference(DeliveryPlace.ofAttachment(0, 0), DeliveryPlace.ofAttachment(2, 0)));
    assertThat(turns.result("c", "x:a", "two"))
        .isEqualTo(
            new Reference(DeliveryPlace.ofAttachment(2, 0), DeliveryPlace.ofAttachment(3, 0)));
    assertThat(conversation.summary().declarations()).hasSize(1);
  }

  @Test
  void whatOneTurnAttachesTwiceIsInFullOnce() throws StoreException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      for (int i = 0; i < 3; i++) {
        turn.attach(Turns.snapshot("x:a", "one"), "x:a", Requester.USER);
      }
      assertThat(Turns.attachments(turn.record()).stream().map(each -> each.delivery()))
          .containsExactly(Delivery.FULL, sameAs(0), sameAs(0));
    }
  }

  @Test
  void whatAFailedToolReturnsIsInFullAndNeverReferredTo() throws StoreException {
    turns.attach("x:a", "one");
    DeliveredBlock one = DeliveredBlock.of(Turns.resource("x:a", "one"));
    DeliveredBlock two = DeliveredBlock.of(Turns.resource("x:b", "two"));
    ToolResponse result =
        conversation
            .result("c", "read", new ToolResponse(List.of(one, two), true, Map.of()))
            .response();
    ResourceForm said = ResourceForm.NAMED.saidBy("read");
    assertThat(result)
        .isEqualTo(new ToolResponse(List.of(one.in(said), two.in(said)), true, Map.of()));
    assertThat(turns.attach("x:b", "two")).isEqualTo(Delivery.FULL);
  }

  /**
   * So that what a tool claims to be a file of the workspace never looks like our reading of it.
   */
  @Test
  void whatAToolReturnsNamesTheTool() throws IOException {
    turns.attach("x:a", "one");
    turns.result("c", "x:a", "one");
    turns.result("d", "x:a", "two");
    turns.attach("x:a", "two");
    assertThat(turns.whole())
        .containsOnlyOnce(
            "<resource uri=\"x:a\" source=\"tool:read\" digest=\"sha256:be002dbd0c07\">")
        .filteredOn(line -> line.contains("identical"))
        .satisfiesExactly(
            line ->
                assertThat(line).startsWith("The content of x:a (source: tool:read) is identical"),
            line -> assertThat(line).startsWith("The content of x:a is identical"));
  }

  @Test
  void aReferenceNamesTheAttachmentOfItsTurn() throws StoreException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      for (String uri : List.of("x:a", "x:b", "x:b")) {
        turn.attach(Turns.snapshot(uri, "one"), uri, Requester.USER);
      }
      assertThat(Turns.delivery(turn.record(), 2))
          .isEqualTo(new Reference(DeliveryPlace.ofAttachment(0, 1), null));
    }
  }

  @Test
  void whatIsDeclaredIsPendingUntilATurnResolvesIt() throws StoreException {
    conversation.declare(Requester.USER, List.of("a", "b"));
    assertThat(pending()).containsExactly("a", "b");
    turns.ask("Not yet.");
    assertThat(pending()).containsExactly("a", "b");
    try (TurnDraft turn = conversation.begin("Now a.", null)) {
      assertThat(turn.resolves("a").record().references()).containsExactly("a");
    }
    assertThat(pending()).containsExactly("b");
    conversation.declare(Requester.USER, List.of("a"));
    assertThat(pending()).as("it comes to the end").containsExactly("b", "a");
  }

  @Test
  void whatIsDeclaredForTheWorkspaceHasNoProof() throws StoreException {
    conversation.declare(Requester.WORKSPACE, List.of("theirs"));
    conversation.declare(Requester.USER, List.of("ours"));
    assertThat(Turns.pending(conversation))
        .containsExactly(
            new Declaration("theirs", Meaning.PLAIN, null),
            new Declaration("ours", Meaning.PLAIN, "user"));
    assertThat(Turns.pending(conversation).stream().map(conversation::requester))
        .containsExactly(Requester.WORKSPACE, Requester.USER);
  }

  @Test
  void anAttachmentKeepsWhoAskedForItAndWhatLedToIt() throws StoreException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      turn.attach(Turns.snapshot("x:a", "one"), "theirs", Requester.WORKSPACE)
          .attach(Turns.snapshot("x:b", "two"), "ours", Requester.USER);
      turn.record();
    }
    List<String> consents = new ArrayList<>();
    Turns.events(conversation, Request.class).get(0).request().resources().stream()
        .map(each -> each.reference() + " " + each.consent())
        .forEach(consents::add);
    assertThat(consents).containsExactly("theirs null", "ours user");
  }

  @Test
  void whatIsDeclaredNoLongerStaysInTheHistory() throws StoreException {
    turns.attach("x:a", "one");
    conversation.declare(Requester.USER, List.of("b"));
    assertRefused(() -> conversation.undeclare(List.of("b", "c")), "c is not declared in talk");
    assertThat(pending()).as("nothing is changed").containsExactly("b");
    conversation.undeclare(List.of("b", "x:a"));
    assertThat(conversation.summary().declarations()).isEmpty();
    assertThat(conversation.log().attachments()).hasSize(1);
  }

  @Test
  void nothingCanBeAnsweredBeforeAnythingWasAsked() {
    String message = "no turns yet in talk; record one with attache query";
    assertRefused(() -> conversation.respond("Hello."), message);
    assertRefused(() -> conversation.call("c", "t", Map.of()), message);
    assertRefused(() -> conversation.result("c", "t", DONE), message);
    assertRefused(() -> conversation.leaveOut("compacted", List.of()), message);
  }

  @Test
  void answersCallsAndResultsBelongToTheLastTurn() throws StoreException {
    turns.ask("One?");
    conversation.respond("One.");
    turns.ask("Two?");
    conversation.call("c", "t", Map.of("k", "v"));
    conversation.result("c", "t", DONE);
    conversation.respond("Two.");
    assertThat(turns.events().stream().map(ConversationEvent::turn))
        .containsExactly(0, 0, 1, 1, 1, 1);
    assertThat(Turns.events(conversation, Response.class).stream().map(Response::text))
        .containsExactly("One.", "Two.");
    assertThat(Turns.events(conversation, ToolCall.class).get(0).arguments())
        .isEqualTo(Map.of("k", "v"));
    assertThat(Turns.events(conversation, ToolResult.class).get(0).response()).isEqualTo(DONE);
  }

  @Test
  void aTurnHasOneCallOfAnIdAndOneResultOfIt() throws StoreException {
    turns.ask("One?");
    conversation.call("c", "t", Map.of());
    conversation.respond("…");
    assertRefused(
        () -> conversation.call("c", "other", Map.of()), "there is a call c in this turn already");
    conversation.result("c", "t", DONE);
    assertRefused(() -> conversation.result("c", "t", DONE), "call c has a result in turn 0");
    conversation.call("d", "t", Map.of());
    assertThat(turns.events()).hasSize(5);
    turns.ask("Two?");
    conversation.call("c", "t", Map.of());
    conversation.result("c", "t", DONE);
    assertThat(turns.events()).hasSize(8);
  }

  @Test
  void aCallAndItsResultAreRecordedTogetherOrNotAtAll() throws IOException {
    turns.attach("x:a", "one");
    ToolResult result =
        conversation.callWithResult(
            "c", "read", Map.of("k", "v"), ToolResponse.of(block("x:a", "one")));
    assertThat(((DeliveredBlock) result.response().content().get(0)).delivery())
        .isInstanceOf(Delivery.Reference.class);
    assertThat(turns.events()).hasSize(4).endsWith(call("c", "read", Map.of("k", "v")), result);
    List<ConversationEvent> before = turns.events();
    assertRefused(
        () -> conversation.callWithResult("c", "read", Map.of(), DONE),
        "there is a call c in this turn already");
    conversation.result("d", "read", DONE);
    assertRefused(
        () -> conversation.callWithResult("d", "read", Map.of(), DONE),
        "call d has a result in turn 0");
    assertThat(turns.events()).hasSize(before.size() + 1);
    assertThat(Turns.events(conversation, ToolCall.class)).hasSize(1);
  }

  private static DeliveredBlock block(String uri, String word) {
    return DeliveredBlock.of(Turns.resource(uri, word));
  }

  private ToolCall call(String id, String name, Map<String, Object> arguments) {
    return new ToolCall(conversation.time(), 0, id, name, arguments);
  }

  @Test
  void itComesToWhatItsEventsComeToWhenTheyAreReadAgain() throws StoreException {
    turns.ask("One?");
    ConversationSummary after =
        conversation
            .log()
            .append(
                null,
                now ->
                    List.of(
                        new Config(
                            conversation.time(),
                            1,
                            List.of(),
                            List.of(),
                            Map.of("cache.read", 0.5f, "cache.ttl", (short) 7),
                            null)));
    SummaryFold read = SummaryFold.of(Turns.ID, false);
    turns.events().forEach(read::add);
    assertThat(after).isEqualTo(read.summary());
    assertThat(conversation.summary()).isEqualTo(after);
  }

  @Test
  void aDraftThatIsNotRecordedLeavesNothing() throws IOException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      turn.declare(Requester.USER, "x:a")
          .attach(Turns.snapshot("x:a", "one"), "x:a", Requester.USER)
          .notice(Notice.of("n"));
    }
    assertThat(turns.store.conversations(false)).isEmpty();
    assertThat(turns.events()).isEmpty();
    assertThat(bytesInStore()).isZero();
  }

  private long bytesInStore() throws IOException {
    try (Stream<Path> files = Files.walk(temporary)) {
      long bytes = 0;
      for (Path file : files.filter(Files::isRegularFile).toList()) {
        bytes += file.getFileName().toString().equals(".gitignore") ? 0 : Files.size(file);
      }
      return bytes;
    }
  }

  @Test
  void whatCannotBeWrittenIsNotRecorded() throws IOException {
    try (TurnDraft turn = conversation.begin("Look.", null)) {
      turn.attach(Turns.snapshot("x:a", "one"), "x:a", Requester.USER);
      Path inTheWay = temporary.resolve(".attache/conversations/talk/events.jsonl");
      Files.createDirectories(inTheWay);
      assertThatThrownBy(turn::record).isInstanceOf(StoreException.class);
      Files.deleteIfExists(inTheWay);
    }
    assertThat(turns.store.conversations(false)).isEmpty();
    assertThat(turns.attach("x:a", "one")).as("nothing has it yet").isEqualTo(Delivery.FULL);
    assertThat(turns.events()).hasSize(2);
  }

  @Test
  void aSettingHoldsUntilItIsTakenBack() throws StoreException {
    turns.attach("x:a", "one");
    conversation.set(Map.of("dedup.enabled", false));
    assertThat(turns.attach("x:a", "one")).isEqualTo(Delivery.FULL);
    Map<String, Object> back = new HashMap<>();
    back.put("dedup.enabled", null);
    conversation.set(back);
    assertThat(conversation.summary().settings()).isEmpty();
    assertThat(turns.attach("x:a", "one")).isEqualTo(sameAs(1));
  }

  @Test
  void refusesSettingsThatNothingCanMeanAndSetsNoneOfThem() throws StoreException {
    turns.attach("x:a", "one");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> conversation.set(Map.of("dedup.enabled", "maybe")))
        .withMessage("dedup.enabled (maybe) must be true or false");
    assertThatIllegalArgumentException()
        .isThrownBy(() -> conversation.set(Map.of("refresh", List.of("notify"))))
        .withMessage(
            "refresh ([notify]) must be manual, notify or refresh, delta or full, or one of each:"
                + " notify full");
    Map<String, Object> typed = new LinkedHashMap<>();
    typed.put("format", "markdown");
    typed.put("dedup.enable", false);
    assertThatIllegalArgumentException()
        .isThrownBy(() -> conversation.set(typed))
        .withMessage(
            "setting (dedup.enable) must be one of "
                + String.join(", ", ConversationSettings.names()));
    try (TurnDraft turn = conversation.begin("two", null)) {
      assertThatIllegalArgumentException().isThrownBy(() -> turn.set(typed));
    }
    assertThat(conversation.summary().settings()).isEmpty();
    conversation.set(Map.of("dedup.min-bytes", "4K"));
    assertThat(conversation.summary().settings())
        .containsExactly(Map.entry("dedup.min-bytes", 4096));
  }

  @Test
  void keepsWhatAProgramHasToRememberUnderNamesOfItsOwn() throws StoreException {
    conversation.setOwn(Map.of("shop.customer", 42L));
    assertThat(conversation.summary().settings()).containsExactly(Map.entry("shop.customer", 42));
    assertThatIllegalArgumentException()
        .isThrownBy(() -> conversation.setOwn(Map.of("refresh", "always")))
        .withMessage("name (refresh) must not be that of a setting; set it with set");
  }

  private static <T> List<T> atOnce(int count, Callable<T> call) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(count);
    try {
      List<T> results = new ArrayList<>();
      for (Future<T> each :
          threads.invokeAll(IntStream.range(0, count).mapToObj(i -> call).toList())) {
        results.add(each.get());
      }
      return results;
    } finally {
      threads.shutdownNow();
    }
  }

  @Test
  void ofResultsThatComeAtOnceTheFirstIsInFullAndTheOthersReferToIt() throws Exception {
    turns.ask("All?");
    var ids = IntStream.range(0, 16).mapToObj(i -> "c" + i).iterator();
    List<String> taken = new ArrayList<>();
    List<Delivery> deliveries =
        atOnce(
            16,
            () -> {
              String id;
              synchronized (taken) {
                id = ids.next();
                taken.add(id);
              }
              return turns.result(id, "x:a", "one");
            });
    ToolResult first = Turns.events(conversation, ToolResult.class).get(0);
    var reference = new Reference(DeliveryPlace.ofResult(0, first.id(), 0), null);
    assertThat(deliveries).filteredOn(Delivery.FULL::equals).hasSize(1);
    assertThat(deliveries).filteredOn(reference::equals).hasSize(15);
  }

  @Test
  void turnsThatComeAtOnceHaveNumbersWithoutGaps() throws Exception {
    atOnce(16, () -> turns.attach("x:a", "one"));
    List<Request> requests = Turns.events(conversation, Request.class);
    assertThat(requests.stream().map(Request::turn))
        .containsExactlyElementsOf(IntStream.range(0, 16).boxed().toList());
    assertThat(requests.stream().map(Turns::delivery).skip(1)).allMatch(sameAs(0)::equals);
    assertThat(conversation.summary().turns()).isEqualTo(16);
  }

  @Test
  void ofCallsOfOneIdThatComeAtOnceOneIsRecorded() throws Exception {
    turns.ask("All?");
    assertThat(atOnce(8, () -> conversation.tools().isNew("c", "t", Map.of())))
        .filteredOn(isNew -> isNew)
        .hasSize(1);
    assertThat(Turns.events(conversation, ToolCall.class)).hasSize(1);
  }

  @Test
  void refusesACallWithANumberThatIsNone() throws StoreException {
    turns.ask("?");
    assertThatThrownBy(
            () ->
                conversation.call(
                    "c1", "read", Map.of("a/b", List.of(1, Double.POSITIVE_INFINITY))))
        .isInstanceOf(StoreException.class)
        .hasMessage("argument /a~1b/1 (Infinity) must be a finite number");
    assertThatThrownBy(() -> conversation.call("c1", "read", Map.of("n", Float.NaN)))
        .hasMessage("argument /n (NaN) must be a finite number");
    conversation.call("c1", "read", Map.of("n", 1.5e300));
    assertThat(Turns.events(conversation, ToolCall.class)).hasSize(1);
  }

  @Test
  void readsNothingBackWhereThereIsNothingToDecide() throws StoreException {
    turns.attach("file:///a", "one");
    var watched = new WatchedStore(turns.store);
    Conversation again = Conversation.open(watched.store(), Turns.ID, conversation.options());
    try (TurnDraft turn = again.begin("And?", null)) {
      turn.record();
    }
    assertThat(watched.readsBack()).isZero();
    again.result("c1", "read", DONE);
    assertThat(watched.readsBack()).as("whether the call has a result").isEqualTo(1);
    again.result("c2", "read", ToolResponse.of(DeliveredBlock.of(Turns.resource("x:a", "1"))));
    assertThat(watched.readsBack()).isEqualTo(3);
  }

  @Test
  void looksUpTheFewThatATurnAttachesAmongAllThatIsAttached() throws StoreException {
    turns.attach("file:///a", "one");
    var watched = new WatchedStore(turns.store);
    Conversation again = Conversation.open(watched.store(), Turns.ID, conversation.options());
    try (TurnDraft turn = again.begin("And?", null)) {
      for (String each : List.of("a", "b", "c", "d", "e", "f")) {
        turn.attach(Turns.snapshot("file:///" + each, each), each, Requester.USER);
        assertThat(watched.lists()).as(each).isEqualTo(each.compareTo("d") > 0 ? 1 : 0);
      }
    }
  }
}
