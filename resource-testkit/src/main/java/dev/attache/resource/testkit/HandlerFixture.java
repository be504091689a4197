package dev.attache.resource.testkit;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.spi.Requester;
import dev.attache.resource.spi.ResourceHandler;
import java.io.IOException;
import java.nio.file.Path;
import java.util.Arrays;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.io.TempDir;

/**
 * The knowledge that {@link ResourceHandlerContract} needs about a handler: the hooks that its
 * author fills.
 *
 * <p>Two are needed: {@link #handler} and {@link #resources}. Every other one has a default; a test
 * whose hook says nothing is reported as aborted with the name of the hook, so that nobody takes
 * for tested what was not. A hook that there is nothing to fill with is declared, with {@link
 * DoesNotApply}. Hooks may be called several times in a test, and have to answer the same. URIs are
 * canonical unless a hook says otherwise.
 */
public abstract class HandlerFixture {

  /** The order of the bytes of two URIs in UTF-8. */
  static final Comparator<String> BYTE_ORDER =
      (a, b) -> Arrays.compareUnsigned(a.getBytes(UTF_8), b.getBytes(UTF_8));

  private @Nullable Path workspace;

  /** Made anew for each test. */
  protected HandlerFixture() {}

  @BeforeEach
  void makeWorkspace(@TempDir Path directory) throws IOException {
    workspace = directory.toRealPath();
  }

  /** {@return the handler under test; a new one at every call if it can be had} */
  protected abstract ResourceHandler handler();

  /**
   * {@return the content of resources that exist, by canonical URI; at least one} It is given as
   * the model sees it: a text in UTF-8, a blob as it is.
   *
   * @throws Exception if they cannot be made, which fails the test
   */
  protected abstract Map<String, byte[]> resources() throws Exception;

  /** {@return the workspace: an empty directory, another one for every test, free of symlinks} */
  protected Path workspace() {
    return Objects.requireNonNull(workspace, "the workspace is there from @BeforeEach on");
  }

  /** {@return the handler's section of the configuration; empty by default} */
  protected Map<String, Object> configuration() {
    return Map.of();
  }

  /**
   * {@return what the application hands down, by its type; nothing by default} A handler that
   * starts programs gets a {@code CommandPolicy} here that allows all.
   */
  protected Map<Class<?>, Object> services() {
    return Map.of();
  }

  /**
   * {@return the URI of the one resource that {@code uri} names: the same by default} It is another
   * one where a handler passes on what somebody else has named, as with the resources of MCP
   * servers.
   *
   * @param uri one of those that other hooks have given
   */
  protected String resourceUri(String uri) {
    return uri;
  }

  /**
   * {@return spellings, each with the canonical URI that it has to get; none by default}
   *
   * @throws Exception if what they spell cannot be made, which fails the test
   */
  protected Map<String, String> canonicalForms() throws Exception {
    return Map.of();
  }

  /**
   * {@return absolute URIs of the handler's schemes that break the rules of the scheme; none by
   * default}
   */
  protected List<String> invalidUris() {
    return List.of();
  }

  /**
   * {@return a URI at which there is nothing; null, the default, if there is none to name}
   *
   * @throws Exception if it cannot be made sure that there is nothing, which fails the test
   */
  protected @Nullable String missingUri() throws Exception {
    return null;
  }

  /**
   * {@return references to expand, none of them an exclusion; the URIs of {@link #resources} by
   * default} The more one of them covers, the better the order is tested.
   *
   * @throws Exception if what they name cannot be made, which fails the test
   */
  protected List<String> references() throws Exception {
    return resources().keySet().stream().sorted(BYTE_ORDER).toList();
  }

  /**
   * {@return what {@link #references} name, each once and in order; by default, the same URIs}
   *
   * @throws Exception as {@link #references} does
   */
  protected List<String> expansion() throws Exception {
    return references();
  }

  /**
   * {@return whether what one reference names comes in the byte order of the URIs; false when the
   * scheme has a better order, which {@link #expansion} then shows}
   */
  protected boolean ordersByUri() {
    return true;
  }

  /**
   * {@return the content of each resource that a URI keeps, in order, for URIs that keep several or
   * none; none by default}
   *
   * @throws Exception if they cannot be made, which fails the test
   */
  protected Map<String, List<byte[]>> collections() throws Exception {
    return Map.of();
  }

  /**
   * {@return whether reading a URI again may give another content, as with a command that prints
   * the time} The contents of {@link #resources} are then not looked at. Override it only to say
   * true.
   */
  protected boolean changesBetweenReads() {
    return false;
  }

  /**
   * Makes a resource of that version: called twice, it changes the content that is found under the
   * same URI, and its size stays as it is.
   *
   * @param version a number that tells one content from another; the same gives the same
   * @return its URI, the same for each version; null, the default, if no content can change
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String resourceInVersion(int version) throws Exception {
    return null;
  }

  /**
   * Makes a resource of exactly that many bytes.
   *
   * @param bytes how many bytes the model is to see
   * @return its URI; null, the default, if no size can be had as one likes
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String resourceOfSize(int bytes) throws Exception {
    return null;
  }

  /**
   * Makes a resource of exactly that many bytes whose source claims to have fewer: a wrong {@code
   * Content-Length}, a file that grows.
   *
   * @param bytes how many bytes there are, which is more than is claimed
   * @return its URI; null, the default, if no source of the handler claims a size
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String understatedResource(int bytes) throws Exception {
    return null;
  }

  /**
   * Makes a resource that cannot be read to its end in a minute: it blocks, or drips for ever.
   *
   * @return its URI; null, the default, if reading always comes to its end
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String endlessResource() throws Exception {
    return null;
  }

  /**
   * Makes a resource whose URI holds {@code secret} as a password ({@code //user:secret@host/}) or
   * as the value of a parameter ({@code ?token=secret}).
   *
   * @param secret a word that stands nowhere else, and must not be shown
   * @return its URI, with the secret; null, the default, if URIs hold none
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String resourceWithSecret(String secret) throws Exception {
    return null;
  }

  /**
   * Makes a resource that one requester may not have.
   *
   * @param requester who asks
   * @return its URI; null, the default, where all may have all
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String resourceDeniedTo(Requester requester) throws Exception {
    return null;
  }

  /**
   * Makes a resource for which a program is started that creates the file {@code trace}, so that a
   * start can be seen. {@link #services} then hold a {@code CommandPolicy}.
   *
   * @param trace a file that is not there yet
   * @return its URI; null, the default, if the handler starts no programs
   * @throws Exception if it cannot be made, which fails the test
   */
  protected @Nullable String resourceOfProgram(Path trace) throws Exception {
    return null;
  }

  /**
   * {@return how many calls each of eight threads makes where a rule calls the handler from all of
   * them; 10 by default} A handler that starts programs for a call shows as much with one or two.
   */
  protected int callsPerThread() {
    return 10;
  }

  /**
   * {@return how many contents were read so far, as the source counts them: requests to a server,
   * openings of an archive} Listing what there is does not count. Null when nobody counts.
   */
  protected @Nullable Integer contentsRead() {
    return null;
  }

  /**
   * {@return how much of the source is open at this moment: streams, connections, handles} Null
   * when nobody counts; open files of the process are counted in any case, where the system tells.
   */
  protected @Nullable Integer openSources() {
    return null;
  }

  /**
   * {@return whether the handler is found by its services file; false for one that an application
   * makes itself} Override it only to say that.
   */
  protected boolean isFoundByServicesFile() {
    return true;
  }

  /**
   * {@return whether a thread may go on when a run has ended: one of a library's, which nobody can
   * stop and of which there is one in a JVM} None by default.
   *
   * @param thread one that was not there before the run
   */
  protected boolean mayOutliveRuns(Thread thread) {
    return false;
  }
}
