package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;

import dev.attache.resource.Resource;
import dev.attache.resource.ResourceUri;
import dev.attache.resource.secrets.ShellWords;
import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.testkit.TestContext;
import java.io.ByteArrayOutputStream;
import java.io.InputStream;
import java.net.URLEncoder;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;

/** Arguments of any kind on their way through a URI into a real process. */
@Tag("process")
@SuppressWarnings("OrphanedFormatString") // they are formats of printf(1)
class CommandRoundTripTest {

  private static final int ROUNDS = Boolean.getBoolean("attache.slow") ? 300 : 75;

  private static final String[] PIECES = {
    "a", "Z", "0", " ", "  ", "'", "\"", "\\", "\n", "\t", "\r", "%", "%41", "+", "&", "=", "?",
    "#", "/", "-", "--", "$HOME", "`x`", "*", "~", ";", "|", ">", "ä", "é", "日本", "😀", "\u00A0",
    "\u202E", "\u2028", "[]", "arg=", "%00", "\u0001", "\u007F"
  };

  private final CommandHandler handler = new CommandHandler();

  @TempDir Path workspace;

  private byte[] print(String uri) throws Exception {
    CommandPolicy all =
        (resource, invocation, requester) -> CommandPolicy.Decision.allowed("a test");
    try (TestContext context =
            TestContext.builder(workspace.toRealPath()).service(CommandPolicy.class, all).build();
        InputStream in = open(uri, context)) {
      return in.readAllBytes();
    }
  }

  private InputStream open(String uri, TestContext context) throws Exception {
    ResourceUri canonical = handler.canonicalize(ResourceUri.of(uri), context);
    List<Resource> resources = handler.resolve(canonical, context);
    return resources.get(0).content().open();
  }

  /** What {@code printf '%s\0'} prints of them, each followed by a NUL. */
  private static byte[] expected(List<String> arguments) {
    var expected = new ByteArrayOutputStream();
    for (String argument : arguments) {
      expected.writeBytes(argument.getBytes(UTF_8));
      expected.write(0);
    }
    return expected.toByteArray();
  }

  private static List<String> randomArguments(Random random) {
    var arguments = new ArrayList<String>();
    for (int i = 1 + random.nextInt(5); i > 0; i--) {
      var argument = new StringBuilder();
      for (int j = random.nextInt(6); j > 0; j--) {
        argument.append(PIECES[random.nextInt(PIECES.length)]);
      }
      arguments.add(argument.toString());
    }
    return arguments;
  }

  @Test
  void everyArgumentSurvivesTheUri() throws Exception {
    var random = new Random(4);
    for (int i = 0; i < ROUNDS; i++) {
      List<String> arguments = randomArguments(random);
      var uri = new StringBuilder("cmd://printf?arg=%25s%5C0");
      for (String argument : arguments) {
        uri.append(random.nextBoolean() ? "&arg=" : "&args[]=")
            .append(URLEncoder.encode(argument, UTF_8)); // a space becomes a plus
      }
      assertThat(print(uri.toString())).as("%s", uri).isEqualTo(expected(arguments));
    }
  }

  @Test
  void everyArgumentSurvivesQuoting() throws Exception {
    var random = new Random(5);
    for (int i = 0; i < ROUNDS; i++) {
      List<String> arguments = randomArguments(random);
      arguments.removeIf(argument -> argument.chars().anyMatch(CommandRoundTripTest::isControl));
      if (!arguments.isEmpty()) {
        String line = "cmd:printf '%s\\0' " + ShellWords.join(arguments);
        assertThat(print(line)).as("%s", line).isEqualTo(expected(arguments));
      }
    }
  }

  /** What no URI may hold as it is. */
  private static boolean isControl(int c) {
    return Character.isISOControl(c) || c == 0x2028 || c == 0x2029;
  }
}
