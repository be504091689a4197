package dev.attache.resource.testkit;

import java.util.List;

/**
 * Mutants by theme, for limits, consent and many calls: what is wrong, the handler, and the tests
 * that fail for it.
 */
final class LimitMutantTable {

  private LimitMutantTable() {}

  static List<Mutant> limits() {
    return List.of(
        Mutant.of(
            "a limit ignored",
            LimitMutants::thatIgnoreTheLimit,
            "countsBytesInsteadOfBelievingAClaim",
            "refusesAResourceOneByteAboveTheLimit"),
        Mutant.of(
            "a limit one byte too low",
            LimitMutants::thatAreOneByteTooStrict,
            "givesAResourceOfExactlyTheLimit"),
        Mutant.of(
            "a claimed size believed",
            LimitMutants::thatBelieveAClaim,
            "countsBytesInsteadOfBelievingAClaim"),
        Mutant.of(
            "zero bytes taken for no limit",
            LimitMutants::thatTakeZeroForNoLimit,
            "takesALimitOfZeroBytesAtItsWord"),
        Mutant.of("a deadline ignored", LimitMutants::thatIgnoreTheTime, "endsAtItsDeadline"),
        Mutant.of(
            "no time taken for no limit",
            LimitMutants::thatTakeNoTimeForNoLimit,
            "endsAtOnceWhenNoTimeIsLeft"),
        Mutant.of(
            "an interruption swallowed",
            LimitMutants::thatSwallowAnInterruption,
            "endsAtOnceWhenInterrupted"),
        Mutant.of(
            "the flag of a thread cleared",
            LimitMutants::thatClearTheFlagOfTheThread,
            "endsAtOnceOnAnInterruptedThread"),
        Mutant.of(
            "a negative parallelism",
            LimitMutants::withANegativeParallelism,
            "asksForASensibleParallelism"),
        Mutant.of(
            "a parallelism that changes",
            LimitMutants::withAParallelismThatChanges,
            "asksForASensibleParallelism"),
        Mutant.of(
            "a time limit of zero", LimitMutants::withATimeLimitOfZero, "allowsAUriASensibleTime"),
        Mutant.of(
            "content read for a time limit",
            LimitMutants::thatReadToTellATimeLimit,
            "readsNothingToTellItsLimits"));
  }

  static List<Mutant> consents() {
    return List.of(
        Mutant.of(
            "nothing denied",
            ConsentMutants::thatDenyNothing,
            "refusesByItselfWhatARequesterMayNotHave"),
        Mutant.of(
            "a program started before asking",
            ConsentMutants::thatStartBeforeTheyAsk,
            "startsNoProgramThatThePolicyRefuses",
            "startsNoProgramWithoutAPolicy"),
        Mutant.of(
            "a program started without a policy",
            ConsentMutants::thatStartWithoutAPolicy,
            "startsNoProgramWithoutAPolicy"),
        Mutant.of(
            "consent asked for something else",
            ConsentMutants::thatAskForSomethingElse,
            "asksForWhatItOffered"),
        Mutant.of(
            "consent asked for the user",
            ConsentMutants::thatAskForTheUser,
            "asksForWhatItOffered"),
        Mutant.of(
            "a program not shown", ConsentMutants::thatDoNotShowTheProgram, "asksForWhatItOffered"),
        Mutant.of(
            "a program with a peek", ConsentMutants::thatLetOthersPeek, "asksForWhatItOffered"),
        Mutant.of(
            "a program started to look",
            ConsentMutants::thatStartToLook,
            "startsNoProgramBeforeItIsToRead"),
        Mutant.of(
            "a secret in a name",
            ConsentMutants::withASecretInTheName,
            "keepsSecretsOutOfWhatItGives"),
        Mutant.of(
            "a secret in a note of an expansion",
            ConsentMutants::withASecretInTheOffer,
            "keepsSecretsOutOfWhatItOffers"),
        Mutant.of(
            "a secret in a failure",
            ConsentMutants::withASecretInAFailure,
            "keepsSecretsOutOfItsFailures"));
  }

  static List<Mutant> runs() {
    return List.of(
        Mutant.of("a thread leaked", RunMutants::thatLeakAThread, "leavesNoThreadBehind"),
        Mutant.of("something printed", RunMutants::thatPrint, "printsAndLogsNothing"),
        Mutant.of("an error printed", RunMutants::thatPrintErrors, "printsAndLogsNothing"),
        Mutant.of("something logged", RunMutants::thatLog, "printsAndLogsNothing"),
        Mutant.of("files left open", RunMutants::thatLeaveFilesOpen, "leavesNoFileOpen"),
        Mutant.of("a source left open", RunMutants::thatLeaveASourceOpen, "leavesNoSourceOpen"),
        Mutant.of(
            "readings that many threads confuse",
            RunMutants::thatManyThreadsConfuse,
            "answersAlikeOnManyThreads"),
        Mutant.of(
            "expansions that many threads confuse",
            RunMutants::thatManyExpansionsConfuse,
            "expandsAlikeOnSeveralThreads"),
        Mutant.of(
            "a context kept",
            RunMutants::thatKeepAContext,
            "keepsNoStateInFields",
            "keepsTheContextsOfCallsApart"),
        Mutant.of(
            "an object of one run kept",
            RunMutants::thatKeepAnObjectOfARun,
            "answersAlikeOnManyThreads",
            "describesAResourceAlwaysAlike",
            "keepsNoStateInFields",
            "leavesNoFileOpen",
            "leavesNoSourceOpen",
            "servesOneRunAfterAnother"),
        Mutant.of(
            "an object of a run that cannot be closed",
            RunMutants::thatCannotCloseTheirObjects,
            "closesWhatItKeptForTheRun"));
  }
}
