/**
 * The commands about models ({@code attache models}), and requests in the words of their providers
 * ({@code --request}).
 *
 * <p>{@link dev.attache.cli.models.ModelCommands} is the door of the commands, {@link
 * dev.attache.cli.models.ChosenModel} that of whoever asks a model, {@link
 * dev.attache.cli.models.RequestChoice} that of the option, {@link
 * dev.attache.cli.models.PlannedDelivery} that of {@code plan --for}. {@code Providers} finds those
 * that are there and knows what the user has set for each; the provider writes the request.
 */
@NullMarked
package dev.attache.cli.models;

import org.jspecify.annotations.NullMarked;
