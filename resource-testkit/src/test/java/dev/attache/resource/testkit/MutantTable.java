package dev.attache.resource.testkit;

import java.util.List;

/**
 * Mutants by theme, for addresses, contents and expansions: what is wrong, the handler, and the
 * tests that fail for it. The others are in {@link LimitMutantTable}.
 */
final class MutantTable {

  private MutantTable() {}

  static List<Mutant> addresses() {
    return List.of(
        Mutant.of(
            "schemes in upper case",
            AddressMutants::withSchemesInUpperCase,
            "ownsSchemesInLowerCase"),
        Mutant.of(
            "schemes that change",
            AddressMutants::withSchemesThatChange,
            "ownsTheSameSchemesAtEveryCall"),
        Mutant.of(
            "schemes that others can change",
            AddressMutants::withSchemesThatOthersCanChange,
            "keepsItsSchemesFromBeingChanged"),
        Mutant.of("state in a field", AddressMutants::thatCountsItsCalls, "keepsNoStateInFields"),
        Mutant.of(
            "canonical forms that are no fixed points",
            AddressMutants::whoseFormsAreNoFixedPoints,
            "leavesACanonicalFormAsItIs"),
        Mutant.of(
            "canonical forms that change",
            AddressMutants::whoseFormsChangeFromCallToCall,
            "canonicalizesAUriAlwaysAlike"),
        Mutant.of(
            "another canonical form",
            AddressMutants::withAnotherFormThanSaid,
            "givesEverySpellingItsCanonicalForm"),
        Mutant.of("null for a URI", AddressMutants::thatGivesNullForAUri, "survivesGarbage"),
        Mutant.of(
            "a runtime exception for an invalid URI",
            AddressMutants::thatThrowsARuntimeExceptionForAnInvalidUri,
            "refusesInvalidUris",
            "survivesGarbage"),
        Mutant.of(
            "java.net.URI for any URI",
            AddressMutants::thatTakesAnyUriForOneOfTheJdk,
            "survivesGarbage"),
        Mutant.of(
            "a look whether there is something",
            AddressMutants::thatLooksWhetherThereIsSomething,
            "survivesGarbage"),
        Mutant.of(
            "content read for a canonical form",
            AddressMutants::thatReadsToCanonicalize,
            "readsNothingToCanonicalize"),
        Mutant.of(
            "the source opened for a canonical form",
            AddressMutants::thatOpensTheSourceToCanonicalize,
            "readsNothingToCanonicalize"));
  }

  static List<Mutant> readings() {
    return List.of(
        Mutant.of(
            "trimmed bytes",
            ReadingMutants::thatTrims,
            "givesExactlyTheBytesOfAResource",
            "peeksAtWhatItWouldRead"),
        Mutant.of(
            "another digest",
            ReadingMutants::withAnotherDigest,
            "givesExactlyTheBytesOfAResource",
            "givesTheSha256OfTheContent",
            "peeksAtWhatItWouldRead"),
        Mutant.of(
            "another URI than asked for",
            ReadingMutants::withAnotherUri,
            "givesTheUriThatWasAskedFor"),
        Mutant.of(
            "an empty list for what is missing",
            ReadingMutants::withAListThatIsEmptyForWhatIsMissing,
            "saysThatAMissingResourceIsNotFound"),
        Mutant.of(
            "null for what is missing",
            ReadingMutants::withNullForWhatIsMissing,
            "saysThatAMissingResourceIsNotFound"),
        Mutant.of(
            "a collection turned around",
            ReadingMutants::thatTurnsACollectionAround,
            "givesTheResourcesOfACollectionInOrder"),
        Mutant.of(
            "a title that tells the time",
            ReadingMutants::withATitleThatTellsTheTime,
            "describesAResourceAlwaysAlike"),
        Mutant.of(
            "a title of two lines",
            ReadingMutants::withATitleOfTwoLines,
            "namesAResourceInOneLine"),
        Mutant.of(
            "a note about another resource",
            ReadingMutants::thatNotesSomethingAboutAnotherResource,
            "notesSomethingAboutWhatItGives"),
        Mutant.of(
            "a problem reported where nothing is left",
            ReadingMutants::thatReportsAPartWhereNothingIsLeft,
            "givesTheResourcesOfACollectionInOrder",
            "throwsAProblemWhenNothingIsLeftToGive"),
        Mutant.of(
            "no freshness",
            FreshnessMutants::thatSaysNothing,
            "saysOfEveryResourceWhetherItMayHaveChanged"),
        Mutant.of(
            "what is gone taken for unchanged",
            () -> FreshnessMutants.thatTakesForUnchanged("mem:missing"),
            "neverTakesWhatIsGoneForUnchanged"),
        Mutant.of(
            "an exception for what is gone",
            FreshnessMutants::thatThrowsForWhatIsGone,
            "neverTakesWhatIsGoneForUnchanged"),
        Mutant.of(
            "what is denied taken for unchanged",
            () -> FreshnessMutants.thatTakesForUnchanged("mem:private"),
            "neverTakesWhatIsDeniedForUnchanged"),
        Mutant.of(
            "what has changed taken for unchanged",
            () -> FreshnessMutants.thatTakesForUnchanged("mem:version"),
            "neverTakesWhatHasChangedForUnchanged"),
        Mutant.of(
            "contents compared for freshness",
            FreshnessMutants::thatComparesContents,
            "looksForChangesWithoutTheContentThatWas"),
        Mutant.of(
            "content read for freshness",
            FreshnessMutants::thatReadsAgain,
            "readsNothingToLookForChanges"));
  }

  static List<Mutant> expansions() {
    return List.of(
        Mutant.of(
            "references turned around",
            ExpansionMutants::thatTurnsTheReferencesAround,
            "keepsTheOrderOfTheReferences"),
        Mutant.of(
            "a reference turned around",
            ExpansionMutants::thatTurnsAReferenceAround,
            "ordersWhatOneReferenceNames"),
        Mutant.of(
            "something offered twice",
            ExpansionMutants::thatOffersTwice,
            "offersWhatAReferenceNamesOnce"),
        Mutant.of(
            "something forgotten",
            ExpansionMutants::thatForgetsSomething,
            "letsALaterExclusionWin",
            "letsALaterInclusionWinOverAnExclusion",
            "offersAllThatTheReferencesName",
            "reportsABadExclusionBesideTheGoodReferences",
            "reportsABadReferenceBesideTheGoodOnes"),
        Mutant.of(
            "an unstable order",
            ExpansionMutants::withAnUnstableOrder,
            "expandsAlikeInEveryRun",
            "expandsAlikeOnSeveralThreads"),
        Mutant.of(
            "exclusions ignored",
            ExpansionMutants::thatIgnoresExclusions,
            "letsALaterExclusionWin",
            "reportsABadExclusionBesideTheGoodReferences",
            "saysWhichExclusionLeftSomethingOut"),
        Mutant.of(
            "exclusions that always win",
            ExpansionMutants::whoseExclusionsAlwaysWin,
            "letsALaterInclusionWinOverAnExclusion"),
        Mutant.of(
            "exclusions without a word",
            ExpansionMutants::thatExcludesWithoutAWord,
            "saysWhichExclusionLeftSomethingOut"),
        Mutant.of(
            "something offered for an exclusion",
            ExpansionMutants::thatOffersWhatIsExcluded,
            "offersNothingForAnExclusion"),
        Mutant.of(
            "a bad reference that hides the good ones",
            ExpansionMutants::whoseBadReferenceHidesTheGoodOnes,
            "reportsABadReferenceBesideTheGoodOnes"),
        Mutant.of(
            "a bad exclusion passed over",
            ExpansionMutants::thatPassesOverABadExclusion,
            "reportsABadExclusionBesideTheGoodReferences"),
        Mutant.of(
            "references changed",
            ExpansionMutants::thatChangesTheReferences,
            "leavesTheReferencesAsTheyAre"),
        Mutant.of(
            "the sink called on another thread",
            ExpansionMutants::thatOffersOnAnotherThread,
            "callsTheSinkOnItsOwnThread",
            "letsACancellationPass"),
        Mutant.of(
            "a cancellation reported",
            ExpansionMutants::thatReportsACancellation,
            "letsACancellationPass"),
        Mutant.of(
            "candidates that are not canonical",
            CandidateMutants::thatAreNotCanonical,
            "offersCanonicalUrisOnly"),
        Mutant.of(
            "candidates that are never explicit",
            CandidateMutants::thatAreNeverExplicit,
            "saysWhatIsNamedExactly"),
        Mutant.of(
            "candidates that are always explicit",
            CandidateMutants::thatAreAlwaysExplicit,
            "saysWhatIsNotNamedExactly"),
        Mutant.of(
            "candidates of another size", CandidateMutants::withAnotherSize, "claimsTheSizeOrNone"),
        Mutant.of(
            "candidates of another name",
            CandidateMutants::withAnotherName,
            "namesACandidateAsItsResource"),
        Mutant.of(
            "a peek at something else",
            CandidateMutants::withAPeekAtSomethingElse,
            "peeksAtWhatItWouldRead"),
        Mutant.of(
            "a peek that fails", CandidateMutants::withAPeekThatFails, "peeksAtWhatItWouldRead"),
        Mutant.of(
            "content read for candidates",
            CandidateMutants::thatAreReadToBeOffered,
            "readsNothingToExpand"));
  }
}
