package dev.attache.schemas;

import com.networknt.schema.regex.RegularExpression;
import com.networknt.schema.regex.RegularExpressionFactory;
import java.util.regex.Pattern;

/** The patterns of a schema, whose search ends with the time of the check. */
record BoundedPatterns(BoundedContext context) implements RegularExpressionFactory {

  @Override
  public RegularExpression getRegularExpression(String regex) {
    Pattern pattern = Pattern.compile(regex, Pattern.UNICODE_CHARACTER_CLASS);
    return text -> pattern.matcher(new TimedText(text, context)).find();
  }

  /**
   * A text that asks for the time now and then, because a pattern can go back and forth for ever.
   */
  private static final class TimedText implements CharSequence {

    private static final int READS = 1_024;

    private final CharSequence text;
    private final BoundedContext context;
    private int reads;

    TimedText(CharSequence text, BoundedContext context) {
      this.text = text;
      this.context = context;
    }

    @Override
    public int length() {
      return text.length();
    }

    @Override
    public char charAt(int index) {
      if (++reads % READS == 0) {
        context.requireTime();
      }
      return text.charAt(index);
    }

    @Override
    public CharSequence subSequence(int start, int end) {
      return new TimedText(text.subSequence(start, end), context);
    }

    @Override
    public String toString() {
      return text.toString();
    }
  }
}
