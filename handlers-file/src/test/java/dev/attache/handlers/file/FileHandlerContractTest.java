package dev.attache.handlers.file;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.handlers.file.place.FileUri;
import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.jspecify.annotations.Nullable;

/** The contract of all handlers, kept by the one for files. */
@DoesNotApply(hook = "collections", because = "a file is one resource")
@DoesNotApply(hook = "endlessResource", because = "a file ends; devices and pipes are refused")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
@DoesNotApply(hook = "resourceOfProgram", because = "no program is started")
@DoesNotApply(hook = "resourceWithSecret", because = "its URIs have no password and no parameters")
@DoesNotApply(
    hook = "understatedResource",
    because = "no file can be made to claim fewer bytes than it has")
class FileHandlerContractTest extends ResourceHandlerContract {

  private static final byte[] PNG = {(byte) 0x89, 'P', 'N', 'G', '\r', '\n', 0x1a, '\n', 0, 1};

  @Override
  protected ResourceHandler handler() {
    return new FileHandler();
  }

  @Override
  protected Map<String, byte[]> resources() throws IOException {
    Map<String, byte[]> resources = new LinkedHashMap<>();
    put(resources, "src/Größe & 100%.txt", "text\r\nwithout an end".getBytes(UTF_8));
    put(resources, "src/a.b/c", new byte[0]);
    put(resources, "src/a/c", "\uFEFFmark".getBytes(UTF_8));
    put(resources, "src/logo.png", PNG);
    return resources;
  }

  @Override
  protected List<String> references() throws IOException {
    resources();
    return List.of("src/logo.png", "src", "src/**/c");
  }

  @Override
  protected List<String> expansion() {
    return List.of(
        uri("src/logo.png"),
        uri("src/Gr%C3%B6%C3%9Fe%20&%20100%25.txt"),
        uri("src/a.b/c"),
        uri("src/a/c"));
  }

  @Override
  protected Map<String, String> canonicalForms() throws IOException {
    resources();
    Path link = workspace().resolve("link");
    if (Files.notExists(link)) {
      Files.createSymbolicLink(link, Path.of("src/a"));
    }
    return Map.of(
        "file:src/logo.png",
        uri("src/logo.png"),
        uri("src/./a/../logo%2epng"),
        uri("src/logo.png"),
        "FILE://localhost" + workspace() + "/src/a/",
        uri("src/a"),
        "file:link/../logo.png",
        uri("src/logo.png"),
        "file:src/logo.png#L2-L9",
        uri("src/logo.png#L2-9"));
  }

  @Override
  protected List<String> invalidUris() {
    return List.of(
        "file:", "file://elsewhere/a", "file:/a%2Fb", "file:/a%00", "file:/a?b", "file:/a%zz");
  }

  @Override
  protected String missingUri() {
    return uri("missing");
  }

  @Override
  protected String resourceOfSize(int bytes) throws IOException {
    Files.writeString(workspace().resolve("sized"), "x".repeat(bytes));
    return uri("sized");
  }

  /** A program that wants to hide it sets the time back. */
  @Override
  protected String resourceInVersion(int version) throws IOException {
    Path file = workspace().resolve("version");
    Files.writeString(file, "version " + version);
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    return uri("version");
  }

  /** Names that often hold secrets are for the user only. */
  @Override
  protected @Nullable String resourceDeniedTo(Requester requester) throws IOException {
    if (requester.isUser()) {
      return null;
    }
    Files.writeString(workspace().resolve(".env"), "KEY=value");
    return uri(".env");
  }

  private String uri(String path) {
    return "file://" + workspace() + "/" + path;
  }

  private void put(Map<String, byte[]> resources, String path, byte[] content) throws IOException {
    Path file = workspace().resolve(path);
    Files.createDirectories(file.getParent());
    if (Files.notExists(file)) {
      Files.write(file, content); // once: writing again would change when it was modified
    }
    resources.put("file://" + FileUri.encode(file.toString()), content);
  }
}
