package dev.attache.documents.mail;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import dev.attache.documents.word.RtfText;
import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.text.SimpleDateFormat;
import java.util.Calendar;
import java.util.Locale;
import java.util.TimeZone;
import org.apache.poi.hmef.CompressedRTF;
import org.apache.poi.hsmf.MAPIMessage;
import org.apache.poi.hsmf.datatypes.AttachmentChunks;
import org.apache.poi.hsmf.datatypes.ByteChunk;
import org.apache.poi.hsmf.datatypes.StringChunk;
import org.apache.poi.hsmf.exceptions.ChunkNotFoundException;
import org.apache.poi.poifs.filesystem.POIFSFileSystem;
import org.jspecify.annotations.Nullable;

/** A reader of mails, appointments and notes as Outlook keeps them. */
final class MsgReader {

  private static final int MAX_MESSAGES = 3;

  private final DocumentDraft draft;
  private final MailText text;

  MsgReader(DocumentDraft draft) {
    this.draft = draft;
    this.text = new MailText(draft);
  }

  void read(POIFSFileSystem file) throws IOException, InterruptedException {
    // It is closed with the file.
    write(new MAPIMessage(file.getRoot()), 0);
  }

  private void write(MAPIMessage message, int depth) throws IOException, InterruptedException {
    message.setReturnNullOnMissingChunk(true);
    message.guess7BitEncoding();
    try {
      text.subject(message.getSubject(), depth);
      text.head("From", message.getDisplayFrom());
      text.head("To", message.getDisplayTo());
      text.head("Cc", message.getDisplayCC());
      text.head("Bcc", message.getDisplayBCC());
      text.head("Date", date(message.getMessageDate()));
      writeBody(message);
    } catch (ChunkNotFoundException e) {
      throw new AssertionError(e); // null is returned instead
    }
    for (AttachmentChunks each : message.getAttachmentFiles()) {
      name(each, depth);
    }
  }

  private static @Nullable String date(@Nullable Calendar date) {
    if (date == null) {
      return null;
    }
    var format = new SimpleDateFormat("yyyy-MM-dd HH:mm:ss 'UTC'", Locale.ROOT);
    format.setTimeZone(TimeZone.getTimeZone("UTC"));
    return format.format(date.getTime());
  }

  private void writeBody(MAPIMessage message)
      throws ChunkNotFoundException, IOException, InterruptedException {
    String plain = message.getTextBody();
    if (plain != null && !plain.isBlank()) {
      text.plain(plain);
      return;
    }
    String html = message.getHtmlBody();
    if (html != null && !html.isBlank()) {
      text.html(html);
      return;
    }
    ByteChunk rtf = message.getMainChunks().getRtfBodyChunk();
    if (rtf != null && rtf.getValue() != null) {
      byte[] unpacked = new CompressedRTF().decompress(new ByteArrayInputStream(rtf.getValue()));
      RtfText.write(unpacked, draft);
    }
  }

  private static @Nullable InputStream stream(byte @Nullable [] data) {
    return data == null ? null : new ByteArrayInputStream(data);
  }

  private void name(AttachmentChunks attachment, int depth)
      throws IOException, InterruptedException {
    if (attachment.isEmbeddedMessage() && depth < MAX_MESSAGES) {
      draft.writer().mark("attached mail");
      write(attachment.getEmbeddedMessage(), depth + 1);
      return;
    }
    StringChunk name =
        attachment.getAttachLongFileName() != null
            ? attachment.getAttachLongFileName()
            : attachment.getAttachFileName();
    String shown = name == null ? "" : name.getValue();
    StringChunk mime = attachment.getAttachMimeTag();
    String type = mime == null ? "" : mime.getValue();
    byte[] data = attachment.getEmbeddedAttachmentObject();
    long size = data == null ? -1 : data.length;
    if (type.startsWith("image/")) {
      draft
          .writer()
          .paragraph(
              new InlineText().raw(draft.image(shown, type, size, () -> stream(data))).markdown());
    } else {
      draft.attachment(shown, type, size);
    }
  }
}
