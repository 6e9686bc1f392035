/// Mistakes in the pages of a paywall: the blueprint and the one error that it gets.
let pageMistakes: [(String, String)] = [
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: goals, answers: [{ value: strength, text: A }, { value: endurance, text: B }] } }] }"
    ),
    "10:98: error: there is no attribute `goals`; did you mean `goal`?"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: coach, answers: [{ value: true, text: A }, { value: false, text: B }] } }] }"
    ),
    "10:98: error: an answer cannot set `coach`, which only the backend sets; expected an attribute with `setBy: app`"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: goal, answers: [{ value: strengt, text: A }, { value: endurance, text: B }] } }] }"
    ),
    "10:123: error: `goal` cannot be `strengt`: it must be one of `strength`, `endurance`; did you mean `strength`?"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: sessions, answers: [{ value: few, text: A }, { value: 10, text: B }] } }] }"
    ),
    "10:127: error: `sessions` cannot be `few`: it must be a whole number"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: goal, answers: [{ value: strength, text: A }, { value: strength, text: B }] } }] }"
    ),
    "10:153: error: two answers set `goal` to `strength`"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: goal, answers: [{ value: strength, text: A }] } }] }"
    ),
    "10:104: error: the number of answers is 1; expected 2 to 8"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why, question: { attribute: goal, answers: [] } }] }"
    ),
    "10:104: error: the list is empty; expected an answer"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ titel: Why }] }"
    ),
    "10:63: error: a page has no key `titel`; expected one of `title`, `text`, `icon`, `image`, `benefits`, `question`; did you mean `title`?"
  ),
  (
    asking(
      "{ title: Plans, packages: [coach.monthly], pages: [{ title: Why }, { title: Why }, { title: Why }, { title: Why }, { title: Why }, { title: Why }, { title: Why }, { title: Why }, { title: Why }] }"
    ),
    "10:53: error: 9 pages before the offer; expected at most 8"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Hello, packages: [coach.monthly], exitOffer: goodby }\n  goodbye: { title: Bye, packages: [coach.monthly] }"
    ),
    "10:64: error: there is no paywall `goodby`; did you mean `goodbye`?"
  ),
  (
    smallBlueprint(
      paywall:
        "{ title: Hello, packages: [coach.monthly], exitOffer: plans }"
    ),
    "10:64: error: the exit offers lead back to where they began: `plans`, `plans`"
  ),
]

/// A small blueprint with a paywall that may ask for the values of three attributes.
private func asking(_ paywall: String) -> String {
  smallBlueprint(
    paywall: paywall,
    more:
      "attributes: { goal: { type: text, values: [strength, endurance] }, sessions: { type: number }, coach: { type: boolean, setBy: backend } }"
  )
}
