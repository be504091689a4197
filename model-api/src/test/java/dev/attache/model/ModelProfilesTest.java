package dev.attache.model;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class ModelProfilesTest {

  private static final ModelProfiles PROFILES = ModelProfiles.parse(SampleProfiles.JSON);

  @Test
  void haveAllFieldsOfAProfile() {
    assertThat(PROFILES.standard())
        .isEqualTo(
            new ModelProfile(
                "sample",
                "sample-messages",
                "1",
                "sample-1",
                new MediaTypes(
                    Set.of("image/png", "image/jpeg"),
                    Set.of("application/pdf", "text/csv"),
                    Set.of("audio/wav")),
                new MediaTypes(Set.of("image/png"), Set.of(), Set.of()),
                new ModelLimits(1_000_000, 100_000, 1000, 3, 400_000, 10, 80, 2048, 200_000, 3),
                new CacheTerms(
                    CacheTerms.Kind.MARKS, 4, 20, 1024, 0.1, 1.25, Duration.ofMinutes(5)),
                new BlockTokens(28, 1568, 2000),
                1.5,
                Set.of("strict", "thinking"),
                "SAMPLE_KEY",
                "made up"));
  }

  @Test
  void knowNoLimitThatIsNotSaid() {
    ModelProfile profile =
        ModelProfiles.parse("{\"name\":\"a\",\"wire\":\"b\",\"model\":\"c\",\"source\":\"d\"}")
            .standard();
    assertThat(profile)
        .isEqualTo(
            new ModelProfile(
                "a",
                "b",
                null,
                "c",
                MediaTypes.NONE,
                MediaTypes.NONE,
                new ModelLimits(
                    Long.MAX_VALUE,
                    Long.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Long.MAX_VALUE,
                    Integer.MAX_VALUE,
                    Integer.MAX_VALUE,
                    4096,
                    Long.MAX_VALUE,
                    Integer.MAX_VALUE),
                CacheTerms.NONE,
                BlockTokens.UNKNOWN,
                1,
                Set.of(),
                null,
                "d"));
  }

  @Test
  void mergeWhatIsOtherWithSomeModels() {
    ModelProfile two = PROFILES.of("sample-2-large");
    assertThat(two.cache().read()).isEqualTo(0.05);
    assertThat(two.cache().write()).isEqualTo(1.25);
    assertThat(two.features()).containsExactly("strict");
    assertThat(two.limits()).isEqualTo(PROFILES.standard().limits());
    ModelProfile small = PROFILES.of("sample-2-small");
    assertThat(small.cache()).isEqualTo(two.cache());
    assertThat(small.limits().images()).isEqualTo(1);
    assertThat(small.limits().imageSide()).isEqualTo(1000);
    assertThat(small.version()).isEqualTo("2");
  }

  @Test
  void haveTheProfileOfTheProviderForModelsThatNobodyKnows() {
    assertThat(PROFILES.of("other-9")).isEqualTo(PROFILES.standard());
    assertThat(PROFILES.of("sample-2-smaller").limits().images()).isEqualTo(3);
  }

  @Test
  void giveWayToAConfigurationWhateverTheModel() {
    ModelProfiles profiles =
        PROFILES.with(
            Map.of(
                "cache", Map.of("read", 0.5),
                "limits", Map.of("images", 7),
                "features", List.of("own")));
    assertThat(profiles.of("sample-2-small").cache().read()).isEqualTo(0.5);
    assertThat(profiles.of("sample-2-small").cache().marks()).isEqualTo(4);
    assertThat(profiles.of("sample-2-small").limits().images()).isEqualTo(7);
    assertThat(profiles.of("sample-2-small").features()).containsExactly("own");
    assertThat(PROFILES.of("sample-2-small").limits().images()).isEqualTo(1);
  }

  @Test
  void takeMoreModelsFromAConfiguration() {
    ModelProfiles profiles =
        PROFILES.with(
            Map.of("models", List.of(Map.of("match", "mine", "limits", Map.of("titleChars", 9)))));
    assertThat(profiles.of("mine").limits().titleChars()).isEqualTo(9);
    assertThat(profiles.of("sample-2-small").limits().images()).isEqualTo(1);
  }

  @Test
  void canLeaveAnswersWithoutALimit() {
    assertThat(
            PROFILES
                .with(Map.of("limits", Map.of("outputTokens", -1)))
                .standard()
                .limits()
                .outputTokens())
        .isEqualTo(-1);
  }

  @Test
  void takeTheModelOfAConfigurationForTheOneThatIsMeant() {
    assertThat(PROFILES.with(Map.of("model", "sample-2-small")).standard().version())
        .isEqualTo("2");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{\"limit\": 1} | unknown field /limit; fields here: models, name, wire, version, model,"
            + " message, toolResult, limits, cache, blocks, tokens, features, keyVariable, source",
        "{\"limits\": {\"imageSides\": 1}} | unknown field /limits/imageSides; fields here:"
            + " requestBytes, imageBytes, imageSide, images, documentBytes, documentPages,"
            + " titleChars, outputTokens, window, tools",
        "{\"limits\": 5} | /limits (5) must be an object",
        "{\"limits\": {\"imageSide\": \"big\"}} | /limits/imageSide (\"big\") must be a whole"
            + " number from 0 to 2147483647",
        "{\"limits\": {\"imageSide\": -1}} | /limits/imageSide (-1) must be a whole number from 0"
            + " to 2147483647",
        "{\"limits\": {\"imageSide\": 2147483648}} | /limits/imageSide (2147483648) must be a"
            + " whole number from 0 to 2147483647",
        "{\"limits\": {\"requestBytes\": 1.5}} | /limits/requestBytes (1.5) must be a whole"
            + " number, 0 or more",
        "{\"limits\": {\"outputTokens\": 0}} | /limits/outputTokens (0) must be a whole number from"
            + " 1 to 2147483647, or -1 for no limit",
        "{\"cache\": {\"read\": -0.1}} | /cache/read (-0.1) must be a number, 0 or more",
        "{\"cache\": {\"kind\": \"some\"}} | /cache/kind (\"some\") must be none, automatic or"
            + " marks",
        "{\"cache\": {\"ttl\": \"5m\"}} | /cache/ttl (\"5m\") must be a duration, such as PT5M",
        "{\"cache\": {\"ttl\": \"PT-5M\"}} | /cache/ttl (\"PT-5M\") must be a duration, such as"
            + " PT5M",
        "{\"tokens\": 0} | /tokens (0) must be a number greater than 0",
        "{\"version\": null} | /version (null) must be a text",
        "{\"wire\": \" \"} | /wire (\" \") must be a text",
        "{\"message\": {\"images\": \"image/png\"}} | /message/images (\"image/png\") must be a"
            + " list",
        "{\"message\": {\"images\": [\"image/png\", \"PNG\"]}} | /message/images/1 (\"PNG\") must"
            + " be a MIME type in lower case",
        "{\"features\": [1]} | /features/0 (1) must be a text",
        "{\"models\": [{\"limits\": {}}]} | /models/0/match is missing",
        "{\"models\": [{\"match\": \"a*b\"}]} | /models/0/match (\"a*b\") must be the name of a"
            + " model, or the beginning of one and *",
        "{\"models\": [{\"match\": \"a\", \"cache\": {\"mark\": 1}}]} | unknown field"
            + " /models/0/cache/mark; fields here: kind, marks, lookback, minimumTokens, read,"
            + " write, ttl",
        "{\"models\": [{\"match\": \"a\", \"models\": []}]} | unknown field /models/0/models;"
            + " fields here: match, wire, version, model, message, toolResult, limits, cache,"
            + " blocks, tokens, features, keyVariable, source",
        "[] | profiles ([]) must be an object",
        "{} | /model is missing",
        "{\"model\": \"m\", \"name\": \"n\", \"wire\": \"w\"} | /source is missing",
      })
  void sayWhatIsWrongAndWhere(String json, String message) {
    assertThatThrownBy(() -> ModelProfiles.parse(json))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void refuseWhatAConfigurationGetsWrong() {
    assertThatThrownBy(() -> PROFILES.with(Map.of("limits", Map.of("images", "many"))))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("/limits/images (\"many\") must be a whole number from 0 to 2147483647");
  }

  @Test
  void refuseFieldsThatAreThereTwice() {
    assertThatThrownBy(() -> ModelProfiles.parse("{\"name\": \"a\", \"name\": \"b\"}"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessageStartingWith("profiles are not valid JSON: Duplicate field 'name'");
  }

  @Test
  void sayWhichFileIsMissing() {
    assertThatThrownBy(() -> ModelProfiles.of(ModelProfilesTest.class, "none.json"))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("none.json is not in the jar of dev.attache.model.ModelProfilesTest");
  }

  @Test
  void refuseARequestWithMoreToolsThanTheModelTakes() {
    ModelProfile profile = SampleProfiles.standard();
    var tool = new OfferedTool("look", "Looks.", Map.of("type", "object"));
    ModelRequest request = ModelRequest.of(profile, "sample-1", List.of());
    assertThat(request.tools(List.of(tool, tool, tool)).tools()).hasSize(3);
    assertThatThrownBy(() -> request.tools(List.of(tool, tool, tool, tool)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage("tools (4) must be at most 3 for sample");
  }
}
