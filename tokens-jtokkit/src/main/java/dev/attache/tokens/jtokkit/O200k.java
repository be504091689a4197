package dev.attache.tokens.jtokkit;

import com.knuddels.jtokkit.Encodings;
import com.knuddels.jtokkit.api.Encoding;
import com.knuddels.jtokkit.api.EncodingRegistry;
import com.knuddels.jtokkit.api.EncodingType;
import dev.attache.resource.Text;
import dev.attache.tokens.TokenEstimator;

/**
 * The exact count of {@code o200k_base}, which is OpenAI's tokenizer since GPT-4o. The first one
 * reads the vocabulary, 200,000 tokens, for all. Thread-safe.
 */
public final class O200k implements TokenEstimator {

  private static final EncodingRegistry REGISTRY = Encodings.newLazyEncodingRegistry();

  private final Encoding encoding = REGISTRY.getEncoding(EncodingType.O200K_BASE);

  /** Makes a counter; the first one reads the vocabulary. */
  public O200k() {}

  @Override
  public String name() {
    return "o200k";
  }

  @Override
  public boolean isExact() {
    return true;
  }

  /** {@inheritDoc} What spells a special token is text here. */
  @Override
  public long count(Text text) {
    return encoding.countTokensOrdinary(text.value());
  }
}
