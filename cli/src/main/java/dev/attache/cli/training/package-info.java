/**
 * The run from which Java learns which classes a start needs.
 *
 * <p>The launcher starts {@link dev.attache.cli.training.ArchiveTraining} once; it runs lines over
 * a {@link dev.attache.cli.training.TrainingWorkspace}, a web server and a server of MCP of its
 * own, in this process, so that each class of a usual start is loaded.
 *
 * <p>The door: {@link dev.attache.cli.training.ArchiveTraining}.
 */
@NullMarked
package dev.attache.cli.training;

import org.jspecify.annotations.NullMarked;
