package dev.attache.documents.word;

import dev.attache.documents.markdown.DocumentDraft;
import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;

/** What RTF has within its text and readers see elsewhere: notes, heads and feet. */
final class RtfAsides {

  private final DocumentDraft draft;
  private final List<String> footnotes = new ArrayList<>();
  private final Set<String> heads = new LinkedHashSet<>();
  private final Set<String> feet = new LinkedHashSet<>();

  RtfAsides(DocumentDraft draft) {
    this.draft = draft;
  }

  void add(String kind, String text) {
    switch (kind) {
      case "footnote" -> footnotes.add(text);
      case "header" -> heads.add(text);
      default -> feet.add(text);
    }
  }

  void write() {
    for (int i = 0; i < footnotes.size(); i++) {
      draft.writer().paragraph("[^" + (i + 1) + "]: " + footnotes.get(i).replace("\n", "\n    "));
    }
    write(heads, "page header");
    write(feet, "page footer");
  }

  private void write(Set<String> texts, String kind) {
    for (String text : texts) {
      if (!text.isBlank()) {
        draft.writer().mark(kind);
        draft.writer().paragraph(text);
      }
    }
  }
}
