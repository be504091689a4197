package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.Snapshot;
import dev.attache.resource.ContentDigest;
import dev.attache.resource.Redaction;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceContent;
import dev.attache.resource.Stored;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The form for models that are fed text: each resource between two tags of its own.
 *
 * <pre>
 * &lt;resource uri="file:///work/a.txt" name="a.txt" mimeType="text/plain"&gt;
 * the content
 * &lt;/resource&gt;
 * </pre>
 *
 * <p>Where what is shown itself holds the end tag, both tags get its short digest as a suffix,
 * which it cannot foresee. URIs are shown without their secrets. Bytes become one line with type,
 * size and digest.
 */
final class PromptFormat implements Format {

  private static final String TAG = "resource";
  private static final byte[] END_TAG = ("</" + TAG).getBytes(UTF_8);

  private static final int PIECE = 16 << 10;

  private final OutputStream out;

  PromptFormat(OutputStream out) {
    this.out = out;
  }

  @Override
  public void write(Snapshot snapshot) throws IOException {
    Resource resource = snapshot.resource();
    byte[] made = made(resource);
    boolean isAmbiguous =
        made == null ? holdsEndTag(resource.content()) : contains(made, made.length, END_TAG);
    String tag = isAmbiguous ? TAG + "-" + suffix(resource.content(), made) : TAG;
    var start = new StringBuilder(160).append('<').append(tag);
    attribute(start, "uri", resource.uri().redacted());
    if (snapshot.source().indexOf(':') >= 0) { // two servers may use one URI for different things
      attribute(start, "source", Redaction.redactAllIn(snapshot.source()));
    }
    if (resource.name() != null) {
      attribute(start, "name", Redaction.redactAllIn(resource.name()));
    }
    if (resource.mimeType() != null) {
      attribute(start, "mimeType", resource.mimeType());
    }
    if (!snapshot.notes().isEmpty()) {
      attribute(start, "note", Redaction.redactAllIn(String.join("; ", snapshot.notes())));
    }
    out.write(start.append(">\n").toString().getBytes(UTF_8));
    if (made == null) {
      copy(resource.content());
    } else {
      out.write(made);
    }
    out.write(("\n</" + tag + ">\n").getBytes(UTF_8));
  }

  @Override
  public void flush() throws IOException {
    out.flush();
  }

  /** What is shown in place of the content; null if that is shown itself. */
  private static byte @Nullable [] made(Resource resource) {
    String formatted = resource.formatted();
    if (formatted != null) {
      return formatted.getBytes(UTF_8);
    }
    return resource.content().isText() ? null : placeholder(resource).getBytes(UTF_8);
  }

  /** In pieces: a content may be as large as the memory allows, and there is no room for two. */
  private void copy(ResourceContent content) throws IOException {
    try (InputStream in = content.open()) {
      in.transferTo(out);
    }
  }

  private static boolean holdsEndTag(ResourceContent content) throws IOException {
    byte[] piece = new byte[PIECE];
    int kept = 0; // from the piece before, where a tag may begin
    try (InputStream in = content.open()) {
      for (int read = in.read(piece, kept, PIECE - kept);
          read >= 0;
          read = in.read(piece, kept, PIECE - kept)) {
        int length = kept + read;
        if (contains(piece, length, END_TAG)) {
          return true;
        }
        kept = Math.min(length, END_TAG.length - 1);
        System.arraycopy(piece, length - kept, piece, 0, kept);
      }
    }
    return false;
  }

  private static String placeholder(Resource resource) {
    ResourceContent content = resource.content();
    String why = content instanceof Stored ? "" : ", not shown because it is not text";
    return "["
        + (resource.mimeType() == null ? "bytes" : resource.mimeType())
        + ", "
        + content.size()
        + " bytes, "
        + content.digest()
        + why
        + "]";
  }

  /** Of what is shown: whoever makes a formatted text knows the digest of the content. */
  private static String suffix(ResourceContent content, byte @Nullable [] made) {
    return (made == null ? content.digest() : ContentDigest.sha256(made)).shortForm();
  }

  private static void attribute(StringBuilder tag, String name, String value) {
    tag.append(' ').append(name).append("=\"");
    value
        .codePoints()
        .forEach(
            c -> {
              switch (c) {
                case '&' -> tag.append("&amp;");
                case '<' -> tag.append("&lt;");
                case '>' -> tag.append("&gt;");
                case '"' -> tag.append("&quot;");
                default -> appendVisible(tag, c);
              }
            });
    tag.append('"');
  }

  /** What nobody could see might tell a model what no person meant to. */
  private static void appendVisible(StringBuilder tag, int c) {
    String character = Character.toString(c);
    if (Sanitizer.sanitizeLine(character).equals(character)) {
      tag.append(character);
    } else {
      tag.append("&#").append(c).append(';');
    }
  }

  private static boolean contains(byte[] body, int length, byte[] wanted) {
    int last = length - wanted.length;
    for (int i = 0; i <= last; i++) {
      if (body[i] == '<' && startsWith(body, i, wanted)) {
        return true;
      }
    }
    return false;
  }

  private static boolean startsWith(byte[] body, int at, byte[] wanted) {
    for (int i = 1; i < wanted.length; i++) {
      if (body[at + i] != wanted[i]) {
        return false;
      }
    }
    return true;
  }
}
