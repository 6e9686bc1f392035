extension Paywall {
  /// A rating or a quote that speaks for the app.
  public struct Proof: Hashable, Sendable, BlueprintObject {
    /// The stars given, 1 to 5; nil without a rating.
    public let stars: Int?
    /// The words.
    public let text: LocalizedText.ID
    /// Who says it.
    public let by: LocalizedText.ID?

    /// Creates a rating or a quote.
    public init(stars: Int? = nil, text: LocalizedText.ID, by: LocalizedText.ID? = nil) {
      self.stars = stars
      self.text = text
      self.by = by
    }

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        stars: keys["The stars given."].optional("stars", value?.stars, in: 1...5),
        text: keys["The words."].required("text", value?.text),
        by: keys["Who says it."].optional("by", value?.by))
    }
  }

  /// A question about the purchase, with its answer.
  public struct Question: Hashable, Sendable, BlueprintObject {
    public let question: LocalizedText.ID
    public let answer: LocalizedText.ID

    public init(question: LocalizedText.ID, answer: LocalizedText.ID) {
      self.question = question
      self.answer = answer
    }

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        question: keys["The question."].required("question", value?.question),
        answer: keys["The answer."].required("answer", value?.answer))
    }
  }

  /// What a paywall says to some customers, such as those whose subscription is over.
  public struct Case: Hashable, Sendable, BlueprintObject {
    /// The customers it is for.
    public let when: Condition
    /// The title; nil for the paywall's, as with the other texts.
    public let title: LocalizedText.ID?
    /// The line below the title.
    public let subtitle: LocalizedText.ID?
    /// The title of the button that buys.
    public let button: LocalizedText.ID?
    /// The text after a purchase.
    public let welcome: LocalizedText.ID?

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

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        when: keys["The customers that it is for."].required("when", value?.when),
        title: keys["The title for them."].optional("title", value?.title),
        subtitle: keys["The line below it."].optional("subtitle", value?.subtitle),
        button: keys["The title of the button that buys."].optional("button", value?.button),
        welcome: keys["What is shown after their purchase."].optional("welcome", value?.welcome))
    }

    /// Whether it is only for customers whose payment failed.
    var isAboutFailedPayment: Bool {
      !when.subscription.isEmpty && when.subscription.isSubset(of: [.grace, .billingRetry])
    }
  }

  /// A tab with the plans of one tier.
  public struct Tab: Hashable, Sendable, BlueprintObject {
    /// The entitlement of the tier.
    public let entitlement: Entitlement.ID
    /// The tier's name.
    public let title: LocalizedText.ID
    /// Reasons to buy the tier, best first; if empty, the tab shows those of the paywall.
    public let benefits: [Benefit]

    public init(entitlement: Entitlement.ID, title: LocalizedText.ID, benefits: [Benefit] = []) {
      self.entitlement = entitlement
      self.title = title
      self.benefits = benefits
    }

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        entitlement: keys[
          "The tier's entitlement; a plan is on the last tab whose entitlement it gives."
        ]
        .required("entitlement", value?.entitlement),
        title: keys["The tier's name."].required("title", value?.title),
        benefits: keys[
          "Reasons to buy the tier, in place of the paywall's while its tab is selected."
        ]
        .list("benefits", value?.benefits, of: "a benefit", isRequired: false))
    }
  }

  /// What a paywall shows around its offer.
  public struct Flow: Hashable, Sendable {
    /// The pages before the offer, in order; empty if the offer shows at once.
    public let pages: [Page]
    /// The paywall that shows once when this one is closed without a purchase; nil if none does.
    public let exitOffer: Paywall.ID?

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
      public let attribute: Attribute.ID
      /// The answers, in order.
      public let answers: [Answer]

      public init(attribute: Attribute.ID, answers: [Answer]) {
        self.attribute = attribute
        self.answers = answers
      }

      package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
        try self.init(
          attribute: keys["The attribute that an answer sets."].required(
            "attribute", value?.attribute),
          answers: keys["The answers, in order."].list(
            "answers", value?.answers, of: "an answer", isRequired: true))
      }
    }

    /// An answer to a question.
    public struct Answer: Hashable, Sendable, BlueprintObject {
      /// What the attribute is set to.
      public let value: Attribute.Value
      public let text: LocalizedText.ID

      public init(value: Attribute.Value, text: LocalizedText.ID) {
        self.value = value
        self.text = text
      }

      package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
        try self.init(
          value: keys["What the attribute is set to."].required("value", value?.value),
          text: keys["The answer's text."].required("text", value?.text))
      }
    }

    /// The title, or the question.
    public let title: LocalizedText.ID
    /// The line below it.
    public let text: LocalizedText.ID?
    /// The icon on top; nil for the paywall's.
    public let icon: String?
    /// The app's own art on top, in place of the icon; nil if it has none.
    public let image: Image?
    /// Reasons to buy, best first.
    public let benefits: [Benefit]
    /// The question; nil on a page that the customer only continues from.
    public let question: Question?

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

    package init<Keys: BlueprintKeys>(keys: Keys, _ value: Self?) throws(Keys.Failure) {
      try self.init(
        title: keys["The title, or the question."].required("title", value?.title),
        text: keys["The line below it."].optional("text", value?.text),
        icon: keys["The icon on top, in place of the paywall's."].optional("icon", value?.icon),
        image: keys["The app's own art on top, in place of the icon."]
          .optional("image", value?.image),
        benefits: keys["Reasons to buy, best first."]
          .list("benefits", value?.benefits, of: "a benefit", isRequired: false),
        question: keys["The question that it asks, in place of a button that continues."]
          .optional("question", value?.question))
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
    public let icon: String?
    /// The app's own art, in place of any icon; nil if it has none.
    public let image: Image?

    /// Creates what is on top.
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

      /// Creates a picture.
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
