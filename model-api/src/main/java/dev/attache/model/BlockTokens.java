package dev.attache.model;

/**
 * The tokens that blocks cost a model, or so. Immutable.
 *
 * @param imagePatch the pixels of a side of the squares that an image is cut into, each of which
 *     costs a token; 0 if nobody knows
 * @param imageMost what an image costs at most; 0 if there is no such limit
 * @param page what a page of a PDF document costs, its text and its picture; 0 if nobody knows
 */
public record BlockTokens(int imagePatch, int imageMost, int page) {

  /** Of which nobody knows anything. */
  public static final BlockTokens UNKNOWN = new BlockTokens(0, 0, 0);

  /** Returns what an image costs; -1 if nobody knows. */
  long ofImage(int width, int height) {
    if (imagePatch == 0) {
      return -1;
    }
    long patches = squares(width) * squares(height);
    return imageMost == 0 ? patches : Math.min(patches, imageMost);
  }

  private long squares(int side) {
    return ((long) side + imagePatch - 1) / imagePatch;
  }

  /** Returns what the pages of a document cost; -1 if nobody knows. */
  long ofPages(int pages) {
    return page == 0 ? -1 : (long) page * pages;
  }
}
