package dev.attache.resource.convert;

import org.jspecify.annotations.Nullable;

/**
 * The wishes and limits with which a document is converted. Immutable. Other options give other
 * Markdown, so that all of them are part of what a cache goes by.
 *
 * @param limits what may be spent on the document
 * @param selector the part that is wanted, or null for all of it
 * @param formulas whether cells show their formulas instead of their values
 * @param ignoreRestrictions whether text is taken out of a document whose author does not allow
 *     that
 */
public record ConversionOptions(
    ConversionLimits limits,
    @Nullable PartSelector selector,
    boolean formulas,
    boolean ignoreRestrictions) {

  /** All of a document within the usual limits. */
  public static final ConversionOptions DEFAULT =
      new ConversionOptions(ConversionLimits.DEFAULT, null, false, false);

  /**
   * {@return the same options with other limits}
   *
   * @param other what may be spent on the document
   */
  public ConversionOptions withLimits(ConversionLimits other) {
    return new ConversionOptions(other, selector, formulas, ignoreRestrictions);
  }

  /**
   * {@return the same options for another part}
   *
   * @param other the part that is wanted, or null for all of the document
   */
  public ConversionOptions withSelector(@Nullable PartSelector other) {
    return new ConversionOptions(limits, other, formulas, ignoreRestrictions);
  }
}
