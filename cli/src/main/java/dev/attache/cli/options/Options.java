package dev.attache.cli.options;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import org.jspecify.annotations.Nullable;

/**
 * The options and parameters that a command takes, in the order of its help. Declared by code,
 * which starts in half the time that annotations take; values are asked for after parsing, from
 * {@link Arguments}.
 */
public final class Options {

  private final List<Declared> all = new ArrayList<>();

  /** What may stand on a line: a flag, an option with a value, or a parameter. */
  enum Kind {
    FLAG,
    VALUE,
    REQUIRED,
    REPEATED,
    PARAMETER
  }

  /** What the value of an option means in the list that it is added to. */
  @FunctionalInterface
  public interface Meaning {
    String of(String value);
  }

  /**
   * One option, or one parameter.
   *
   * @param names none for a parameter
   * @param label what stands for the value in the help; empty for a flag
   * @param words what completion offers; empty if the value may be anything
   * @param list takes the values in the order of the line; null for what counts once
   * @param meaning null if they mean themselves
   * @param place where on the line a parameter stands; null for an option
   */
  record Declared(
      Kind kind,
      List<String> names,
      String label,
      String description,
      List<String> words,
      @Nullable List<String> list,
      @Nullable Meaning meaning,
      @Nullable Place place) {

    /** The list that takes the values. */
    List<String> values() {
      return Objects.requireNonNull(list, "counts once");
    }

    /** Returns what a value means. */
    String meant(String value) {
      return meaning == null ? value : meaning.of(value);
    }

    /** The longest of the names, the first of those. */
    String longestName() {
      String longest = "";
      for (String name : names) {
        longest = name.length() > longest.length() ? name : longest;
      }
      return longest;
    }
  }

  /**
   * The place of a parameter, counted from 0.
   *
   * @param index as picocli writes it: {@code 1}, {@code 0..*}
   * @param arity how many values picocli takes at once
   * @param isLast whether all that follow belong to it, too
   */
  record Place(int first, boolean isLast, String index, String arity) {
    boolean holds(int position) {
      return isLast ? position >= first : position == first;
    }
  }

  /** All of them, in the order in which they were added. */
  List<Declared> all() {
    return all;
  }

  private Options option(
      Kind kind, String label, String description, List<String> words, String... names) {
    all.add(new Declared(kind, List.of(names), label, description, words, null, null, null));
    return this;
  }

  /** Adds an option without a value. */
  public Options flag(String description, String... names) {
    return option(Kind.FLAG, "", description, List.of(), names);
  }

  /** Adds an option with a value; given twice, the last one counts. */
  public Options value(String label, String description, String... names) {
    return option(Kind.VALUE, label, description, List.of(), names);
  }

  /** Adds an option that can be given several times, to a list in the order of the line. */
  public Options values(String label, List<String> list, String description, String... names) {
    return repeated(label, list, null, description, names);
  }

  /** The same for an option whose values mean something else in the list. */
  public Options values(
      String label, List<String> list, Meaning meaning, String description, String... names) {
    return repeated(label, list, meaning, description, names);
  }

  private Options repeated(
      String label,
      List<String> list,
      @Nullable Meaning meaning,
      String description,
      String... names) {
    all.add(
        new Declared(
            Kind.REPEATED, List.of(names), label, description, List.of(), list, meaning, null));
    return this;
  }

  /** Adds an option whose value is one of a few words, which completion offers. */
  public Options choice(String label, List<String> words, String description, String... names) {
    return option(Kind.VALUE, label, description, words, names);
  }

  /** Adds an option without which the command cannot do anything. */
  public Options required(String label, String description, String... names) {
    return option(Kind.REQUIRED, label, description, List.of(), names);
  }

  /**
   * Adds the parameters, to a list in the order of the line.
   *
   * @param syntax how the usage writes them: {@code [REF]...} may be left out, {@code REF...} may
   *     not, which the command itself explains
   */
  public Options parameters(String syntax, List<String> list, String description) {
    return parameters(syntax, list, List.of(), description);
  }

  /** The same for parameters that are a few words, which completion offers. */
  public Options parameters(
      String syntax, List<String> list, List<String> words, String description) {
    return positional(new Place(0, true, "0..*", "0..*"), syntax, list, words, description);
  }

  /** Adds one parameter, which has a place: {@code SERVER} or {@code [ID]}. */
  public Options parameter(int index, String syntax, List<String> list, String description) {
    var place = new Place(index, false, Integer.toString(index), "0..1");
    return positional(place, syntax, list, List.of(), description);
  }

  /** The same where more than one are an error, which the command itself explains. */
  public Options lastParameter(int index, String syntax, List<String> list, String description) {
    var place = new Place(index, true, index + "..*", "0..*");
    return positional(place, syntax, list, List.of(), description);
  }

  private Options positional(
      Place place, String syntax, List<String> list, List<String> words, String description) {
    all.add(new Declared(Kind.PARAMETER, List.of(), syntax, description, words, list, null, place));
    return this;
  }
}
