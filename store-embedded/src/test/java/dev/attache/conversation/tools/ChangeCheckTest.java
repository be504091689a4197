package dev.attache.conversation.tools;

import static dev.attache.conversation.TestConversation.text;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.assertj.core.api.Assertions.tuple;

import dev.attache.conversation.Consents;
import dev.attache.conversation.FakeSources;
import dev.attache.conversation.KeyedConsents;
import dev.attache.conversation.TestConversation;
import dev.attache.conversation.tools.ChangeCheck.Finding;
import dev.attache.conversation.tools.ChangeCheck.Result;
import dev.attache.history.Notice;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceException;
import dev.attache.resource.ResourceException.Kind;
import dev.attache.resource.spi.Freshness;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.concurrent.CancellationException;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

class ChangeCheckTest {

  private static final String AGAIN = " (its source was looked at again at the start of this turn)";

  @TempDir Path temporary;

  private TestConversation test;

  @BeforeEach
  void attachOneResource() throws IOException {
    test = new TestConversation(temporary, Consents.OWN_HISTORY);
    test.sources.put("mem:a", text("one"));
    test.attach("mem:a");
  }

  private ChangeCheck check() throws IOException {
    return ChangeCheck.of(test.conversation, test.resolver().build());
  }

  /** The lines that the next turn is due; that turn is then recorded with them. */
  private List<String> nextTurn() throws IOException {
    List<Notice> notices = check().notices();
    test.attach(Requester.USER, notices);
    return notices.stream().map(Notice::text).toList();
  }

  private List<Result> results() throws IOException {
    return check().findings().stream().map(Finding::result).toList();
  }

  private static String sha(String word) {
    return "sha256:"
        + ContentDigest.sha256(text(word).getBytes(StandardCharsets.UTF_8)).shortForm();
  }

  private static String changed(String word) {
    return "The attached resource mem:a has changed since turn 0: "
        + sha("one")
        + " is now "
        + sha(word)
        + " (its source was read again at the start of this turn). Call refresh_resource for the"
        + " new content.";
  }

  private static String changedAgain(String before, String word) {
    return "The attached resource mem:a has changed again: "
        + sha(before)
        + ", which you were last given or told of, is now "
        + sha(word)
        + " (its source was read again at the start of this turn). Call refresh_resource for the"
        + " new content.";
  }

  private static String gone(String why) {
    return lost(" is gone: ", why);
  }

  private static String unreadable(String why) {
    return lost(" cannot be read now: ", why);
  }

  private static String lost(String how, String why) {
    return "The attached resource mem:a"
        + how
        + why
        + AGAIN
        + ". Its content of turn 0 is the last known.";
  }

  private static String again() {
    return "The attached resource mem:a is again as it was attached at turn 0: "
        + sha("one")
        + AGAIN
        + ".";
  }

  @Test
  void saysNothingOfWhatIsAsItWas() throws Exception {
    assertThat(nextTurn()).isEmpty();
    assertThat(results()).containsExactly(Result.CURRENT);
  }

  @Test
  void saysOncePerChangeWhatHasChanged() throws Exception {
    test.sources.put("mem:a", text("two"));
    assertThat(nextTurn()).containsExactly(changed("two"));
    assertThat(nextTurn()).isEmpty();
    assertThat(results()).containsExactly(Result.CHANGED);
    test.sources.put("mem:a", text("three"));
    assertThat(nextTurn()).containsExactly(changedAgain("two", "three"));
    assertThat(nextTurn()).isEmpty();
  }

  @Test
  void saysThatItIsAgainAsItWas() throws Exception {
    test.sources.put("mem:a", text("two"));
    nextTurn();
    test.sources.put("mem:a", text("one"));
    assertThat(nextTurn()).containsExactly(again());
    assertThat(nextTurn()).isEmpty();
    assertThat(results()).containsExactly(Result.CURRENT);
  }

  @Test
  void saysOnceThatItIsGone() throws Exception {
    test.sources.fail("mem:a", Kind.NOT_FOUND, "no such thing");
    assertThat(nextTurn()).containsExactly(gone("no such thing"));
    assertThat(nextTurn()).isEmpty();
    assertThat(results()).containsExactly(Result.GONE);
  }

  @ParameterizedTest
  @EnumSource(
      names = {"NOT_FOUND", "TIMEOUT"},
      mode = EnumSource.Mode.EXCLUDE)
  void doesNotTakeForGoneWhatCannotBeRead(Kind kind) throws Exception {
    test.sources.fail("mem:a", kind, "is a link");
    assertThat(check().findings())
        .extracting(Finding::result, Finding::why)
        .containsExactly(tuple(Result.UNREADABLE, "is a link"));
    assertThat(nextTurn()).containsExactly(unreadable("is a link"));
    assertThat(nextTurn()).isEmpty();
  }

  @Test
  void saysThatItIsBack() throws Exception {
    test.sources.fail("mem:a", Kind.DENIED, "permission denied");
    assertThat(nextTurn()).containsExactly(unreadable("permission denied"));
    test.sources.put("mem:a", text("one"));
    assertThat(nextTurn()).containsExactly(again());
    test.sources.fail("mem:a", Kind.NOT_FOUND, "no such thing");
    assertThat(nextTurn()).containsExactly(gone("no such thing"));
    test.sources.put("mem:a", text("two"));
    assertThat(nextTurn())
        .containsExactly(
            changed("two").replace(" has changed", " can be read again, and has changed"));
    assertThat(nextTurn()).isEmpty();
  }

  @Test
  void namesWhatTheModelWasLastGiven() throws Exception {
    test.sources.put("mem:a", text("two"));
    test.refresh("c1", "mem:a");
    test.sources.put("mem:a", text("three"));
    assertThat(nextTurn()).containsExactly(changedAgain("two", "three"));
    test.sources.fail("mem:a", Kind.NOT_FOUND, "no such thing");
    assertThat(nextTurn())
        .containsExactly(gone("no such thing").replace("of turn 0", "of " + sha("three")));
  }

  @Test
  void saysNothingOfWhatCouldNotBeReadJustNow() throws Exception {
    test.sources.fail("mem:a", Kind.TIMEOUT, "took too long");
    assertThat(nextTurn()).isEmpty();
    test.sources.put(
        "mem:a",
        (uri, context) -> {
          throw ResourceException.of(Kind.FAILED, uri.value(), "answered 503").asTransient();
        });
    assertThat(nextTurn()).isEmpty();
    assertThat(results()).containsExactly(Result.UNCHECKED);
  }

  @Test
  void saysNothingOfWhatTheModelHasRefreshed() throws Exception {
    test.sources.put("mem:a", text("two"));
    test.refresh("c1", "mem:a");
    assertThat(nextTurn()).isEmpty();
    assertThat(results()).containsExactly(Result.CHANGED);
  }

  @Test
  void readsNothingOfWhatIsSurelyAsItWas() throws Exception {
    test.sources.know("mem:a", Freshness.UNCHANGED);
    assertThat(results()).containsExactly(Result.CURRENT);
    assertThat(test.sources.readings()).containsExactly("mem:a for user");
  }

  @Test
  void readsNothingThatIsNotCheap() throws Exception {
    test.sources.know("mem:a", Freshness.UNKNOWN).put("mem:a", text("two"));
    assertThat(results()).containsExactly(Result.UNCHECKED);
    assertThat(nextTurn()).isEmpty();
    assertThat(test.sources.readings()).containsExactly("mem:a for user");
  }

  @Test
  void looksAtNothingWhoseDeclarationWasRemoved() throws Exception {
    test.sources.put("mem:a", text("two"));
    test.conversation.undeclare(List.of("mem:a"));
    assertThat(check().findings()).isEmpty();
    assertThat(nextTurn()).isEmpty();
  }

  @Test
  void asksNobodyForWhatTheUserHasNotAskedFor() throws Exception {
    test.sources.put("mem:b", "b");
    test.attach(Requester.WORKSPACE, List.of(), "mem:b");
    test.sources.put("mem:b", "changed");
    assertThat(check().findings())
        .extracting(Finding::result, Finding::why)
        .containsExactly(
            tuple(Result.CURRENT, null),
            tuple(Result.UNCHECKED, "not looked at: nobody here asked for it"));
    assertThat(nextTurn()).isEmpty();
    assertThat(test.sources.readings())
        .containsExactly(
            "mem:a for user", "mem:b for workspace", "mem:a for user", "mem:a for user");
  }

  @Test
  void doesNotLookByItselfAtWhatAModelAskedFor() throws Exception {
    test.sources.put("mem:b", text("two"));
    test.attach(Requester.MODEL, List.of(), "mem:b");
    assertThat(ChangeCheck.of(test.conversation, test.resolver().build()).findings())
        .extracting(Finding::result, Finding::why)
        .containsExactly(
            tuple(Result.CURRENT, null),
            tuple(Result.UNCHECKED, "not looked at: a model asked for it, not the user"));
    assertThat(test.sources.readings())
        .containsExactly("mem:a for user", "mem:b for model", "mem:a for user");
  }

  @Test
  void asksNobodyForWhatAForeignHistoryHas() throws Exception {
    TestConversation same = test.withConsents(KeyedConsents.nowhere("no place"));
    assertThat(ChangeCheck.of(same.conversation, same.resolver().build()).findings())
        .extracting(Finding::result)
        .containsExactly(Result.UNCHECKED);
    assertThat(test.sources.readings()).containsExactly("mem:a for user");
  }

  @Test
  void readsAnAddressOnceThatSeveralReferencesLedTo() throws Exception {
    test.sources.put("mem:all", (uri, c) -> List.of(FakeSources.text("x:1", "one")));
    test.attach("mem:all");
    test.sources.put("mem:all", (uri, c) -> List.of(FakeSources.text("x:2", "two")));
    test.attach("MEM:all");
    test.sources.put(
        "mem:all",
        (uri, c) -> List.of(FakeSources.text("x:1", "one"), FakeSources.text("x:2", "new")));
    int before = test.sources.readings().size();
    assertThat(results()).containsExactly(Result.CURRENT, Result.CURRENT, Result.CHANGED);
    assertThat(test.sources.readings()).hasSize(before + 2);
  }

  @Test
  void comparesWithTheLastSnapshot() throws Exception {
    test.sources.put("mem:a", text("two"));
    test.attach("mem:a");
    assertThat(nextTurn()).isEmpty();
    test.sources.put("mem:a", text("one"));
    assertThat(nextTurn())
        .containsExactly(
            changed("one")
                .replace("turn 0", "turn 1")
                .replace(sha("one") + " is", sha("two") + " is"));
  }

  @Test
  void looksAtManyInTheirOrderAndReadsEachAddressOnce() throws Exception {
    var expected = new ArrayList<Result>(List.of(Result.CURRENT));
    for (int i = 0; i < 300; i++) {
      test.sources.put("mem:n" + i, text("n" + i));
      expected.add(i % 3 == 0 ? Result.CHANGED : i % 3 == 1 ? Result.CURRENT : Result.UNCHECKED);
    }
    test.attach(TestConversation.names(300));
    for (int i = 0; i < 300; i++) {
      test.sources.know("mem:n" + i, i % 3 == 2 ? Freshness.UNKNOWN : Freshness.UNCERTAIN);
      test.sources.put("mem:n" + i, i % 3 == 1 ? text("n" + i) : text("new"));
    }
    int before = test.sources.readings().size();
    assertThat(results()).isEqualTo(expected);
    assertThat(test.sources.readings()).hasSize(before + 201);
  }

  @Test
  void readsOnceWhatGivesSeveral() throws Exception {
    test.sources.put(
        "mem:all",
        (uri, c) -> List.of(FakeSources.text("x:1", "one"), FakeSources.text("x:2", "two")));
    test.attach("mem:all");
    test.sources.put(
        "mem:all",
        (uri, c) -> List.of(FakeSources.text("x:1", "one"), FakeSources.text("x:2", "new")));
    assertThat(results()).containsExactly(Result.CURRENT, Result.CURRENT, Result.CHANGED);
    test.sources.put("mem:all", (uri, c) -> List.of(FakeSources.text("x:1", "one")));
    assertThat(nextTurn())
        .containsExactly(
            "The attached resource x:2 is gone: mem:all gives other resources now,"
                + " and not this one"
                + AGAIN
                + ". Its content of turn 1 is the last known.");
    assertThat(nextTurn()).as("the other one was not meant").isEmpty();
  }

  @Test
  void tellsOfOneOfTwoServersThatUseTheSameUris() throws Exception {
    for (String server : List.of("mem:s1", "mem:s2")) {
      test.sources.put(
          server,
          (uri, c) -> List.of(FakeSources.text("x:1", "one"), FakeSources.text("x:2", "two")));
      test.attach(server);
    }
    test.sources.put(
        "mem:s2",
        (uri, c) -> List.of(FakeSources.text("x:1", "one"), FakeSources.text("x:2", "new")));
    assertThat(nextTurn()).hasSize(1);
    assertThat(nextTurn()).as("nobody was told of the other server's").isEmpty();
  }

  @Test
  void aRefreshFromOneOfTwoServersTellsNothingOfTheOther() throws Exception {
    for (String server : List.of("mem:s1+x:1", "mem:s2+x:1")) {
      test.sources.put(server, (uri, c) -> List.of(FakeSources.text("x:1", "one")));
      test.attach(server);
      test.sources.put(server, (uri, c) -> List.of(FakeSources.text("x:1", "new")));
    }
    assertThat(test.refresh("c1", "mem:s1+x:1")).containsExactly("full x:1 new");
    assertThat(nextTurn())
        .hasSize(1)
        .allMatch(line -> line.contains("x:1 has changed since turn 2"));
  }

  @Test
  void showsNoSecrets() throws Exception {
    test.sources.put("mem://h/?token=abc", text("one"));
    test.attach("mem://h/?token=abc");
    test.sources.put("mem://h/?token=abc", text("two"));
    assertThat(nextTurn())
        .hasSize(1)
        .allMatch(line -> line.startsWith("The attached resource mem://h/?token=REDACTED has"));
  }

  @Test
  void leavesOutTheNoticeOfWhatTheTurnItselfAttaches() throws Exception {
    test.sources.put("mem:a", text("two"));
    List<Notice> notices = check().notices();
    assertThat(notices).hasSize(1);
    var request = test.attach(Requester.USER, notices, "mem:a");
    assertThat(request.request().notices()).isEmpty();
  }

  @Test
  void stopsWhenItIsInterrupted() throws Exception {
    ChangeCheck check = check();
    Thread.currentThread().interrupt();
    assertThatThrownBy(check::findings).isInstanceOf(CancellationException.class);
    assertThat(Thread.interrupted()).isTrue();
  }
}
