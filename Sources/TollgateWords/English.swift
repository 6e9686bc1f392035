import Tollgate

extension StandardText {
  package var english: Wording {
    switch self {
    case .restore: "Restore Purchases"
    case .manage: "Manage Subscription"
    case .resubscribe: "Resubscribe"
    case .requestRefund: "Request a Refund"
    case .upgrade: "Upgrade"
    case .viewPlans: "View plans"
    case .seePlans: "See plans"
    case .subscribe: "Subscribe"
    case .proceed: "Continue"
    case .startTrial: "Start {span} free trial"
    case .startOffer: "Start for {offer}"
    case .buy: "Buy for {price}"
    case .unlock: "Unlock"
    case .tryAgain: "Try Again"
    case .cancel: "Cancel"
    case .back: "Back"
    case .close: "Close"
    case .ok: "OK"
    case .notNow: "Not now"
    case .subscription: "Subscription"
    case .planUnknown: "One moment"
    case .planOnboarding: "Just getting started"
    case .planBlocked: "No plan yet"
    case .planTrial: [.one: "Trial, {count} day left", .other: "Trial, {count} days left"]
    case .planInTrial: "Trial"
    case .planTrialUses: [.one: "Trial, {count} use left", .other: "Trial, {count} uses left"]
    case .planTrialExpired: "Your trial is over"
    case .planTrialExpiredUses:
      [
        .one: "Your {count} use is used. Your plan starts on {date}.",
        .other: "All {count} uses are used. Your plan starts on {date}.",
      ]
    case .planTrialExpiredUsesCancelled:
      [
        .one: "Your {count} use is used. Your subscription won't renew.",
        .other: "All {count} uses are used. Your subscription won't renew.",
      ]
    case .planTrialExpiredUnused: "This device has had its trial"
    case .planTrialExpiredRefund: "Your purchase was refunded"
    case .planSubscribed: "{product}, renews on {date}"
    case .planIncluded: "Everything is unlocked"
    case .planEnds: "{product}, until {date}"
    case .planCommitment: "Payment {count} of {total}. {price} remains due until {date}."
    case .planCommitmentPaid: "All {total} payments are made. Nothing more is due until {date}."
    case .planGrace: "{product}"
    case .planLapsed: "No active plan"
    case .planFree: "Free Plan"
    case .active: "Active"
    case .paymentDue: "Payment due"
    case .graceNote:
      "The App Store couldn't take the payment yet. It keeps trying, and everything stays open until {date}."
    case .retryNote:
      "The App Store couldn't take the payment. Please check your payment method, and everything opens again."
    case .trialDaysLeft:
      [.one: "{count} day left to try everything", .other: "{count} days left to try everything"]
    case .trialUsesLeft: [.one: "{count} more to try", .other: "{count} more to try"]
    case .priceLine: "{price} {per}"
    case .paysOnce: "one payment"
    case .perMonth: "{monthly} a month"
    case .perMonthSaving: "{monthly} a month, save {saving}"
    case .commitment:
      [.one: "{count} payment, {total} in total", .other: "{count} payments, {total} in total"]
    case .seats: "Seats"
    case .seatsLine: [.one: "{count} seat, {total} {per}", .other: "{count} seats, {total} {per}"]
    case .fewerSeats: "One seat fewer"
    case .moreSeats: "One seat more"
    case .trialOffer: "{length} free, then {price} {per}"
    case .paidOffer: "{offer} for {length}, then {price} {per}"
    case .renews:
      "Renews at {price} {per} until you cancel. You can cancel any time in the App Store."
    case .renewsAfterTrial:
      "Free for {length}, then {price} {per} until you cancel. You can cancel any time in the App Store."
    case .renewsAfterOffer:
      "{offer} for {length}, then {price} {per} until you cancel. You can cancel any time in the App Store."
    case .renewsCommitted:
      [
        .one:
          "{count} payment of {price}, {total} in total. Then it renews with the same commitment until you cancel.",
        .other:
          "{count} monthly payments of {price}, {total} in total. Then it renews with the same commitment until you cancel.",
      ]
    case .onePayment: "One payment, no subscription."
    case .charged: "Your Apple Account is charged at confirmation of purchase."
    case .chargedAfterTrial:
      "Your Apple Account is charged at confirmation of purchase or, with a free trial, when the trial ends."
    case .renewsUnlessCancelled:
      "The subscription renews automatically unless you cancel it at least 24 hours before the period ends."
    case .dueAfterCancelling:
      [
        .one:
          "You commit to {count} payment: if you cancel, the subscription does not renew, and what remains is still due.",
        .other:
          "You commit to all {count} payments: if you cancel, the subscription does not renew, and the payments that remain are still due.",
      ]
    case .endsIn: "Ends in {length}"
    case .offerEnded: "That offer has ended."
    case .noPaymentDue: "Nothing to pay now"
    case .timeline: "What happens when"
    case .timelineToday: "Today"
    case .timelineTrial: "Your free trial begins, for {length}."
    case .timelineOffer: "You pay {offer} for {length}."
    case .timelineReminder: "A reminder, if you allow notifications."
    case .timelineCharge:
      "Your plan begins at {price} {per}, unless you cancel at least 24 hours earlier."
    case .step: "Step {count} of {total}"
    case .questions: "Questions"
    case .proof: "What people say"
    case .stars: "{count} of 5 stars"
    case .termsOfUse: "Terms of Use"
    case .privacyPolicy: "Privacy Policy"
    case .loading: "Getting the plans…"
    case .nothingToBuy: "There is nothing to buy here right now."
    case .everythingOwned: "You have everything already."
    case .benefits: "What you get"
    case .plans: "Plans"
    case .tiers: "Tiers"
    case .tableFree: "Free"
    case .tablePaid: "Paid"
    case .included: "Included"
    case .notIncluded: "Not included"
    case .selected: "selected"
    case .purchasing: "Confirming your purchase…"
    case .purchaseFailed: "That didn't work"
    case .purchasePending: "Almost there"
    case .thanks: "Thank you!"
    case .unlocked: "Everything is unlocked."
    case .restoring: "Looking for your purchases…"
    case .restored: "Your purchases are back."
    case .nothingRestored: "No active subscription found."
    case .refundRequested: "The App Store has your request and will decide about it."
    case .refundAlreadyRequested: "You have already requested a refund of this purchase."
    case .refundNotAccepted: "The App Store can't refund this purchase here."
    case .paymentNotAllowed: "Purchases are not allowed on this device."
    case .paymentInvalid: "The payment was declined. Please check your payment method."
    case .storeUnreachable: "We couldn't reach the App Store. Please check your connection."
    case .pendingApproval: "Your purchase is waiting for approval."
    case .productUnavailable: "This plan isn't available right now."
    case .interrupted: "The App Store needs something from you first. Please check your account."
    case .notConfirmed: "Your purchase went through. We're still confirming it."
    case .notAccepted: "We couldn't confirm this purchase. You can restore it at any time."
    case .notActive: "This purchase has ended already. You can buy again or restore."
    case .ownedByAnother: "This purchase belongs to another account. Please sign in with that one."
    case .busy: "Another purchase is still under way."
    case .unknownProblem: "Something went wrong. You have not been charged by us."
    case .connectionFailed: "The connection failed. Please try again."
    case .storeSilent: "The App Store did not answer. Please try again."
    case .somethingWrong: "Something went wrong. Please try again."
    case .wrongCredentials: "The email address or the password is wrong."
    case .emailTaken: "This email address has an account already. Please sign in."
    case .invalidEmail: "This is not an email address."
    case .invalidPassword: "A password has 8 to 128 characters."
    case .tooManyAttempts: "Too many passwords were wrong. Please try again later."
    case .sessionEnded: "You were signed out. Please sign in again."
    case .accountNeeded: "Please sign in first."
    case .connectionNeeded: "This needs a connection now. Please try again."
    case .deleteAccount: "Delete Account"
    case .deleteAccountQuestion: "Delete your account?"
    case .deleteAccountNote:
      "Your account and everything saved with it are deleted on all your devices. This can't be undone."
    case .deleteAccountBilling:
      "A subscription continues with the App Store until you cancel it there. What you bought stays with your Apple Account, and you can restore it."
    case .deletingAccount: "Deleting your account…"
    case .accountDeleted: "Your account is deleted."
    case .locked: "Locked"
    case .unlimited: "Unlimited"
    case .freeUsesLeft: [.one: "{count} free use left", .other: "{count} free uses left"]
    case .freeUsesMade: [.one: "Free use used", .other: "All {count} free uses used"]
    case .left: "{count} left"
    case .leftToday: "{count} left today"
    case .leftThisWeek: "{count} left this week"
    case .leftThisMonth: "{count} left this month"
    case .leftThisYear: "{count} left this year"
    case .creditsLeft: [.one: "{count} credit left", .other: "{count} credits left"]
    case .lockedLabel: "{feature}, locked"
    case .plansHint: "Shows the plans."
    case .suggestion: "Suggestion"
    }
  }
}
