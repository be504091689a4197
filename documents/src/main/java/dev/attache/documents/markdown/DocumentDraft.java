package dev.attache.documents.markdown;

import dev.attache.html.EnclosedHtml;
import dev.attache.html.EnclosedHtml.Pictures;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.DocumentImage;
import dev.attache.resource.convert.DocumentPart;
import dev.attache.resource.convert.PartSelector;
import java.io.IOException;
import java.io.InputStream;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jspecify.annotations.Nullable;

/** What becomes of a document while it is read: its Markdown, the notes and the parts. */
public final class DocumentDraft {

  private static final int MAX_NAME = 80;

  private final ConversionOptions options;
  private final MarkdownWriter writer;
  private final Set<String> notes = new LinkedHashSet<>();
  private final List<DocumentPart> parts = new ArrayList<>();
  private final List<String> attachments = new ArrayList<>();
  private String emptiness = "";
  private @Nullable ConversionException pictureProblem;
  private final List<DocumentImage> pictures = new ArrayList<>();
  private int images;

  /** The bytes of a picture, which are read if somebody asks for it. */
  @FunctionalInterface
  public interface Picture {
    /**
     * {@return them from the first on, or null if there are none}
     *
     * @throws ConversionException if they cannot be had, for a reason that people can use
     * @throws IOException if they are broken
     */
    @Nullable InputStream open() throws ConversionException, IOException;
  }

  /** Creates one that keeps to these options. */
  public DocumentDraft(ConversionOptions options) {
    this.options = options;
    this.writer = new MarkdownWriter(options.limits().characters());
  }

  /** {@return where its blocks go} */
  public MarkdownWriter writer() {
    return writer;
  }

  /** {@return what was asked for} */
  public ConversionOptions options() {
    return options;
  }

  /** {@return what may be spent} */
  public ConversionLimits limits() {
    return options.limits();
  }

  /**
   * Refuses a selector of a kind of parts that the document does not have.
   *
   * @param kind the one that it has, or null if it has none
   */
  public void requireSelector(@Nullable Class<? extends PartSelector> kind)
      throws ConversionException {
    PartSelector wanted = options.selector();
    if (wanted == null
        || wanted instanceof PartSelector.Image
        || (kind != null && kind.isInstance(wanted))) {
      return;
    }
    String words =
        wanted instanceof PartSelector.Pages
            ? "it has no pages that could be asked for"
            : wanted instanceof PartSelector.Slides
                ? "it has no slides"
                : wanted instanceof PartSelector.Sheet
                    ? "it has no sheets"
                    : "only pages of PDF can be shown as pictures";
    throw new ConversionException(Reason.NO_SUCH_PART, words);
  }

  /** Says something that the Markdown does not show, once. */
  public void note(String sentence) {
    notes.add(oneLine(sentence));
  }

  /** {@return what can be addressed, as far as it was added} */
  public List<DocumentPart> parts() {
    return List.copyOf(parts);
  }

  /** Adds what can be addressed. */
  public void part(String selector, String details) {
    parts.add(new DocumentPart(selector, details));
  }

  /**
   * Writes HTML that is in the document.
   *
   * @param html its bytes
   * @param pictures what stands for pictures
   */
  public void html(InputStream html, Pictures pictures) throws IOException, InterruptedException {
    writer.blocks(EnclosedHtml.markdown(html, pictures, room()));
  }

  /**
   * Writes HTML that is in the document.
   *
   * @param html its text
   * @param pictures what stands for pictures
   */
  public void html(String html, Pictures pictures) throws InterruptedException {
    writer.blocks(EnclosedHtml.markdown(html, pictures, room()));
  }

  /** How many more characters may be written; one more than there is room for shows that. */
  private int room() {
    return Math.max(1, limits().characters() - writer.length() + 1);
  }

  /**
   * Counts a picture and makes it addressable. The one that was asked for is taken, and is the end
   * of the document.
   *
   * @param description what its author says that it shows; may be empty
   * @param type its MIME type, and how wide and high it is, if that is known
   * @return the words that stand for it, as Markdown
   */
  public String image(String description, String type, long bytes, Picture picture) {
    String size = bytes < 0 ? "" : String.format(Locale.ROOT, ", %,d bytes", bytes);
    String details = (type.isBlank() ? "unknown type" : type) + size;
    parts.add(new DocumentPart("image=" + ++images, details));
    if (options.selector() instanceof PartSelector.Image wanted && wanted.number() == images) {
      take(wanted, type, picture);
    }
    String shown = description.isBlank() ? "" : shortened(description) + ", ";
    return "[image " + images + ": " + MarkdownEscape.text(shown) + details + ", not shown]";
  }

  private void take(PartSelector wanted, String mimeType, Picture picture) {
    try (InputStream in = picture.open()) {
      byte[] bytes = in == null ? new byte[0] : in.readNBytes(PictureBytes.MOST + 1);
      pictures.add(PictureBytes.image(wanted.toString(), mimeType, bytes));
    } catch (IOException | RuntimeException e) { // of libraries, about what is broken
      pictureProblem = new ConversionException(Reason.BROKEN, "that picture is damaged", e);
    } catch (ConversionException e) {
      pictureProblem = e;
    }
    throw new OutputFullException();
  }

  /** Adds a picture that was asked for. */
  public void add(DocumentImage picture) {
    pictures.add(picture);
  }

  /** Remembers a file inside of the document by its name. */
  public void attachment(String name, String mimeType, long bytes) {
    String size = bytes < 0 ? "" : String.format(Locale.ROOT, ", %,d bytes", bytes);
    String type = mimeType.isBlank() ? "" : ", " + mimeType.toLowerCase(Locale.ROOT);
    attachments.add(shortened(name.isBlank() ? "without a name" : name) + type + size);
  }

  /** {@return a name from a document that fits a line} */
  public static String shortened(String name) {
    String line = oneLine(name);
    return line.length() <= MAX_NAME ? line : line.substring(0, MAX_NAME - 1) + "…";
  }

  private static String oneLine(String text) {
    return InlineText.clean(text).replaceAll("\\s+", " ").strip();
  }

  /** Stops if somebody has asked the thread to. */
  public static void checkInterrupt() throws InterruptedException {
    if (Thread.interrupted()) {
      throw new InterruptedException();
    }
  }

  /**
   * {@return the conversion of all that was written}
   *
   * @throws ConversionException if nothing was
   */
  public Conversion finish() throws ConversionException {
    if (pictureProblem != null) {
      throw pictureProblem;
    } else if (!pictures.isEmpty()) {
      return new Conversion("", List.copyOf(notes), List.of(), pictures);
    } else if (options.selector() instanceof PartSelector.Image) {
      throw new ConversionException(
          Reason.NO_SUCH_PART,
          images == 0
              ? "it has no pictures"
              : "it has " + images + (images == 1 ? " picture" : " pictures"));
    }
    try {
      writeAttachments();
    } catch (OutputFullException e) {
      noteFull();
    }
    if (writer.isEmpty()) {
      throw new ConversionException(
          Reason.EMPTY,
          emptiness.isEmpty() ? "it holds no text" : "it holds no text: " + emptiness);
    }
    return new Conversion(writer.markdown(), List.copyOf(notes), parts);
  }

  /** {@return whether nothing came of it so far, neither text nor a picture} */
  boolean isEmpty() {
    return writer.isEmpty() && pictures.isEmpty() && pictureProblem == null;
  }

  /** Says why there is no text, in a few words, for the case that there is none. */
  public void emptiness(String words) {
    emptiness = words;
  }

  /** Says that the document is longer than what was written of it. */
  public void noteFull() {
    if (options.selector() instanceof PartSelector.Image) {
      return; // it ends where the picture is
    }
    note(
        String.format(
            Locale.ROOT,
            "The text ends after %,d characters; the document is longer.",
            limits().characters()));
  }

  private void writeAttachments() {
    if (attachments.isEmpty()) {
      return;
    }
    note(
        attachments.size() == 1
            ? "1 file inside of it is named, not read."
            : attachments.size() + " files inside of it are named, not read.");
    for (String attachment : attachments) {
      writer.named("attached file: " + attachment);
    }
  }
}
