package dev.attache.documents.mail;

import dev.attache.documents.markdown.DocumentDraft;
import dev.attache.documents.markdown.InlineText;
import java.io.ByteArrayInputStream;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.OutputStream;
import java.nio.charset.Charset;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.apache.james.mime4j.codec.DecodeMonitor;
import org.apache.james.mime4j.codec.DecoderUtil;
import org.apache.james.mime4j.dom.Body;
import org.apache.james.mime4j.dom.Entity;
import org.apache.james.mime4j.dom.Message;
import org.apache.james.mime4j.dom.Multipart;
import org.apache.james.mime4j.dom.SingleBody;
import org.apache.james.mime4j.dom.TextBody;
import org.apache.james.mime4j.dom.field.ContentTypeField;
import org.apache.james.mime4j.message.DefaultMessageBuilder;
import org.apache.james.mime4j.stream.Field;
import org.apache.james.mime4j.stream.MimeConfig;
import org.jspecify.annotations.Nullable;

/** A reader of mails as they are sent. */
final class EmlReader {

  private static final int MAX_DEPTH = 8;
  private static final int MAX_MESSAGES = 3;
  private static final int MAX_HEADERS = 2_000;
  private static final int MAX_LINE = 1 << 20;

  private final DocumentDraft draft;
  private final MailText text;
  private final List<Entity> parts = new ArrayList<>();

  EmlReader(DocumentDraft draft) {
    this.draft = draft;
    this.text = new MailText(draft);
  }

  void read(InputStream in) throws IOException, InterruptedException {
    var builder = new DefaultMessageBuilder();
    builder.setMimeEntityConfig(
        MimeConfig.custom()
            .setMaxHeaderCount(MAX_HEADERS)
            .setMaxHeaderLen(MAX_LINE)
            .setMaxLineLen(MAX_LINE)
            .setMaxContentLen(draft.limits().bytes())
            .build());
    builder.setDecodeMonitor(DecodeMonitor.SILENT);
    Message message = builder.parseMessage(in);
    try {
      write(message, 0);
    } finally {
      message.dispose();
    }
  }

  private void write(Message message, int depth) throws IOException, InterruptedException {
    text.subject(head(message, "Subject"), depth);
    for (String name : List.of("From", "To", "Cc", "Bcc", "Reply-To", "Date")) {
      text.head(name, head(message, name));
    }
    parts.clear();
    writeBody(message, 0);
    for (Entity each : List.copyOf(parts)) {
      name(each, depth);
    }
  }

  private static @Nullable String head(Entity entity, String name) {
    Field field = entity.getHeader() == null ? null : entity.getHeader().getField(name);
    return field == null || field.getBody() == null
        ? null
        : DecoderUtil.decodeEncodedWords(unfolded(field.getBody()), DecodeMonitor.SILENT);
  }

  private static String unfolded(String folded) {
    return folded.replaceAll("\\r?\\n[ \\t]*", " ");
  }

  /** Writes the text of an entity; other parts of it wait to be named. */
  private boolean writeBody(Entity entity, int depth) throws IOException, InterruptedException {
    Body body = entity.getBody();
    if (body instanceof Multipart multipart && depth < MAX_DEPTH) {
      return entity.getMimeType().equals("multipart/alternative")
          ? writeBest(multipart, depth + 1)
          : writeAll(multipart, depth + 1);
    }
    boolean isAttached =
        entity.getDispositionType() != null
            && entity.getDispositionType().equalsIgnoreCase("attachment");
    if (body instanceof TextBody words && !isAttached && depth <= MAX_DEPTH) {
      return writeText(entity, words);
    }
    parts.add(entity);
    return false;
  }

  private boolean writeAll(Multipart multipart, int depth)
      throws IOException, InterruptedException {
    boolean hasText = false;
    for (Entity each : multipart.getBodyParts()) {
      hasText |= writeBody(each, depth);
    }
    return hasText;
  }

  /** Of the forms of one text, the plain one, if it says anything. */
  private boolean writeBest(Multipart multipart, int depth)
      throws IOException, InterruptedException {
    List<Entity> forms = new ArrayList<>(multipart.getBodyParts());
    for (Entity each : forms) {
      if (each.getMimeType().equals("text/plain") && writeBody(each, depth)) {
        return true;
      }
    }
    for (int i = forms.size() - 1; i >= 0; i--) {
      if (!forms.get(i).getMimeType().equals("text/plain") && writeBody(forms.get(i), depth)) {
        return true;
      }
    }
    return false;
  }

  private boolean writeText(Entity entity, TextBody body) throws IOException, InterruptedException {
    String words = decoded(body, entity.getCharset());
    if (words.isBlank()) {
      return false;
    }
    String type = entity.getMimeType();
    if (type.equals("text/html")) {
      text.html(words);
    } else if (type.equals("text/plain") || type.equals("text/enriched")) {
      text.plain(words);
    } else {
      draft.writer().code(words);
    }
    return true;
  }

  private String decoded(SingleBody body, @Nullable String charset) throws IOException {
    var bytes = new ByteArrayOutputStream();
    body.writeTo(bytes);
    return bytes.toString(known(charset));
  }

  private static Charset known(@Nullable String name) {
    try {
      boolean isAscii = name == null || name.equalsIgnoreCase("us-ascii");
      return isAscii ? StandardCharsets.UTF_8 : Charset.forName(name);
    } catch (IllegalArgumentException e) {
      return StandardCharsets.UTF_8;
    }
  }

  private void name(Entity entity, int depth) throws IOException, InterruptedException {
    if (entity.getBody() instanceof Message inner && depth < MAX_MESSAGES) {
      draft.writer().mark("attached mail");
      write(inner, depth + 1);
      return;
    }
    String type = entity.getMimeType() == null ? "" : entity.getMimeType();
    String file = file(entity);
    String name = file == null ? "" : DecoderUtil.decodeEncodedWords(file, DecodeMonitor.SILENT);
    long size = entity.getBody() instanceof SingleBody body ? size(body) : -1;
    if (type.toLowerCase(Locale.ROOT).startsWith("image/")) {
      draft
          .writer()
          .paragraph(
              new InlineText().raw(draft.image(name, type, size, () -> bytes(entity))).markdown());
    } else {
      draft.attachment(name, type, size);
    }
  }

  private static @Nullable InputStream bytes(Entity entity) throws IOException {
    if (!(entity.getBody() instanceof SingleBody body)) {
      return null;
    }
    var bytes = new ByteArrayOutputStream();
    body.writeTo(bytes);
    return new ByteArrayInputStream(bytes.toByteArray());
  }

  private static @Nullable String file(Entity entity) {
    boolean isTyped = entity.getHeader() != null;
    Field type = isTyped ? entity.getHeader().getField("Content-Type") : null;
    return entity.getFilename() == null && type instanceof ContentTypeField field
        ? field.getParameter("name")
        : entity.getFilename();
  }

  private static long size(SingleBody body) throws IOException {
    long[] count = {0};
    try (var counter =
        new OutputStream() {
          @Override
          public void write(int b) {
            count[0]++;
          }

          @Override
          public void write(byte[] bytes, int offset, int length) {
            count[0] += length;
          }
        }) {
      body.writeTo(counter);
    }
    return count[0];
  }
}
