package dev.attache.core.tool;

/** A reason to end a call before its tool has ended. */
public final class InquiryException extends Exception {

  private static final long serialVersionUID = 1;

  /** What kind of reason it is, in a word. */
  private final String kind;

  private InquiryException(String kind, String message) {
    super(message);
    this.kind = kind;
  }

  /**
   * {@return the end of a call whose user does not want to answer}
   *
   * @param message a sentence that the result has
   */
  public static InquiryException cancelled(String message) {
    return new InquiryException("cancelled", message);
  }

  /** Returns the end of a call that nobody can answer. */
  static InquiryException needsInput(String message) {
    return new InquiryException("needs-input", message);
  }

  /**
   * {@return the end of a call whose answer is wrong}
   *
   * @param message a sentence that the result has: what is wrong with which answer
   */
  public static InquiryException wrongAnswer(String message) {
    return new InquiryException("wrong-answer", message);
  }

  /** Returns the end of a call that asks for ever. */
  static InquiryException endless(String message) {
    return new InquiryException("asks-too-much", message);
  }

  /** Returns what ended the call, for programs. */
  String kind() {
    return kind;
  }
}
