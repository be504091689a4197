/**
 * The tools that a model may call in a conversation, and what they need to know of what is
 * attached.
 *
 * <p>A call comes in with its arguments: {@link dev.attache.conversation.tools.RefreshResourceTool}
 * reads an attached resource again and answers with it, or with a reference if the model has it;
 * {@link dev.attache.conversation.tools.AttachResourceTool} attaches one resource that an {@link
 * dev.attache.conversation.tools.AttachPolicy} allows. {@link
 * dev.attache.conversation.tools.AttachedResources} finds what a URI means, {@link
 * dev.attache.conversation.tools.ChangeCheck} looks at the sources of all of them.
 *
 * <p>What cannot be given is an answer, too: a {@link dev.attache.conversation.tools.ToolProblem}
 * says what, why, and what to do. {@link dev.attache.conversation.tools.UnknownArguments} are
 * answered so by these tools and those of others.
 */
@NullMarked
package dev.attache.conversation.tools;

import org.jspecify.annotations.NullMarked;
