package dev.attache.mcp.tools;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowableOfType;

import dev.attache.mcp.Elicitation;
import dev.attache.mcp.Elicitation.Field;
import dev.attache.mcp.Elicitation.Form;
import dev.attache.mcp.Elicitation.Reply;
import dev.attache.resource.ResourceException;
import dev.attache.resource.tool.InputRequest;
import java.time.Duration;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.concurrent.BlockingQueue;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.LinkedBlockingQueue;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

/** What servers of both eras ask the user, and what they are told. */
@Tag("process")
class ElicitationTest {

  private final BlockingQueue<Form> asked = new LinkedBlockingQueue<>();

  private Elicitation saying(Reply reply) {
    return new Elicitation() {
      @Override
      public Reply answer(Form form) {
        asked.add(form);
        return reply;
      }

      @Override
      public boolean showsUrls() {
        return true;
      }
    };
  }

  private static Map<String, Object> form(Object... pairs) {
    var properties = new LinkedHashMap<String, Object>();
    for (int i = 0; i < pairs.length; i += 2) {
      properties.put((String) pairs[i], pairs[i + 1]);
    }
    return Map.of(
        "message",
        "Who\nare you?",
        "requestedSchema",
        Map.of("properties", properties, "required", List.of("name")));
  }

  private static final Map<String, Object> AGE =
      Map.of("type", "integer", "description", "in years", "default", 7);

  private static final Map<String, Object> NAME = Map.of("type", "string", "title", "Your name");

  private static String answer(CalledTools tools, Map<String, Object> form)
      throws ResourceException {
    return CalledTools.shown(tools.call(Map.of("k", "ask", "form", form), Map.of())).get(0);
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  void asksWhatIsRequiredFirstAndSendsWhatIsAnswered(String era) throws Exception {
    try (CalledTools tools =
        CalledTools.answeredBy(saying(Reply.accept(Map.of("name", "x"))), era)) {
      String answer = answer(tools, form("age", AGE, "name", NAME));
      assertThat(answer)
          .isEqualTo(
              "{\"action\":\"accept\",\"content\":{\"name\":\"x\"}}"
                  + (era.equals("modern") ? "s" : ""));
    }
    assertThat(asked)
        .containsExactly(
            new Form(
                "srv",
                "Who are you?",
                List.of(
                    new Field(InputRequest.of("name", "Your name", NAME), true, false),
                    new Field(
                        InputRequest.of("age", "age: in years", AGE).withDefault(7), false, false)),
                null));
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  void saysThatTheUserDeclinesOrCancels(String era) throws Exception {
    for (Reply reply : List.of(Reply.decline(), Reply.cancel())) {
      try (CalledTools tools = CalledTools.answeredBy(saying(reply), era)) {
        assertThat(answer(tools, form("name", NAME)))
            .startsWith("{\"action\":\"" + reply.action() + "\"}");
      }
    }
  }

  @Test
  void declinesForWhoeverLeavesOutWhatIsRequired() throws Exception {
    try (CalledTools tools = CalledTools.answeredBy(saying(Reply.accept(Map.of("age", 1))))) {
      assertThat(answer(tools, form("name", NAME, "age", AGE)))
          .isEqualTo("{\"action\":\"decline\"}");
    }
  }

  @Test
  void marksWhatLooksLikeAPassword() throws Exception {
    try (CalledTools tools = CalledTools.answeredBy(saying(Reply.decline()))) {
      answer(
          tools,
          form(
              "name", NAME,
              "dbPassword", Map.of("type", "string"),
              "api_key", Map.of("type", "string"),
              "x", Map.of("type", "string", "format", "password"),
              "y", Map.of("type", "string", "title", "Access token"),
              "z", Map.of("type", "string", "writeOnly", true),
              "color", Map.of("type", "string")));
    }
    assertThat(asked.remove().fields())
        .filteredOn(Field::isSecret)
        .extracting(field -> field.question().id())
        .containsExactly("dbPassword", "api_key", "x", "y", "z");
  }

  @Test
  void showsAnAddressAndOpensNothing() throws Exception {
    Map<String, Object> url =
        Map.of("mode", "url", "message", "Log in", "url", "https://example.org/a?b=c");
    try (CalledTools tools = CalledTools.answeredBy(saying(Reply.accept(Map.of("a", 1))))) {
      assertThat(answer(tools, url)).isEqualTo("{\"action\":\"accept\"}");
    }
    assertThat(asked)
        .containsExactly(new Form("srv", "Log in", List.of(), "https://example.org/a?b=c"));
    try (CalledTools tools = CalledTools.answeredBy(Elicitation.DEFAULTS)) {
      assertThat(answer(tools, url)).isEqualTo("{\"action\":\"decline\"}");
    }
  }

  @ParameterizedTest
  @ValueSource(strings = {"javascript:alert(1)", "file:///etc/passwd", "https:///x", "no url", ""})
  void declinesAddressesThatAreNotOfTheWeb(String url) throws Exception {
    try (CalledTools tools = CalledTools.answeredBy(saying(Reply.accept(Map.of())))) {
      assertThat(answer(tools, Map.of("mode", "url", "url", url)))
          .isEqualTo("{\"action\":\"decline\"}");
    }
    assertThat(asked).isEmpty();
  }

  @Test
  void declinesWhatCannotBeAskedFieldByField() throws Exception {
    try (CalledTools tools = CalledTools.answeredBy(saying(Reply.accept(Map.of())))) {
      for (Map<String, Object> form :
          List.of(
              form("name", Map.of("type", "object")),
              form("other", NAME),
              form("name", NAME, " ", NAME),
              Map.<String, Object>of("mode", "telepathy"))) {
        assertThat(answer(tools, form)).isEqualTo("{\"action\":\"decline\"}");
      }
    }
    assertThat(asked).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"legacy", "modern"})
  void doesNotCountTheTimeOfTheUser(String era) throws Exception {
    var isLate = new CountDownLatch(1);
    Elicitation slow =
        form -> {
          asked.add(form);
          isLate.await();
          return Reply.accept(Map.of("name", "x"));
        };
    var timeout = Duration.ofSeconds(1);
    try (CalledTools tools = CalledTools.answeredBy(slow, era)) {
      tools.call("success"); // which starts the server
      var answers = new LinkedBlockingQueue<String>();
      var call =
          new Thread(
              () -> {
                try {
                  var context =
                      tools.context(Map.of("k", "ask", "form", form("name", NAME)), Map.of());
                  answers.add(CalledTools.shown(tools.call(context, timeout)).get(0));
                } catch (ResourceException e) {
                  answers.add(e.message());
                }
              });
      call.start();
      assertThat(asked.take()).isNotNull();
      assertThat(answers.poll(1_500, TimeUnit.MILLISECONDS)).as("after the timeout").isNull();
      isLate.countDown();
      assertThat(answers.take()).contains("\"name\":\"x\"");
      call.join();
    }
  }

  @Test
  void takesBackAQuestionWhenNobodyWaitsForTheAnswer() throws Exception {
    var withdrawn = new CountDownLatch(1);
    Elicitation patient =
        form -> {
          asked.add(form);
          try {
            new CountDownLatch(1).await();
            return Reply.decline();
          } finally {
            withdrawn.countDown();
          }
        };
    try (CalledTools tools = CalledTools.answeredBy(patient)) {
      var call =
          new Thread(
              () ->
                  assertThat(
                          catchThrowableOfType(
                              ResourceException.class, () -> answer(tools, form("name", NAME))))
                      .isNotNull());
      call.start();
      assertThat(asked.take()).isNotNull();
      call.interrupt();
      withdrawn.await();
      call.join();
    }
  }

  @Test
  void asksForOneCallNoMoreThanTwentyTimes() throws Exception {
    try (CalledTools tools =
        CalledTools.answeredBy(saying(Reply.decline()), "modern", "insatiable")) {
      ResourceException failure =
          catchThrowableOfType(ResourceException.class, () -> answer(tools, form("name", NAME)));
      assertThat(failure.message())
          .isEqualTo("the MCP server srv still asks for input after 20 answers to tools/call");
    }
    assertThat(asked).hasSize(20);
  }
}
