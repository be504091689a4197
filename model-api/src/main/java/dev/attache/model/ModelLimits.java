package dev.attache.model;

/**
 * The limits of what a model takes in one request. A limit that is not known is {@link
 * Long#MAX_VALUE} or {@link Integer#MAX_VALUE}. Immutable.
 *
 * @param requestBytes the bytes of the body
 * @param imageBytes the bytes of an image in Base64
 * @param imageSide the pixels of the longer side of an image
 * @param images how many images there may be
 * @param documentBytes the bytes of a document in Base64
 * @param documentPages how many pages all documents may have together
 * @param titleChars how long a title may be, in characters
 * @param outputTokens how long an answer may be that nobody has limited; -1 if nothing is to limit
 *     it
 * @param window how many tokens a request and its answer may have together
 * @param tools how many tools there may be
 */
public record ModelLimits(
    long requestBytes,
    long imageBytes,
    int imageSide,
    int images,
    long documentBytes,
    int documentPages,
    int titleChars,
    int outputTokens,
    long window,
    int tools) {}
