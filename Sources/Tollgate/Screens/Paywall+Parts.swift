extension Paywall {
  /// A rating or a quote that speaks for the app.
  public struct Proof: Hashable, Sendable, BlueprintObject {
    /// The stars given, 1 to 5; nil without a rating.
    public private(set) var stars: Int?
    /// The words.
    public private(set) var text: LocalizedText.ID
    /// Who says it.
    public private(set) var by: LocalizedText.ID?

    public init(stars: Int? = nil, text: LocalizedText.ID, by: LocalizedText.ID? = nil) {
      self.stars = stars
      self.text = text
      self.by = by
    }

    package static var blank: Proof { Proof(text: "") }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.optional("stars", &stars, in: 1...5, "The stars given.")
      try keys.required("text", &text, "The words.")
      try keys.optional("by", &by, "Who says it.")
    }
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable, BlueprintObject {
    public private(set) var question: LocalizedText.ID
    public private(set) var answer: LocalizedText.ID

    public init(question: LocalizedText.ID, answer: LocalizedText.ID) {
      self.question = question
      self.answer = answer
    }

    package static var blank: Question { Question(question: "", answer: "") }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required("question", &question, "The question.")
      try keys.required("answer", &answer, "The answer.")
    }
  }

  /// What a paywall says to some customers, such as those whose subscription is over.
  public struct Case: Hashable, Sendable, BlueprintObject {
    /// The customers it is for.
    public private(set) var when: Condition
    /// The title; nil for the paywall's, as with the other texts.
    public private(set) var title: LocalizedText.ID?
    /// The line below the title.
    public private(set) var subtitle: LocalizedText.ID?
    /// The title of the button that buys.
    public private(set) var button: LocalizedText.ID?
    /// The text after a purchase.
    public private(set) var welcome: LocalizedText.ID?

    public init(
      when: Condition, title: LocalizedText.ID? = nil, subtitle: LocalizedText.ID? = nil,
      button: LocalizedText.ID? = nil, welcome: LocalizedText.ID? = nil
    ) {
      self.when = when
      self.title = title
      self.subtitle = subtitle
      self.button = button
      self.welcome = welcome
    }

    package static var blank: Case { Case(when: .always) }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required("when", &when, "The customers that it is for.")
      try keys.optional("title", &title, "The title for them.")
      try keys.optional("subtitle", &subtitle, "The line below it.")
      try keys.optional("button", &button, "The title of the button that buys.")
      try keys.optional("welcome", &welcome, "What is shown after their purchase.")
    }

    /// Whether it is only for customers whose payment failed.
    var isAboutFailedPayment: Bool {
      !when.subscription.isEmpty && when.subscription.isSubset(of: [.grace, .billingRetry])
    }
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable, BlueprintObject {
    /// The entitlement of the tier.
    public private(set) var entitlement: Entitlement.ID
    /// The tier's name.
    public private(set) var title: LocalizedText.ID
    /// Reasons to buy the tier, best first; if empty, the tab shows those of the paywall.
    public private(set) var benefits: [Benefit]

    public init(entitlement: Entitlement.ID, title: LocalizedText.ID, benefits: [Benefit] = []) {
      self.entitlement = entitlement
      self.title = title
      self.benefits = benefits
    }

    package static var blank: Tab { Tab(entitlement: "", title: "") }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required(
        "entitlement", &entitlement,
        "The tier's entitlement; a plan is on the last tab whose entitlement it gives.")
      try keys.required("title", &title, "The tier's name.")
      try keys.list(
        "benefits", &benefits, of: "a benefit", isRequired: false,
        "Reasons to buy the tier, in place of the paywall's while its tab is selected.")
    }
  }

  /// What a paywall shows around its offer.
  public struct Flow: Hashable, Sendable {
    /// The pages before the offer, in order; empty if the offer shows at once.
    public internal(set) var pages: [Page]
    /// The paywall that shows once when this one is closed without a purchase; nil if none does.
    public internal(set) var exitOffer: Paywall.ID?

    /// Creates a flow; without pages, the offer shows at once.
    public init(pages: [Page] = [], exitOffer: Paywall.ID? = nil) {
      self.pages = pages
      self.exitOffer = exitOffer
    }

    /// The greatest number of pages before an offer: 8.
    public static let pageLimit = 8
    /// How many answers a question has: 2 to 8.
    public static let answerCounts = 2...8
  }

  /// A page before the offer: it tells something, or asks a question.
  public struct Page: Hashable, Sendable, BlueprintObject {
    /// A question, whose answer sets an attribute.
    public struct Question: Hashable, Sendable, BlueprintObject {
      /// The attribute that an answer sets, which the app may set.
      public private(set) var attribute: Attribute.ID
      /// The answers, in order.
      public private(set) var answers: [Answer]

      public init(attribute: Attribute.ID, answers: [Answer]) {
        self.attribute = attribute
        self.answers = answers
      }

      package static var blank: Question { Question(attribute: "", answers: []) }

      package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
        try keys.required("attribute", &attribute, "The attribute that an answer sets.")
        try keys.list(
          "answers", &answers, of: "an answer", isRequired: true, "The answers, in order.")
      }
    }

    /// An answer to a question.
    public struct Answer: Hashable, Sendable, BlueprintObject {
      /// What the attribute is set to.
      public private(set) var value: Attribute.Value
      public private(set) var text: LocalizedText.ID

      public init(value: Attribute.Value, text: LocalizedText.ID) {
        self.value = value
        self.text = text
      }

      package static var blank: Answer { Answer(value: .boolean(false), text: "") }

      package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
        try keys.required("value", &value, "What the attribute is set to.")
        try keys.required("text", &text, "The answer's text.")
      }
    }

    /// The title, or the question.
    public private(set) var title: LocalizedText.ID
    /// The line below it.
    public private(set) var text: LocalizedText.ID?
    /// The icon on top; nil for the paywall's.
    public private(set) var icon: String?
    /// The app's own art on top, in place of the icon; nil if it has none.
    public private(set) var image: Image?
    /// Reasons to buy, best first.
    public private(set) var benefits: [Benefit]
    /// The question; nil on a page that the customer only continues from.
    public private(set) var question: Question?

    public init(
      title: LocalizedText.ID, text: LocalizedText.ID? = nil, icon: String? = nil,
      image: Image? = nil, benefits: [Benefit] = [], question: Question? = nil
    ) {
      self.title = title
      self.text = text
      self.icon = icon
      self.image = image
      self.benefits = benefits
      self.question = question
    }

    package static var blank: Page { Page(title: "") }

    package mutating func describe<Keys: BlueprintKeys>(to keys: Keys) throws(Keys.Failure) {
      try keys.required("title", &title, "The title, or the question.")
      try keys.optional("text", &text, "The line below it.")
      try keys.optional("icon", &icon, "The icon on top, in place of the paywall's.")
      try keys.optional("image", &image, "The app's own art on top, in place of the icon.")
      try keys.list(
        "benefits", &benefits, of: "a benefit", isRequired: false, "Reasons to buy, best first.")
      try keys.optional(
        "question", &question, "The question that it asks, in place of a button that continues.")
    }
  }

  /// The position of the tab that shows a product: that of its tier, or else the first one; nil on a paywall without
  /// tabs.
  ///
  /// A product of no tier is still for sale, though `check` reports it.
  package func tab(of product: CatalogProduct) -> Int? {
    tabs.isEmpty ? nil : tier(of: product) ?? 0
  }

  /// The position of a product's tier: the last tab whose entitlement it gives; nil if it gives none of them.
  ///
  /// A plan of a higher tier may give the lower one too.
  package func tier(of product: CatalogProduct) -> Int? {
    tabs.lastIndex { product.entitlements.contains($0.entitlement) }
  }

  /// The seconds after which a close button may show.
  public static let closeDelays = 1...30
}

extension Paywall {
  /// What is on top of a paywall, above its title.
  public struct Hero: Hashable, Sendable {
    /// The icon, unless a feature led to the paywall; nil for the standard one.
    public internal(set) var icon: String?
    /// The app's own art, in place of any icon; nil if it has none.
    public internal(set) var image: Image?

    public init(icon: String? = nil, image: Image? = nil) {
      self.icon = icon
      self.image = image
    }
  }

  /// The app's own art on top of a paywall or a page, in place of an icon.
  public struct Image: Hashable, Sendable {
    /// A picture, as it is in its file.
    public struct File: Hashable, Sendable {
      /// The file's path, relative to the blueprint's folder.
      public let path: String
      /// The media type, such as `image/webp`.
      public let mediaType: String
      /// The width in pixels; with ``height`` it gives the proportions before the picture is drawn.
      public let width: Int
      /// The height in pixels.
      public let height: Int
      /// The contents of the file.
      public let bytes: [UInt8]

      public init(path: String, mediaType: String, width: Int, height: Int, bytes: [UInt8]) {
        self.path = path
        self.mediaType = mediaType
        self.width = width
        self.height = height
        self.bytes = bytes
      }

      /// The file's name without its folder and extension; an asset of the app with this name takes precedence.
      public var name: String {
        let file = path.split(separator: "/").last ?? ""
        return String(file.lastIndex(of: ".").map { file[..<$0] } ?? file)
      }
    }

    /// The picture.
    public let file: File
    /// The picture for a dark appearance; nil if one picture is used for both.
    public let dark: File?
    /// What it shows, for people who cannot see it; nil if it is decorative.
    public let description: LocalizedText.ID?

    public init(file: File, dark: File? = nil, description: LocalizedText.ID? = nil) {
      self.file = file
      self.dark = dark
      self.description = description
    }

    /// The picture, and the one for a dark appearance.
    public var files: [File] { [file] + (dark.map { [$0] } ?? []) }

    /// The greatest number of bytes in the pictures of one paywall and its pages, counting repeats: 90,000, which a web
    /// page sends as 120 kB in Base64.
    public static let byteLimit = 90_000
    /// The greatest width and height of a picture made of pixels: 2,048.
    public static let sideLimit = 2_048
  }

  /// The pictures of the paywall and its pages, with repeats.
  public var pictures: [Image.File] {
    ([hero.image] + flow.pages.map(\.image)).compactMap { $0 }.flatMap(\.files)
  }
}
