package dev.attache.history.json;

import org.jspecify.annotations.Nullable;

/**
 * The place of a value in a line, as a JSON pointer (RFC 6901). Most lines are as they should be,
 * so it is spelled only for a complaint. Immutable.
 */
final class FieldPath {

  /** Of the line itself. */
  static final FieldPath LINE = new FieldPath(null, "", 0);

  private final @Nullable FieldPath parent;
  private final @Nullable String field;
  private final int index;

  private FieldPath(@Nullable FieldPath parent, @Nullable String field, int index) {
    this.parent = parent;
    this.field = field;
    this.index = index;
  }

  /** The place of a field of the object that stands here. */
  FieldPath field(String name) {
    return new FieldPath(this, name, 0);
  }

  /** The place of an element of the array that stands here. */
  FieldPath element(int number) {
    return new FieldPath(this, null, number);
  }

  @Override
  public String toString() {
    if (parent == null) {
      return "";
    }
    return parent
        + "/"
        + (field == null ? String.valueOf(index) : field.replace("~", "~0").replace("/", "~1"));
  }
}
