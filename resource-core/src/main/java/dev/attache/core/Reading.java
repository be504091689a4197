package dev.attache.core;

import dev.attache.core.type.TypeDecision;
import dev.attache.resource.ResourceContent;
import java.util.List;

/** What was learned from reading one stream to its end. */
record Reading(ResourceContent content, TypeDecision type, List<String> notes) {}
