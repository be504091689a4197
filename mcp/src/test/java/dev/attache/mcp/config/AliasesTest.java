package dev.attache.mcp.config;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class AliasesTest {

  private final List<String> warnings = new ArrayList<>();

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "github                | github",
        "GitHub,github         | GitHub,github",
        "my-server.2           | my-server.2",
        "my_server             | my-server",
        "a b,a_b,a+b           | a-b,a-b-2,a-b-3",
        "a_b,a-b               | a-b-2,a-b",
        "a_b,a b,a-b-2         | a-b,a-b-3,a-b-2",
        "a_b,a-b,a b           | a-b-2,a-b,a-b-3",
        "数据                    | --",
        "x😀                    | x-",
        "a/b:c@d               | a-b-c-d",
      })
  void fitsIntoAScheme(String names, String aliases) {
    assertThat(aliases("", names)).containsExactly(aliases.split(",", -1));
    assertThat(aliases(names, "")).containsExactly(aliases.split(",", -1));
    assertThat(warnings).isEmpty();
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "my_docs     | my-docs                  | my-docs,my-docs-2",
        "my_docs     | my-docs-2,my-docs        | my-docs,my-docs-2,my-docs-3",
        "my_docs     | my docs,my-docs          | my-docs,my-docs-2,my-docs-3",
        "a-b         | a_b                      | a-b,a-b-2",
        "a_b,a b     | a-b-2,a-b                | a-b,a-b-2,a-b-2-2,a-b-3",
      })
  void doesNotDependOnTheProjectsWhereTheyAreTheUsers(
      String users, String projects, String aliases) {
    assertThat(aliases(users, projects)).containsExactly(aliases.split(",", -1));
  }

  @Test
  void saysWhoseTheNameOfAProjectsServerIsInAddresses() {
    aliases("my_docs", "other,my-docs");

    assertThat(warnings)
        .containsExactly(
            "my_docs: server my-docs (project:1) is my-docs-2 in addresses, because my-docs means server"
                + " my_docs (user:1) there");
  }

  private List<String> aliases(String users, String projects) {
    var definitions = new ArrayList<ServerDefinition>();
    add(definitions, projects, true); // whatever their order
    add(definitions, users, false);
    List<String> aliases =
        Aliases.of(definitions, (name, text) -> warnings.add(name + ": " + text));
    int split = projects.isEmpty() ? 0 : projects.split(",", -1).length;
    var sorted = new ArrayList<>(aliases.subList(split, aliases.size()));
    sorted.addAll(aliases.subList(0, split));
    return sorted;
  }

  private static void add(List<ServerDefinition> definitions, String names, boolean isOfProject) {
    String label = isOfProject ? "project" : "user";
    var kind = isOfProject ? DefinitionBase.Kind.WORKSPACE : DefinitionBase.Kind.NAMED_FILE;
    var base = new DefinitionBase(Path.of("/w"), kind);
    var origin = new ServerDefinition.Origin(label, label + ":1", "/servers", base, false);
    for (String name : names.isEmpty() ? new String[0] : names.split(",", -1)) {
      definitions.add(new ServerDefinition(name, Map.of(), origin, Map.of(), Map.of()));
    }
  }
}
