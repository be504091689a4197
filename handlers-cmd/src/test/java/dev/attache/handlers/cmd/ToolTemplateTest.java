package dev.attache.handlers.cmd;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import dev.attache.resource.tool.ToolContext;
import dev.attache.resource.tool.ToolObserver;
import java.math.BigDecimal;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;

/** The command line of a tool: what it may be, and what becomes of it. */
class ToolTemplateTest {

  private static ToolContext context(Map<String, Object> arguments) {
    return new ToolContext(
        "lint",
        arguments,
        Map.of("sure", true),
        Map.of("level", 3),
        "/work space",
        ToolObserver.NOBODY);
  }

  private static List<String> arguments(Map<String, Object> arguments, String... words) {
    return new ToolTemplate(List.of(words)).arguments(context(arguments));
  }

  private static void assertRefused(String message, Map<String, Object> given, String... words) {
    assertThatThrownBy(() -> arguments(given, words))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  private static void assertNoCommand(String message, String... words) {
    assertThatThrownBy(() -> ToolTemplate.ofUser(List.of(words)))
        .isInstanceOf(IllegalArgumentException.class)
        .hasMessage(message);
  }

  @Test
  void putsEachValueWhereItsBracesStand() {
    assertThat(
            arguments(
                Map.of("x", "a"),
                "lint",
                "--x={tool.arguments.x}",
                "{tool.name}:{tool.answers.sure}:{tool.options.level}",
                "{context.root}"))
        .containsExactly("--x=a", "lint:true:3", "/work space");
  }

  @Test
  void keepsAValueInItsWordWhateverIsInIt() {
    String value = "a b\n$(id) `id` 'q' \"q\" \\1 $1 {tool.name} {tool.arguments.x}";
    assertThat(arguments(Map.of("x", value), "lint", "{tool.arguments.x}", "[{tool.arguments.x}]"))
        .containsExactly(value, "[" + value + "]");
  }

  @Test
  void writesWhatIsNoTextAsCompactJson() {
    var given = new LinkedHashMap<String, Object>();
    given.put("list", Arrays.asList(1, null, "é\"", List.of()));
    given.put("object", Map.of("a", 1.5));
    given.put("none", null);
    given.put("big", new BigInteger("123456789012345678901234567890"));
    given.put("exact", new BigDecimal("1.10"));
    assertThat(
            arguments(
                given,
                "lint",
                "{tool.arguments.list}",
                "{tool.arguments.object}",
                "{tool.arguments.none}",
                "{tool.arguments.missing}",
                "{tool.arguments.big}",
                "{tool.arguments.exact}"))
        .containsExactly(
            "[1,null,\"é\\\"\",[]]",
            "{\"a\":1.5}",
            "",
            "",
            "123456789012345678901234567890",
            "1.10");
  }

  @Test
  void takesAnyNameOfAnArgument() {
    assertThat(arguments(Map.of("a.b c", "x"), "lint", "{tool.arguments.a.b c}"))
        .containsExactly("x");
  }

  @Test
  void leavesOtherBracesAlone() {
    assertThat(arguments(Map.of(), "awk", "{print $1}", "{}", "{toolbox}", "${context}"))
        .containsExactly("{print $1}", "{}", "{toolbox}", "${context}");
  }

  @Test
  void refusesBracesThatStandForNothing() {
    String rule =
        ", which stands for nothing; write {tool.arguments.NAME}, {tool.answers.ID},"
            + " {tool.options.NAME}, {tool.name} or {context.root}";
    assertNoCommand("command has {tool.argument.x}" + rule, "lint", "{tool.argument.x}");
    assertNoCommand("command has {tool.arguments}" + rule, "lint", "a", "-{tool.arguments}");
    assertNoCommand("command has {context.action}" + rule, "lint", "{context.action}");
  }

  @Test
  void refusesOptionsThatTheCallerWrites() {
    String message =
        "argument 2 begins with -, and would be taken for an option; write \"--\" before"
            + " {tool.arguments.ref} in the command if the program ends its options there";
    Map<String, Object> option = Map.of("ref", "--output=/etc/passwd");
    assertRefused(message, option, "git", "log", "{tool.arguments.ref}");
    assertThat(arguments(option, "git", "log", "--", "{tool.arguments.ref}")).hasSize(3);
    assertThat(arguments(option, "git", "commit", "-m", "{tool.arguments.ref}")).hasSize(3);
    assertThat(arguments(option, "git", "log", "ref {tool.arguments.ref}")).hasSize(2);
    assertThat(arguments(option, "sh", "-c", "echo \"$1\"", "sh", "{tool.arguments.ref}"))
        .endsWith("--output=/etc/passwd");
    assertThat(arguments(Map.of("n", -5), "seq", "{tool.arguments.n}")).containsExactly("-5");
    assertThat(arguments(Map.of(), "seq", "{tool.arguments.n}-1")).containsExactly("-1");
  }

  @Test
  void refusesWhatNoCommandLineTakes() {
    assertRefused(
        "argument 1 has 131,073 bytes, and a command line takes 131,071 bytes; let the program"
            + " read it from standard input",
        Map.of("x", "é".repeat(65_536)),
        "lint",
        "x{tool.arguments.x}");
    assertThat(arguments(Map.of("x", "x".repeat(131_071)), "lint", "{tool.arguments.x}"))
        .hasSize(1);
  }

  @Test
  void hasTheRulesOfOtherProgramsOfTheConfiguration() {
    assertNoCommand(
        "command must begin with a program, as in [\"fetch\", \"{tool.arguments.name}\"]");
    assertNoCommand(
        "command must not have {tool.arguments.name} in the program, but in its arguments",
        "{tool.options.x}");
    assertNoCommand("command must not contain a NUL", "lint", "\0");
    String inScript =
        "command must not have {tool.arguments.name} in a script, where it would be taken as code;"
            + " write \"$1\" there, and after the script: \"sh\", \"{tool.arguments.name}\"";
    assertNoCommand(inScript, "sh", "-c", "echo {tool.answers.x}");
    assertNoCommand(inScript, "env", "bash", "-ec", "cd {context.root}");
    assertThatCode(() -> ToolTemplate.ofUser(List.of("date"))).doesNotThrowAnyException();
  }

  @Test
  void takesAProgramOfTheWorkspaceFromTheWorkspaceOnly() {
    assertNoCommand(
        "command must begin with a name that is looked up in the PATH, or with an absolute path; a"
            + " relative one would be a program of the workspace",
        "./lint");
    assertThat(ToolTemplate.ofWorkspace(List.of("./lint")).words()).containsExactly("./lint");
    assertThatThrownBy(() -> ToolTemplate.ofWorkspace(List.of("tools/../../lint")))
        .hasMessage(
            "command must begin with a program inside the workspace, a name that is looked up in"
                + " the PATH, or an absolute path");
  }
}
