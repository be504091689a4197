package dev.attache.delivery.form;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.ContentDigest;
import dev.attache.support.text.Sanitizer;
import java.io.IOException;
import java.io.OutputStream;
import java.security.DigestOutputStream;
import org.jspecify.annotations.Nullable;

/**
 * A part of a prompt between two tags of its own.
 *
 * <pre>
 * &lt;resource uri="file:///work/a.txt" name="a.txt" mimeType="text/plain"&gt;
 * the content
 * &lt;/resource&gt;
 * </pre>
 *
 * <p>What stands inside is not escaped. Where a content in it has anything that could be taken for
 * one of our tags ({@link TagScan}), both tags get the short digest of all that is inside as a
 * suffix, which no content can foresee. After the end tag there is no line end. Immutable.
 */
public final class PromptElement implements PromptPart {

  private final String start;
  private final PromptPart inside;
  private final String end;

  private PromptElement(String start, PromptPart inside, String end) {
    this.start = start;
    this.inside = inside;
    this.end = end;
  }

  /**
   * Starts an element from the name of its tag, which has to be one of those that a {@link TagScan}
   * looks for.
   *
   * @param tag the name without brackets, such as {@code resource}
   * @return a builder of an element without attributes
   */
  public static Builder named(String tag) {
    return new Builder(tag);
  }

  @Override
  public void writeTo(OutputStream out) throws IOException {
    if (out instanceof TagScan) { // these tags are ours
      inside.writeTo(out);
      return;
    }
    out.write(start.getBytes(UTF_8));
    inside.writeTo(out);
    out.write(end.getBytes(UTF_8));
  }

  /** An element in the making. Not thread-safe. */
  public static final class Builder {
    private final String name;
    private final StringBuilder attributes = new StringBuilder(160);

    private Builder(String name) {
      this.name = name;
    }

    /**
     * Adds an attribute, unless it is null.
     *
     * @param attribute its name
     * @param value what stands between the quotation marks, escaped if need be; null for no
     *     attribute
     * @return this builder
     */
    public Builder attribute(String attribute, @Nullable String value) {
      if (value != null) {
        attributes.append(' ').append(attribute).append("=\"");
        if (isPlain(value)) {
          attributes.append(value);
        } else {
          value.codePoints().forEach(this::append);
        }
        attributes.append('"');
      }
      return this;
    }

    /**
     * {@return the element around a part, which is gone through for that}
     *
     * @param inside what stands between the tags, on lines of its own
     * @throws IOException if the part cannot be read
     */
    public PromptElement around(PromptPart inside) throws IOException {
      var scan = new TagScan();
      inside.writeTo(scan);
      String tag = scan.isFound() ? name + "-" + digest(inside).shortForm() : name;
      return new PromptElement("<" + tag + attributes + ">\n", inside, "\n</" + tag + ">");
    }

    /** Of what is shown: whoever makes a formatted text knows the digest of the content. */
    private static ContentDigest digest(PromptPart inside) throws IOException {
      var sha256 =
          new DigestOutputStream(OutputStream.nullOutputStream(), ContentDigest.newSha256());
      inside.writeTo(sha256);
      return ContentDigest.ofHash(sha256.getMessageDigest().digest());
    }

    /** Whether all characters are visible ones of ASCII that mean nothing in a tag, as most are. */
    private static boolean isPlain(String value) {
      for (int i = 0; i < value.length(); i++) {
        char c = value.charAt(i);
        if (c < ' ' || c > '~' || c == '&' || c == '<' || c == '>' || c == '"') {
          return false;
        }
      }
      return true;
    }

    private void append(int c) {
      switch (c) {
        case '&' -> attributes.append("&amp;");
        case '<' -> attributes.append("&lt;");
        case '>' -> attributes.append("&gt;");
        case '"' -> attributes.append("&quot;");
        default -> appendVisible(c);
      }
    }

    /** What nobody could see might tell a model what no person meant to. */
    private void appendVisible(int c) {
      String character = Character.toString(c);
      if (Sanitizer.sanitizeLine(character).equals(character)) {
        attributes.append(character);
      } else {
        attributes.append("&#").append(c).append(';');
      }
    }
  }
}
