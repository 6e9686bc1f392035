import Tollgate

extension StandardText {
  package var german: Wording {
    switch self {
    case .restore: "Käufe wiederherstellen"
    case .manage: "Abo verwalten"
    case .resubscribe: "Wieder abonnieren"
    case .requestRefund: "Erstattung beantragen"
    case .upgrade: "Upgrade"
    case .viewPlans: "Pläne ansehen"
    case .seePlans: "Pläne ansehen"
    case .subscribe: "Abonnieren"
    case .proceed: "Weiter"
    case .startTrial: "{span} gratis testen"
    case .startOffer: "Für {offer} starten"
    case .buy: "Für {price} kaufen"
    case .unlock: "Freischalten"
    case .tryAgain: "Nochmal versuchen"
    case .cancel: "Abbrechen"
    case .back: "Zurück"
    case .close: "Schließen"
    case .ok: "OK"
    case .notNow: "Jetzt nicht"
    case .subscription: "Abo"
    case .planUnknown: "Einen Moment"
    case .planOnboarding: "Ganz am Anfang"
    case .planBlocked: "Noch kein Abo"
    case .planTrial: [.one: "Probezeit, noch {count} Tag", .other: "Probezeit, noch {count} Tage"]
    case .planInTrial: "Probezeit"
    case .planTrialUses:
      [.one: "Probezeit, noch {count} Nutzung", .other: "Probezeit, noch {count} Nutzungen"]
    case .planTrialExpired: "Deine Probezeit ist vorbei"
    case .planTrialExpiredUses:
      [
        .one: "Deine {count} Nutzung ist aufgebraucht. Dein Abo beginnt am {date}.",
        .other: "Alle {count} Nutzungen sind aufgebraucht. Dein Abo beginnt am {date}.",
      ]
    case .planTrialExpiredUsesCancelled:
      [
        .one: "Deine {count} Nutzung ist aufgebraucht. Dein Abo verlängert sich nicht.",
        .other: "Alle {count} Nutzungen sind aufgebraucht. Dein Abo verlängert sich nicht.",
      ]
    case .planTrialExpiredUnused: "Auf diesem Gerät wurde die Probezeit schon genutzt"
    case .planTrialExpiredRefund: "Dein Kauf wurde erstattet"
    case .planSubscribed: "{product}, verlängert sich am {date}"
    case .planIncluded: "Alles ist freigeschaltet"
    case .planEnds: "{product}, bis {date}"
    case .planCommitment: "Zahlung {count} von {total}. Bis {date} sind noch {price} fällig."
    case .planCommitmentPaid:
      "Alle {total} Zahlungen sind geleistet. Bis {date} ist nichts mehr fällig."
    case .planGrace: "{product}"
    case .planLapsed: "Kein aktives Abo"
    case .planFree: "Gratis-Version"
    case .active: "Aktiv"
    case .paymentDue: "Zahlung offen"
    case .graceNote:
      "Der App Store konnte die Zahlung noch nicht abbuchen. Er versucht es weiter, und bis {date} bleibt alles offen."
    case .retryNote:
      "Der App Store konnte die Zahlung nicht abbuchen. Prüfe bitte deine Zahlungsart, dann ist alles wieder offen."
    case .trialDaysLeft:
      [
        .one: "Noch {count} Tag, um alles auszuprobieren",
        .other: "Noch {count} Tage, um alles auszuprobieren",
      ]
    case .trialUsesLeft:
      [.one: "Noch {count} Mal zum Ausprobieren", .other: "Noch {count} Mal zum Ausprobieren"]
    case .priceLine: "{price} {per}"
    case .paysOnce: "einmalig"
    case .perMonth: "{monthly} im Monat"
    case .perMonthSaving: "{monthly} im Monat, {saving} gespart"
    case .commitment:
      [.one: "{count} Zahlung, insgesamt {total}", .other: "{count} Zahlungen, insgesamt {total}"]
    case .seats: "Plätze"
    case .seatsLine:
      [.one: "{count} Platz, {total} {per}", .other: "{count} Plätze, {total} {per}"]
    case .fewerSeats: "Ein Platz weniger"
    case .moreSeats: "Ein Platz mehr"
    case .trialOffer: "{length} gratis, danach {price} {per}"
    case .paidOffer: "{offer} für {length}, danach {price} {per}"
    case .renews:
      "Verlängert sich für {price} {per}, bis du kündigst. Das geht jederzeit im App Store."
    case .renewsAfterTrial:
      "{length} gratis, danach {price} {per}, bis du kündigst. Das geht jederzeit im App Store."
    case .renewsAfterOffer:
      "{offer} für {length}, danach {price} {per}, bis du kündigst. Das geht jederzeit im App Store."
    case .renewsCommitted:
      [
        .one:
          "{count} Zahlung von {price}, insgesamt {total}. Danach verlängert es sich mit derselben Bindung, bis du kündigst.",
        .other:
          "{count} monatliche Zahlungen von je {price}, insgesamt {total}. Danach verlängert es sich mit derselben Bindung, bis du kündigst.",
      ]
    case .onePayment: "Einmal zahlen, kein Abo."
    case .charged: "Dein Apple Account wird belastet, wenn du den Kauf bestätigst."
    case .chargedAfterTrial:
      "Dein Apple Account wird belastet, wenn du den Kauf bestätigst, oder, bei einer Gratis-Probezeit, wenn sie endet."
    case .renewsUnlessCancelled:
      "Das Abo verlängert sich automatisch, wenn du nicht mindestens 24 Stunden vor dem Ende des Zeitraums kündigst."
    case .dueAfterCancelling:
      [
        .one:
          "Du verpflichtest dich zu {count} Zahlung: Wenn du kündigst, verlängert sich das Abo nicht, und was offen ist, bleibt fällig.",
        .other:
          "Du verpflichtest dich zu allen {count} Zahlungen: Wenn du kündigst, verlängert sich das Abo nicht, und die restlichen Zahlungen bleiben fällig.",
      ]
    case .endsIn: "Noch {length}"
    case .offerEnded: "Das Angebot ist abgelaufen."
    case .noPaymentDue: "Jetzt keine Zahlung fällig"
    case .timeline: "Was wann passiert"
    case .timelineToday: "Heute"
    case .timelineTrial: "Du startest gratis, für {length}."
    case .timelineOffer: "Du zahlst {offer} für {length}."
    case .timelineReminder: "Eine Erinnerung, wenn du Mitteilungen erlaubst."
    case .timelineCharge:
      "Dein Abo beginnt für {price} {per}, sofern du nicht mindestens 24 Stunden vorher kündigst."
    case .step: "Schritt {count} von {total}"
    case .questions: "Fragen"
    case .proof: "Das sagen andere"
    case .stars: "{count} von 5 Sternen"
    case .termsOfUse: "Nutzungsbedingungen"
    case .privacyPolicy: "Datenschutz"
    case .loading: "Die Pläne werden geladen …"
    case .nothingToBuy: "Hier gibt es gerade nichts zu kaufen."
    case .everythingOwned: "Du hast schon alles."
    case .benefits: "Das bekommst du"
    case .plans: "Pläne"
    case .tiers: "Stufen"
    case .tableFree: "Gratis"
    case .tablePaid: "Bezahlt"
    case .included: "Enthalten"
    case .notIncluded: "Nicht enthalten"
    case .selected: "ausgewählt"
    case .purchasing: "Dein Kauf wird bestätigt …"
    case .purchaseFailed: "Das hat nicht geklappt"
    case .purchasePending: "Fast geschafft"
    case .thanks: "Danke!"
    case .unlocked: "Alles ist freigeschaltet."
    case .restoring: "Deine Käufe werden gesucht …"
    case .restored: "Deine Käufe sind wieder da."
    case .nothingRestored: "Kein aktives Abo gefunden."
    case .refundRequested: "Der App Store hat deinen Antrag und entscheidet darüber."
    case .refundAlreadyRequested: "Für diesen Kauf hast du schon eine Erstattung beantragt."
    case .refundNotAccepted: "Der App Store kann diesen Kauf hier nicht erstatten."
    case .paymentNotAllowed: "Käufe sind auf diesem Gerät nicht erlaubt."
    case .paymentInvalid: "Die Zahlung wurde abgelehnt. Prüfe bitte deine Zahlungsart."
    case .storeUnreachable: "Der App Store ist nicht erreichbar. Prüfe bitte deine Verbindung."
    case .pendingApproval: "Dein Kauf wartet noch auf die Zustimmung."
    case .productUnavailable: "Dieses Abo gibt es gerade nicht."
    case .interrupted:
      "Der App Store braucht vorher etwas von dir. Sieh bitte in deinem Account nach."
    case .notConfirmed: "Dein Kauf ist angekommen. Wir bestätigen ihn noch."
    case .notAccepted:
      "Wir konnten diesen Kauf nicht bestätigen. Du kannst ihn jederzeit wiederherstellen."
    case .notActive: "Dieser Kauf ist schon abgelaufen. Du kannst neu kaufen oder wiederherstellen."
    case .ownedByAnother: "Dieser Kauf gehört zu einem anderen Konto. Melde dich bitte dort an."
    case .busy: "Ein anderer Kauf läuft noch."
    case .unknownProblem: "Etwas ist schiefgegangen. Wir haben dir nichts berechnet."
    case .connectionFailed: "Die Verbindung hat nicht geklappt. Versuch es bitte noch einmal."
    case .storeSilent: "Der App Store hat nicht geantwortet. Versuch es bitte noch einmal."
    case .somethingWrong: "Etwas ist schiefgegangen. Versuch es bitte noch einmal."
    case .wrongCredentials: "Die E-Mail-Adresse oder das Passwort stimmt nicht."
    case .emailTaken: "Zu dieser E-Mail-Adresse gibt es schon ein Konto. Melde dich bitte an."
    case .invalidEmail: "Das ist keine E-Mail-Adresse."
    case .invalidPassword: "Ein Passwort hat 8 bis 128 Zeichen."
    case .tooManyAttempts: "Das Passwort war zu oft falsch. Versuch es bitte später noch einmal."
    case .sessionEnded: "Du wurdest abgemeldet. Melde dich bitte wieder an."
    case .accountNeeded: "Melde dich bitte zuerst an."
    case .connectionNeeded: "Dafür brauchst du jetzt eine Verbindung. Versuch es bitte noch einmal."
    case .deleteAccount: "Account löschen"
    case .deleteAccountQuestion: "Deinen Account löschen?"
    case .deleteAccountNote:
      "Dein Account und alles, was damit gespeichert ist, wird auf allen deinen Geräten gelöscht. Das lässt sich nicht rückgängig machen."
    case .deleteAccountBilling:
      "Ein Abo läuft im App Store weiter, bis du es dort kündigst. Was du gekauft hast, bleibt bei deinem Apple Account, und du kannst es wiederherstellen."
    case .deletingAccount: "Dein Account wird gelöscht …"
    case .accountDeleted: "Dein Account ist gelöscht."
    case .locked: "Gesperrt"
    case .unlimited: "Unbegrenzt"
    case .freeUsesLeft: [.one: "Noch {count} Mal gratis", .other: "Noch {count} Mal gratis"]
    case .freeUsesMade: [.one: "Gratis ausprobiert", .other: "Alle {count} Mal gratis genutzt"]
    case .left: "Noch {count}"
    case .leftToday: "Heute noch {count}"
    case .leftThisWeek: "Diese Woche noch {count}"
    case .leftThisMonth: "Diesen Monat noch {count}"
    case .leftThisYear: "Dieses Jahr noch {count}"
    case .creditsLeft: [.one: "Noch {count} Credit", .other: "Noch {count} Credits"]
    case .lockedLabel: "{feature}, gesperrt"
    case .plansHint: "Zeigt die Pläne."
    case .suggestion: "Vorschlag"
    }
  }
}
