extension Blueprint.Definition {
  /// Everything that makes the definition unusable: duplicate or unknown names, limits out of range, rules that can
  /// never apply, and texts that contain forbidden phrases.
  package func mistakes() -> [BlueprintError.Mistake] {
    var audit = MistakeSearch(self)
    audit.checkNames()
    audit.checkLegal()
    audit.checkProducts()
    audit.checkGrants()
    audit.checkTeams()
    audit.checkGifts()
    audit.checkAttributes()
    audit.checkTrial()
    audit.checkAddOnTrials()
    audit.checkFeatures()
    audit.checkPastLimit()
    audit.checkPaywalls()
    audit.checkExperiments()
    audit.checkRefunds()
    audit.checkRetention()
    audit.checkPrompts()
    audit.checkProfile()
    audit.checkRoutes()
    audit.checkTexts()
    return audit.mistakes + walletMistakes()
  }
}
