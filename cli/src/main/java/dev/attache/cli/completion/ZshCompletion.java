package dev.attache.cli.completion;

import static java.util.stream.Collectors.joining;

import dev.attache.cli.terminal.Program;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.CommandSpec;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/** The completion script of zsh: a function for each command, which calls {@code _arguments}. */
final class ZshCompletion {

  private static final String START =
      """
      #compdef attache
      # zsh completion for attache. Save this as _attache in a directory of $fpath.

      _attache_values() {
        local -a typed=(${(z)BUFFER}) found
        local workspace=.
        (( $typed[(I)--workspace] )) && workspace=${(Q)typed[$typed[(I)--workspace]+1]}
        found=(${(f)"$(attache --workspace $workspace completion --values $argv[-1] 2> /dev/null)"})
        compadd $argv[1,-2] -a found
      }

      _attache_refs() {
        local -a parts sheets
        case ${(L)PREFIX} in
      @PARTS@    esac
        if [[ $parts[1] == sheet= && $PREFIX == *\\#s* ]]; then
          local -a typed=(${(z)BUFFER})
          local workspace=. file=${(Q)${PREFIX%%\\#*}}
          (( $typed[(I)--workspace] )) && workspace=${(Q)typed[$typed[(I)--workspace]+1]}
          sheets=(${(f)"$(attache --workspace $workspace completion --sheets ${file/#\\~\\//$HOME/} 2> /dev/null)"})
          (( $#sheets )) && parts=($sheets)
        fi
        if (( $#parts )); then
          compset -P '*\\#'
          compadd "$@" -S '' -a parts
        else
          _files "$@"
        fi
      }

      """;

  /** Goes to the command that is typed, as if the line began with its last word. */
  private static final String END =
      """
      _attache() {
        local command=attache option word
        integer start=1 i
        for ((i = 2; i < CURRENT; i++)); do
          word=$words[i]
          if [[ -n $option ]]; then
            option=
          else
            case $word in
              (@VALUED@) option=$word ;;
              (-?*) ;;
              (*)
                case "$command $word" in
                  (@COMMANDS@) command+=" $word" start=$i ;;
                  ("attache "*) command="attache resolve" ;; # as a line without a command means
                esac
                ;;
            esac
          fi
        done
        words=("${(@)words[start,-1]}")
        CURRENT=$((CURRENT - start + 1))
        _${command// /_}_
      }

      if [[ $funcstack[1] == _attache ]]; then
        _attache "$@"
      else
        compdef _attache attache
      fi
      """;

  private final StringBuilder text = new StringBuilder(START);
  private final Set<String> valued = new LinkedHashSet<>();
  private final Set<String> commands = new LinkedHashSet<>();

  private ZshCompletion() {}

  static String script(CommandLine commandLine) {
    var script = new ZshCompletion();
    script.add(Program.NAME, commandLine);
    String end =
        END.replace("@VALUED@", String.join(" | ", script.valued))
            .replace(
                "@COMMANDS@",
                script.commands.stream().map(ZshCompletion::quote).collect(joining(" | ")));
    return script.text.append(end).toString().replace("@PARTS@", parts());
  }

  private static String parts() {
    return DocumentParts.BY_EXTENSION.entrySet().stream()
        .map(
            each ->
                each.getKey().stream().map(name -> "*." + name + "\\#*").collect(joining(" | "))
                    + ") parts=("
                    + String.join(" ", each.getValue())
                    + ") ;;\n")
        .map(branch -> "      " + branch)
        .collect(joining());
  }

  private void add(String path, CommandLine command) {
    String function = "_" + path.replace(' ', '_') + "_";
    Map<String, CommandLine> below = command.getSubcommands();
    if (!below.isEmpty()) {
      addNames(function, below);
    }
    text.append(function).append("() {\n  _arguments -s -S");
    command.getCommandSpec().options().forEach(this::add);
    if (below.isEmpty()) {
      command.getCommandSpec().positionalParameters().forEach(this::add);
    } else if (command.getParent() == null) {
      argument(
          "1: :{_alternative \"commands: :" + function + "names\" \"files:file:_attache_refs\"}");
    } else {
      argument("1: :" + function + "names");
    }
    text.append("\n}\n\n");
    below.forEach(
        (name, each) -> {
          commands.add(path + " " + name);
          add(path + " " + name, each);
        });
  }

  private void addNames(String function, Map<String, CommandLine> below) {
    text.append(function).append("names() {\n  local -a names=(");
    below.forEach(
        (name, each) -> text.append("\n    ").append(quote(name + ":" + description(each))));
    text.append(")\n  _describe command names\n}\n\n");
  }

  private void add(OptionSpec option) {
    if (option.hidden()) {
      return;
    }
    if (option.arity().max() > 0) {
      valued.addAll(List.of(option.names()));
    }
    String description = "[" + escaped(String.join(" ", option.description())) + "]";
    for (String name : option.names()) {
      argument(
          option.arity().max() == 0
              ? "*" + name + description
              : "*" + name + (name.startsWith("--") ? "=" : "+") + description + value(option));
    }
  }

  private String value(OptionSpec option) {
    return ":" + escaped(option.paramLabel()) + ":" + action(LineValue.of(option));
  }

  private void add(PositionalParamSpec each) {
    boolean isFixed = each.index().max() == each.index().min();
    String place = isFixed ? Integer.toString(each.index().min() + 1) : "*";
    argument(place + ":" + escaped(each.paramLabel()) + ":" + action(LineValue.of(each)));
  }

  private static String action(LineValue value) {
    if (!value.words().isEmpty()) {
      return "(" + String.join(" ", value.words()) + ")";
    }
    if (!value.question().isEmpty()) {
      return "_attache_values " + value.question();
    }
    if (value.isReference()) {
      return "_attache_refs";
    }
    return value.isDirectory() ? "_files -/" : value.isFile() ? "_files" : "()";
  }

  private void argument(String spec) {
    text.append(" \\\n    ").append(quote(spec));
  }

  private static String description(CommandLine command) {
    CommandSpec spec = command.getCommandSpec();
    return escaped(String.join(" ", spec.usageMessage().description()));
  }

  private static String escaped(String text) {
    return text.replaceAll("([\\\\:\\[\\]])", "\\\\$1");
  }

  private static String quote(String text) {
    return "'" + text.replace("'", "'\\''") + "'";
  }
}
