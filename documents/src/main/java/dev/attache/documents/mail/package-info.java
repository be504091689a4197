/**
 * Mails.
 *
 * <p>{@link dev.attache.documents.mail.MailConverter} tells by the first bytes which form a mail
 * has; its heads come first, then its text, then what is attached, by name.
 */
@NullMarked
package dev.attache.documents.mail;

import org.jspecify.annotations.NullMarked;
