package dev.attache.core.notebook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.exc.StreamConstraintsException;
import dev.attache.resource.Text;
import java.io.IOException;
import java.util.function.BooleanSupplier;
import org.jspecify.annotations.Nullable;

/**
 * A Jupyter notebook as Markdown: its cells in order, of formats 3 and 4. Markdown cells are as
 * they are, code is in fences with the language of the kernel, and outputs follow their code as
 * text, cut where they are long; images and whatever else is no text are named.
 *
 * @param markdown what models read; null if the notebook cannot be shown so
 * @param note what to say about it
 */
public record NotebookMarkdown(@Nullable String markdown, String note) {

  /** The type of notebooks (IANA has none; Jupyter uses this one). */
  public static final String MIME_TYPE = "application/x-ipynb+json";

  /** Larger ones, which are images for the most part, are left as they are. */
  static final long MAX_SIZE = 64L << 20;

  private static final String AS_IT_IS = "; this is its JSON";
  private static final String TOO_LARGE = "too large to show as cells" + AS_IT_IS;
  private static final String TOO_LONG = "took too long to show as cells" + AS_IT_IS;

  /**
   * Converts a notebook. One that is broken is no failure.
   *
   * @param isOver whether it has to end at once
   */
  public static NotebookMarkdown of(Text text, BooleanSupplier isOver) {
    if (text.size() > MAX_SIZE) {
      return new NotebookMarkdown(null, TOO_LARGE);
    }
    try {
      Notebook notebook = NotebookReader.read(text, isOver);
      if (notebook == null) {
        return new NotebookMarkdown(null, TOO_LONG);
      }
      return notebook.cells().isEmpty()
          ? new NotebookMarkdown(null, "a notebook without cells" + AS_IT_IS)
          : new NotebookMarkdown(CellText.of(notebook), note(notebook));
    } catch (StreamConstraintsException e) {
      return new NotebookMarkdown(null, TOO_LARGE);
    } catch (JsonProcessingException e) {
      int line = e.getLocation() == null ? 0 : e.getLocation().getLineNr();
      return new NotebookMarkdown(
          null,
          "not shown as the cells of a notebook: its JSON is broken"
              + (line > 0 ? " in line " + line : ""));
    } catch (IOException e) {
      throw new AssertionError(e); // the text is in memory
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
