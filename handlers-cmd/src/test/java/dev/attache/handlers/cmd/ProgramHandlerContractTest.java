package dev.attache.handlers.cmd;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;

/** The contract of all handlers, kept by a program that somebody configured. */
@Tag("process")
@Tag("slow")
@DoesNotApply(hook = "invalidUris", because = "the program says what is valid")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
class ProgramHandlerContractTest extends ResourceHandlerContract {

  /** What the policy keeps from models. */
  private static final String PRIVATE = "thing:text/private";

  /** The URI says what becomes of it, as a program for tests has it. */
  private static final String SCRIPT =
      """
      case "$1" in
        thing:text/*) printf '%s\\n' "the text of $1" ;;
        thing:bytes) printf 'a\\0b' ;;
        thing:json) printf '{"uri":"thing:json","text":"of JSON","mimeType":"text/x-thing"}' ;;
        thing:many) printf '[{"uri":"thing:1","text":"one"},{"uri":"thing:2","text":"two"}]' ;;
        thing:size/*) head -c "${1#thing:size/}" /dev/zero ;;
        thing:endless) sleep 1000 ;;
        thing:file/*) cat "${1#thing:file/}" ;;
        thing:touch/*) touch "${1#thing:touch}" ;;
        thing:secret*) echo "for those who know it" ;;
        *) echo "there is no $1" >&2; exit 66 ;;
      esac
      """;

  @Override
  protected ResourceHandler handler() {
    return CommandHandler.printing(
        List.of("sh", "-c", SCRIPT, "thing-fetch", "{uri}"), Set.of("thing"));
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
    resources.put("thing:text/a?b#c", "the text of thing:text/a?b#c\n".getBytes(UTF_8));
    resources.put("thing:text/Größe", "the text of thing:text/Größe\n".getBytes(UTF_8));
    resources.put("thing:bytes", new byte[] {'a', 0, 'b'});
    resources.put("thing:json", "of JSON".getBytes(UTF_8));
    return resources;
  }

  @Override
  protected Map<String, List<byte[]>> collections() {
    return Map.of("thing:many", List.of("one".getBytes(UTF_8), "two".getBytes(UTF_8)));
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of("THING:text/A", "thing:text/A", "thing:text/a", "thing:text/a");
  }

  @Override
  protected String missingUri() {
    return "thing:missing";
  }

  @Override
  protected String resourceOfSize(int bytes) {
    return "thing:size/" + bytes;
  }

  @Override
  protected String understatedResource(int bytes) {
    return resourceOfSize(bytes); // what a program will print, nobody claims
  }

  @Override
  protected String endlessResource() {
    return "thing:endless";
  }

  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) {
    return requester == Requester.MODEL ? PRIVATE : null;
  }

  @Override
  protected String resourceInVersion(int version) throws IOException {
    Files.writeString(workspace().resolve("version"), "version " + version);
    return "thing:file/version";
  }

  @Override
  protected String resourceOfProgram(Path trace) {
    return "thing:touch" + trace;
  }

  @Override
  protected String resourceWithSecret(String secret) {
    return "thing:secret?token=" + secret;
  }

  @Override
  protected boolean isFoundByServicesFile() {
    return false;
  }

  @Override
  protected boolean mayOutliveRuns(Thread thread) {
    return thread.getName().startsWith("process reaper");
  }
}
