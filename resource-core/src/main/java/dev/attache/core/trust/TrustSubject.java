package dev.attache.core.trust;

import dev.attache.resource.ContentDigest;

/**
 * A thing whose use may need trust, other than a command. Immutable.
 *
 * @param kind what it is: {@link TrustRecord#SERVER} or {@link TrustRecord#TOOL}
 * @param digest the identity of its definition, by which trust is given
 * @param isOfUser whether the user has defined it, rather than a workspace, and the workspace does
 *     not decide what it is
 * @param reference what the user types to name it
 */
public record TrustSubject(String kind, ContentDigest digest, boolean isOfUser, String reference) {}
