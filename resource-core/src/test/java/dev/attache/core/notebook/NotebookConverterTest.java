package dev.attache.core.notebook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import dev.attache.resource.Text;
import dev.attache.resource.convert.Conversion;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionLimits;
import dev.attache.resource.convert.ConversionOptions;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

class NotebookConverterTest {

  private static final String FOUR =
      """
      {"cells": [
        {"cell_type": "markdown", "source": ["# Sales\\n", "See ![it](attachment:a.png)\\n"],
         "attachments": {"a.png": {"image/png": "iVBORw0KGgo="}}, "metadata": {"x": [1, {}]}},
        {"cell_type": "code", "execution_count": 3, "id": "7", "outputs": [
           {"output_type": "stream", "name": "stdout", "text": ["\\u001b[1;31mread\\u001b[0m ", "3\\n"]},
           {"output_type": "stream", "name": "stdout", "text": "rows\\n"},
           {"output_type": "stream", "name": "stderr", "text": "  1%\\r 50%\\r100%\\r\\nold\\n"},
           {"output_type": "execute_result", "data": {"text/html": "<table/>",
             "text/plain": ["   a\\n", "0  1"]}, "metadata": {}},
           {"output_type": "display_data", "data": {"image/png": "iVBORw0K\\nGgo=",
             "text/plain": "<Figure>"}},
           {"output_type": "display_data", "data": {"text/html": "<b>ä</b>",
             "application/json": {"a": [1]}}}],
         "source": "frame = read('a')\\nframe\\n"},
        {"cell_type": "code", "outputs": [{"output_type": "error", "ename": "ValueError",
           "evalue": "no", "traceback": ["\\u001b[0;31m---\\u001b[0m", "ValueError: no"]}],
         "source": "raise ValueError('no') # ```"},
        {"cell_type": "code", "outputs": [], "source": "\\n"},
        {"cell_type": "raw", "source": "\\\\section{x}"}],
       "metadata": {"kernelspec": {"language": "other"}, "language_info": {"name": "Python"}},
       "nbformat": 4, "nbformat_minor": 5}
      """;

  @Test
  void showsTheCellsInTheirOrderWithTheirOutputs() throws Exception {
    assertThat(markdown(FOUR))
        .isEqualTo(
            """
            # Sales
            See ![it](attachment:a.png)

            [a.png: image/png, 8 bytes, not shown]

            ```python
            frame = read('a')
            frame
            ```

            Output:

            ```
            read 3
            rows
            ```

            Standard error:

            ```
            100%
            old
            ```

            Output:

            ```
               a
            0  1
            ```

            Output:

            ```
            <Figure>
            ```

            [image/png, 8 bytes, not shown]

            [text/html, 9 bytes, not shown]

            [application/json, not shown]

            ````python
            raise ValueError('no') # ```
            ````

            Error:

            ```
            ---
            ValueError: no
            ```

            ```
            \\section{x}
            ```
            """);
    assertThat(convert(FOUR).notes()).containsExactly("a notebook, as its cells");
  }

  @Test
  void showsFormatThree() throws Exception {
    assertThat(
            markdown(
                """
                {"metadata": {"name": "x"}, "nbformat": 3, "worksheets": [{"cells": [
                  {"cell_type": "heading", "level": 2, "source": ["Two"]},
                  {"cell_type": "code", "language": "Julia", "input": ["f(x)"], "outputs": [
                    {"output_type": "pyout", "text": ["4.0"], "png": "iVBORw0KGgo="},
                    {"output_type": "stream", "stream": "stderr", "text": ["careful"]},
                    {"output_type": "pyerr", "ename": "E", "evalue": "v", "traceback": []}]}]}]}
                """))
        .isEqualTo(
            """
            ## Two

            ```julia
            f(x)
            ```

            Output:

            ```
            4.0
            ```

            [image/png, 8 bytes, not shown]

            Standard error:

            ```
            careful
            ```

            Error:

            ```
            E: v
            ```
            """);
  }

  @Test
  void cutsLongOutputsInTheMiddleAndSaysSo() throws Exception {
    String lines = "0123456789abcde\\n".repeat(1000);
    Conversion shown =
        convert(
            "{\"cells\":[{\"cell_type\":\"code\",\"source\":\"x\",\"outputs\":[{\"output_type\":"
                + "\"stream\",\"name\":\"stdout\",\"text\":\"first\\n"
                + lines
                + "last\"}]}]}");
    assertThat(shown.notes()).containsExactly("a notebook, as its cells; 1 output is cut");
    assertThat(shown.markdown())
        .contains("first\n", "e\n[12,033 characters left out]\n0", "last\n```\n")
        .hasSizeLessThan(OutputText.MAX_CHARS + 200);
  }

  @Test
  void keepsCharactersWholeWhereItCuts() throws Exception {
    String cut = OutputText.cut("😀".repeat(5000));
    assertThat(cut).matches("(?:😀)+\\R\\[6,00[012] characters left out]\\R(?:😀)+");
  }

  @Test
  void showsSoManyOutputsOfACell() throws Exception {
    String output = "{\"output_type\":\"display_data\",\"data\":{\"text/plain\":\"x\"}}";
    Conversion shown =
        convert(
            "{\"cells\":[{\"cell_type\":\"code\",\"source\":\"x\",\"outputs\":["
                + (output + ",").repeat(22)
                + output
                + "]}]}");
    assertThat(shown.notes()).containsExactly("a notebook, as its cells; 3 outputs are cut");
    assertThat(shown.markdown()).endsWith("```\n\n[3 more outputs]\n");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"cells\": [ | not shown as the cells of a notebook: its JSON is broken in line 1",
        "[1] | not shown as the cells of a notebook: its JSON is broken in line 1",
        "`` | not shown as the cells of a notebook: its JSON is broken in line 1",
        "{\"cells\": []} | a notebook without cells; this is its JSON",
        "{\"a\": 1} | a notebook without cells; this is its JSON",
        "{\"cells\": 3} | a notebook without cells; this is its JSON",
      })
  void leavesWhatIsNoNotebookAsItIs(String json, String note) throws Exception {
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> convert(json))
        .withMessage(note);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "{\"cells\":[{\"source\":\"x\",\"outputs\":3,\"attachments\":[1]}]} | x",
        "{\"cells\":[{\"cell_type\":{\"a\":1},\"source\":[\"x\",1,[2]]}]} | x",
        "{\"cells\":[3,[4],{\"source\":\"x\"}],\"metadata\":[]} | x",
        "{\"cells\":[{\"source\":\"x\"}],\"metadata\":{\"language_info\":3,\"kernelspec\":\"a\"}} |"
            + " x",
      })
  void passesOverWhatIsNotAsTheFormatSays(String json, String shown) throws Exception {
    assertThat(markdown(json)).isEqualTo(shown + "\n");
  }

  @Test
  void takesNoLanguageThatWouldBreakAFence() throws Exception {
    assertThat(
            markdown(
                "{\"cells\":[{\"cell_type\":\"code\",\"source\":\"x\"}],"
                    + "\"metadata\":{\"kernelspec\":{\"language\":\"a\\n# b\"}}}"))
        .isEqualTo("```\nx\n```\n");
  }

  @Test
  void endsWhenItHasTo() throws Exception {
    ConversionLimits over = ConversionLimits.DEFAULT.withTime(Duration.ofNanos(1));
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> convert(FOUR, ConversionOptions.DEFAULT.withLimits(over)))
        .withMessage("took too long to show as cells; this is its JSON");
  }

  @Test
  void doesWithoutTheImagesOfALargeNotebook() throws Exception {
    String image = "iVBORw0KGgo0".repeat(1 << 20);
    assertThat(
            markdown(
                "{\"cells\":[{\"cell_type\":\"code\",\"source\":\"x\",\"outputs\":[{\"output_type\":"
                    + "\"display_data\",\"data\":{\"image/png\":\""
                    + image
                    + "\"}}]}]}"))
        .isEqualTo("```\nx\n```\n\n[image/png, 9,437,184 bytes, not shown]\n");
  }

  @Test
  void leavesOneAsItIsThatIsTooLarge() throws Exception {
    String json = "{\"cells\":[{\"source\":\"" + "x".repeat(21_000_000) + "\"}]}";
    assertThatExceptionOfType(ConversionException.class)
        .isThrownBy(() -> convert(json))
        .withMessage("too large to show as cells; this is its JSON");
  }

  private static Conversion convert(String json) throws ConversionException {
    return convert(json, ConversionOptions.DEFAULT);
  }

  private static Conversion convert(String json, ConversionOptions options)
      throws ConversionException {
    var source = ConversionSource.of(Text.of(json), NotebookConverter.MIME_TYPE, null);
    try {
      return new NotebookConverter().convert(source, options);
    } catch (IOException e) {
      throw new AssertionError(e); // the text is in memory
    }
  }

  private static String markdown(String json) throws ConversionException {
    return convert(json).markdown();
  }
}
