package dev.attache.cli;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.core.notebook.NotebookConverter;
import dev.attache.resource.convert.ContentConverter;
import dev.attache.resource.testkit.convert.ContentConverterContract;
import dev.attache.resource.testkit.convert.SampleDocument;
import java.util.List;

/** The converter of notebooks keeps to the contract: here, as the engine is below the test kit. */
class NotebookContractTest extends ContentConverterContract {

  private static final String NOTEBOOK =
      """
      {"cells": [
        {"cell_type": "markdown", "source": ["# Sales\\n", "of the year\\n"]},
        {"cell_type": "code", "source": "frame", "outputs": [
          {"output_type": "execute_result", "data": {"text/plain": ["   a\\n", "0  1"]}}]}],
       "metadata": {"language_info": {"name": "python"}}, "nbformat": 4}
      """;

  @Override
  protected ContentConverter converter() {
    return new NotebookConverter();
  }

  @Override
  protected boolean isListed() {
    return false;
  }

  @Override
  protected List<SampleDocument> samples() {
    return List.of(
        new SampleDocument(NOTEBOOK.getBytes(UTF_8), NotebookConverter.MIME_TYPE, "a.ipynb"));
  }
}
