package dev.attache.conversation.tools;

import static dev.attache.conversation.TestConversation.lines;
import static dev.attache.conversation.TestConversation.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.conversation.Consents;
import dev.attache.conversation.FakeSources;
import dev.attache.conversation.KeyedConsents;
import dev.attache.conversation.TestConversation;
import dev.attache.history.ConversationEvent;
import dev.attache.history.ConversationEvent.ToolCall;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.EventStream;
import dev.attache.history.StoreException;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.tool.ToolResponse;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.FutureTask;
import java.util.concurrent.atomic.AtomicReference;
import org.assertj.core.api.InstanceOfAssertFactories;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class RefreshResourceToolTest {

  private static final String ATTACH =
      " is not attached to this conversation, and only what is attached can be refreshed.";

  @TempDir Path temporary;

  private TestConversation test;

  @BeforeEach
  void attachOneResource() throws IOException {
    test = new TestConversation(temporary, Consents.OWN_HISTORY);
    test.sources.put("mem:dir/a.txt", text("one"));
    test.attach("mem:dir/a.txt");
  }

  private static String digest(String text) {
    return ContentDigest.sha256(text.getBytes(StandardCharsets.UTF_8)).shortForm();
  }

  private static String identical(String to, String text) {
    return "The content of mem:dir/a.txt is identical to "
        + to
        + " (sha256:"
        + digest(text)
        + "). It has not changed. ";
  }

  private static String error(String kind) {
    return "error {kind=" + kind + ", transient=false, trace=[]}";
  }

  private static String error(String kind, String attach) {
    return error(kind).replace("}", ", remedy={action=attach, subject=" + attach + "}}");
  }

  private List<ConversationEvent> events() throws StoreException {
    var events = new ArrayList<ConversationEvent>();
    try (EventStream stream = test.conversation.log().oldestFirst()) {
      for (var event = stream.next(); event != null; event = stream.next()) {
        events.add(event);
      }
    }
    return events;
  }

  @Test
  void saysAsItIsToldHowSomethingCanBeAttached() throws Exception {
    for (AttachHint hint : AttachHint.values()) {
      ToolResult result = test.tool().hint(hint).call(hint.name(), Map.of("uri", "mem:x y"));
      assertThat(TestConversation.lines(result))
          .containsExactly(
              error("not-attached", "mem:x y"), "mem:x y" + ATTACH + " " + hint.sentence());
      assertThat(result.response().meta().get(ToolResponse.ERROR))
          .asInstanceOf(InstanceOfAssertFactories.MAP)
          .containsEntry("remedy", Map.of("action", "attach", "subject", "mem:x y"));
    }
  }

  @Test
  void refersToTheAttachmentThatHasNotChanged() throws Exception {
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            identical("the attachment at turn 0", text("one")) + "Refer to the attached content.");
  }

  @Test
  void givesInFullWhatHasChanged() throws Exception {
    test.sources.put("mem:dir/a.txt", text("two"));
    assertThat(test.refresh("c1", "mem:dir/a.txt")).containsExactly("full mem:dir/a.txt two");
    assertThat(test.refresh("c2", "mem:dir/a.txt"))
        .containsExactly(
            identical("the result of tool call c1 in turn 0", text("two"))
                + "Refer to that earlier result for the full contents.");
  }

  @Test
  void givesInFullWhatIsAskedForAgainAfterAReference() throws Exception {
    test.refresh("c1", "mem:dir/a.txt");
    assertThat(test.refresh("c2", "mem:dir/a.txt")).containsExactly("full mem:dir/a.txt one");
  }

  @Test
  void givesInFullAtOnceWhatIsForced() throws Exception {
    assertThat(lines(test.tool().call("c1", Map.of("uri", "mem:dir/a.txt", "force", true))))
        .containsExactly("full mem:dir/a.txt one");
    assertThat(lines(test.tool().call("c2", Map.of("uri", "mem:dir/a.txt", "force", false))))
        .hasSize(1)
        .allMatch(line -> line.contains("identical to the result of tool call c1"));
  }

  @Test
  void recordsTheCallAndItsResult() throws Exception {
    Map<String, Object> arguments = Map.of("uri", "mem:dir/a.txt");
    ToolResult result = test.tool().call("c1", arguments);
    List<ConversationEvent> events = events();
    assertThat(events).hasSize(4); // what is declared, the request, and these:
    assertThat(events.get(2))
        .isEqualTo(new ToolCall(result.at(), 0, "c1", "refresh_resource", arguments));
    ToolResult recorded = (ToolResult) events.get(3);
    assertThat(recorded.id()).isEqualTo("c1");
    assertThat(recorded.name()).isEqualTo("refresh_resource");
    assertThat(lines(recorded)).isEqualTo(lines(result));
  }

  @Test
  void leavesTheOldSnapshotAsItIs() throws Exception {
    test.sources.put("mem:dir/a.txt", text("two"));
    test.refresh("c1", "mem:dir/a.txt");
    test.sources.fail("mem:dir/a.txt", Kind.NOT_FOUND, "no such thing");
    test.refresh("c2", "mem:dir/a.txt");
    var request = (ConversationEvent.Request) events().get(1);
    Resource attached = request.request().resources().get(0).snapshot().resource();
    assertThat(attached.content().digest().shortForm()).isEqualTo(digest(text("one")));
    assertThat(TestConversation.read(attached.content())).isEqualTo(text("one"));
    var state = test.conversation.log().attachments().get(0);
    assertThat(state.attachment().snapshot().resource().content().digest())
        .isEqualTo(attached.content().digest());
  }

  @Test
  void saysThatItIsGone() throws Exception {
    test.sources.fail("mem:dir/a.txt", Kind.NOT_FOUND, "no such thing");
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            error("not-found"),
            "mem:dir/a.txt is gone: no such thing. The snapshot of turn 0 stays as it was.");
  }

  @Test
  void saysThatItIsDenied() throws Exception {
    test.sources.fail("mem:dir/a.txt", Kind.DENIED, "permission denied");
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            error("denied"),
            "mem:dir/a.txt may not be read again: permission denied."
                + " The snapshot of turn 0 stays as it was.");
  }

  @Test
  void saysThatItIsTooLargeNow() throws Exception {
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> List.of(FakeSources.text(uri.value(), "x".repeat(11 << 20))));
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            error("too-large"),
            "mem:dir/a.txt is too large now: is larger than the limit of 10485760 bytes."
                + " The snapshot of turn 0 stays as it was.");
  }

  @Test
  void saysThatItTookTooLong() throws Exception {
    var limit = new AtomicReference<Duration>();
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          limit.set(context.timeout());
          throw ResourceException.of(Kind.TIMEOUT, uri.value(), "took longer than 1000 s");
        });
    assertThat(test.refreshWithin(Duration.ofSeconds(1000), "c1", "mem:dir/a.txt"))
        .containsExactly(
            "error {kind=timeout, transient=true, trace=[]}",
            "mem:dir/a.txt was not read in time: took longer than 1000 s."
                + " The snapshot of turn 0 stays as it was. Another try may succeed.");
    assertThat(limit.get()).isBetween(Duration.ofSeconds(900), Duration.ofSeconds(1000));
  }

  @Test
  void tracesWhatLedToAFailure() throws Exception {
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          var cause = new IOException("https://u:secret@example.com/ is down", new Error("why"));
          throw ResourceException.of(Kind.FAILED, uri.value(), "cannot be read", cause)
              .asTransient();
        });
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            "error {kind=failed, transient=true, trace=[java.io.IOException:"
                + " https://REDACTED@example.com/ is down, java.lang.Error: why]}",
            "mem:dir/a.txt cannot be read again: cannot be read."
                + " The snapshot of turn 0 stays as it was. Another try may succeed.");
  }

  @Test
  void saysThatAHandlerIsBroken() throws Exception {
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          throw new IllegalStateException("broken");
        });
    assertThat(test.refresh("c1", "mem:dir/a.txt").get(1))
        .isEqualTo(
            "mem:dir/a.txt cannot be read again: the handler"
                + " dev.attache.conversation.FakeSources failed:"
                + " java.lang.IllegalStateException: broken."
                + " The snapshot of turn 0 stays as it was.");
  }

  @Test
  void refusesWhatIsNotAttachedAndNamesWhatIsNear() throws Exception {
    test.sources.put("mem:other/a.txt", "x").put("mem:b", "x");
    test.attach("mem:other/a.txt", "mem:b");
    assertThat(test.refresh("c1", "mem:dri/a.txt"))
        .containsExactly(
            error("not-attached", "mem:dri/a.txt"),
            "mem:dri/a.txt"
                + ATTACH
                + " Attached are, among others: mem:dir/a.txt, mem:other/a.txt. The user can"
                + " attach it.");
    assertThat(test.sources.readings()).noneMatch(reading -> reading.contains("dri"));
  }

  @Test
  void refusesWhatIsNotAttachedWhereNothingIsNear() throws Exception {
    assertThat(test.refresh("c1", "https://u:secret@example.com/x y\n"))
        .containsExactly(
            error("not-attached", "https://REDACTED@example.com/x y?"),
            "https://REDACTED@example.com/x y?" + ATTACH + " The user can attach it.");
  }

  @Test
  void refusesWhatIsNotDeclaredAnyMore() throws Exception {
    test.conversation.undeclare(List.of("mem:dir/a.txt"));
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            error("removed", "mem:dir/a.txt"),
            "mem:dir/a.txt is not declared in this conversation any more: it was removed."
                + " The snapshot of turn 0 stays as it was. Only what is declared can be"
                + " refreshed. The user can attach it.");
    assertThat(test.sources.readings()).containsExactly("mem:dir/a.txt for user");
  }

  @Test
  void refusesWhatWasNeverDeclared() throws Exception {
    test.sources.put("mem:x", "x");
    test.attachUndeclared("mem:x");
    assertThat(test.refresh("c1", "mem:x"))
        .containsExactly(
            error("not-declared", "mem:x"),
            "mem:x is not declared in this conversation, though its history has it. The snapshot"
                + " of turn 1 stays as it was. Only what is declared can be refreshed. The user"
                + " can attach it.");
    assertThat(test.sources.readings()).doesNotContain("mem:x for workspace");
  }

  @Test
  void namesTheLastSnapshotThatTheModelWasGiven() throws Exception {
    test.attach();
    test.sources.put("mem:dir/a.txt", text("two"));
    test.refresh("c1", "mem:dir/a.txt");
    test.attach();
    test.refresh("c2", "mem:dir/a.txt"); // which refers to c1
    test.sources.fail("mem:dir/a.txt", Kind.NOT_FOUND, "no such thing");
    assertThat(test.refresh("c3", "mem:dir/a.txt").get(1))
        .isEqualTo(
            "mem:dir/a.txt is gone: no such thing."
                + " The snapshot that the call c1 gave in turn 1 stays as it was.");
  }

  @Test
  void namesTheAttachmentThatARefreshReferredTo() throws Exception {
    test.attach();
    test.refresh("c1", "mem:dir/a.txt");
    test.sources.fail("mem:dir/a.txt", Kind.NOT_FOUND, "no such thing");
    assertThat(test.refresh("c2", "mem:dir/a.txt").get(1))
        .isEqualTo("mem:dir/a.txt is gone: no such thing. The snapshot of turn 0 stays as it was.");
  }

  @Test
  void namesTheLastSnapshotOfThisResourceAndOfNoOther() throws Exception {
    for (String server : List.of("mem:s1+x:1", "mem:s2+x:1")) {
      test.sources.put(server, (uri, c) -> List.of(FakeSources.text("x:1", server)));
      test.attach(server);
      test.sources.put(server, (uri, c) -> List.of(FakeSources.text("x:1", "new")));
    }
    test.refresh("c1", "mem:s2+x:1");
    test.sources.fail("mem:s1+x:1", Kind.NOT_FOUND, "no such thing");
    test.sources.fail("mem:s2+x:1", Kind.NOT_FOUND, "no such thing");
    assertThat(test.refresh("c2", "mem:s1+x:1").get(1)).contains(" The snapshot of turn 1 stays");
    assertThat(test.refresh("c3", "mem:s2+x:1").get(1))
        .contains(" The snapshot that the call c1 gave in turn 2 stays");
  }

  @Test
  void keepsThePathOfTheUserToItself() throws Exception {
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          String message = "program \"x\" is not in the PATH";
          throw ResourceException.of(
              Kind.NOT_FOUND, uri.value(), message, new IOException(message));
        });
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            "error {kind=not-found, transient=false, trace=[java.io.IOException: program \"x\" is"
                + " not in the PATH]}",
            "mem:dir/a.txt is gone: program \"x\" is not in the PATH."
                + " The snapshot of turn 0 stays as it was.");
  }

  @Test
  void findsItUnderAnotherSpelling() throws Exception {
    assertThat(test.refresh("c1", "MEM:dir/a.txt")).allMatch(l -> l.contains("identical"));
  }

  @Test
  void findsItAsModelsAreShownIt() throws Exception {
    test.sources.put("mem://h/?token=abc", text("secret"));
    test.attach("mem://h/?token=abc");
    test.sources.put("mem://h/?token=abc", text("changed"));
    assertThat(test.refresh("c1", "mem://h/?token=REDACTED"))
        .containsExactly("full mem://h/?token=abc changed");
  }

  @Test
  void findsItByItsAddressAndByTheUriOfItsServer() throws Exception {
    test.sources.put("mem:server+x:1", (uri, c) -> List.of(FakeSources.text("x:1", text("one"))));
    test.attach("mem:server+x:1");
    assertThat(test.refresh("c1", "x:1")).allMatch(line -> line.contains("turn 1"));
    test.sources.put("mem:server+x:1", (uri, c) -> List.of(FakeSources.text("x:1", text("two"))));
    assertThat(test.refresh("c2", "mem:server+x:1")).containsExactly("full x:1 two");
  }

  @Test
  void asksWhichOfSeveralIsMeant() throws Exception {
    for (String server : List.of("mem:s1+x:1", "mem:s2+x:1")) {
      test.sources.put(server, (uri, c) -> List.of(FakeSources.text("x:1", server)));
      test.attach(server);
    }
    assertThat(test.refresh("c1", "x:1"))
        .containsExactly(
            error("several"),
            "x:1 is the name of several attached resources. Call refresh_resource with one of"
                + " these: mem:s1+x:1, mem:s2+x:1");
    assertThat(test.refresh("c2", "mem:s2+x:1")).containsExactly("full x:1 mem:s2+x:1");
  }

  @Test
  void takesWhatIsReadByItsOwnUriForThatAndNotWhatOthersGiveUnderIt() throws Exception {
    test.sources.put("mem:forger", (uri, c) -> List.of(FakeSources.text("mem:real", "forged")));
    test.attach("mem:forger");
    test.sources.put("mem:real", "real");
    test.attach("mem:real");
    assertThat(test.refresh("c1", "mem:real")).containsExactly("full mem:real real");
    assertThat(test.refresh("c2", "mem:forger")).containsExactly("full mem:real forged");
  }

  @Test
  void picksOneOfThoseThatOneAddressGives() throws Exception {
    test.sources.put(
        "mem:all",
        (uri, c) -> List.of(FakeSources.text("x:1", "one"), FakeSources.text("x:2", "two")));
    test.attach("mem:all");
    assertThat(test.refresh("c1", "x:2")).containsExactly("full x:2 two");
    assertThat(test.refresh("c2", "mem:all"))
        .containsExactly(
            error("several"),
            "mem:all is the name of several attached resources. Call refresh_resource with one of"
                + " these: x:1, x:2");
    test.sources.put("mem:all", (uri, c) -> List.of(FakeSources.text("x:1", "one")));
    assertThat(test.refresh("c3", "x:2"))
        .containsExactly(
            error("not-found"),
            "x:2 is gone: mem:all gives other resources now, and not this one."
                + " The snapshot that the call c1 gave in turn 1 stays as it was.");
  }

  @Test
  void tellsTheModelWhatIsUncertain() throws Exception {
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          context.note(uri, "3 bytes cut");
          return List.of(FakeSources.text(uri.value(), text("two")));
        });
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly("full mem:dir/a.txt two", "Note on mem:dir/a.txt: 3 bytes cut");
  }

  @Test
  void readsForTheUserWhatTheUserAskedFor() throws Exception {
    test.sources.put("mem:program", "output");
    test.attach("mem:program");
    assertThat(test.refresh("c1", "mem:program")).containsExactly("full mem:program output");
  }

  @Test
  void readsForTheWorkspaceWhatNobodyProves() throws Exception {
    test.sources.put("mem:x", "x");
    test.attach(Requester.WORKSPACE, List.of(), "mem:x");
    test.refresh("c1", "mem:x");
    assertThat(test.sources.readings())
        .containsExactly("mem:dir/a.txt for user", "mem:x for workspace", "mem:x for workspace");
  }

  @Test
  void takesNoProofOfSomebodyElse() throws Exception {
    Path key = temporary.toRealPath().resolve("state/key");
    test = new TestConversation(temporary.resolve("two"), KeyedConsents.of(key, Path.of("/w")));
    test.sources.put("mem:program", "output");
    test.attach("mem:program");
    assertThat(test.refresh("c1", "mem:program")).containsExactly("full mem:program output");
    Files.delete(key);
    TestConversation same = test.withConsents(KeyedConsents.of(key, Path.of("/w")));
    assertThat(same.refresh("c2", "mem:program"))
        .containsExactly(
            error("denied"),
            "mem:program may not be read again: is a program, and nobody trusts it: attache trust"
                + " add. The snapshot that the call c1 gave in turn 0 stays as it was.");
  }

  @Test
  void refusesArgumentsThatMakeNoSense() throws Exception {
    assertThat(lines(test.tool().call("c1", Map.of())))
        .containsExactly(
            error("invalid-arguments"),
            "The argument uri is missing. Give the path or URI of an attached resource.");
    assertThat(lines(test.tool().call("c2", Map.of("uri", 7))))
        .containsExactly(
            error("invalid-arguments"),
            "The argument uri must be a string that is not empty: the path or URI of an attached"
                + " resource.");
    assertThat(lines(test.tool().call("c3", Map.of("uri", "mem:dir/a.txt", "force", "yes"))))
        .containsExactly(error("invalid-arguments"), "The argument force must be true or false.");
  }

  @Test
  void namesArgumentsThatItDoesNotKnow() throws Exception {
    assertThat(lines(test.tool().call("c1", Map.of("uri", "mem:dir/a.txt", "why", "because"))))
        .containsExactly(
            error("invalid-arguments"),
            "Unknown argument: why. Known arguments: uri, lines, force.");
    assertThat(lines(test.tool().call("c2", Map.of("path\n", "a.txt", "line", 3))))
        .containsExactly(
            error("invalid-arguments"),
            "Unknown arguments: line, path?. Known arguments: uri, lines, force.");
  }

  @Test
  void answersACallOfOneIdOnce() throws Exception {
    test.refresh("c1", "mem:dir/a.txt");
    int events = events().size();
    assertThat(test.refresh("c1", "mem:dir/a.txt"))
        .containsExactly(
            error("repeated-call"),
            "The call c1 was made in this turn already and is not made again. Call"
                + " refresh_resource under another id.");
    assertThat(events()).hasSize(events);
    test.attach();
    assertThat(test.refresh("c1", "mem:dir/a.txt")).hasSize(1);
  }

  @Test
  void cannotBeCalledBeforeAnythingWasAsked() throws Exception {
    test = new TestConversation(temporary.resolve("two"), Consents.OWN_HISTORY);
    assertThatThrownBy(() -> test.refresh("c1", "mem:dir/a.txt"))
        .isInstanceOf(StoreException.class)
        .hasMessage("no turns yet in test; record one with attache query");
  }

  @Test
  void answersParallelCallsOnceEachAndTheFirstInFull() throws Exception {
    int calls = 12;
    var allRead = new CountDownLatch(calls);
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          allRead.countDown();
          try {
            allRead.await();
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          return List.of(FakeSources.text(uri.value(), text("two")));
        });
    RefreshResourceTool tool = test.tool();
    var tasks = new ArrayList<FutureTask<ToolResult>>();
    for (int i = 0; i < calls; i++) {
      String id = "c" + i;
      tasks.add(new FutureTask<>(() -> tool.call(id, Map.of("uri", "mem:dir/a.txt"))));
    }
    tasks.forEach(task -> new Thread(task).start());
    for (FutureTask<ToolResult> task : tasks) {
      task.get();
    }
    var results = new ArrayList<String>();
    String first = "";
    for (ConversationEvent event : events()) {
      if (event instanceof ToolResult result) {
        first = first.isEmpty() ? result.id() : first;
        results.addAll(lines(result));
      }
    }
    String to = "the result of tool call " + first + " in turn 0";
    assertThat(results).hasSize(calls).first().isEqualTo("full mem:dir/a.txt two");
    assertThat(results.subList(1, calls))
        .containsOnly(
            identical(to, text("two")) + "Refer to that earlier result for the full contents.");
  }

  @Test
  void stopsWhenItIsInterrupted() throws Exception {
    var isReading = new CountDownLatch(1);
    test.sources.put(
        "mem:dir/a.txt",
        (uri, context) -> {
          isReading.countDown();
          try {
            new CountDownLatch(1).await(); // for ever
          } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
          }
          throw ResourceException.of(Kind.TIMEOUT, uri.value(), "was interrupted");
        });
    RefreshResourceTool tool = test.tool();
    var task =
        new FutureTask<>(
            () -> {
              List<String> lines = lines(tool.call("c1", Map.of("uri", "mem:dir/a.txt")));
              return Thread.currentThread().isInterrupted() ? lines : List.of("the flag is lost");
            });
    var thread = new Thread(task);
    thread.start();
    isReading.await();
    thread.interrupt();
    assertThat(task.get())
        .containsExactly(
            "error {kind=interrupted, transient=true, trace=[]}",
            "The call was interrupted before the resource was read. Another try may succeed.");
    assertThat(events()).last().isInstanceOf(ToolResult.class);
  }

  @Test
  void saysWhatItDoesAndWhatItTakes() {
    assertThat(RefreshResourceTool.NAME).isEqualTo("refresh_resource");
    assertThat(RefreshResourceTool.description())
        .isEqualTo(
            "Returns the current content of an attached resource. If it has not changed since you"
                + " last received it, returns a one-line note instead, and if little has changed a"
                + " unified diff (use force=true for the full content).");
    assertThat(RefreshResourceTool.inputSchema().toString())
        .isEqualTo(
            "{type=object, properties={uri={type=string, description=Path or URI of the resource},"
                + " lines={type=string, description=Lines to return, such as 3000-3100; default: all},"
                + " force={type=boolean}}, required=[uri], additionalProperties=false}");
  }

  @Test
  void findsTheUriOfAResourceBeforeTheAddressOfAnother() throws Exception {
    test.sources.put("mem:s+mem:b", (uri, c) -> List.of(FakeSources.text("mem:b", "by s")));
    test.sources.put("mem:b", (uri, c) -> List.of(FakeSources.text("y:1", "by b")));
    test.attach("mem:s+mem:b", "mem:b");
    assertThat(test.refresh("c1", ResourceUri.of("mem:b").value()))
        .containsExactly("full mem:b by s");
  }
}
