package dev.attache.documents.markdown;

import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.util.Locale;
import java.util.Set;

/**
 * A converter that fills a draft. What it had written when a document broke or a limit was reached
 * is kept, with a note; a document of which nothing could be read is broken.
 */
public abstract class DraftingConverter implements ContentConverter {

  private final String name;
  private final String version;
  private final Set<String> mimeTypes;

  /** Creates one with these answers. */
  protected DraftingConverter(String name, String version, Set<String> mimeTypes) {
    this.name = name;
    this.version = version;
    this.mimeTypes = mimeTypes;
  }

  @Override
  public final String name() {
    return name;
  }

  @Override
  public final String version() {
    return version;
  }

  @Override
  public final Set<String> mimeTypes() {
    return mimeTypes;
  }

  @Override
  public final Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException, InterruptedException {
    if (source.size() > options.limits().bytes()) {
      throw new ConversionException(
          Reason.TOO_LARGE,
          String.format(
              Locale.ROOT,
              "it has %,d bytes, and documents may have %,d",
              source.size(),
              options.limits().bytes()));
    }
    var draft = new DocumentDraft(options);
    try {
      write(source, draft);
    } catch (OutputFullException e) {
      draft.noteFull();
    } catch (CopyFailedException e) { // another time it may go well
      throw new ConversionException(Reason.CRASHED, e.words(), e);
    } catch (UnpackedTooLargeException e) {
      keepOrFail(draft, new ConversionException(Reason.TOO_LARGE, e.words(), e));
    } catch (IOException | RuntimeException e) { // libraries throw any of them for broken bytes
      keepOrFail(
          draft, new ConversionException(Reason.BROKEN, "it is damaged and cannot be read", e));
    }
    return draft.finish();
  }

  private static void keepOrFail(DocumentDraft draft, ConversionException failure)
      throws ConversionException {
    if (draft.isEmpty()) {
      throw failure;
    }
    draft.note(
        failure.reason() == Reason.TOO_LARGE
            ? "Only a part was read: " + failure.message() + "."
            : "The document is damaged; what could be read is here.");
  }

  /**
   * Writes a document into a draft.
   *
   * @throws ConversionException if nothing can be made of it, for a reason that people can use
   * @throws IOException if it is broken
   * @throws InterruptedException if the thread was interrupted
   */
  protected abstract void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException;
}
