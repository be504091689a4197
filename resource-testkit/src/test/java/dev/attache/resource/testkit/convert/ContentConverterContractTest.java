package dev.attache.resource.testkit.convert;

import static java.nio.charset.StandardCharsets.UTF_8;

import dev.attache.resource.convert.ContentConverter;
import java.util.List;

/** A sound converter keeps the contract. */
class ContentConverterContractTest extends ContentConverterContract {

  @Override
  protected ContentConverter converter() {
    return new SampleConverter();
  }

  @Override
  protected List<SampleDocument> samples() {
    return List.of(
        new SampleDocument(
            "pages\fone two three\ffour five\f".getBytes(UTF_8),
            "application/x-sample",
            "a.pages"));
  }
}
