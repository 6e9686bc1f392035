import Tollgate

extension PaywallForms {
  /// A page before the offer.
  ///
  /// ```yaml
  /// pages:
  ///   - { title: Welcome, text: Two questions, and you are in. }
  ///   - title: What are you training for?
  ///     question:
  ///       attribute: goal
  ///       answers: [{ value: strength, text: Strength }, { value: endurance, text: Endurance }]
  /// ```
  static let page = Form<Paywall.Page>.object(
    "a page",
    .required("title", TextForms.place, "The title, or the question."),
    .optional("text", TextForms.place, "The line below it."),
    .optional("icon", Names.icon, "The icon on top, in place of the paywall's."),
    .optional("image", ImageForms.image, "The app's own art on top, in place of the icon."),
    .defaulted("benefits", .list(of: benefit), to: [], "Reasons to buy, best first."),
    .optional(
      "question", pageQuestion, "The question that it asks, in place of a button that continues.")
  ) { Paywall.Page(title: $0, text: $1, icon: $2, image: $3, benefits: $4, question: $5) }

  private static let pageQuestion = Form<Paywall.Page.Question>.object(
    "a question of a page",
    .required(
      "attribute", Form<Attribute.ID>.name("an attribute"), "The attribute that an answer sets."),
    .required("answers", .list(of: pageAnswer), "The answers, in order.")
  ) { Paywall.Page.Question(attribute: $0, answers: $1) }

  private static let pageAnswer = Form<Paywall.Page.Answer>.object(
    "an answer",
    .required("value", Form<ProfileValue>.profileValue, "What the attribute is set to."),
    .required("text", TextForms.place, "The answer's text.")
  ) { Paywall.Page.Answer(value: $0, text: $1) }
}
