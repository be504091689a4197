package dev.attache.model;

/** Profiles of models that nobody has. */
final class SampleProfiles {

  static final String JSON =
      """
      {"name": "sample", "wire": "sample-messages", "version": "1", "model": "sample-1",
       "message": {"images": ["image/png", "image/jpeg"],
        "documents": ["application/pdf", "text/csv"], "audio": ["audio/wav"]},
       "toolResult": {"images": ["image/png"]},
       "limits": {"requestBytes": 1000000, "imageBytes": 100000, "imageSide": 1000, "images": 3,
        "documentBytes": 400000, "documentPages": 10, "titleChars": 80, "outputTokens": 2048, "window": 200000, "tools": 3},
       "cache": {"kind": "marks", "marks": 4, "lookback": 20, "minimumTokens": 1024,
        "read": 0.1, "write": 1.25, "ttl": "PT5M"},
       "blocks": {"imagePatch": 28, "imageMost": 1568, "page": 2000},
       "tokens": 1.5, "features": ["strict", "thinking"], "keyVariable": "SAMPLE_KEY", "source": "made up",
       "models": [
        {"match": "sample-2*", "cache": {"read": 0.05}, "features": ["strict"]},
        {"match": "sample-2-small", "limits": {"images": 1}, "version": "2"}]}
      """;

  private SampleProfiles() {}

  static ModelProfile standard() {
    return ModelProfiles.parse(JSON).standard();
  }
}
