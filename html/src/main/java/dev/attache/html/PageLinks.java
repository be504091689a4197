package dev.attache.html;

import org.jsoup.nodes.Element;
import org.jspecify.annotations.Nullable;

/** The targets of what a page refers to. */
interface PageLinks {

  /** The URL to show, or null for what leads nowhere a model could go. */
  @Nullable String absolute(String reference);

  /** The Markdown that stands for a picture, or null if it is shown by its URL. */
  default @Nullable String named(Element picture) {
    return null;
  }
}
