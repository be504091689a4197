package dev.attache.cli.completion;

import static java.util.stream.Collectors.joining;

import dev.attache.cli.terminal.Program;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import picocli.CommandLine;
import picocli.CommandLine.Model.OptionSpec;
import picocli.CommandLine.Model.PositionalParamSpec;

/**
 * The completion script of bash, from version 3.2 on: one function that looks for the command among
 * the words before the cursor.
 */
final class BashCompletion {

  private static final String START =
      """
      # bash completion for attache. Add this line to ~/.bashrc: source <(attache completion bash)

      _attache_words() {
        COMPREPLY=($(compgen -W "$*" -- "$cur"))
      }

      _attache_values() {
        _attache_words $("${COMP_WORDS[0]/#\\~/$HOME}" --workspace "$workspace" completion \\
          --values "$1" 2> /dev/null)
      }

      _attache_sheets() {
        local file=${cur%%#*}
        case $file in
          \\'*) file=${file#?} ;;
          *) file=${file#\\"} file=${file//\\\\/} file=${file/#\\~\\//$HOME/} ;;
        esac
        "${COMP_WORDS[0]/#\\~/$HOME}" --workspace "$workspace" completion \\
          --sheets "$file" 2> /dev/null
      }

      _attache_parts() {
        local each parts= sheets=
        shopt -s nocasematch
        case $cur in
      @PARTS@    esac
        shopt -u nocasematch
        compopt -o nospace 2> /dev/null
        if [[ $parts == sheet=* && ${cur#*#} == s* ]]; then
          sheets=$(_attache_sheets)
          compopt -o nosort 2> /dev/null
        fi
        for each in ${sheets:-$parts}; do
          [[ $each == "${cur#*#}"* ]] && COMPREPLY+=("${cur%%#*}#$each")
        done
      }

      _attache_directories() {
        compopt -o filenames 2> /dev/null
        COMPREPLY=($(compgen -d -- "$cur"))
      }

      _attache() {
        local IFS=$'\\n' cur=${COMP_WORDS[COMP_CWORD]} command=attache option= workspace=. place=0
        local i word
        COMPREPLY=()
        for ((i = 1; i < COMP_CWORD; i++)); do
          word=${COMP_WORDS[i]}
          if [[ -n $option ]]; then
            [[ $word == = ]] && continue
            [[ $option == --workspace ]] && workspace=$word
            option=
            continue
          fi
          case $word in
            @VALUED@) option=$word ;;
            -?*) ;;
            *)
              case "$command $word" in
                @COMMANDS@) command="$command $word" ;;
                "attache "*) command="attache resolve" ;; # as a line without a command means
                *) place=$((place + 1)) ;;
              esac
              ;;
          esac
        done
        # Without quotes, the equals sign is a word of its own.
        word=
        if [[ $cur == = && $COMP_CWORD -gt 1 ]]; then
          word=${COMP_WORDS[COMP_CWORD - 1]} cur=
        elif [[ $COMP_CWORD -gt 2 && ${COMP_WORDS[COMP_CWORD - 1]} == = ]]; then
          word=${COMP_WORDS[COMP_CWORD - 2]}
        fi
        if [[ $word == ?*.*'#sheet' ]]; then
          cur="$word=$cur"
          _attache_parts
          COMPREPLY=("${COMPREPLY[@]#*=}")
        elif [[ $cur == ?*.*'#'* ]]; then
          _attache_parts
        elif [[ -n $option ]]; then
          case "$command $option" in
      @OPTION_VALUES@    esac
        elif [[ $cur == -* ]]; then
          case $command in
      @OPTIONS@    esac
        else
          case "$command" in
      @PARAMETERS@    esac
        fi
      }

      complete -o default -F _attache attache
      """;

  private final Set<String> valued = new LinkedHashSet<>();
  private final Set<String> commands = new LinkedHashSet<>();

  /** What is offered for values, and the patterns of command and option that it is offered to. */
  private final Map<String, Set<String>> values = new LinkedHashMap<>();

  private final StringBuilder options = new StringBuilder();
  private final StringBuilder parameters = new StringBuilder();

  private BashCompletion() {}

  static String script(CommandLine commandLine) {
    var script = new BashCompletion();
    script.add(Program.NAME, commandLine);
    return START
        .replace("@PARTS@", parts())
        .replace("@VALUED@", String.join(" | ", script.valued))
        .replace("@COMMANDS@", quoted(script.commands))
        .replace("@OPTION_VALUES@", script.optionValues())
        .replace("@OPTIONS@", script.options)
        .replace("@PARAMETERS@", script.parameters);
  }

  private void add(String path, CommandLine command) {
    var names = new ArrayList<String>();
    for (OptionSpec option : command.getCommandSpec().options()) {
      if (!option.hidden()) {
        names.addAll(List.of(option.names()));
      }
      if (option.arity().max() > 0) {
        addValue(path, option);
      }
    }
    options.append(branch(quoted(Set.of(path)), "_attache_words " + String.join(" ", names)));
    if (command.getSubcommands().isEmpty()) {
      addParameters(path, command);
    } else {
      String below = String.join(" ", command.getSubcommands().keySet());
      parameters.append(branch(quoted(Set.of(path)), "_attache_words " + below));
    }
    command
        .getSubcommands()
        .forEach(
            (name, below) -> {
              commands.add(path + " " + name);
              add(path + " " + name, below);
            });
  }

  private void addValue(String path, OptionSpec option) {
    valued.addAll(List.of(option.names()));
    String offer = offer(LineValue.of(option));
    if (!offer.isEmpty()) {
      for (String name : option.names()) {
        values.computeIfAbsent(offer, each -> new LinkedHashSet<>()).add(path + " " + name);
      }
    }
  }

  /** A parameter with a place of its own stands there only, and the last one anywhere. */
  private void addParameters(String path, CommandLine command) {
    for (PositionalParamSpec each : command.getCommandSpec().positionalParameters()) {
      String offer = offer(LineValue.of(each));
      boolean isFixed = each.index().max() == each.index().min();
      if (!offer.isEmpty()) {
        parameters.append(
            branch(
                quoted(Set.of(path)),
                isFixed ? "((place == " + each.index().min() + ")) && " + offer : offer));
        return; // what follows the first is free, or a file
      }
    }
  }

  /** Nothing for files, which bash offers by itself. */
  private static String offer(LineValue value) {
    if (!value.words().isEmpty()) {
      return "_attache_words " + String.join(" ", value.words());
    }
    if (!value.question().isEmpty()) {
      return "_attache_values " + value.question();
    }
    return value.isDirectory() ? "_attache_directories" : "";
  }

  private static String parts() {
    return DocumentParts.BY_EXTENSION.entrySet().stream()
        .map(
            each ->
                branch(
                    each.getKey().stream().map(end -> "*." + end + "#*").collect(joining(" | ")),
                    "parts=$'" + String.join("\\n", each.getValue()) + "'"))
        .collect(joining());
  }

  private String optionValues() {
    return values.entrySet().stream()
        .map(each -> branch(quoted(each.getValue()), each.getKey()))
        .collect(joining());
  }

  private static String branch(String pattern, String action) {
    return "      " + pattern + ") " + action + " ;;\n";
  }

  private static String quoted(Set<String> patterns) {
    return patterns.stream().map(each -> "\"" + each + "\"").collect(joining(" | "));
  }
}
