package dev.attache.core.tool;

import dev.attache.resource.tool.ContentBlock;
import dev.attache.resource.tool.InputRequest;
import java.util.List;
import java.util.Optional;

/** A source of answers to the questions of tools: options, a person at a terminal, defaults. */
@FunctionalInterface
public interface AnswerSource {

  /**
   * Answers a question.
   *
   * @param question what is asked
   * @param before what the tool says before the question, since the one before it
   * @return empty if this source has no answer, and the next one is to be asked
   * @throws InquiryException if the call is to end because of it
   */
  Optional<QuestionAnswer> answer(InputRequest question, List<ContentBlock> before)
      throws InquiryException;

  /**
   * Takes what the tool says after its last question.
   *
   * @param rest what stands in its last answer after the last question
   */
  default void after(List<ContentBlock> rest) {}
}
