package dev.attache.documents.mail;

import dev.attache.documents.archive.OfficeFile;
import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.DraftingConverter;
import dev.attache.resource.convert.ConversionException;
import dev.attache.resource.convert.ConversionException.Reason;
import dev.attache.resource.convert.ConversionSource;
import java.io.IOException;
import java.util.Set;

/** A converter of mails: as they are sent (EML), and as Outlook keeps them (MSG). */
public final class MailConverter extends DraftingConverter {

  /** Creates it; found by {@code ServiceLoader}. */
  public MailConverter() {
    super("mail", "2", Set.of("message/rfc822", "application/vnd.ms-outlook"));
  }

  @Override
  protected void write(ConversionSource source, DocumentDraft draft)
      throws ConversionException, IOException, InterruptedException {
    draft.requireSelector(null);
    OfficeFile.read(
        source,
        draft,
        document -> {
          throw new ConversionException(Reason.BROKEN, "it is not a mail");
        },
        document -> new MsgReader(draft).read(document),
        in -> new EmlReader(draft).read(in));
  }
}
