package dev.attache.models.openai;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.model.call.ModelConnector;
import dev.attache.model.call.ModelException;
import dev.attache.model.call.ModelSettings;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;

@Tag("network")
class CompatibleConnectorTest extends ChatContract {

  @Override
  protected ModelConnector connector() {
    return new ChatConnector.Compatible();
  }

  @Override
  protected String wire() {
    return "openai-chat";
  }

  @Test
  void needsABaseUrl() {
    assertThatThrownBy(() -> connector().open(request(), body(), ModelSettings.standard()))
        .isInstanceOf(ModelException.class)
        .hasMessage("openai-compatible: no base URL is configured");
  }

  @Test
  void needsNoKey() throws ModelException {
    assertThat(log(streamed(stream()), settings().key(() -> null).build()).failure()).isNull();
    assertThat(provider().requests().get(0).headers()).doesNotContainKey("authorization");
  }
}
