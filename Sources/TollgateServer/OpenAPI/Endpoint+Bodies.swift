import Tollgate
import TollgateAppStore
import TollgateSchemas
import TollgateWire

extension Endpoint {
  /// The body that a request has; a request is refused as `invalid_json` if its body is not of the shape.
  enum RequestBody {
    /// A body of this shape.
    case required(Shape)
    /// A body of this shape, or none.
    case optional(Shape)
    /// None; what is sent is not read.
    case none
  }

  /// A response to a request that succeeds, or to a check that fails.
  struct Answer {
    /// The HTTP status.
    var status = 200
    /// What it says.
    let description: String
    /// The schema of its body; nil if it has none.
    let schema: Schema?
    /// A value of the body; nil without one.
    var example: JSONValue?
    /// The media type of its body.
    var mediaType = "application/json"

    /// A response with a body of a shape.
    static func shape(_ shape: Shape, status: Int = 200) -> Answer {
      Answer(
        status: status, description: shape.name, schema: .shape(shape), example: shape.example)
    }

    /// The response to a change by an operator, which can be previewed.
    ///
    /// - Parameter shape: What a change answers that was made.
    /// - Returns: One response, as both have status 200.
    static func change(_ shape: Shape) -> [Answer] {
      let either: [Shape] = [shape, .customerChangeResponse]
      return [
        Answer(
          description: "\(shape.name), or CustomerChangeResponse for a preview",
          schema: .any(either))
      ]
    }

    /// The response to a request that failed, whatever its status.
    static let problem = Answer(
      description: "The request failed.", schema: .shape(.problem),
      example: Shape.problem.example, mediaType: Problem.mediaType)

    /// The response to a caller who already has the version that a tag names.
    static let notModified = Answer(
      status: 304, description: "The caller has this version.", schema: nil)
  }

  /// The body of a request.
  ///
  /// It is the type that `EndpointHandler` reads: with `json` it is required, with `jsonOrEmpty` it is optional.
  var requestBody: RequestBody {
    switch self {
    case .createCustomer: .optional(.createCustomerRequest)
    case .signUp, .signIn: .required(.credentialsRequest)
    case .signInWithToken: .required(.tokenSignInRequest)
    case .requestPasswordReset: .required(.passwordResetRequest)
    case .resetPassword: .required(.passwordResetConfirmation)
    case .changePassword: .required(.passwordChangeRequest)
    case .requestEmailVerification: .optional(.emailVerificationRequest)
    case .verifyEmail: .required(.emailVerificationConfirmation)
    case .makeProfile: .optional(.profileRequest)
    case .device: .required(.deviceRequest)
    case .setAttributes: .required(.attributesRequest)
    case .use, .reserve: .optional(.useRequest)
    case .release: .required(.releaseRequest)
    case .heldItems: .required(.heldItemsRequest)
    case .transactions: .required(.transactionRequest)
    case .restore, .restorePreview: .required(.restoreRequest)
    case .promotionalOffer: .required(.promotionalOfferRequest)
    case .paywallShown, .paywallClosed: .optional(.paywallReportRequest)
    case .nudgeDelivered: .required(.nudgeDeliveredRequest)
    case .forCustomer(_, let endpoint): endpoint.requestBody
    case .grant: .required(.grantRequest)
    case .extendGrant: .required(.grantExtensionRequest)
    case .revokeGrant: .required(.grantRevocationRequest)
    case .changeTrial: .required(.trialChangeRequest)
    case .transferPurchase: .required(.purchaseTransferRequest)
    case .mergeCustomer: .required(.customerMergeRequest)
    case .eraseCustomer: .required(.customerErasureRequest)
    case .appStoreNotifications, .retentionMessage: .required(.notificationRequest)
    case .session, .signOut, .signOutEverywhere, .me, .export, .deleteCustomer, .customer,
      .membership, .access, .profile, .milestone, .releaseReservation, .dismissal, .findCustomers,
      .life, .reason, .exportCustomer, .charts, .chart, .blueprint, .paywallPage, .signingKey,
      .health, .ready, .openAPI:
      .none
    }
  }

  /// The responses other than problems, the most frequent first.
  ///
  /// Every request can also be answered by a problem.
  var answers: [Answer] {
    switch self {
    case .createCustomer, .signUp, .signIn, .signInWithToken, .resetPassword, .session,
      .changePassword:
      [.shape(.sessionResponse)]
    case .requestPasswordReset, .requestEmailVerification:
      [.shape(.acceptedResponse, status: 202)]
    case .signOut, .signOutEverywhere, .verifyEmail, .device, .setAttributes, .dismissal,
      .paywallShown, .paywallClosed, .nudgeDelivered:
      [.shape(.changeResponse)]
    case .me, .customer, .milestone: [.shape(.customerSnapshot)]
    case .export, .exportCustomer: [.shape(.customerExport)]
    case .deleteCustomer: [.shape(.deletionResponse)]
    case .membership: [.shape(.membershipSummary)]
    case .access: [.shape(.accessResponse)]
    case .profile, .makeProfile: [.shape(.profileResponse)]
    case .use, .release, .heldItems: [.shape(.useResponse)]
    case .reserve, .releaseReservation: [.shape(.reservationResponse)]
    case .transactions, .restore: [.shape(.purchaseResponse)]
    case .restorePreview: [.shape(.restorePreview)]
    case .promotionalOffer: [.shape(.promotionalOfferResponse)]
    case .forCustomer(_, let endpoint): endpoint.answers
    case .findCustomers: [.shape(.customerMatches)]
    case .life: [.shape(.customerLife)]
    case .reason: [.shape(.featureReason)]
    case .grant, .extendGrant, .revokeGrant: Answer.change(.grantResponse)
    case .changeTrial: Answer.change(.trialChangeResponse)
    case .transferPurchase, .mergeCustomer, .eraseCustomer: [.shape(.customerChangeResponse)]
    case .charts: [.shape(.chartList)]
    case .chart: [.shape(.chartResponse)]
    case .blueprint: [.shape(.blueprintResponse), .notModified]
    case .paywallPage:
      [Answer(description: "The page", schema: .text, mediaType: "text/html"), .notModified]
    case .signingKey: [.shape(.signingKeyResponse)]
    case .appStoreNotifications: [.shape(.notificationResponse)]
    case .retentionMessage: [.shape(.retentionResponse)]
    case .health: [.shape(.healthResponse)]
    case .ready: [.shape(.readinessResponse), .shape(.readinessResponse, status: 503)]
    case .openAPI: [Answer(description: "An OpenAPI document", schema: .object)]
    }
  }
}
