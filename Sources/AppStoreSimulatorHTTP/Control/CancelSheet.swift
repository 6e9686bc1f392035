import AppStoreSimulator
import TollgateAppStore

/// What the App Store shows a customer before a subscription is canceled.
struct CancelSheet: Encodable, Sendable {
  /// What stands between the customer and the cancellation.
  enum Content: String, Encodable {
    case message
    case alternateProduct
    case promotionalOffer

    /// No message at all.
    case nothing
  }

  /// Who chose it.
  enum Source: String, Encodable {
    /// The app's server.
    case server

    /// The default message of the product.
    case `default`
  }

  let shows: Content

  /// Who chose it; nil if it shows nothing.
  let source: Source?

  /// The message as it was uploaded; nil if it shows nothing.
  let message: RetentionMessage?

  /// The subscription to switch to, or that of the offer.
  let product: String?
  let offer: String?

  /// The billing plan of the subscription to switch to; nil if the app's server names none.
  let billingPlan: BillingPlanType?

  /// How long the app's server took, in milliseconds of real time; nil if it was not asked.
  let responseTime: Int64?

  /// The reason that the app's server's answer is not used; nil if it is used.
  let problem: RetentionProblem?
}

extension CancelSheet {
  /// A sheet with what the app's server chose, or else with the default message, if there is one.
  fileprivate init(_ answer: RetentionAnswer?, default message: RetentionMessage?) {
    let time = answer?.duration.milliseconds
    switch answer?.choice {
    case .success(let choice):
      let (shows, product, offer, plan): (Content, String?, String?, BillingPlanType?) =
        switch choice {
        case .message: (.message, nil, nil, nil)
        case .alternateProduct(_, let product, let plan): (.alternateProduct, product, nil, plan)
        case .promotionalOffer(_, let product, let offer): (.promotionalOffer, product, offer, nil)
        }
      self.init(
        shows: shows, source: .server, message: choice.message, product: product, offer: offer,
        billingPlan: plan, responseTime: time, problem: nil)
    case .failure(let problem): self.init(message, after: time, because: problem)
    case nil:
      self.init(
        message, after: nil,
        because: RetentionProblem(.noURL, "No URL is set for real-time requests."))
    }
  }

  private init(
    _ message: RetentionMessage?, after time: Int64?, because problem: RetentionProblem
  ) {
    self.init(
      shows: message == nil ? .nothing : .message, source: message == nil ? nil : .default,
      message: message, product: nil, offer: nil, billingPlan: nil, responseTime: time,
      problem: problem)
  }
}

extension RetentionMessaging {
  /// What a customer sees before canceling a subscription.
  ///
  /// - Parameters:
  ///   - transaction: The last transaction of the subscription.
  ///   - locale: The language and region of the customer's device.
  func cancelSheet(of transaction: TransactionPayload, in locale: String) async -> CancelSheet {
    var answer: RetentionAnswer?
    if let url = realtimeURL { answer = await ask(about: transaction, locale: locale, at: url) }
    return CancelSheet(
      answer, default: defaultMessage(for: transaction.productId, in: locale))
  }
}

extension StoreService {
  /// Opens the sheet for canceling a subscription that renews, after posting the notifications that are due.
  ///
  /// - Parameter fields: `transaction`, any transaction of the subscription, and `locale`, by default `en-US`.
  /// - Throws: `nothingToDo` if the customer cannot cancel the subscription.
  func openCancelSheet(_ fields: ControlFields) async throws -> CancelSheet {
    let payload = try fields.transaction(of: simulator)
    let locale = try fields.text("locale") ?? "en-US"
    guard IdentifierFormat.isLocale(locale) else {
      throw ControlProblem(.wrongField, "`locale` must be a locale such as en-US.")
    }
    try await settle()
    guard let condition = simulator.condition(of: payload),
      condition.renewalInfo.payload.autoRenewStatus == .on,
      [.active, .billingRetry, .gracePeriod].contains(condition.status),
      condition.transaction.payload.inAppOwnershipType == .purchased
    else {
      throw ControlProblem(
        .nothingToDo, "\(payload.transactionId) belongs to no subscription that can be canceled.")
    }
    return await messaging.cancelSheet(of: condition.transaction.payload, in: locale)
  }

  /// Approves or rejects an uploaded message or image, as Apple's review does.
  func review(_ fields: ControlFields) async throws {
    let state: ReviewState =
      try fields.required("approved", try fields.boolean("approved")) ? .approved : .rejected
    switch (try fields.text("message"), try fields.text("image")) {
    case (let id?, nil):
      guard await messaging.review(message: id.lowercased(), state) else {
        throw ControlProblem(.notFound, "There is no message `\(id)`.")
      }
    case (nil, let id?):
      guard await messaging.review(image: id.lowercased(), state) else {
        throw ControlProblem(.notFound, "There is no image `\(id)`.")
      }
    case (nil, nil), (_?, _?):
      throw ControlProblem(.missingField, "Say either `message` or `image`.")
    }
  }
}
