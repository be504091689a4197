package dev.attache.models.http;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.call.ModelException.Kind;
import dev.attache.support.json.PlainJson;
import dev.attache.support.json.UnreadableException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ProviderErrorTest {

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "400 | {\"error\":{\"type\":\"invalid_request_error\",\"message\":\"x\"}} | BAD_REQUEST",
        "400 | {\"error\":{\"type\":\"invalid_request_error\",\"message\":\"input length and"
            + " `max_tokens` exceed context limit: 199000 + 8192 > 200000\"}} | CONTEXT_FULL",
        "400 | {\"error\":{\"code\":400,\"type\":\"exceed_context_size_error\","
            + "\"message\":\"x\"}} | CONTEXT_FULL",
        "400 | {\"error\":{\"code\":\"content_policy_violation\"}} | REFUSED",
        "401 | {\"error\":{\"code\":\"invalid_api_key\"}} | AUTH",
        "402 | {} | AUTH",
        "403 | {\"error\":{\"code\":403,\"message\":\"flagged\",\"metadata\":{\"reasons\":[],"
            + "\"flagged_input\":\"x\"}}} | REFUSED",
        "404 | {\"error\":\"model 'x' not found\"} | BAD_REQUEST",
        "408 | {} | OVERLOADED",
        "409 | {} | OVERLOADED",
        "413 | {\"error\":{\"type\":\"request_too_large\"}} | TOO_LARGE",
        "413 | {} | TOO_LARGE",
        "422 | {\"detail\":[]} | BAD_REQUEST",
        "429 | {\"error\":{\"message\":\"maximum context length per minute\"}} | RATE_LIMIT",
        "429 | {\"error\":{\"type\":\"insufficient_quota\"}} | AUTH",
        "500 | {\"error\":{\"status\":\"INTERNAL\"}} | OVERLOADED",
        "503 | [{\"error\":{\"code\":503,\"status\":\"UNAVAILABLE\"}}] | OVERLOADED",
        "529 | \"no object\" | OVERLOADED",
        "0 | {\"error\":{\"code\":429,\"message\":\"x\"}} | RATE_LIMIT",
        "0 | {\"error\":{\"code\":400,\"message\":\"x\"}} | BAD_REQUEST",
        "0 | {\"error\":{\"type\":\"invalid_request_error\",\"message\":\"x\"}} | BAD_REQUEST",
        "0 | {\"error\":{\"message\":\"x\"}} | OVERLOADED",
      })
  void isOfAKind(int status, String body, Kind kind) throws UnreadableException {
    assertThat(ProviderError.of(PlainJson.read(body)).kind(status)).isEqualTo(kind);
  }

  @Test
  void saysWhereAndWhat() throws UnreadableException {
    Object json =
        PlainJson.read(
            "{\"error\":{\"message\":\"Invalid image.\",\"param\":\"input[2].content\"}}");
    assertThat(ProviderError.of(json).message()).isEqualTo("Invalid image. (input[2].content)");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{'error':{'message':'x'}}                                    | x",
        "{'error':'x'}                                                | x",
        "{'error':'Bad Request','message':'x','statusCode':400}       | Bad Request: x",
        "{'error':'invalid_grant','error_description':'x'}            | invalid_grant: x",
        "{'error':'x','message':'x'}                                  | x",
        "{'error':null,'message':'x'}                                 | x",
        "{'error':{'error':{'message':'x'}}}                          | ``",
        "{'object':'error','message':'x','type':'NotFoundError'}      | x",
        "{'type':'error','error':{'type':'y','message':'x'}}          | x",
        "{'detail':'x'}                                               | x",
        "{'detail':[{'loc':['body','messages',0],'msg':'x'},'y']}     | x (body.messages.0); y",
        "{'detail':{'message':'x'}}                                   | x",
        "{'title':'y','detail':'x','status':400}                      | x",
        "{'errors':[{'code':1,'message':'x'},{'message':'y'}]}        | x; y",
        "{'Message':'x'}                                              | x",
        "{'message':['x','y']}                                        | x; y",
        "{'msg':'x'}                                                  | x",
        "[{'error':{'message':'x'}}]                                  | x",
        "'x'                                                          | x",
        "{'detail':[{'detail':[{'detail':[{'detail':['x']}]}]}]}      | ``",
        "{'message':{},'detail':[]}                                   | ``",
        "[]                                                           | ``",
      })
  void hasTheWordsOfEachForm(String body, String message) throws UnreadableException {
    assertThat(ProviderError.of(PlainJson.read(body.replace('\'', '"'))).message())
        .isEqualTo(message);
  }

  @Test
  void hasTheWordsOfATextAndNoneOfAPage() {
    assertThat(ProviderError.ofText("model is loading, 42%\n").message())
        .isEqualTo("model is loading, 42%");
    assertThat(ProviderError.ofText(" \n<html><body>Bad gateway</body></html>").message())
        .isEmpty();
    assertThat(ProviderError.ofText("maximum context length is 8192").kind(400))
        .isEqualTo(Kind.CONTEXT_FULL);
  }

  @Test
  void saysHowLongToWait() throws UnreadableException {
    Object json =
        PlainJson.read("{\"error\":{\"details\":[{\"reason\":\"R\"},{\"retryDelay\":\"17.5s\"}]}}");
    assertThat(ProviderError.of(json).retryAfter()).isEqualTo(Duration.ofMillis(17_500));
  }
}
