import Tollgate

extension StandardText {
  package var french: Wording {
    switch self {
    case .restore: "Restaurer les achats"
    case .manage: "Gérer l’abonnement"
    case .resubscribe: "Se réabonner"
    case .requestRefund: "Demander un remboursement"
    case .upgrade: "Mettre à niveau"
    case .viewPlans: "Voir les offres"
    case .seePlans: "Voir les offres"
    case .subscribe: "S’abonner"
    case .proceed: "Continuer"
    case .startTrial: "Essayer gratuitement pendant {span}"
    case .startOffer: "Commencer pour {offer}"
    case .buy: "Acheter pour {price}"
    case .unlock: "Débloquer"
    case .tryAgain: "Réessayer"
    case .cancel: "Annuler"
    case .back: "Retour"
    case .close: "Fermer"
    case .ok: "OK"
    case .notNow: "Plus tard"
    case .subscription: "Abonnement"
    case .planUnknown: "Un instant"
    case .planOnboarding: "Premiers pas"
    case .planBlocked: "Pas encore d’abonnement"
    case .planTrial: [.one: "Essai, encore {count} jour", .other: "Essai, encore {count} jours"]
    case .planInTrial: "Essai"
    case .planTrialUses:
      [
        .one: "Essai, encore {count} utilisation", .other: "Essai, encore {count} utilisations",
      ]
    case .planTrialExpired: "Votre essai est terminé"
    case .planTrialExpiredUses:
      [
        .one: "Votre utilisation est épuisée. Votre abonnement commence le {date}.",
        .other: "Vos {count} utilisations sont épuisées. Votre abonnement commence le {date}.",
      ]
    case .planTrialExpiredUsesCancelled:
      [
        .one: "Votre utilisation est épuisée. Votre abonnement ne sera pas renouvelé.",
        .other: "Vos {count} utilisations sont épuisées. Votre abonnement ne sera pas renouvelé.",
      ]
    case .planTrialExpiredUnused: "L’essai a déjà été utilisé sur cet appareil"
    case .planTrialExpiredRefund: "Votre achat a été remboursé"
    case .planSubscribed: "{product}, se renouvelle le {date}"
    case .planIncluded: "Tout est débloqué"
    case .planEnds: "{product}, jusqu’au {date}"
    case .planCommitment: "Paiement {count} sur {total}. Il reste {price} à payer jusqu’au {date}."
    case .planCommitmentPaid:
      "Les {total} paiements sont effectués. Rien de plus n’est dû jusqu’au {date}."
    case .planGrace: "{product}"
    case .planLapsed: "Aucun abonnement actif"
    case .planFree: "Version gratuite"
    case .active: "Actif"
    case .paymentDue: "Paiement en attente"
    case .graceNote:
      "L’App Store n’a pas encore pu prélever le paiement. Il continue d’essayer, et tout reste ouvert jusqu’au {date}."
    case .retryNote:
      "L’App Store n’a pas pu prélever le paiement. Vérifiez votre moyen de paiement, et tout s’ouvrira à nouveau."
    case .trialDaysLeft:
      [
        .one: "Encore {count} jour pour tout essayer",
        .other: "Encore {count} jours pour tout essayer",
      ]
    case .trialUsesLeft: [.one: "Encore {count} essai", .other: "Encore {count} essais"]
    case .priceLine: "{price} {per}"
    case .paysOnce: "paiement unique"
    case .perMonth: "{monthly} par mois"
    case .perMonthSaving: "{monthly} par mois, {saving} d’économie"
    case .commitment:
      [.one: "{count} paiement, {total} au total", .other: "{count} paiements, {total} au total"]
    case .seats: "Places"
    case .seatsLine:
      [.one: "{count} place, {total} {per}", .other: "{count} places, {total} {per}"]
    case .fewerSeats: "Une place de moins"
    case .moreSeats: "Une place de plus"
    case .trialOffer: "Gratuit pendant {length}, puis {price} {per}"
    case .paidOffer: "{offer} pendant {length}, puis {price} {per}"
    case .renews:
      "Se renouvelle à {price} {per} jusqu’à résiliation, possible à tout moment dans l’App Store."
    case .renewsAfterTrial:
      "Gratuit pendant {length}, puis {price} {per} jusqu’à résiliation, possible à tout moment dans l’App Store."
    case .renewsAfterOffer:
      "{offer} pendant {length}, puis {price} {per} jusqu’à résiliation, possible à tout moment dans l’App Store."
    case .renewsCommitted:
      [
        .one:
          "{count} paiement de {price}, soit {total} au total. L’abonnement se renouvelle ensuite avec le même engagement jusqu’à sa résiliation.",
        .other:
          "{count} paiements mensuels de {price}, soit {total} au total. L’abonnement se renouvelle ensuite avec le même engagement jusqu’à sa résiliation.",
      ]
    case .onePayment: "Un seul paiement, sans abonnement."
    case .charged: "Votre compte Apple est débité à la confirmation de l’achat."
    case .chargedAfterTrial:
      "Votre compte Apple est débité à la confirmation de l’achat ou, avec un essai gratuit, à la fin de l’essai."
    case .renewsUnlessCancelled:
      "L’abonnement se renouvelle automatiquement, sauf résiliation au moins 24 heures avant la fin de la période."
    case .dueAfterCancelling:
      [
        .one:
          "Vous vous engagez pour {count} paiement : après une résiliation, l’abonnement ne se renouvelle pas et le reste est toujours dû.",
        .other:
          "Vous vous engagez pour les {count} paiements : après une résiliation, l’abonnement ne se renouvelle pas et les paiements restants sont toujours dus.",
      ]
    case .endsIn: "Se termine dans {length}"
    case .offerEnded: "Cette offre est terminée."
    case .noPaymentDue: "Aucun paiement maintenant"
    case .timeline: "Ce qui se passe, et quand"
    case .timelineToday: "Aujourd’hui"
    case .timelineTrial: "L’essai gratuit commence, pour {length}."
    case .timelineOffer: "{offer} pour {length}."
    case .timelineReminder: "Un rappel, si les notifications sont autorisées."
    case .timelineCharge:
      "L’abonnement commence à {price} {per}, sauf résiliation au moins 24 heures avant."
    case .step: "Étape {count} sur {total}"
    case .questions: "Questions"
    case .proof: "Ce qu’on en dit"
    case .stars: "{count} étoiles sur 5"
    case .termsOfUse: "Conditions d’utilisation"
    case .privacyPolicy: "Politique de confidentialité"
    case .loading: "Chargement des offres…"
    case .nothingToBuy: "Il n’y a rien à acheter ici pour le moment."
    case .everythingOwned: "Vous avez déjà tout."
    case .benefits: "Ce que vous obtenez"
    case .plans: "Offres"
    case .tiers: "Formules"
    case .tableFree: "Gratuit"
    case .tablePaid: "Payant"
    case .included: "Inclus"
    case .notIncluded: "Non inclus"
    case .selected: "sélectionné"
    case .purchasing: "Confirmation de votre achat…"
    case .purchaseFailed: "Cela n’a pas marché"
    case .purchasePending: "On y est presque"
    case .thanks: "Merci\u{202F}!"
    case .unlocked: "Tout est débloqué."
    case .restoring: "Recherche de vos achats…"
    case .restored: "Vos achats sont de retour."
    case .nothingRestored: "Aucun abonnement actif trouvé."
    case .refundRequested: "L’App Store a reçu votre demande et va l’examiner."
    case .refundAlreadyRequested: "Vous avez déjà demandé le remboursement de cet achat."
    case .refundNotAccepted: "L’App Store ne peut pas rembourser cet achat ici."
    case .paymentNotAllowed: "Les achats ne sont pas autorisés sur cet appareil."
    case .paymentInvalid: "Le paiement a été refusé. Vérifiez votre moyen de paiement."
    case .storeUnreachable: "L’App Store est injoignable. Vérifiez votre connexion."
    case .pendingApproval: "Votre achat attend une autorisation."
    case .productUnavailable: "Cette offre n’est pas disponible pour le moment."
    case .interrupted: "L’App Store a d’abord besoin de vous. Vérifiez votre compte."
    case .notConfirmed: "Votre achat est bien passé. Nous finissons de le confirmer."
    case .notAccepted:
      "Nous n’avons pas pu confirmer cet achat. Vous pouvez le restaurer à tout moment."
    case .notActive: "Cet achat a déjà pris fin. Vous pouvez acheter à nouveau ou restaurer."
    case .ownedByAnother: "Cet achat appartient à un autre compte. Connectez-vous avec ce compte."
    case .busy: "Un autre achat est en cours."
    case .unknownProblem: "Un problème est survenu. Nous ne vous avons rien facturé."
    case .connectionFailed: "La connexion a échoué. Veuillez réessayer."
    case .storeSilent: "L’App Store n’a pas répondu. Veuillez réessayer."
    case .somethingWrong: "Un problème est survenu. Veuillez réessayer."
    case .wrongCredentials: "L’adresse e-mail ou le mot de passe est incorrect."
    case .emailTaken: "Un compte existe déjà avec cette adresse e-mail. Connectez-vous."
    case .invalidEmail: "Ce n’est pas une adresse e-mail."
    case .invalidPassword: "Un mot de passe compte de 8 à 128 caractères."
    case .tooManyAttempts: "Trop de mots de passe erronés. Veuillez réessayer plus tard."
    case .sessionEnded: "Votre session a pris fin. Reconnectez-vous."
    case .accountNeeded: "Connectez-vous d’abord."
    case .connectionNeeded: "Une connexion est maintenant nécessaire. Veuillez réessayer."
    case .deleteAccount: "Supprimer le compte"
    case .deleteAccountQuestion: "Supprimer votre compte\u{202F}?"
    case .deleteAccountNote:
      "Votre compte et tout ce qui y est enregistré sont supprimés sur tous vos appareils. C’est définitif."
    case .deleteAccountBilling:
      "Un abonnement continue dans l’App Store jusqu’à ce que vous le résiliiez. Vos achats restent liés à votre compte Apple, et vous pouvez les restaurer."
    case .deletingAccount: "Suppression de votre compte…"
    case .accountDeleted: "Votre compte est supprimé."
    case .locked: "Verrouillé"
    case .unlimited: "Illimité"
    case .freeUsesLeft:
      [.one: "Encore {count} essai gratuit", .other: "Encore {count} essais gratuits"]
    case .freeUsesMade:
      [.one: "Essai gratuit utilisé", .other: "Les {count} essais gratuits sont utilisés"]
    case .left: "Encore {count}"
    case .leftToday: "Encore {count} aujourd’hui"
    case .leftThisWeek: "Encore {count} cette semaine"
    case .leftThisMonth: "Encore {count} ce mois-ci"
    case .leftThisYear: "Encore {count} cette année"
    case .creditsLeft: [.one: "Encore {count} crédit", .other: "Encore {count} crédits"]
    case .lockedLabel: "{feature}, verrouillé"
    case .plansHint: "Affiche les offres."
    case .suggestion: "Suggestion"
    }
  }
}
