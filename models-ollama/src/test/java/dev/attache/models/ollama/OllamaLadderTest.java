package dev.attache.models.ollama;

import dev.attache.model.ModelProfile;
import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedPart;
import dev.attache.model.Rung;
import dev.attache.test.Golden;
import dev.attache.test.ModelSamples;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.api.Test;

class OllamaLadderTest {

  private final OllamaProvider provider = new OllamaProvider();

  @Test
  void putsEachTypeWhereItsModelsTakeIt() throws IOException {
    var table = new StringBuilder("type | position | qwen3-vl | gpt-oss:20b\n");
    for (String type : ModelSamples.BY_TYPE.keySet()) {
      for (boolean isResult : new boolean[] {false, true}) {
        table.append(type).append(isResult ? " | result" : " | message");
        for (String model : List.of("qwen3-vl", "gpt-oss:20b")) {
          table.append(" | ").append(placed(model, type, isResult));
        }
        table.append('\n');
      }
    }
    Golden.assertMatches("ladder.txt", table.toString());
  }

  private String placed(String model, String type, boolean isResult) throws IOException {
    ModelProfile profile = provider.profiles().of(model);
    RenderedPart part = ModelSamples.resource("a", type, ModelSamples.ofType(type));
    var messages =
        List.of(
            isResult
                ? ModelSamples.results(ModelSamples.result("c1", part))
                : ModelSamples.user(part));
    Rung rung = provider.render(ModelRequest.of(profile, model, messages)).placed().get(0).rung();
    return rung.as().word()
        + (rung.isMoved() ? ", moved" : "")
        + (rung.note() == null ? "" : ": " + rung.note());
  }
}
