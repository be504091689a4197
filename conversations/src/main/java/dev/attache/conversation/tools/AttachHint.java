package dev.attache.conversation.tools;

/** The way for what a model asks for to be attached, as the model is told of it. */
public enum AttachHint {
  /** The user has to. */
  USER("The user can attach it."),

  /** The model itself can, where it may: {@link AttachResourceTool}. */
  TOOL("The tool " + AttachResourceTool.NAME + " can attach it, if that is allowed.");

  private final String sentence;

  AttachHint(String sentence) {
    this.sentence = sentence;
  }

  /** {@return a whole sentence} */
  public String sentence() {
    return sentence;
  }
}
