/// The plans on offer.
struct PaywallSheet: Sendable, Equatable {
  /// The paywall's name in the blueprint.
  var id: String
  /// Its icon, where there is no art.
  var icon: Icon
  /// The headline.
  var title: String
  /// A sentence below it.
  var text: String
  /// The offer line, such as "$2.99/week for 3 days, then $19.99/month".
  var offer: String?
  /// The icon beside the offer line: a gift only if the offer is free.
  var offerIcon = Icon.sparkles
  /// The benefits, most important first.
  var benefits: [BenefitLine] = []
  /// The art, the timeline, ratings, quotes and questions.
  var extras = PaywallExtras()
  /// The plans, at least one.
  var packages: [PlanChoice] = []
  /// The labels of its parts.
  var labels = PaywallLabels()
  /// Whether a plan can be bought now.
  var canBuy = true
  /// Loads the prices again if they could not be loaded.
  var tryAgain: PageButton?
  /// Closes it; nil if it must not be dismissed.
  var close: PageAction?
  /// The terms of the chosen plan, or why nothing can be bought now.
  var footnote: String?
  /// The disclosures that Apple requires on a paywall.
  var terms: [String] = []
  /// The terms of use and the privacy policy.
  var links: [WebLink] = []
}

/// What a paywall shows beside its title, benefits and plans.
struct PaywallExtras: Sendable, Equatable {
  /// A moment of the timeline.
  struct Step: Sendable, Equatable {
    /// The day: "Today" or a date.
    var title: String
    /// What happens.
    var line: String
  }

  /// A rating or a quote.
  struct Proof: Sendable, Equatable {
    /// The rating for screen readers; nil without one.
    var starsLabel: String?
    /// One number for each star.
    var stars: [Int] = []
    /// The words.
    var quote: String
    /// Who says it.
    var by: String?
  }

  /// A question with its answer.
  struct Question: Sendable, Equatable {
    var question: String
    var reply: String
  }

  /// A tab with the plans of one tier.
  struct Tab: Sendable, Equatable {
    /// The plan that is selected with it, posted as `product` with the action `select`.
    var product: String
    /// The tier's name.
    var name: String
    /// Whether its plans are shown.
    var isCurrent: Bool
  }

  /// The app's own art, in place of the icon.
  var art: PaywallArt?
  /// The title of the timeline.
  var timelineLabel = ""
  /// What happens when; empty if the selected plan has no offer.
  var timeline: [Step] = []
  /// Says that nothing is paid today; nil if something is.
  var promise: String?
  /// The title of ratings and quotes.
  var proofLabel = ""
  /// Ratings and quotes.
  var proof: [Proof] = []
  /// The title of the questions.
  var questionsLabel = ""
  /// Questions with their answers.
  var questions: [Question] = []
  /// Milliseconds after which the close button shows; nil if it shows at once.
  var closeAfter: Int?
  /// How much longer the selected plan is offered; nil if that has no end.
  var countdown: String?
  /// The tabs; empty if all plans are shown together.
  var tabs: [Tab] = []
  /// The page before the offer that is shown in its place; nil on the offer.
  var step: PaywallStepSheet?
  /// Which page is shown; nil on a paywall that shows its offer at once.
  var progress: PaywallProgressBar?
}

/// The labels of a paywall's parts.
struct PaywallLabels: Sendable, Equatable {
  /// The buy button.
  var buy = "Continue"
  /// The restore button.
  var restore = "Restore Purchases"
  /// The benefits, for screen readers.
  var benefits = "What you get"
  /// The plans, for screen readers.
  var plans = "Plans"
  /// The tabs, for screen readers.
  var tiers = "Tiers"
  /// The close button, for screen readers.
  var close = "Close"
}

/// A link to a page on the web.
struct WebLink: Sendable, Equatable {
  /// Its text.
  var label: String
  /// The URL.
  var address: String
}

/// One benefit.
struct BenefitLine: Sendable, Equatable {
  /// Its icon.
  var icon: Icon
  /// Its name.
  var title: String
  /// A sentence below it.
  var text: String?
}

/// One plan on offer.
struct PlanChoice: Sendable, Equatable {
  /// The product id, posted as `product` with the action `buy`.
  var product: String
  /// Its name, such as "Yearly".
  var title: String
  /// Its price, such as "$19.99".
  var price: String
  /// The billing period, such as "per month".
  var period: String
  /// A line below the name, such as "Start 7-day free trial".
  var detail: String?
  /// What it saves, such as "$6.67 a month, save 33%".
  var saving: String?
  /// A badge, such as "Best value".
  var badge: String?
  /// Whether it is chosen.
  var selected = false
  /// The whole plan as one sentence, for screen readers; nil reads its texts in order.
  var accessibilityLabel: String?
}
