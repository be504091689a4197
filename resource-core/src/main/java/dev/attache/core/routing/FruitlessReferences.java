package dev.attache.core.routing;

import dev.attache.resource.secrets.Redaction;
import dev.attache.resource.spi.Reference;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.List;

/** The references of a run that have led to no outcome at all. Not thread-safe. */
public final class FruitlessReferences {

  private final BitSet fruitful = new BitSet();

  /** Begins before any outcome has come. */
  public FruitlessReferences() {}

  /**
   * Takes note of the reference of an outcome.
   *
   * @param reference a reference of the run, known by its position
   */
  public void ledSomewhere(Reference reference) {
    fruitful.set(reference.position());
  }

  /**
   * {@return a line for each that led nowhere, without its secrets; exclusions are not meant to}
   *
   * @param references those that the run was given
   */
  public List<String> lines(References references) {
    var lines = new ArrayList<String>();
    for (String text : texts(references)) {
      lines.add(line(text));
    }
    return lines;
  }

  /**
   * {@return the line about one that led nowhere, without its secrets}
   *
   * @param reference as it was written
   */
  public static String line(String reference) {
    return Redaction.redact(reference) + ": nothing found";
  }

  /**
   * {@return those that led nowhere, as they were written; exclusions are not meant to}
   *
   * @param references those that the run was given
   */
  public List<String> texts(References references) {
    var texts = new ArrayList<String>();
    List<References.Entry> entries = references.entries();
    for (int i = fruitful.nextClearBit(0); i < entries.size(); i = fruitful.nextClearBit(i + 1)) {
      if (!entries.get(i).isExclusion()) {
        texts.add(entries.get(i).text());
      }
    }
    return texts;
  }
}
