package dev.attache.conversation;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.delivery.SupersededPolicy.Mode;
import dev.attache.history.ConversationId;
import dev.attache.history.DeliveredBlock;
import dev.attache.resource.tool.ContentBlock.TextBlock;
import dev.attache.resource.tool.ToolResponse;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.file.Path;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** The requests that a stored history comes to, whoever reads it. */
@Tag("process")
class StoredRenderingTest {

  @TempDir Path temporary;

  @Test
  void isTheSameInAnotherVirtualMachineAndAPrefixOfWhatItIsAfterAnotherTurn() throws Exception {
    Turns turns = Turns.in(temporary, Mode.KEEP_UNTIL_COLD);
    turns.attach("x:a", "eins \u20ac \ud83d\ude00");
    turns.attach("x:a", "zwei");
    turns.pass(Duration.ofHours(1)).attach("x:a", "zwei");
    turns.conversation.callWithResult(
        "c",
        "read",
        Map.of("path", "\u0131\u0130", "depth", 3),
        ToolResponse.of(
            DeliveredBlock.of(
                Turns.resource("x:b", "roh").toBuilder().formatted(Turns.text("f\u00fcr")).build()),
            DeliveredBlock.of(Turns.resource("x:a", "zwei")),
            TextBlock.of(Turns.text("lang"))));
    turns.conversation.respond("So.\n");
    String here = here();
    assertThat(here).contains("is identical to", "is left out", "f\u00fcr", "zwei", "lang");
    assertThat(inAnotherVirtualMachine()).isEqualTo(here);
    String before = String.join("\n", turns.whole());
    turns.ask("And?");
    assertThat(String.join("\n", turns.whole())).startsWith(before.stripTrailing());
    Conversation fork = turns.conversation.fork(ConversationId.of("fork"), 4);
    assertThat(fork.summary().turns()).isEqualTo(4);
    assertThat(inAnotherVirtualMachine()).isEqualTo(here());
  }

  private String here() throws IOException {
    var out = new ByteArrayOutputStream();
    StoredRenderingProgram.write(store(), out);
    return out.toString(UTF_8);
  }

  private Path store() {
    return temporary.resolve(".attache");
  }

  private String inAnotherVirtualMachine() throws Exception {
    Process process =
        new ProcessBuilder(
                Path.of(System.getProperty("java.home"), "bin", "java").toString(),
                "-XX:TieredStopAtLevel=1",
                "-XX:+UseSerialGC",
                "-Dfile.encoding=ISO-8859-1",
                "-Duser.language=tr",
                "-Duser.timezone=Asia/Kathmandu",
                "-Dline.separator=\r\n",
                "-cp",
                System.getProperty("java.class.path"),
                StoredRenderingProgram.class.getName(),
                store().toString())
            .redirectError(ProcessBuilder.Redirect.INHERIT)
            .start();
    String there = new String(process.getInputStream().readAllBytes(), UTF_8);
    assertThat(process.waitFor()).isZero();
    return there;
  }
}
