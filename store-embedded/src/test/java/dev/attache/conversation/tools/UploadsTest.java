package dev.attache.conversation.tools;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.tuple;

import dev.attache.conversation.Consents;
import dev.attache.conversation.Conversation;
import dev.attache.conversation.ConversationOptions;
import dev.attache.conversation.TestConversation;
import dev.attache.conversation.TurnDraft;
import dev.attache.core.outcome.Snapshot;
import dev.attache.history.ConversationEvent.ToolResult;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationStore;
import dev.attache.history.DeliveredBlock;
import dev.attache.history.Delivery;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.spi.Requester;
import dev.attache.store.EmbeddedStore;
import dev.attache.store.memory.MemoryStore;
import dev.attache.types.TypeDecision;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

class UploadsTest {

  @TempDir Path temporary;

  private static TypeDecision typeAfter(ConversationStore store) throws IOException {
    ConversationId id = ConversationId.of("talk");
    Conversation talk = Conversation.create(store, id, ConversationOptions.DEFAULT);
    Resource resource =
        Resource.builder(ResourceUri.of("crm:customer/7"), ResourceContent.text("Ada"))
            .mimeType("text/vcard")
            .build();
    try (TurnDraft turn = talk.begin("who?", null)) {
      turn.attach(
          new Snapshot(resource, resource.uri(), "crm", Instant.EPOCH, null, List.of()),
          "crm:customer/7",
          Requester.USER);
      turn.record();
    }
    return Conversation.open(store, id, ConversationOptions.DEFAULT)
        .log()
        .attachments()
        .get(0)
        .attachment()
        .snapshot()
        .type();
  }

  @Test
  void everyStoreTakesASnapshotWhoseTypeNobodyDecided() throws Exception {
    var decided = new TypeDecision("text/vcard", null, null, "text/vcard", "as recorded");
    assertThat(typeAfter(MemoryStore.of(1 << 20))).isEqualTo(decided);
    assertThat(typeAfter(EmbeddedStore.at(temporary.resolve("store")))).isEqualTo(decided);
  }

  private static String text(String word) {
    return (word + "\n").repeat(1000);
  }

  private TestConversation withUpload(String content, String name) throws IOException {
    var test = new TestConversation(temporary.resolve("talk"), Consents.OWN_HISTORY);
    upload(test, content, name);
    return test;
  }

  private static Snapshot upload(TestConversation test, String content, String name)
      throws IOException {
    Snapshot upload = Snapshot.of(content.getBytes(UTF_8), name, null).at(Instant.EPOCH);
    try (TurnDraft turn = test.conversation.begin("look", null)) {
      turn.attach(upload, upload.address().value(), Requester.USER).record();
    }
    return upload;
  }

  private static final String NOTE =
      "upload:///report.csv was uploaded and cannot be read again; this is its content of turn ";

  @Test
  void aRefreshOfAnUploadRefersToItsContent() throws Exception {
    TestConversation test = withUpload(text("a;b"), "report.csv");
    assertThat(test.refresh("c1", "upload:///report.csv"))
        .containsExactly(
            "The content of upload:///report.csv is identical to the attachment at turn 0 (sha256:"
                + ContentDigest.sha256(text("a;b").getBytes(UTF_8)).shortForm()
                + "). It has not changed. Refer to the attached content.",
            NOTE + "0.");
  }

  @Test
  void aRefreshByForceGivesAnUploadInFull() throws Exception {
    TestConversation test = withUpload(text("a;b"), "report.csv");
    ToolResult result =
        test.tool().call("c1", Map.of("uri", "upload:///report.csv", "force", true));
    assertThat(TestConversation.lines(result)).hasSize(2).last().isEqualTo(NOTE + "0.");
    assertThat(result.response().content().get(0))
        .isInstanceOfSatisfying(
            DeliveredBlock.class,
            block -> {
              assertThat(block.delivery()).isEqualTo(Delivery.FULL);
              assertThat(block.resource().content().digest())
                  .isEqualTo(ContentDigest.sha256(text("a;b").getBytes(UTF_8)));
            });
  }

  @Test
  void anUploadIsFoundByItsBareName() throws Exception {
    TestConversation test = withUpload(text("a;b"), "my report.csv");
    assertThat(test.refresh("c1", "my report.csv"))
        .last()
        .asString()
        .startsWith("upload:///my%20report.csv was uploaded and cannot be read again");
    assertThat(test.refresh("c2", "report.csv")).last().asString().contains("is not attached");
  }

  private static void attachFile(TestConversation test) throws IOException {
    String uri = "file://" + test.resolver().build().workspace() + "/report.csv";
    Resource file =
        Resource.builder(ResourceUri.of(uri), ResourceContent.text(text("e;f"))).build();
    try (TurnDraft turn = test.conversation.begin("and this", null)) {
      turn.declare(Requester.USER, "report.csv");
      turn.attach(
          new Snapshot(file, file.uri(), "file", Instant.EPOCH, null, List.of()),
          "report.csv",
          Requester.USER);
      turn.record();
    }
  }

  @Test
  void aNameThatAFileAndAnUploadHaveIsSaidToBeThatOfBoth() throws Exception {
    TestConversation test = withUpload(text("a;b"), "report.csv");
    attachFile(test);
    assertThat(test.refresh("c1", "report.csv"))
        .last()
        .isEqualTo(
            "report.csv is the name of several attached resources. Call refresh_resource with one"
                + " of these: file://"
                + test.resolver().build().workspace()
                + "/report.csv, upload:///report.csv");
    test.conversation.undeclare(List.of("report.csv"));
    assertThat(test.refresh("c2", "report.csv"))
        .as("the file is gone")
        .last()
        .isEqualTo(NOTE + "0.");
  }

  @Test
  void anotherUploadOfTheSameNameIsTheNewVersion() throws Exception {
    TestConversation test = withUpload(text("a;b"), "report.csv");
    upload(test, text("c;d"), "report.csv");
    assertThat(test.refresh("c1", "upload:///report.csv")).last().isEqualTo(NOTE + "1.");
  }

  @Test
  void anUploadThatWasRemovedIsNotGivenAgain() throws Exception {
    TestConversation test = withUpload(text("a;b"), "report.csv");
    test.conversation.declare(Requester.USER, List.of("upload:///report.csv"));
    test.conversation.undeclare(List.of("upload:///report.csv"));
    assertThat(test.refresh("c1", "upload:///report.csv"))
        .last()
        .asString()
        .startsWith("upload:///report.csv is not declared in this conversation any more:");
  }

  @Test
  void aCheckSaysThatAnUploadCannotBeLookedAt() throws Exception {
    TestConversation test = withUpload(text("a;b"), "report.csv");
    ChangeCheck check = ChangeCheck.of(test.conversation, test.resolver().build());
    var all = test.conversation.log().attachments();
    for (var findings : List.of(check.findings(all), check.reread(all))) {
      assertThat(findings)
          .extracting(ChangeCheck.Finding::result, ChangeCheck.Finding::why)
          .containsExactly(
              tuple(ChangeCheck.Result.UNCHECKED, "was uploaded and cannot be read again"));
    }
    assertThat(check.notices()).isEmpty();
  }
}
