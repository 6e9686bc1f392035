/// Words that authors who know other products may guess, each with what to write.
let guessMistakes: [(String, String)] = [
  (
    smallBlueprint(trial: "{ start: signUp, lasts: P24H, entitles: premium }"),
    "5:32: error: found `P24H`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `PT24H`?"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, lasts: PT7D, entitles: premium }"),
    "5:32: error: found `PT7D`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `P7D`?"
  ),
  (
    smallBlueprint(trial: "{ start: signUp, lasts: P90S, entitles: premium }"),
    "5:32: error: found `P90S`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `PT2M`?"
  ),
  (
    smallBlueprint(
      products: "coach.monthly: { name: Monthly, entitlements: premium, period: monthly }"),
    "3:66: error: found `monthly`; expected a period such as `P3D`, `P1W`, `P1M` or `PT12H`; did you mean `P1M`?"
  ),
]
