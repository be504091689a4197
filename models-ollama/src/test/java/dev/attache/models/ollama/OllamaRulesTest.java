package dev.attache.models.ollama;

import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.model.ModelProfile;
import dev.attache.test.ModelSamples;
import java.io.IOException;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class OllamaRulesTest {

  private final OllamaProvider provider = new OllamaProvider();
  private final ModelProfile profile = provider.profiles().standard();

  private String everything() throws IOException {
    return ModelSamples.body(provider, ModelSamples.whole(profile, ModelSamples.everything()));
  }

  @Test
  void areKeptByEverything() throws IOException {
    assertThat(OllamaRules.brokenBy(everything())).isEmpty();
  }

  @Test
  void areKeptByEachConversation() throws IOException {
    for (long seed = 0; seed < 100; seed++) {
      String body =
          ModelSamples.body(provider, ModelSamples.whole(profile, ModelSamples.random(seed)));

      assertThat(OllamaRules.brokenBy(body)).as("seed %s", seed).isEmpty();
    }
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '~',
      value = {
        "'images':['        | 'images':['data:image/png;base64, | images are raw Base64",
        "'arguments':{}     | 'arguments':'{}'                  | arguments are an object",
        "'tool_name'        | 'name'                            | a result names its tool",
        "'content':'Go on.' | 'content':['Go on.']              | content is one string",
        "'parameters':      | 'strict':true,'parameters':       | without strict",
        "'format'           | 'response_format'                 | unknown field",
        "'messages':        | 'messages':[],'z':                | messages come last",
      })
  void catchWhatIsWrong(String right, String wrong, String rule) throws IOException {
    String body = everything();
    String broken = body.replace(right.replace('\'', '"'), wrong.replace('\'', '"'));

    assertThat(broken).isNotEqualTo(body);
    assertThat(OllamaRules.brokenBy(broken)).anyMatch(each -> each.contains(rule));
  }
}
