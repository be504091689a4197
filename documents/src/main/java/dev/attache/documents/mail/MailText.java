package dev.attache.documents.mail;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.markdown.MarkdownEscape;
import dev.attache.html.EnclosedHtml;
import java.util.ArrayList;
import java.util.List;
import org.jspecify.annotations.Nullable;

/** What a mail is written as: its subject, who it is from and to, and its text. */
final class MailText {

  private final DocumentDraft draft;

  MailText(DocumentDraft draft) {
    this.draft = draft;
  }

  void subject(@Nullable String subject, int depth) {
    if (subject != null) {
      draft.writer().heading(1 + depth, new InlineText().add(subject).plain());
    }
  }

  /** Writes what a head says, if it says it. */
  void head(String name, @Nullable String value) {
    if (value != null && !value.isBlank()) {
      String line = InlineText.clean(value).replaceAll("\\s+", " ").strip();
      draft.writer().item(0, "-", "**" + name + ":** " + MarkdownEscape.text(line));
    }
  }

  /** Writes a text without marks, whose lines stay, and whose quotations are such. */
  void plain(String text) {
    List<String> lines = new ArrayList<>();
    boolean isQuote = false;
    for (String line : text.replace("\r\n", "\n").replace('\r', '\n').split("\n", -1)) {
      boolean quotes = line.startsWith(">");
      if (line.isBlank() || quotes != isQuote) {
        end(lines, isQuote);
      }
      isQuote = quotes;
      if (!line.isBlank()) {
        lines.add(quotes ? line.substring(1).stripLeading() : line.stripTrailing());
      }
    }
    end(lines, isQuote);
  }

  private void end(List<String> lines, boolean isQuote) {
    String text = new InlineText().add(String.join("\n", lines)).markdown();
    if (isQuote) {
      draft.writer().quote(text);
    } else {
      draft.writer().paragraph(text);
    }
    lines.clear();
  }

  void html(String html) throws InterruptedException {
    draft.html(html, EnclosedHtml.Pictures.NONE);
  }
}
