/**
 * The run from which Java learns which classes a start needs. Flow: the launcher starts
 * ArchiveTraining once; it runs lines over a TrainingWorkspace, a web server and a server of MCP of
 * its own, in this process, so that each class of a usual start is loaded. Door: ArchiveTraining.
 */
@NullMarked
package dev.attache.cli.training;

import org.jspecify.annotations.NullMarked;
