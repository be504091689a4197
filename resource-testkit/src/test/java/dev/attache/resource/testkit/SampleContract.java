package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.CommandPolicy;
import dev.attache.resource.spi.Requester;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import org.jspecify.annotations.Nullable;

/** The contract with every hook filled for {@link SampleHandler}; mutants extend it. */
abstract class SampleContract extends ResourceHandlerContract {

  @Override
  protected Map<String, byte[]> resources() {
    return SampleHandler.CONTENTS.entrySet().stream()
        .collect(Collectors.toMap(entry -> "mem:" + entry.getKey(), Map.Entry::getValue));
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of("MEM:top", "mem:top", "Mem:Top", "mem:Top");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of("mem:");
  }

  @Override
  protected String missingUri() {
    return "mem:missing";
  }

  @Override
  protected List<String> references() {
    return List.of("mem:top", "mem:dir/*", "mem:dir/a", "MEM:empty");
  }

  @Override
  protected List<String> expansion() {
    return List.of("mem:top", "mem:dir/B", "mem:dir/a", "mem:dir/é", "mem:empty");
  }

  @Override
  protected Map<String, List<byte[]>> collections() {
    return Map.of("mem:both", List.of("one".getBytes(UTF_8), "two".getBytes(UTF_8)));
  }

  @Override
  protected String resourceOfSize(int bytes) {
    return "mem:size/" + bytes;
  }

  @Override
  protected String resourceInVersion(int version) throws IOException {
    Files.writeString(workspace().resolve("version"), "version " + version);
    return "mem:version";
  }

  @Override
  protected String understatedResource(int bytes) {
    return "mem:grown/" + bytes;
  }

  @Override
  protected String endlessResource() {
    return "mem:endless";
  }

  @Override
  protected String resourceWithSecret(String secret) {
    return "mem:secret?token=" + secret;
  }

  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) {
    return requester == Requester.MODEL ? "mem:private" : null;
  }

  @Override
  protected String resourceOfProgram(Path trace) {
    return "mem:program" + trace;
  }

  @Override
  protected Map<Class<?>, Object> services() {
    CommandPolicy all = (uri, invocation, requester) -> CommandPolicy.Decision.allowed("a test");
    return Map.of(CommandPolicy.class, all);
  }

  @Override
  protected Integer contentsRead() {
    return SampleHandler.SOURCE.opened();
  }

  @Override
  protected Integer openSources() {
    return SampleHandler.SOURCE.open();
  }
}
