package dev.attache.examples.zip;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.ResourceHandler;
import dev.attache.resource.testkit.DoesNotApply;
import dev.attache.resource.testkit.ResourceHandlerContract;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.attribute.FileTime;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Random;
import org.junit.jupiter.api.BeforeEach;

@DoesNotApply(hook = "collections", because = "an entry is one resource")
@DoesNotApply(hook = "endlessResource", because = "an entry ends with its archive")
@DoesNotApply(hook = "openSources", because = "leavesNoFileOpen counts all that it opens")
@DoesNotApply(hook = "resourceDeniedTo", because = "who may ask for an archive may have all of it")
@DoesNotApply(hook = "resourceOfProgram", because = "no program is started")
@DoesNotApply(hook = "resourceWithSecret", because = "its URIs have no password and no parameters")
class ZipHandlerContractTest extends ResourceHandlerContract {

  private static final byte[] IMAGE = {(byte) 0x89, 'P', 'N', 'G', 0, 1, 2};

  /** Where {@link Zip#patched} finds the size that the directory claims. */
  private static final int SIZE_FIELD = 24;

  @BeforeEach
  void writeArchive() throws IOException {
    Files.createDirectory(workspace().resolve("docs"));
    new Zip()
        .file("guide/zz.md", "# Z\r\n")
        .file("readme.md", "  read me\n\n")
        .file("guide/", "")
        .file("guide/a b.md", "# A B\n")
        .file("guide/ä.md", "ä")
        .file("logo.png", IMAGE)
        .write(workspace().resolve("docs/a.zip"));
    Files.createSymbolicLink(workspace().resolve("link"), workspace().resolve("docs"));
  }

  @Override
  protected ResourceHandler handler() {
    return new ZipHandler();
  }

  @Override
  protected Map<String, byte[]> resources() {
    Map<String, byte[]> resources = new LinkedHashMap<>();
    resources.put(entry("guide/a%20b.md"), "# A B\n".getBytes(UTF_8));
    resources.put(entry("guide/zz.md"), "# Z\r\n".getBytes(UTF_8));
    resources.put(entry("readme.md"), "  read me\n\n".getBytes(UTF_8));
    resources.put(entry("logo.png"), IMAGE);
    return resources;
  }

  @Override
  protected List<String> references() {
    return List.of("zip:docs/a.zip!/**/*.md", "zip:docs/a.zip!/guide/", "zip:docs/a.zip");
  }

  @Override
  protected List<String> expansion() {
    return List.of(
        entry("guide/%C3%A4.md"),
        entry("guide/a%20b.md"),
        entry("guide/zz.md"),
        entry("logo.png"),
        entry("readme.md"));
  }

  @Override
  protected Map<String, String> canonicalForms() {
    return Map.of(
        "ZIP:docs/./a.zip!/guide/a b.md", entry("guide/a%20b.md"),
        "zip:link/../docs/a.zip!/guide/%c3%a4.md", entry("guide/%C3%A4.md"),
        "zip:docs/a%2ezip!/", archive("docs/a.zip"),
        "zip:link/a.zip!/**/*.md", entry("**/*.md"),
        "zip:docs/a.zip!/%2A?", entry("%2A?"),
        "zip:docs/a%21/b.zip!/c!/d", archive("docs/a%21/b.zip") + "!/c!/d");
  }

  @Override
  protected List<String> invalidUris() {
    return List.of(
        "zip:",
        "zip:!/a",
        "zip://host/a.zip",
        "zip:*.zip",
        "zip:docs/a.zip!/../secret",
        "zip:docs/a.zip!//etc/passwd",
        "zip:docs/a.zip!/./a",
        "zip:docs/a.zip!/a%2Fb",
        "zip:docs/a.zip!/a%00",
        "zip:docs/a.zip!/a%zz",
        "zip:docs/a.zip!/a%FF");
  }

  @Override
  protected String missingUri() {
    return entry("missing.md");
  }

  @Override
  protected String resourceInVersion(int version) throws IOException {
    var file = new Zip().file("v", "v" + version).write(workspace().resolve("versions.zip"));
    Files.setLastModifiedTime(file, FileTime.from(Instant.EPOCH));
    return archive("versions.zip") + "!/v";
  }

  @Override
  protected String resourceOfSize(int bytes) throws IOException {
    new Zip().file("big.txt", "x".repeat(bytes)).write(workspace().resolve("big.zip"));
    return archive("big.zip") + "!/big.txt";
  }

  @Override
  protected String understatedResource(int bytes) throws IOException {
    byte[] noise = new byte[bytes];
    new Random(7).nextBytes(noise);
    byte[] archive = new Zip().file("big", noise).bytes();
    Files.write(workspace().resolve("big.zip"), Zip.patched(archive, SIZE_FIELD, 10));
    return archive("big.zip") + "!/big";
  }

  private String archive(String path) {
    return "zip:" + workspace() + "/" + path;
  }

  private String entry(String encoded) {
    return archive("docs/a.zip") + "!/" + encoded;
  }
}
