package dev.attache.models.anthropic;

import static dev.attache.models.anthropic.Samples.at;
import static dev.attache.models.anthropic.Samples.call;
import static dev.attache.models.anthropic.Samples.failed;
import static dev.attache.models.anthropic.Samples.media;
import static dev.attache.models.anthropic.Samples.model;
import static dev.attache.models.anthropic.Samples.resource;
import static dev.attache.models.anthropic.Samples.result;
import static dev.attache.models.anthropic.Samples.text;
import static dev.attache.models.anthropic.Samples.tool;
import static dev.attache.models.anthropic.Samples.user;

import dev.attache.model.ModelRequest;
import dev.attache.model.RenderedPart;
import java.util.List;
import java.util.Map;

/** A conversation with a part of every kind. */
final class Conversations {

  private Conversations() {}

  static ModelRequest whole() {
    ModelRequest request =
        Samples.request(
            user(
                text("src/main.rs", "text/x-rust", "fn main() {}\n"),
                resource("page.html", "text/html", Samples.bytes("<p>x"), "x"),
                resource("spec.pdf", "application/pdf", Samples.pdf(), null),
                resource("logo.png", "image/png", Samples.png(), null),
                resource("photo.heic", "image/heic", Samples.bytes("heic"), null),
                text("empty.txt", "text/plain", ""),
                new RenderedPart.Reference(at(0), "[main.rs is unchanged since turn 0]"),
                new RenderedPart.Notice(at(0), "spec.pdf has changed"),
                text("Review this.")),
            model(
                new RenderedPart.Opaque(
                    at(0),
                    "anthropic-messages",
                    "{\"type\":\"thinking\",\"thinking\":\"Hm.\",\"signature\":\"c2ln\"}"),
                text("I look again."),
                call("toolu_1", "{ \"uri\": \"file:///w/src/main.rs\" }"),
                call("call.2", "{\"uri\":"),
                call("toolu_3", "")),
            tool(
                result(
                    "toolu_1",
                    text("src/main.rs", "text/x-rust", "fn main() { run() }\n"),
                    resource("logo.png", "image/png", Samples.png(), null),
                    resource("spec.pdf", "application/pdf", Samples.pdf(), null),
                    media("image/gif", Samples.gif()),
                    media("audio/wav", Samples.bytes("RIFF"))),
                failed(
                    "call.2",
                    text("The arguments are no JSON."),
                    media("image/png", Samples.png())),
                result("toolu_3")),
            user(text("And now?")));
    return new ModelRequest(
        request.profile(),
        request.model(),
        "Be brief.",
        List.of(Samples.refresh(), Samples.tool("look", "{\"type\":\"object\",\"anyOf\":[{}]}")),
        request.messages(),
        Samples.object(
            "{\"type\":\"object\",\"properties\":{\"verdict\":{\"type\":\"string\"}},"
                + "\"required\":[\"verdict\"],\"additionalProperties\":false}"),
        1024,
        true,
        Map.of("metadata", Map.of("user_id", "u")));
  }
}
