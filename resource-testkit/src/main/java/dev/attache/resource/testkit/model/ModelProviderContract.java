package dev.attache.resource.testkit.model;

import static java.nio.charset.StandardCharsets.UTF_8;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.junit.jupiter.api.Assumptions.abort;

import dev.attache.model.CacheTerms;
import dev.attache.model.Ladder;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProfiles;
import dev.attache.model.ModelProvider;
import dev.attache.model.ModelRequest;
import dev.attache.model.OfferedTool;
import dev.attache.model.PartPlace;
import dev.attache.model.RenderedLines;
import dev.attache.model.RenderedMessage;
import dev.attache.model.RenderedMessage.Role;
import dev.attache.model.RenderedPart;
import dev.attache.model.RenderedText;
import dev.attache.model.RequestBody;
import dev.attache.model.RequestBody.Placed;
import dev.attache.model.Rung;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.ServiceLoader;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.Timeout;

/**
 * The contract that every provider of models has to keep to, as tests: extend it, give the
 * provider, and run it with JUnit. The class needs a constructor without parameters, and to be
 * {@code static} if it stands in another: a second JVM makes one, too.
 *
 * <pre>{@code
 * class MyProviderTest extends ModelProviderContract {
 *   protected ModelProvider provider() {
 *     return new MyProvider();
 *   }
 * }
 * }</pre>
 *
 * <p>Its rules are those of {@link ModelProvider#render}. What it renders are conversations that
 * nobody had, of {@link RandomConversation}.
 */
@Timeout(value = 5, unit = TimeUnit.MINUTES)
public abstract class ModelProviderContract {

  private static final int ALL = Boolean.getBoolean("attache.slow") ? 2_000 : 500;
  private static final int SOME = 250;
  private static final int FEW = 40;
  private static final Map<String, Object> EXTRA = Map.of("x_extra", Map.of("depth", 1));

  /** Made anew for each test. */
  protected ModelProviderContract() {}

  /** {@return the provider} */
  protected abstract ModelProvider provider();

  /** {@return the profiles whose models are asked: by default that which the provider means} */
  protected List<ModelProfile> profiles() {
    return List.of(provider().profiles().standard());
  }

  /**
   * {@return a part of an answer that the wire takes back as it is, with a word in it, the text of
   * a JSON object; null if the wire has none}
   *
   * @param word letters and digits alone, by which the part is found in a request
   */
  protected @Nullable String opaque(String word) {
    return "{\"type\":\"thinking\",\"thinking\":\"" + word + "\",\"signature\":\"c2lnbmVk\"}";
  }

  /** {@return the names of the fields that are marks of the cache} */
  protected Set<String> markFields() {
    return Set.of("cache_control", "prompt_cache_breakpoint");
  }

  /**
   * {@return how many conversations are rendered, each message by message; the other rules render
   * at most 250 of them}
   */
  protected int conversations() {
    return ALL;
  }

  @Test
  void isFoundByItsName() {
    ModelProvider provider = provider();
    assertThat(provider.name())
        .as("name() is how users name the provider: lower case, such as openai-chat")
        .matches("[a-z][a-z0-9-]*");
    assertThat(ServiceLoader.load(ModelProvider.class))
        .as("META-INF/services/dev.attache.model.ModelProvider names the provider")
        .extracting(ModelProvider::name)
        .containsOnlyOnce(provider.name());
  }

  @Test
  void hasProfilesOfItsOwn() {
    ModelProfile profile = provider().profiles().standard();
    assertThat(profile.name())
        .as("a profile has the name of its provider")
        .isEqualTo(provider().name());
    assertThat(profile.source()).as("source says where a profile is from").isNotBlank();
  }

  @Test
  void rendersTheSameBytesAgain() throws Exception {
    for (ModelProfile profile : profiles()) {
      for (long seed = 0; seed < some(); seed++) {
        RequestBody body = provider().render(request(profile, seed));
        byte[] bytes = written(body);
        assertThat(written(body)).as("a body can be written twice, %s", of(seed)).isEqualTo(bytes);
        assertThat(written(provider().render(request(profile, seed))))
            .as("the same request gives the same bytes: no times, no random names, %s", of(seed))
            .isEqualTo(bytes);
      }
    }
  }

  @Test
  @Tag("process")
  void rendersTheSameBytesInAnotherJvm() throws Exception {
    assertThat(digestsOfAnotherJvm())
        .as(
            "the same request gives the same bytes in every JVM: no Map.of or Set.of that is gone"
                + " through, no language of the user, no encoding of the machine")
        .isEqualTo(digests());
  }

  /** Returns the digests that another JVM makes of the same requests. */
  List<String> digestsOfAnotherJvm() throws IOException, InterruptedException {
    return RequestDigests.ofAnotherJvm(List.of(getClass()))
        .getOrDefault(getClass().getName(), List.of());
  }

  private int some() {
    return Math.min(SOME, conversations());
  }

  /** Returns the digests of some requests. */
  List<String> digests() throws IOException {
    var digests = new ArrayList<String>();
    for (ModelProfile profile : profiles()) {
      for (long seed = 0; seed < FEW; seed++) {
        byte[] body = written(provider().render(request(profile, seed)));
        digests.add(profile.name() + " " + seed + " " + ContentDigest.sha256(body));
      }
    }
    return digests;
  }

  @Test
  void writesOneObjectOfJson() throws Exception {
    for (ModelProfile profile : profiles()) {
      for (long seed = 0; seed < some(); seed++) {
        byte[] body = written(provider().render(request(profile, seed)));
        assertThat(WrittenBody.problem(body))
            .as("a body is one object of JSON that every parser takes, %s", of(seed))
            .isEmpty();
      }
    }
  }

  @Test
  void goesOnWhereTheRequestBeforeItEnded() throws Exception {
    for (ModelProfile profile : unmarked()) {
      for (long seed = 0; seed < conversations(); seed++) {
        ModelRequest whole = request(profile, seed);
        byte[] before = {};
        for (int end = 1; end <= whole.messages().size(); end++) {
          if (whole.messages().get(end - 1).role() == Role.ASSISTANT) {
            continue; // nobody asks then
          }
          byte[] body = written(provider().render(upTo(end, whole)));
          assertThat(begins(body, before))
              .as(
                  "a request with more messages begins with the same bytes, but for the closing"
                      + " brackets: write all else before the messages, and decide nothing by what"
                      + " comes later; %s, up to message %d:\n%s\n%s",
                  of(seed), end, new String(before, UTF_8), new String(body, UTF_8))
              .isTrue();
          before = withoutEnd(body);
        }
      }
    }
  }

  @Test
  void differsByTheMarksOfTheCacheOnly() throws Exception {
    if (profiles().stream().noneMatch(each -> each.cache().kind() == CacheTerms.Kind.MARKS)) {
      abort("no profile has marks of the cache");
    }
    List<ModelProfile> without = unmarked();
    for (int i = 0; i < without.size(); i++) {
      ModelProfile profile = profiles().get(i);
      for (long seed = 0; seed < some(); seed++) {
        var marked =
            WrittenBody.of(written(provider().render(request(profile, seed))), markFields());
        byte[] plain = written(provider().render(request(without.get(i), seed)));
        assertThat(marked.withoutMarks())
            .as("marks are fields that are added, and change nothing else, %s", of(seed))
            .isEqualTo(WrittenBody.of(plain, Set.of()).withoutMarks());
        assertThat(marked.marks())
            .as("a request has no more marks than its profile allows, %s", of(seed))
            .isBetween(1, profile.cache().marks());
      }
    }
  }

  @Test
  void saysAllThatTheConversationSays() throws Exception {
    for (ModelProfile profile : profiles()) {
      for (long seed = 0; seed < some(); seed++) {
        ModelRequest request = request(profile, seed);
        byte[] bytes = written(provider().render(request));
        var expected = new ExpectedParts(request, Ladder.of(profile, request.messages()));
        assertThat(expected.missingIn(WrittenBody.of(bytes, Set.of())))
            .as("everything stands in the body, or a line that says why not, %s", of(seed))
            .isEmpty();
      }
    }
  }

  @Test
  void givesOpaquePartsBackToTheirOwnWireOnly() throws Exception {
    for (ModelProfile profile : profiles()) {
      for (long seed = 0; seed < some(); seed++) {
        ModelRequest request = request(profile, seed);
        String body = new String(written(provider().render(request)), UTF_8);
        for (RenderedMessage message : request.messages()) {
          for (RenderedPart part : message.parts()) {
            if (part instanceof RenderedPart.Opaque each
                && (!each.api().equals(profile.wire()) || isBesideOthers(message))) {
              assertThat(body.contains(each.raw()))
                  .as(
                      "an opaque part goes back as it is if its api is the wire of the profile, else"
                          + " not at all: %s of %s, %s",
                      each.raw(), each.api(), of(seed))
                  .isEqualTo(each.api().equals(profile.wire()));
            }
          }
        }
      }
    }
  }

  /** Whether a message says something; of one that does not, wires may have nothing at all. */
  private static boolean isBesideOthers(RenderedMessage message) throws IOException {
    for (RenderedPart part : message.parts()) {
      boolean isEmpty =
          part instanceof RenderedPart.Opaque
              || (part instanceof RenderedPart.Text text && RenderedLines.isEmpty(text.text()));
      if (!isEmpty) {
        return true;
      }
    }
    return false;
  }

  @Test
  void saysWhatEachPartStandsAs() throws Exception {
    for (ModelProfile profile : profiles()) {
      for (long seed = 0; seed < some(); seed++) {
        ModelRequest request = request(profile, seed);
        List<Placed> placed = provider().render(request).placed();
        List<Placed> expected = Ladder.of(profile, request.messages()).placed();
        assertThat(placed)
            .as("placed() has what the ladder says of each part, in order, %s", of(seed))
            .isEqualTo(expected);
        for (int i = 0; i < placed.size(); i++) {
          assertThat(placed.get(i).part())
              .as("placed() has the parts of the request themselves, %s", of(seed))
              .isSameAs(expected.get(i).part());
        }
      }
    }
  }

  @Test
  void hasTheInstructionsToolsAndExtraFields() throws Exception {
    for (ModelProfile profile : profiles()) {
      var body = WrittenBody.of(written(provider().render(request(profile, 1))), Set.of());
      for (OfferedTool tool : RandomTools.all()) {
        assertThat(body.has(tool.name())).as("the tool %s is offered", tool.name()).isTrue();
      }
      assertThat(body.has("Be brief, \"please\".")).as("the instructions are given").isTrue();
      assertThat(body.root().path("x_extra").path("depth").asInt())
          .as("extra fields are fields of the body")
          .isEqualTo(1);
    }
  }

  @Test
  void failsIfAContentCannotBeRead() throws Exception {
    byte[] png = SampleFiles.png(40, 7);
    byte[] text = "x".repeat(200_000).getBytes(UTF_8);
    for (ModelProfile profile : profiles()) {
      for (boolean isResult : new boolean[] {false, true}) {
        for (int length : new int[] {0, 50, 150_000}) {
          fails(profile, isResult, torn("text/plain", text, length));
          if (length < png.length) {
            fails(profile, isResult, torn("image/png", png, length));
          }
        }
        fails(profile, isResult, wrong("text/plain", text));
      }
    }
  }

  private void fails(ModelProfile profile, boolean isResult, RenderedPart part) throws Exception {
    var place = new PartPlace(0, null, 0);
    var messages =
        isResult
            ? List.of(
                new RenderedMessage(
                    Role.USER, 0, List.of(new RenderedPart.Text(place, RenderedText.of("go")))),
                new RenderedMessage(
                    Role.ASSISTANT,
                    0,
                    List.of(new RenderedPart.ToolCall(place, "c1", "look", "{}"))),
                new RenderedMessage(
                    Role.TOOL,
                    0,
                    List.of(
                        new RenderedPart.ToolResult(place, "c1", "look", false, List.of(part)))))
            : List.of(new RenderedMessage(Role.USER, 0, List.of(part)));
    if (isOnlyNamed(profile, messages)) {
      return;
    }
    assertThatThrownBy(
            () -> written(provider().render(ModelRequest.of(profile, profile.model(), messages))))
        .as("half a content is none: let the IOException through, %s", part)
        .isInstanceOf(IOException.class);
  }

  /** Whether the bytes are not needed, as the model does not take such a thing. */
  private static boolean isOnlyNamed(ModelProfile profile, List<RenderedMessage> messages) {
    try {
      return Ladder.of(profile, messages).placed().stream()
          .anyMatch(each -> each.rung().as() == Rung.As.PLACEHOLDER);
    } catch (IOException e) {
      return false;
    }
  }

  private static RenderedPart torn(String type, byte[] bytes, int length) {
    Stored.Source source =
        () ->
            new SequenceInputStream(
                new ByteArrayInputStream(bytes, 0, length),
                new InputStream() {
                  @Override
                  public int read() throws IOException {
                    throw new IOException("the content is gone");
                  }

                  @Override
                  public int read(byte[] bytes, int offset, int length) throws IOException {
                    return read();
                  }
                });
    return stored(type, bytes, source);
  }

  /** Whose bytes are not those that were recorded. */
  private static RenderedPart wrong(String type, byte[] bytes) {
    byte[] others = bytes.clone();
    others[others.length / 2] ^= 1;
    return stored(type, bytes, () -> new ByteArrayInputStream(others));
  }

  private static RenderedPart stored(String type, byte[] bytes, Stored.Source source) {
    ContentDigest digest = ContentDigest.sha256(bytes);
    ResourceContent content =
        type.startsWith("text/")
            ? Stored.text(bytes.length, digest, source)
            : Stored.blob(bytes.length, digest, source);
    return new RenderedPart.Resource(
        new PartPlace(0, null, 0),
        "file:///a",
        "a",
        null,
        type,
        content,
        null,
        digest,
        RenderedText.of(content));
  }

  private ModelRequest request(ModelProfile profile, long seed) {
    List<RenderedMessage> messages = RandomConversation.of(seed, profile.wire(), this::opaque);
    return new ModelRequest(
        profile,
        profile.model(),
        "Be brief, \"please\".",
        RandomTools.all(),
        messages,
        null,
        null,
        seed % 2 == 0,
        EXTRA);
  }

  private static ModelRequest upTo(int end, ModelRequest request) {
    return new ModelRequest(
        request.profile(),
        request.model(),
        request.system(),
        request.tools(),
        request.messages().subList(0, end),
        request.outputSchema(),
        request.maxOutputTokens(),
        request.isStreamed(),
        request.extra());
  }

  private List<ModelProfile> unmarked() {
    ModelProfiles profiles = provider().profiles().with(Map.of("cache", Map.of("marks", 0)));
    return profiles().stream().map(each -> profiles.of(each.model())).toList();
  }

  private static byte[] written(RequestBody body) throws IOException {
    var out = new ByteArrayOutputStream();
    body.writeTo(out);
    return out.toByteArray();
  }

  private static byte[] withoutEnd(byte[] body) {
    int end = body.length;
    while (end > 0 && "]}\"".indexOf(body[end - 1]) >= 0) {
      end--;
    }
    return Arrays.copyOf(body, end);
  }

  private static boolean begins(byte[] body, byte[] before) {
    return body.length >= before.length
        && Arrays.equals(body, 0, before.length, before, 0, before.length);
  }

  private static String of(long seed) {
    return "RandomConversation.of(" + seed + ")";
  }
}
