package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.io.IOException;
import java.net.URLEncoder;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** The contract of all handlers, kept by the one for commands. */
@Tag("process")
@Tag("slow")
@DoesNotApply(hook = "collections", because = "what a command prints is one resource")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
class CommandHandlerContractTest extends ResourceHandlerContract {

  /** What the policy keeps from models. */
  private static final String PRIVATE = "cmd://echo?arg=private";

  @Override
  protected ResourceHandler handler() {
    return new CommandHandler();
  }

  @Override
  protected Map<Class<?>, Object> services() {
    CommandPolicy policy =
        (uri, invocation, requester) ->
            requester == Requester.MODEL && uri.value().equals(PRIVATE)
                ? CommandPolicy.Decision.denied("is not for models")
                : CommandPolicy.Decision.allowed("a test");
    return Map.of(CommandPolicy.class, policy);
  }

  @Override
  protected Map<String, byte[]> resources() {
    Map<String, byte[]> resources = new LinkedHashMap<>();
    resources.put("cmd://true", new byte[0]);
    resources.put(
        "cmd://printf?arg=text%0Awithout%20an%20end", "text\nwithout an end".getBytes(UTF_8));
    resources.put("cmd://printf?arg=%25s&arg=Gr%C3%BC%C3%9Fe", "Grüße".getBytes(UTF_8));
    resources.put("cmd:///usr/bin/printf?arg=a%5C0b", new byte[] {'a', 0, 'b'});
    resources.put("cmd://seq?arg=20000", numbers());
    return resources;
  }

  private static byte[] numbers() {
    var numbers = new StringBuilder();
    for (int i = 1; i <= 20_000; i++) {
      numbers.append(i).append('\n');
    }
    return numbers.toString().getBytes(UTF_8);
  }

  @Override
  protected Map<String, String> canonicalForms() throws Exception {
    Files.createDirectories(workspace().resolve("sub dir"));
    return Map.of(
        "cmd:git diff --cached", "cmd://git?arg=diff&arg=--cached",
        "CMD://git?args=diff&arg%5B%5D=a+b&description=x", "cmd://git?arg=diff&arg=a%20b",
        "cmd://ls?dir=sub+dir&arg=-a", "cmd://ls?arg=-a&dir=sub%20dir");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of("cmd:", "cmd://", "cmd:git 'diff", "cmd://a?arg=%00", "cmd://ls?dir=..");
  }

  @Override
  protected String missingUri() {
    return "cmd://no-such-program-anywhere";
  }

  @Override
  protected String resourceOfSize(int bytes) {
    return "cmd://head?arg=-c&arg=" + bytes + "&arg=%2Fdev%2Fzero";
  }

  @Override
  protected String understatedResource(int bytes) {
    return resourceOfSize(bytes); // what a command will print, nobody claims
  }

  @Override
  protected String endlessResource() {
    return "cmd://sleep?arg=1000";
  }

  @Override
  protected String resourceWithSecret(String secret) {
    return "cmd://echo?arg=--password=" + secret;
  }

  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) {
    return requester == Requester.MODEL ? PRIVATE : null;
  }

  @Override
  protected String resourceInVersion(int version) throws IOException {
    Path file = workspace().resolve("version");
    Files.writeString(file, "version " + version);
    return "cmd://cat?arg=" + encoded(file);
  }

  @Override
  protected String resourceOfProgram(Path trace) {
    return "cmd://touch?arg=" + encoded(trace);
  }

  private static String encoded(Path path) {
    return URLEncoder.encode(path.toString(), UTF_8).replace("+", "%20");
  }

  @Override
  protected boolean mayOutliveRuns(Thread thread) {
    return thread.getName().startsWith("process reaper");
  }
}
