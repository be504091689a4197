package dev.attache.oracles;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.fail;

import com.fasterxml.jackson.databind.ObjectMapper;
import dev.attache.model.ModelProfile;
import dev.attache.model.ModelProvider;
import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.jspecify.annotations.Nullable;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestInstance.Lifecycle;

/**
 * What is true of the bodies for each provider that has an SDK made by Stainless: it takes them,
 * knows every field, and writes them as they were.
 */
@TestInstance(Lifecycle.PER_CLASS)
abstract class BodyOracle {

  private final Map<String, String> bodies = new LinkedHashMap<>();

  /** The provider. */
  abstract ModelProvider provider();

  /** Models of all kinds of profiles. */
  abstract List<String> models();

  /** What a model takes, and on which terms. */
  ModelProfile profile(String model) {
    return provider().profiles().of(model);
  }

  /** The name that is written for a model: itself, or one that the SDK knows. */
  String written(String model) {
    return model;
  }

  /** A part of an answer that goes back, with a word in it; null if the wire has none. */
  @Nullable String opaque(String word) {
    return null;
  }

  /** The mapper of the SDK. */
  abstract ObjectMapper mapper();

  /** Reads a body, and checks it. */
  abstract Object validated(String body) throws IOException;

  /** The package that has the types of the SDK. */
  abstract String types();

  /** The types in which any field may stand, since the user or a tool makes them. */
  abstract Set<String> free();

  /** The fields that the SDK does not know, and that are meant. */
  abstract Set<String> unmodelled();

  /** Words of the wire, each of which stands in some of the bodies. */
  abstract List<String> words();

  @BeforeAll
  void render() throws IOException {
    for (String model : models()) {
      SampleRequests.of(provider(), profile(model), written(model), this::opaque)
          .forEach((name, body) -> bodies.put(model + ", " + name, body));
    }
  }

  @Test
  void areTakenAndWrittenAsTheyWere() throws IOException {
    for (Map.Entry<String, String> body : bodies.entrySet()) {
      Object typed = read(body.getKey(), body.getValue());
      assertThat(SampleRequests.tree(mapper().writeValueAsString(typed)))
          .as(body.getKey())
          .isEqualTo(SampleRequests.tree(body.getValue()));
    }
  }

  @Test
  void haveNoFieldsThatAreNotKnown() throws IOException {
    var found = new TreeSet<String>();
    for (Map.Entry<String, String> body : bodies.entrySet()) {
      found.addAll(unknown(read(body.getKey(), body.getValue())));
    }
    assertThat(found).isEqualTo(new TreeSet<>(unmodelled()));
  }

  /** A check that cannot fail would say nothing. */
  @Test
  void areNotTakenWithAWordMisspelt() throws IOException {
    for (String word : words()) {
      int tried = 0;
      for (String body : bodies.values()) {
        if (tried < 3 && body.contains("\"" + word + "\"")) {
          tried++;
          String misspelt = body.replace("\"" + word + "\"", "\"x" + word + "\"");
          assertThat(isTaken(misspelt)).as("%s in %s", word, body).isFalse();
        }
      }
      assertThat(tried).as(word).isPositive();
    }
  }

  private boolean isTaken(String body) {
    try {
      return unmodelled().containsAll(unknown(validated(body)));
    } catch (IOException | RuntimeException e) {
      return false;
    }
  }

  private Object read(String name, String body) {
    try {
      return validated(body);
    } catch (IOException | RuntimeException e) {
      return fail(name + " is refused: " + body, e);
    }
  }

  private Set<String> unknown(Object typed) {
    return UnmodelledFields.of(typed, types(), free());
  }
}
