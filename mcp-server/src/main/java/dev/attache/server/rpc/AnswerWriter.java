package dev.attache.server.rpc;

import com.fasterxml.jackson.core.JsonGenerator;
import dev.attache.support.json.PlainJson;
import java.io.IOException;
import java.io.OutputStream;
import org.jspecify.annotations.Nullable;

/**
 * The answer to a request that is met, as JSON-RPC has it, while its result is written: field by
 * field, or whole, as bytes that somebody else has. Used by one thread.
 */
public final class AnswerWriter {

  private final AnswerBuffer bytes = new AnswerBuffer();
  private final JsonGenerator json;
  private boolean isWhole;
  private @Nullable Runnable sent;

  /**
   * Begins an answer, up to the fields of the method.
   *
   * @param id the id of the request
   * @param head what the result begins with
   */
  public AnswerWriter(Object id, Fields head) throws IOException {
    json = PlainJson.generator(bytes); // not closed when something fails: it is let go of
    json.writeStartObject();
    json.writeStringField("jsonrpc", "2.0");
    json.writeFieldName("id");
    PlainJson.write(id, json);
    json.writeObjectFieldStart("result");
    head.write(json);
  }

  /** Some fields of a result. */
  @FunctionalInterface
  public interface Fields {

    Fields NONE = json -> {};

    void write(JsonGenerator json) throws IOException;
  }

  /** What writes the fields of the result. */
  public JsonGenerator fields() {
    return json;
  }

  /** What takes the bytes of the next value, all of them before anything else is written. */
  public OutputStream value() throws IOException {
    json.writeRawValue(""); // the comma or the colon before it
    json.flush();
    return bytes;
  }

  /** What takes the bytes of the whole result: an object that has a field at least. */
  public OutputStream result() throws IOException {
    json.flush();
    isWhole = true;
    return new Whole(json.getOutputContext().getEntryCount() > 0);
  }

  /** Sets the action to run once the client is certain to get the result. */
  public void ifSent(Runnable action) {
    sent = action;
  }

  /** The action to run once the client gets the result; null for none. */
  @Nullable
  public Runnable sent() {
    return sent;
  }

  /** Ends the answer: its bytes, in UTF-8, without line breaks. */
  public byte[] end() throws IOException {
    if (isWhole) {
      json.disable(JsonGenerator.Feature.AUTO_CLOSE_JSON_CONTENT); // the result has an end
      bytes.write('}');
    } else {
      json.writeEndObject();
      json.writeEndObject();
    }
    json.close();
    return bytes.toByteArray();
  }

  /** An object on its way into the result, whose opening brace stands there already. */
  private final class Whole extends OutputStream {

    private final boolean isContinued;
    private boolean isOpen;

    /**
     * @param isContinued whether there is a field before those of the object
     */
    Whole(boolean isContinued) {
      this.isContinued = isContinued;
    }

    @Override
    public void write(int b) {
      if (isOpen) {
        bytes.write(b);
      } else {
        open();
      }
    }

    @Override
    public void write(byte[] part, int offset, int length) {
      if (isOpen || length == 0) {
        bytes.write(part, offset, length);
      } else {
        open();
        bytes.write(part, offset + 1, length - 1);
      }
    }

    private void open() {
      isOpen = true;
      if (isContinued) {
        bytes.write(',');
      }
    }
  }
}
