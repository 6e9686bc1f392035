public import Tollgate

/// A line that every app has, worded in English, German, French, Spanish, Japanese and Arabic.
///
/// A text of the same name in the blueprint replaces it.
public enum StandardText: String, Hashable, Sendable, CaseIterable {
  /// The button that restores purchases.
  case restore = "action.restore"
  /// The button that manages the subscription.
  case manage = "action.manage"
  /// The button that has a cancelled subscription renew again.
  case resubscribe = "action.resubscribe"
  /// The button that requests a refund.
  case requestRefund = "action.requestRefund"
  /// The button that leads from the free tier to the plans.
  case upgrade = "action.upgrade"
  /// The button of the settings that shows the plans.
  case viewPlans = "action.viewPlans"
  /// The gentle button of a banner or prompt that shows the plans.
  case seePlans = "action.seePlans"
  /// The button that buys a subscription.
  case subscribe = "action.subscribe"
  /// The button that buys anything else, and the one that continues.
  case proceed = "action.continue"
  /// The button that buys with a free trial; `{span}` is its length, such as "7-day".
  case startTrial = "action.startTrial"
  /// The button that buys with a paid introductory offer; `{offer}` is what is paid first, such as "$2.99".
  case startOffer = "action.startOffer"
  /// The button that buys something that does not renew; `{price}` is its price.
  case buy = "action.buy"
  /// The button of something locked.
  case unlock = "action.unlock"
  /// The button that tries again.
  case tryAgain = "action.tryAgain"
  /// The button that does not try again.
  case cancel = "action.cancel"
  /// The button that goes back to the previous page.
  case back = "action.back"
  /// The button that closes a paywall.
  case close = "action.close"
  /// The button of what was only to be read.
  case ok = "action.ok"
  /// The button that dismisses a prompt.
  case notNow = "action.notNow"
  /// The title of the settings section.
  case subscription = "settings.subscription"
  /// The plan while nothing is known.
  case planUnknown = "plan.unknown"
  /// The plan before the onboarding milestone.
  case planOnboarding = "plan.onboarding"
  /// The plan of a customer who has nothing yet.
  case planBlocked = "plan.blocked"
  /// The plan in a trial that days end.
  case planTrial = "plan.trial"
  /// The plan in a trial that only uses end.
  case planTrialUses = "plan.trial.uses"
  /// The plan in a trial whose days and uses are both unknown.
  case planInTrial = "plan.inTrial"
  /// The plan after the trial.
  case planTrialExpired = "plan.trialExpired"
  /// The plan after the last of `{count}` uses, while the store will start the subscription on `{date}`.
  case planTrialExpiredUses = "plan.trialExpired.uses"
  /// The plan after the last of `{count}` uses, while a cancelled subscription runs out.
  case planTrialExpiredUsesCancelled = "plan.trialExpired.usesCancelled"
  /// The plan after the purchase that started the trial was refunded.
  case planTrialExpiredRefund = "plan.trialExpired.refund"
  /// The plan of a customer who gets no trial, because the device has had one with somebody else.
  case planTrialExpiredUnused = "plan.trialExpired.unused"
  /// The plan of a subscription that renews on `{date}`.
  case planSubscribed = "plan.subscribed"
  /// The plan of a customer with access and no subscription, for example after a lifetime purchase.
  case planIncluded = "plan.included"
  /// The plan of a subscription that ends on `{date}`.
  case planEnds = "plan.ends"
  /// The latest of `{total}` monthly bills, `{count}`, what remains due, `{price}`, and until when, `{date}`.
  case planCommitment = "plan.commitment"
  /// The last of `{total}` monthly bills, after which nothing remains due until `{date}`.
  case planCommitmentPaid = "plan.commitmentPaid"
  /// The plan while a payment is due and access continues.
  case planGrace = "plan.grace"
  /// The plan after what gave access has ended.
  case planLapsed = "plan.lapsed"
  /// The plan of the free tier.
  case planFree = "plan.free"
  /// The badge of a plan that is paid.
  case active = "plan.active"
  /// The badge of a plan whose payment is due.
  case paymentDue = "plan.paymentDue"
  /// The note about the payment while access continues until `{date}`.
  case graceNote = "plan.graceNote"
  /// The note about the payment once access has ended.
  case retryNote = "plan.retryNote"
  /// The banner of a trial that days end.
  case trialDaysLeft = "trial.daysLeft"
  /// The banner of a trial that only uses end.
  case trialUsesLeft = "trial.usesLeft"
  /// A price with its period.
  case priceLine = "paywall.priceLine"
  /// What stands in place of a billing period next to the price of what is bought once and for all.
  case paysOnce = "paywall.paysOnce"
  /// The price of a month of a longer subscription: `{monthly}`.
  case perMonth = "paywall.perMonth"
  /// The price of a month of a longer subscription, and how much it saves: `{monthly}` and `{saving}`.
  case perMonthSaving = "paywall.perMonthSaving"
  /// What monthly bills with a commitment cost together: `{count}` payments, `{total}` in all.
  case commitment = "paywall.commitment"
  /// The name of the choice of seats, for screen readers.
  case seats = "paywall.seats"
  /// How many seats are chosen, and what they cost together: `{count}`, `{total}` `{per}`.
  case seatsLine = "paywall.seatsLine"
  /// The button that chooses one seat less, for screen readers.
  case fewerSeats = "paywall.fewerSeats"
  /// The button that chooses one seat more, for screen readers.
  case moreSeats = "paywall.moreSeats"
  /// A free trial of `{length}` and the price after it.
  case trialOffer = "paywall.trialOffer"
  /// A paid introductory offer and the price after it.
  case paidOffer = "paywall.paidOffer"
  /// The footnote of a subscription.
  case renews = "paywall.renews"
  /// The footnote of a subscription with a free trial.
  case renewsAfterTrial = "paywall.renewsAfterTrial"
  /// The footnote of a subscription with a paid introductory offer.
  case renewsAfterOffer = "paywall.renewsAfterOffer"
  /// The footnote of a subscription with a commitment: `{count}` bills of `{price}`, `{total}` in all.
  case renewsCommitted = "paywall.renewsCommitted"
  /// The footnote of a one-time purchase.
  case onePayment = "paywall.onePayment"
  /// When the store account is charged.
  case charged = "paywall.charged"
  /// When the store account is charged by a purchase that may begin with a free trial.
  case chargedAfterTrial = "paywall.chargedAfterTrial"
  /// How to stop a subscription from renewing.
  case renewsUnlessCancelled = "paywall.renewsUnlessCancelled"
  /// What remains due of `{count}` monthly bills after a cancellation.
  case dueAfterCancelling = "paywall.dueAfterCancelling"
  /// How much longer a plan is offered: `{length}`, in words or as hours, minutes and seconds.
  case endsIn = "paywall.endsIn"
  /// Says that the countdown of the selected plan has ended, for screen readers.
  case offerEnded = "paywall.offerEnded"
  /// Says that a purchase begins with a free trial, next to the button.
  case noPaymentDue = "paywall.noPaymentDue"
  /// The title of the timeline of an introductory offer.
  case timeline = "paywall.timeline"
  /// The day of the purchase, in the timeline.
  case timelineToday = "paywall.timeline.today"
  /// What happens on the day of the purchase with a free trial of `{length}`.
  case timelineTrial = "paywall.timeline.trial"
  /// What happens on the day of the purchase with a paid offer: `{offer}` for `{length}`.
  case timelineOffer = "paywall.timeline.offer"
  /// The notification before the first regular charge.
  case timelineReminder = "paywall.timeline.reminder"
  /// The first regular charge: `{price}` `{per}`.
  case timelineCharge = "paywall.timeline.charge"
  /// Which page of a paywall is shown: `{count}` of `{total}`, the offer last.
  case step = "paywall.step"
  /// The title of the questions and answers.
  case questions = "paywall.questions"
  /// The title of ratings and quotes.
  case proof = "paywall.proof"
  /// A rating of `{count}` out of five stars, for screen readers.
  case stars = "paywall.stars"
  /// The link to the terms of use.
  case termsOfUse = "paywall.terms"
  /// The link to the privacy policy.
  case privacyPolicy = "paywall.privacy"
  /// The text while the prices are loading.
  case loading = "paywall.loading"
  /// The text if the store sells none of it here.
  case nothingToBuy = "paywall.nothingToBuy"
  /// The text for customers who have everything it sells.
  case everythingOwned = "paywall.everythingOwned"
  /// The name of the list of benefits, for screen readers.
  case benefits = "paywall.benefits"
  /// The name of the list of plans, for screen readers.
  case plans = "paywall.plans"
  /// The name of the tabs with the plans of each tier, for screen readers.
  case tiers = "paywall.tiers"
  /// The title of what is free, in a table of benefits.
  case tableFree = "paywall.table.free"
  /// The title of what a plan has, in a table of benefits.
  case tablePaid = "paywall.table.paid"
  /// Says that a plan has a benefit, for screen readers.
  case included = "paywall.table.included"
  /// Says that a benefit is not free, for screen readers.
  case notIncluded = "paywall.table.notIncluded"
  /// Says which plan is chosen, for screen readers.
  case selected = "paywall.selected"
  /// The text while a purchase is in progress.
  case purchasing = "purchase.inProgress"
  /// The title of a failed purchase.
  case purchaseFailed = "purchase.failed"
  /// The title of a pending purchase.
  case purchasePending = "purchase.pending"
  /// The welcome of a paywall without one of its own.
  case thanks = "purchase.welcome"
  /// The line below the welcome.
  case unlocked = "purchase.unlocked"
  /// The text while a restore is in progress.
  case restoring = "restore.inProgress"
  /// The text if purchases were found.
  case restored = "restore.restored"
  /// The text if no purchases were found.
  case nothingRestored = "restore.none"
  /// The text once the store has a refund request.
  case refundRequested = "refund.requested"
  /// The text if a refund was requested before.
  case refundAlreadyRequested = "refund.alreadyRequested"
  /// The text if the store does not accept a refund request.
  case refundNotAccepted = "refund.notAccepted"
  /// ``PurchaseProblem/paymentNotAllowed``.
  case paymentNotAllowed = "error.paymentNotAllowed"
  /// ``PurchaseProblem/paymentInvalid``.
  case paymentInvalid = "error.paymentInvalid"
  /// ``PurchaseProblem/network``.
  case storeUnreachable = "error.network"
  /// ``PurchaseProblem/pendingApproval``.
  case pendingApproval = "error.pendingApproval"
  /// ``PurchaseProblem/productUnavailable``.
  case productUnavailable = "error.productUnavailable"
  /// ``PurchaseProblem/interrupted``.
  case interrupted = "error.interrupted"
  /// ``PurchaseProblem/notConfirmed``.
  case notConfirmed = "error.notConfirmed"
  /// ``PurchaseProblem/notAccepted``.
  case notAccepted = "error.notAccepted"
  /// ``PurchaseProblem/notActive``.
  case notActive = "error.notActive"
  /// ``PurchaseProblem/ownedByAnother``.
  case ownedByAnother = "error.ownedByAnother"
  /// ``PurchaseProblem/busy``.
  case busy = "error.busy"
  /// ``PurchaseProblem/unknown``.
  case unknownProblem = "error.unknown"
  /// The app's server could not be reached.
  case connectionFailed = "error.connection"
  /// The store did not respond.
  case storeSilent = "error.store"
  /// Anything else, where nothing was to be paid.
  case somethingWrong = "error.other"
  /// A sign-in whose password is wrong.
  case wrongCredentials = "error.wrongCredentials"
  /// A sign-up with an address that already has an account.
  case emailTaken = "error.emailTaken"
  /// A sign-up with an invalid address.
  case invalidEmail = "error.invalidEmail"
  /// A sign-up whose password is too short or too long.
  case invalidPassword = "error.invalidPassword"
  /// A sign-in after too many wrong passwords.
  case tooManyAttempts = "error.tooManyAttempts"
  /// A session that the server has ended.
  case sessionEnded = "error.sessionEnded"
  /// A request that requires an account.
  case accountNeeded = "error.accountNeeded"
  /// A use that the device no longer allows offline.
  case connectionNeeded = "error.connectionNeeded"
  /// The button that deletes the account, and the title of its section.
  case deleteAccount = "account.delete"
  /// The question before the account is deleted.
  case deleteAccountQuestion = "account.delete.question"
  /// What deleting the account removes.
  case deleteAccountNote = "account.delete.note"
  /// What deleting the account does not end: a subscription, and what was bought.
  case deleteAccountBilling = "account.delete.billing"
  /// The text while the account is being deleted.
  case deletingAccount = "account.delete.inProgress"
  /// The text once the account is deleted.
  case accountDeleted = "account.delete.done"
  /// A feature that is locked.
  case locked = "access.locked"
  /// A feature without a limit.
  case unlimited = "access.unlimited"
  /// Uses left of a feature that was free a number of times.
  case freeUsesLeft = "access.freeUsesLeft"
  /// A feature whose free uses are used up.
  case freeUsesMade = "access.freeUsesMade"
  /// How many are left.
  case left = "access.left"
  /// How many are left today.
  case leftToday = "access.leftToday"
  /// How many are left this week.
  case leftThisWeek = "access.leftThisWeek"
  /// How many are left this month.
  case leftThisMonth = "access.leftThisMonth"
  /// How many are left this year.
  case leftThisYear = "access.leftThisYear"
  /// How many credits are left for a feature that spends them.
  case creditsLeft = "access.creditsLeft"
  /// A locked `{feature}`, for screen readers.
  case lockedLabel = "access.lockedLabel"
  /// What pressing a locked feature does, for screen readers.
  case plansHint = "access.plansHint"
  /// The name of a prompt, for screen readers.
  case suggestion = "prompt.label"

  /// The text's name in a blueprint.
  public var id: LocalizedText.ID { LocalizedText.ID(rawValue) }
}
