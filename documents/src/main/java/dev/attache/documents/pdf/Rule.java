package dev.attache.documents.pdf;

/**
 * A straight line that is drawn across a page or down it.
 *
 * @param place y of one across, x of one down
 * @param from where it begins along its own direction
 */
record Rule(boolean isAcross, float place, float from, float to) {

  boolean touches(Rule other, float near) {
    if (isAcross == other.isAcross) {
      return Math.abs(place - other.place) <= near
          && from - near <= other.to
          && other.from - near <= to;
    }
    return other.place >= from - near
        && other.place <= to + near
        && place >= other.from - near
        && place <= other.to + near;
  }
}
