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

  @Test
  void saysHowLongToWait() throws UnreadableException {
    Object json =
        PlainJson.read("{\"error\":{\"details\":[{\"reason\":\"R\"},{\"retryDelay\":\"17.5s\"}]}}");
    assertThat(ProviderError.of(json).retryAfter()).isEqualTo(Duration.ofMillis(17_500));
  }
}
