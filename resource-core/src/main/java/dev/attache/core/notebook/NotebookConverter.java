package dev.attache.core.notebook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.io.InputStream;
import java.util.List;
import java.util.Set;

/**
 * A converter of Jupyter notebooks: their cells in order, of formats 3 and 4. Markdown cells are as
 * they are, code is in fences with the language of the kernel, and outputs follow their code as
 * text, cut where they are long; images and whatever else is no text are named.
 *
 * <p>The engine has it run in its own process: it reads JSON piece by piece, and looks at the clock
 * at each cell.
 */
public final class NotebookConverter implements ContentConverter {

  /** The type of notebooks (IANA has none; Jupyter uses this one). */
  public static final String MIME_TYPE = "application/x-ipynb+json";

  /** Larger ones, which are images for the most part, are left as they are. */
  static final long MAX_SIZE = 64L << 20;

  private static final String AS_IT_IS = "; this is its JSON";
  private static final String TOO_LARGE = "too large to show as cells" + AS_IT_IS;
  private static final String TOO_LONG = "took too long to show as cells" + AS_IT_IS;

  /** Creates one, which keeps nothing. */
  public NotebookConverter() {}

  @Override
  public String name() {
    return "notebook";
  }

  @Override
  public String version() {
    return "1";
  }

  @Override
  public Set<String> mimeTypes() {
    return Set.of(MIME_TYPE);
  }

  @Override
  public Conversion convert(ConversionSource source, ConversionOptions options)
      throws ConversionException, IOException {
    if (options.selector() != null) {
      throw new ConversionException(Reason.NO_SUCH_PART, "a notebook has no parts");
    } else if (source.size() > Math.min(MAX_SIZE, options.limits().bytes())) {
      throw new ConversionException(Reason.TOO_LARGE, TOO_LARGE);
    }
    Notebook notebook = read(source, options.limits().time().toNanos());
    if (notebook.cells().isEmpty()) {
      throw new ConversionException(Reason.EMPTY, "a notebook without cells" + AS_IT_IS);
    }
    return new Conversion(CellText.of(notebook), List.of(note(notebook)), List.of())
        .upTo(options.limits().characters());
  }

  private static Notebook read(ConversionSource source, long nanos)
      throws ConversionException, IOException {
    long start = System.nanoTime();
    try (InputStream in = source.open()) {
      Notebook notebook =
          NotebookReader.read(
              in,
              () -> System.nanoTime() - start >= nanos || Thread.currentThread().isInterrupted());
      if (notebook == null) {
        throw new ConversionException(Reason.TIMED_OUT, TOO_LONG);
      }
      return notebook;
    } catch (StreamConstraintsException e) {
      throw new ConversionException(Reason.TOO_LARGE, TOO_LARGE, e);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      throw new ConversionException(
          Reason.BROKEN,
          "not shown as the cells of a notebook: its JSON is broken"
              + (line > 0 ? " in line " + line : ""),
          e);
    }
  }

  private static String note(Notebook notebook) {
    long cut = notebook.cells().stream().mapToLong(NotebookCell::cutOutputs).sum();
    String cells = "a notebook, as its cells";
    return cut == 0
        ? cells
        : cells + (cut == 1 ? "; 1 output is cut" : "; " + cut + " outputs are cut");
  }
}
