package dev.attache.schemas;

import com.fasterxml.jackson.databind.JsonNode;
import com.networknt.schema.Error;
import com.networknt.schema.OutputFormat;
import com.networknt.schema.Schema;
import com.networknt.schema.SchemaException;
import com.networknt.schema.SchemaLocation;
import com.networknt.schema.SchemaRegistry;
import com.networknt.schema.SchemaRegistryConfig;
import com.networknt.schema.SpecificationVersion;
import dev.attache.core.tool.SchemaRule;
import dev.attache.resource.json.JsonFault;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import org.jspecify.annotations.Nullable;

/**
 * A check of values against JSON Schemas: draft 2020-12 unless {@code $schema} says another.
 * Nothing is fetched, and what is too large, too deep or too slow is not checked, which is said.
 * Thread-safe.
 */
public final class JsonSchemas implements SchemaRule {

  /** How many problems of one value are told. */
  private static final int MAX_PROBLEMS = 10;

  private static final Duration TIME = Duration.ofMillis(200);

  /** The addresses of the draft and of its parts, which the library has. */
  private static final String DRAFTS = "https://json-schema.org/draft/2020-12/";

  private static final SchemaLocation DRAFT = SchemaLocation.of(DRAFTS + "schema");

  private final Duration time;

  /** A check that spends 200 ms on one value at most. */
  public JsonSchemas() {
    this(TIME);
  }

  /**
   * @param time how long one check may take
   */
  JsonSchemas(Duration time) {
    this.time = time;
  }

  /**
   * The outcome of a check.
   *
   * @param problems what is wrong with the value, a phrase each, by their places
   * @param unchecked why it was not checked, or not to the end; null if it was
   */
  public record Check(List<String> problems, @Nullable String unchecked) {
    /**
     * Takes a copy of the problems.
     *
     * @param problems what is wrong with the value, a phrase each, by their places
     * @param unchecked why it was not checked, or not to the end; null if it was
     */
    public Check {
      problems = List.copyOf(problems);
    }
  }

  /** Returns what is wrong with a value; what cannot be checked passes. */
  @Override
  public List<String> problems(Map<String, Object> schema, @Nullable Object value) {
    return check(schema, value).problems();
  }

  /**
   * Checks a value.
   *
   * @param schema an object; an empty one is kept by every value
   * @param value a JSON value; null is JSON's own
   * @return what was found, which is never an exception: a schema that cannot be used is said to be
   *     so
   */
  public Check check(Map<String, Object> schema, @Nullable Object value) {
    if (schema.isEmpty()) {
      return new Check(List.of(), null);
    }
    JsonNode rules = BoundedTree.of(schema);
    if (rules == null) {
      return unchecked("the schema is larger than 1 MiB or nested too deep");
    }
    JsonNode instance = BoundedTree.of(value);
    if (instance == null) {
      return unchecked("the value is larger than 1 MiB or nested too deep");
    }
    return check(registry -> registry.getSchema(rules), instance);
  }

  /**
   * Checks a schema itself by the rules of draft 2020-12, as providers do before they take a tool.
   *
   * @param schema an object
   * @return what is wrong with it; nothing if that cannot be found out
   */
  public List<String> schemaProblems(Map<String, Object> schema) {
    JsonNode instance = BoundedTree.of(schema);
    return instance == null
        ? List.of()
        : check(registry -> registry.getSchema(DRAFT), instance).problems();
  }

  private Check check(Function<SchemaRegistry, Schema> schema, JsonNode instance) {
    try {
      return checked(schema, instance);
    } catch (BoundedContext.LimitException e) {
      return unchecked(String.valueOf(e.getMessage()));
    } catch (SchemaException e) {
      return unchecked("the schema cannot be used: " + JsonFault.cut(firstLine(e)));
    } catch (RuntimeException e) { // the library throws what it likes over a schema that is none
      return unchecked("the schema cannot be used: " + JsonFault.cut(firstLine(e)));
    }
  }

  private Check checked(Function<SchemaRegistry, Schema> of, JsonNode instance) {
    var context = new BoundedContext(System.nanoTime() + time.toNanos());
    SchemaRegistryConfig config =
        SchemaRegistryConfig.builder()
            .formatAssertionsEnabled(true)
            .preloadSchema(false)
            .regularExpressionFactory(new BoundedPatterns(context))
            .build();
    SchemaRegistry registry =
        SchemaRegistry.withDefaultDialect(
            SpecificationVersion.DRAFT_2020_12,
            builder ->
                builder
                    .schemaRegistryConfig(config)
                    .schemaLoader(
                        loader ->
                            loader
                                .fetchRemoteResources(false)
                                .block(iri -> !isOfTheLibrary(iri.toString()))));
    Schema schema = of.apply(registry);
    List<Error> errors = schema.validate(context, instance, OutputFormat.DEFAULT);
    return new Check(told(errors), null);
  }

  /** Tests whether an address is that of a file in the library's jar. */
  private static boolean isOfTheLibrary(String iri) {
    return iri.startsWith("classpath:") || iri.startsWith(DRAFTS);
  }

  private static List<String> told(List<Error> errors) {
    var told = new LinkedHashSet<String>();
    errors.stream()
        .sorted(Comparator.comparing(each -> each.getInstanceLocation().toString()))
        .forEach(each -> told.add(SchemaWords.of(each)));
    var all = new ArrayList<>(told);
    int more = all.size() - MAX_PROBLEMS;
    if (more <= 0) {
      return all;
    }
    var first = new ArrayList<>(all.subList(0, MAX_PROBLEMS));
    first.add("and " + more + " more");
    return first;
  }

  private static String firstLine(RuntimeException e) {
    return String.valueOf(e.getMessage()).lines().findFirst().orElse("no reason is given");
  }

  private static Check unchecked(String why) {
    return new Check(List.of(), why);
  }
}
