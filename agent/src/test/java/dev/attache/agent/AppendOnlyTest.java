package dev.attache.agent;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.conversation.Conversation;
import dev.attache.delivery.form.ModelMessages;
import dev.attache.model.ModelRequest;
import dev.attache.model.call.ModelSettings;
import dev.attache.test.FakeWire;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;

/** Requests only ever grow at their end, whatever has been recorded, and whoever it is sent to. */
class AppendOnlyTest {

  private static final int HISTORIES =
      Integer.getInteger("attache.histories", Boolean.getBoolean("attache.slow") ? 2_000 : 40);
  private static final int FIRST_SEED = Integer.getInteger("attache.seed", 0);

  @ParameterizedTest
  @EnumSource
  void beginsWithTheRequestBefore(FakeWire wire) throws IOException {
    var requests = new Requests(LoopWorkspace.model(wire, ModelSettings.standard()), wire);
    for (long seed = FIRST_SEED; seed < FIRST_SEED + HISTORIES; seed++) {
      requests.before = "";
      try {
        new RandomTalk(seed, wire, requests.model.profile().wire(), requests).run();
      } catch (AssertionError | RuntimeException e) {
        throw new AssertionError("seed " + seed + " of " + wire + ": " + e.getMessage(), e);
      }
    }
    assertThat(requests.asked).as("requests").isGreaterThan(5 * HISTORIES);
    assertThat(requests.changed).as("contents that were left out").isGreaterThan(HISTORIES / 10);
    assertThat(requests.references).as("references").isGreaterThan(HISTORIES / 2);
  }

  private static final class Requests implements RandomTalk.Asking {

    private final AskedModel model;
    private final FakeWire wire;
    private String before = "";
    private int asked;
    private int changed;
    private int references;

    Requests(AskedModel model, FakeWire wire) {
      this.model = model;
      this.wire = wire;
    }

    @Override
    public void asks(Conversation conversation) throws IOException {
      var messages = ModelMessages.of(conversation.log()).messages();
      var out = new ByteArrayOutputStream();
      model
          .provider()
          .render(
              ModelRequest.of(model.profile(), model.model(), messages)
                  .system("Be brief.")
                  .tools(List.of(LoopTool.refreshOffer())))
          .writeTo(out);
      String text = SeenBody.of(wire, out.toString(UTF_8)).text();
      assertThat(text).startsWith(before);
      before = text;
      asked++;
      references += text.split("is identical to the", -1).length - 1;
    }

    @Override
    public void changes(Conversation conversation) {
      before = "";
      changed++;
    }
  }
}
