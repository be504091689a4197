package dev.attache.history.json;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.history.AttachmentState;
import dev.attache.history.ConversationEvent.Origin;
import dev.attache.history.ConversationId;
import dev.attache.history.ConversationSummary;
import dev.attache.history.ConversationSummary.Declared;
import dev.attache.history.ConversationSummary.Tally;
import dev.attache.history.Declaration;
import dev.attache.history.DeliveryPlace;
import dev.attache.history.Events;
import dev.attache.history.Notice;
import dev.attache.history.RandomEvents;
import dev.attache.history.StoreException;
import dev.attache.history.fold.AttachmentFold;
import dev.attache.history.fold.SummaryFold;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

class SummaryJsonTest {

  private static String json(String line) {
    return line.replace('\'', '"');
  }

  @Test
  void aSummaryHasAFormThatIsReadBack() throws IOException {
    var summary =
        new ConversationSummary(
            ConversationId.of("a"),
            "What?\u2028",
            Events.AT,
            Events.AT.plusMillis(5),
            Events.AT.plusMillis(3),
            2,
            List.of(
                new Declared(new Declaration("src/", null, "c0ffee"), true),
                new Declared(new Declaration("x", null, null), false)),
            Map.of("refresh", "notify"),
            new Tally(1, 2, 3, 6, -4, -5),
            new Origin(ConversationId.of("b"), 7),
            true);
    byte[] line = SummaryJson.write(summary);
    assertThat(new String(line, UTF_8))
        .isEqualTo(
            json(
                "{'id':'a','title':'What?\\u2028','created':'2026-03-20T10:00:00Z',"
                    + "'updated':'2026-03-20T10:00:00.005Z',"
                    + "'exchanged':'2026-03-20T10:00:00.003Z','turns':2,'declarations':["
                    + "{'reference':'src/','consent':'c0ffee','pending':true},"
                    + "{'reference':'x','pending':false}],'settings':{'refresh':'notify'},"
                    + "'tally':{'snapshots':1,'bytes':2,'references':3,'deltas':6,'savedBytes':-4,"
                    + "'savedTokens':-5},'forkedFrom':{'conversation':'b','turns':7},"
                    + "'archived':true}"));
    assertThat(SummaryJson.read(line)).isEqualTo(summary);
  }

  @Test
  void anyHistoryComesToASummaryThatIsReadBack() throws IOException {
    var random = new RandomEvents(5);
    SummaryFold fold = SummaryFold.of(ConversationId.of("a"), false);
    for (int i = 0; i < 500; i++) {
      byte[] line = SummaryJson.write(fold.add(random.next()).summary());
      assertThat(SummaryJson.write(SummaryJson.read(line))).isEqualTo(line);
    }
  }

  @Test
  void aStateHasAFormThatIsReadBack() throws IOException {
    var state =
        new AttachmentState(
            DeliveryPlace.ofAttachment(3, 1), Events.attachment("x:a", ""), Notice.of("gone"));
    byte[] line = SummaryJson.write(state);
    assertThat(new String(line, UTF_8))
        .isEqualTo(
            json(
                "{'place':{'turn':3,'attachment':1},'attachment':{'uri':'x:a','text':{'$blob':"
                    + "'e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855','size':0},"
                    + "'source':'file','capturedAt':'2026-03-20T10:00:00Z','type':{'chosen':"
                    + "'text/plain','why':'by content'},'reference':'x:a'},"
                    + "'noticed':{'text':'gone'}}"));
    assertThat(SummaryJson.readState(line, EventJsonRoundTripTest::stored)).isEqualTo(state);
    var unnoticed = new AttachmentState(state.place(), state.attachment(), null);
    assertThat(SummaryJson.readState(SummaryJson.write(unnoticed), EventJsonRoundTripTest::stored))
        .isEqualTo(unnoticed);
  }

  @Test
  void anyHistoryComesToStatesThatAreReadBack() throws IOException {
    var random = new RandomEvents(6);
    AttachmentFold fold = AttachmentFold.after(List.of());
    for (int i = 0; i < 200; i++) {
      fold.add(random.next());
    }
    var lines = new ByteArrayOutputStream();
    for (AttachmentState state : fold.attachments()) {
      byte[] line = SummaryJson.write(state);
      assertThat(SummaryJson.write(SummaryJson.readState(line, EventJsonRoundTripTest::stored)))
          .isEqualTo(line);
      lines.writeBytes(line);
      lines.write('\n');
    }
    var again = new ByteArrayOutputStream();
    for (AttachmentState state :
        SummaryJson.readStates(lines.toByteArray(), EventJsonRoundTripTest::stored)) {
      again.writeBytes(SummaryJson.write(state));
      again.write('\n');
    }
    assertThat(again.toByteArray()).isEqualTo(lines.toByteArray()).hasSizeGreaterThan(10_000);
  }

  @Test
  void saysWhatIsWrongAndWhere() {
    assertThatThrownBy(() -> SummaryJson.read(json("{'id':'a/b'}").getBytes(UTF_8)))
        .isInstanceOf(StoreException.class)
        .hasMessage("/id must be the name of a conversation");
    assertThatThrownBy(() -> SummaryJson.read(json("{'id':'a','turns':1}").getBytes(UTF_8)))
        .as("of a version that did not know it")
        .hasMessage("/exchanged is missing");
    String exchanged = "'exchanged':'2026-03-20T10:00:00.003Z'";
    assertThatThrownBy(
            () -> SummaryJson.read(json("{'id':'a','turns':1," + exchanged + "}").getBytes(UTF_8)))
        .hasMessage("/tally is missing");
    assertThatThrownBy(
            () ->
                SummaryJson.readState(
                    json("{'place':{'turn':0,'attachment':0},'attachment':{'uri':'x:a'}}")
                        .getBytes(UTF_8),
                    EventJsonRoundTripTest::stored))
        .hasMessage("/attachment must have text or blob");
    assertThatThrownBy(
            () -> SummaryJson.readStates("[]\n".getBytes(UTF_8), EventJsonRoundTripTest::stored))
        .isInstanceOf(StoreException.class)
        .hasMessage("the line must be an object");
    assertThatThrownBy(
            () -> SummaryJson.readStates("}".getBytes(UTF_8), EventJsonRoundTripTest::stored))
        .isInstanceOf(StoreException.class)
        .hasMessageStartingWith("cannot be read as JSON: ");
  }
}
