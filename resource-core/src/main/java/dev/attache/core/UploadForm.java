package dev.attache.core;

import dev.attache.core.convert.DocumentConverter;
import dev.attache.core.outcome.Snapshot;
import dev.attache.core.run.ItemBudget;
import dev.attache.core.run.ItemContext;
import dev.attache.core.run.RunSettings;
import dev.attache.resource.Resource;
import dev.attache.resource.ResourceException;
import dev.attache.resource.secrets.Redaction;
import java.time.Duration;
import java.util.ArrayList;
import java.util.function.Consumer;
import java.util.function.Supplier;

/** The form for models of what was handed over: the one that a file of its type has. */
final class UploadForm {

  private UploadForm() {}

  /** Adds the form, where there is one; what was handed over stays the content. */
  static Snapshot of(Snapshot upload, RunSettings settings) {
    var notes = new ArrayList<>(upload.notes());
    Resource shown = shown(upload, settings, note -> notes.add(Redaction.redactAllIn(note)));
    return new Snapshot(
        shown, upload.address(), upload.source(), upload.capturedAt(), upload.type(), notes);
  }

  private static Resource shown(Snapshot upload, RunSettings settings, Consumer<String> notes) {
    Resource resource = upload.resource();
    Duration time = settings.timeLimit(null);
    if (SnapshotReader.isNotebook(upload.type()) && resource.content().isText()) {
      return DocumentForm.ofNotebook(resource, time, notes);
    }
    Supplier<DocumentConverter> documents = settings.documents();
    if (documents == null
        || !ItemContext.mayBeDocument(resource.content().isText(), upload.type().chosen())) {
      return resource;
    }
    try {
      return DocumentForm.of(
          resource, upload.type(), documents.get(), ItemBudget.within(time), notes);
    } catch (ResourceException e) {
      throw new AssertionError(e); // no part of an upload is ever selected
    }
  }
}
