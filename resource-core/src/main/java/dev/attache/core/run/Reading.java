package dev.attache.core.run;

import dev.attache.resource.ResourceContent;
import dev.attache.types.TypeDecision;
import java.util.List;

/** The result of reading one stream to its end. */
public record Reading(ResourceContent content, TypeDecision type, List<String> notes) {}
