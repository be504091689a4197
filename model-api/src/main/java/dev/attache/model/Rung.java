package dev.attache.model;

import dev.attache.resource.ResourceContent;
import org.jspecify.annotations.Nullable;

/**
 * What a part stands as in a request. Immutable.
 *
 * @param as as what
 * @param mimeType the type of a block, which is what its bytes are; null for texts and placeholders
 * @param content the bytes of a block, which are others than the part's if it was scaled; null for
 *     texts and placeholders
 * @param isMoved whether the block stands in the next message of the user, because results of tools
 *     have no room for it; a line in the result says so
 * @param note why it is a placeholder, such as {@code heic: not taken by openai-chat}, or what was
 *     done to a block so that it fits; null if there is nothing to say
 * @param tokens how many tokens a block costs, or so; -1 if it is none, or nobody knows
 */
public record Rung(
    As as,
    @Nullable String mimeType,
    @Nullable ResourceContent content,
    boolean isMoved,
    @Nullable String note,
    long tokens) {

  /** A text, with what stands around it. */
  public static final Rung TEXT = new Rung(As.TEXT, null, null, false, null, -1);

  /** What a part can stand as. */
  public enum As {
    /** A block that shows an image. */
    IMAGE("image"),
    /** A block that holds a document, such as a PDF. */
    DOCUMENT("document"),
    /** A block that plays a sound. */
    AUDIO("audio"),
    /** The text of the part, without a block of its own. */
    TEXT("text"),
    /** A line that says what is not there, and why. */
    PLACEHOLDER("placeholder");

    private final String word;

    As(String word) {
      this.word = word;
    }

    /** {@return the word for it in listings and JSON} */
    public String word() {
      return word;
    }
  }

  /**
   * {@return the rung of a block of the model's own}
   *
   * @param as an image, a document or a sound
   * @param mimeType what the bytes are
   * @param content the bytes to send, those of the part or others made of them
   */
  public static Rung block(As as, String mimeType, ResourceContent content) {
    return new Rung(as, mimeType, content, false, null, -1);
  }

  /**
   * {@return the rung of a line that says what is not there, and why}
   *
   * @param note the reason, such as {@code heic: not taken by openai-chat}
   */
  public static Rung placeholder(String note) {
    return new Rung(As.PLACEHOLDER, null, null, false, note, -1);
  }

  /** {@return the same block in the next message of the user} */
  public Rung moved() {
    return new Rung(as, mimeType, content, true, note, tokens);
  }

  /** {@return whether it is a block of the model's own} */
  public boolean isBlock() {
    return content != null;
  }

  /** {@return the bytes of what is known to be a block} */
  public ResourceContent bytes() {
    if (content == null) {
      throw new IllegalStateException("a " + as.word() + " has no bytes");
    }
    return content;
  }

  /** {@return the type of what is known to be a block} */
  public String type() {
    if (mimeType == null) {
      throw new IllegalStateException("a " + as.word() + " has no type");
    }
    return mimeType;
  }
}
