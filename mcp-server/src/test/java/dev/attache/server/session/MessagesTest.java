package dev.attache.server.session;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.server.TestClient;
import dev.attache.server.TestClient.Setting;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Collections;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;

/** What is no method's business: the form of messages, ids, batches, the order of things. */
class MessagesTest {

  @TempDir Path directory;
  private TestClient client;

  @BeforeEach
  void open() throws IOException {
    client = TestClient.of(new Setting(directory, "a.md").file("a.md", "one\n"));
  }

  @AfterEach
  void close() {
    client.close();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "-1",
        "''",
        "'x'",
        "2147483648",
        "123456789012345678901234567890",
        "'\u00e4\\u2028 '"
      })
  void answersUnderTheIdAsItCame(String id) {
    assertThat(client.answer("{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}"))
        .isEqualTo("{'jsonrpc':'2.0','id':" + id.replace("\\u2028", "\u2028") + ",'result':{}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "1e3", "1.5", "true", "[1]", "{}"})
  void refusesIdsThatAreNone(String id) {
    assertThat(client.answer("{'jsonrpc':'2.0','id':" + id + ",'method':'ping'}"))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':null,'error':{'code':-32600,'message':'id must be a string or an"
                + " integer'}}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      textBlock =
          """
          1                                       | null | a message must be a JSON object
          'ping'                                  | null | a message must be a JSON object
          null                                    | null | a message must be a JSON object
          {}                                      | null | jsonrpc must be \\'2.0\\'
          {'id':7,'method':'ping'}                | 7    | jsonrpc must be \\'2.0\\'
          {'jsonrpc':2.0,'id':7,'method':'ping'}  | 7    | jsonrpc must be \\'2.0\\'
          {'jsonrpc':'1.0','method':'ping'}       | null | jsonrpc must be \\'2.0\\'
          {'jsonrpc':'2.0','id':7}                | 7    | a message must have a method
          {'jsonrpc':'2.0','id':7,'method':null}  | 7    | method must be a string
          {'jsonrpc':'2.0','id':7,'method':5}     | 7    | method must be a string
          []                                      | null | a batch must have a message
          """)
  void saysWhatIsWrongWithAMessage(String message, String id, String problem) {
    assertThat(client.answer(message))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':"
                + id
                + ",'error':{'code':-32600,'message':'"
                + problem
                + "'}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"[]", "[1]", "'x'", "1", "true"})
  void refusesParamsThatAreNoObject(String params) {
    String message = "{'jsonrpc':'2.0','id':1,'method':'resources/list','params':" + params + "}";
    assertThat(client.answer(message))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':1,'error':{'code':-32602,'message':'params must be an"
                + " object'}}");
  }

  @ParameterizedTest
  @ValueSource(strings = {"server/discover", "prompts/list", "rpc.x", "", "PING"})
  void knowsNoOtherMethods(String method) {
    assertThat(client.answer("{'jsonrpc':'2.0','id':1,'method':'" + method + "'}"))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':1,'error':{'code':-32601,'message':'unknown method \\'"
                + method
                + "\\''}}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{'jsonrpc':'2.0','id':1,'result':{}}",
        "{'jsonrpc':'2.0','id':null,'error':{'code':-32600,'message':'no'}}",
        "{'jsonrpc':'2.0','method':'notifications/initialized'}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':{'requestId':99}}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled','params':[]}",
        "{'jsonrpc':'2.0','method':'notifications/cancelled'}",
        "{'jsonrpc':'2.0','method':'resources/list'}",
        "{'jsonrpc':'2.0','method':'no/such','params':[1]}",
        "[{'jsonrpc':'2.0','method':'no/such'}]"
      })
  void answersNoNotificationAndNoAnswer(String message) {
    assertThat(client.answer(message)).isNull();
  }

  @Test
  void answersABatchInOneArrayInItsOrder() {
    assertThat(
            client.answer(
                "[{'jsonrpc':'2.0','id':1,'method':'tools/call','params':{'name':'list_resources',"
                    + "'arguments':{'cursor':1}}},"
                    + "{'jsonrpc':'2.0','method':'notifications/x'},"
                    + "5,[],"
                    + "{'jsonrpc':'2.0','id':'1','method':'nope'},"
                    + "{'jsonrpc':'2.0','id':2,'method':'initialize'},"
                    + "{'jsonrpc':'2.0','id':1,'method':'ping'}]"))
        .isEqualTo(
            "[{'jsonrpc':'2.0','id':1,'result':{'content':[{'type':'text','text':'The argument"
                + " cursor must be a string.'}],'isError':true}},"
                + "{'jsonrpc':'2.0','id':null,'error':{'code':-32600,'message':'a message must be a"
                + " JSON object'}},"
                + "{'jsonrpc':'2.0','id':null,'error':{'code':-32600,'message':'a message must be a"
                + " JSON object'}},"
                + "{'jsonrpc':'2.0','id':'1','error':{'code':-32601,'message':'unknown method"
                + " \\'nope\\''}},"
                + "{'jsonrpc':'2.0','id':2,'error':{'code':-32600,'message':'initialize must not be"
                + " part of a batch'}},"
                + "{'jsonrpc':'2.0','id':1,'result':{}}]");
  }

  private static String batch(int messages) {
    return "["
        + String.join(
            ",", Collections.nCopies(messages, "{'jsonrpc':'2.0','id':1,'method':'ping'}"))
        + "]";
  }

  @Test
  void takesFiftyMessagesInABatchAndNoneOfMore() {
    assertThat(client.answer(batch(50)))
        .isEqualTo(
            "["
                + String.join(",", Collections.nCopies(50, "{'jsonrpc':'2.0','id':1,'result':{}}"))
                + "]");
    assertThat(client.answer(batch(51)))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':null,'error':{'code':-32600,'message':'a batch of 51 messages is"
                + " too long: send at most 50 in one'}}");
  }

  @Test
  void answersPingAndUnknownMethodsBeforeTheBeginningAndNothingElse() throws IOException {
    try (TestClient silent = TestClient.silent(new Setting(directory.resolve("other")))) {
      assertThat(silent.answer("{'jsonrpc':'2.0','id':1,'method':'ping'}"))
          .isEqualTo("{'jsonrpc':'2.0','id':1,'result':{}}");
      assertThat(silent.answer("{'jsonrpc':'2.0','id':2,'method':'tools/list'}"))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':2,'error':{'code':-32600,'message':'the session has not begun:"
                  + " send initialize first'}}");
      assertThat(silent.answer("{'jsonrpc':'2.0','id':3,'method':'server/discover'}"))
          .contains("-32601");
      assertThat(silent.answer("{'jsonrpc':'2.0','id':4,'method':'initialize','params':{}}"))
          .isEqualTo(
              "{'jsonrpc':'2.0','id':4,'error':{'code':-32602,'message':'params.protocolVersion is"
                  + " missing; it must be a string'}}");
      assertThat(silent.answer("{'jsonrpc':'2.0','id':5,'method':'tools/list'}"))
          .contains("has not begun");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "2025-11-25, 2025-11-25",
    "2025-06-18, 2025-06-18",
    "2025-03-26, 2025-03-26",
    "2024-11-05, 2024-11-05",
    "2026-07-28, 2025-11-25",
    "1, 2025-11-25"
  })
  void speaksTheRevisionThatIsAskedForOrElseTheLatest(String asked, String spoken) {
    assertThat(client.ask("initialize", "{'protocolVersion':'" + asked + "'}"))
        .containsEntry("protocolVersion", spoken);
  }

  @Test
  void introducesItself() {
    assertThat(
            client.answer(
                "{'jsonrpc':'2.0','id':1,'method':'initialize','params':"
                    + "{'protocolVersion':'2025-11-25','capabilities':{},"
                    + "'clientInfo':{'name':'x','version':'1'}}}"))
        .isEqualTo(
            "{'jsonrpc':'2.0','id':1,'result':{'protocolVersion':'2025-11-25','capabilities':"
                + "{'logging':{},'resources':{'subscribe':true,'listChanged':true},'tools':{}},"
                + "'serverInfo':{'name':'attache','title':'Attaché','version':'1.2.3'},"
                + "'instructions':'The user attached these resources: files, web pages, command"
                + " output, resources of other servers. They are snapshots and stay as they were"
                + " attached. After you change a file, or when a source may have changed, call"
                + " refresh_resource to get its current content. list_resources lists what is"
                + " attached.'}}");
  }
}
