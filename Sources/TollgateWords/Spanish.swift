import Tollgate

extension StandardText {
  package var spanish: Wording {
    switch self {
    case .restore: "Restaurar compras"
    case .manage: "Gestionar la suscripción"
    case .resubscribe: "Volver a suscribirse"
    case .requestRefund: "Solicitar un reembolso"
    case .upgrade: "Mejorar el plan"
    case .viewPlans: "Ver los planes"
    case .seePlans: "Ver los planes"
    case .subscribe: "Suscribirse"
    case .proceed: "Continuar"
    case .startTrial: "Probar gratis durante {span}"
    case .startOffer: "Empezar por {offer}"
    case .buy: "Comprar por {price}"
    case .unlock: "Desbloquear"
    case .tryAgain: "Reintentar"
    case .cancel: "Cancelar"
    case .back: "Atrás"
    case .close: "Cerrar"
    case .ok: "OK"
    case .notNow: "Ahora no"
    case .subscription: "Suscripción"
    case .planUnknown: "Un momento"
    case .planOnboarding: "Primeros pasos"
    case .planBlocked: "Aún sin suscripción"
    case .planTrial: [.one: "Prueba, queda {count} día", .other: "Prueba, quedan {count} días"]
    case .planInTrial: "Prueba"
    case .planTrialUses: [.one: "Prueba, queda {count} uso", .other: "Prueba, quedan {count} usos"]
    case .planTrialExpired: "Tu prueba ha terminado"
    case .planTrialExpiredUses:
      [
        .one: "Has agotado tu uso. Tu suscripción empieza el {date}.",
        .other: "Has agotado tus {count} usos. Tu suscripción empieza el {date}.",
      ]
    case .planTrialExpiredUsesCancelled:
      [
        .one: "Has agotado tu uso. Tu suscripción no se renovará.",
        .other: "Has agotado tus {count} usos. Tu suscripción no se renovará.",
      ]
    case .planTrialExpiredUnused: "La prueba ya se usó en este dispositivo"
    case .planTrialExpiredRefund: "Se ha reembolsado tu compra"
    case .planSubscribed: "{product}, se renueva el {date}"
    case .planIncluded: "Todo está desbloqueado"
    case .planEnds: "{product}, hasta el {date}"
    case .planCommitment: "Pago {count} de {total}. Quedan {price} por pagar hasta el {date}."
    case .planCommitmentPaid:
      "Los {total} pagos están hechos. No queda nada por pagar hasta el {date}."
    case .planGrace: "{product}"
    case .planLapsed: "Sin suscripción activa"
    case .planFree: "Versión gratuita"
    case .active: "Activa"
    case .paymentDue: "Pago pendiente"
    case .graceNote:
      "El App Store aún no ha podido cobrar el pago. Lo sigue intentando, y todo sigue abierto hasta el {date}."
    case .retryNote:
      "El App Store no ha podido cobrar el pago. Revisa tu método de pago y todo volverá a abrirse."
    case .trialDaysLeft:
      [
        .one: "Queda {count} día para probarlo todo",
        .other: "Quedan {count} días para probarlo todo",
      ]
    case .trialUsesLeft: [.one: "Queda {count} intento", .other: "Quedan {count} intentos"]
    case .priceLine: "{price} {per}"
    case .paysOnce: "pago único"
    case .perMonth: "{monthly} al mes"
    case .perMonthSaving: "{monthly} al mes, ahorras {saving}"
    case .commitment:
      [.one: "{count} pago, {total} en total", .other: "{count} pagos, {total} en total"]
    case .seats: "Plazas"
    case .seatsLine:
      [.one: "{count} plaza, {total} {per}", .other: "{count} plazas, {total} {per}"]
    case .fewerSeats: "Una plaza menos"
    case .moreSeats: "Una plaza más"
    case .trialOffer: "Gratis durante {length}, después {price} {per}"
    case .paidOffer: "{offer} durante {length}, después {price} {per}"
    case .renews:
      "Se renueva por {price} {per} hasta que canceles. Puedes cancelar cuando quieras en el App Store."
    case .renewsAfterTrial:
      "Gratis durante {length}, después {price} {per} hasta que canceles. Puedes cancelar cuando quieras en el App Store."
    case .renewsAfterOffer:
      "{offer} durante {length}, después {price} {per} hasta que canceles. Puedes cancelar cuando quieras en el App Store."
    case .renewsCommitted:
      [
        .one:
          "{count} pago de {price}, {total} en total. Después se renueva con el mismo compromiso hasta que canceles.",
        .other:
          "{count} pagos mensuales de {price}, {total} en total. Después se renueva con el mismo compromiso hasta que canceles.",
      ]
    case .onePayment: "Un solo pago, sin suscripción."
    case .charged: "El cargo se hace en tu cuenta de Apple al confirmar la compra."
    case .chargedAfterTrial:
      "El cargo se hace en tu cuenta de Apple al confirmar la compra o, con una prueba gratuita, cuando termina la prueba."
    case .renewsUnlessCancelled:
      "La suscripción se renueva automáticamente salvo que la canceles al menos 24 horas antes de que termine el periodo."
    case .dueAfterCancelling:
      [
        .one:
          "Te comprometes a {count} pago: si cancelas, la suscripción no se renueva y lo que falte se sigue cobrando.",
        .other:
          "Te comprometes a los {count} pagos: si cancelas, la suscripción no se renueva y los pagos que falten se siguen cobrando.",
      ]
    case .endsIn: "Termina en {length}"
    case .offerEnded: "Esta oferta ha terminado."
    case .noPaymentDue: "No pagas nada ahora"
    case .timeline: "Qué pasa y cuándo"
    case .timelineToday: "Hoy"
    case .timelineTrial: "Empieza tu prueba gratuita, durante {length}."
    case .timelineOffer: "Pagas {offer} por {length}."
    case .timelineReminder: "Un aviso, si permites las notificaciones."
    case .timelineCharge:
      "Tu plan empieza por {price} {per}, salvo que canceles al menos 24 horas antes."
    case .step: "Paso {count} de {total}"
    case .questions: "Preguntas"
    case .proof: "Lo que dice la gente"
    case .stars: "{count} de 5 estrellas"
    case .termsOfUse: "Términos de uso"
    case .privacyPolicy: "Política de privacidad"
    case .loading: "Cargando los planes…"
    case .nothingToBuy: "Ahora mismo no hay nada que comprar aquí."
    case .everythingOwned: "Ya lo tienes todo."
    case .benefits: "Qué incluye"
    case .plans: "Planes"
    case .tiers: "Niveles"
    case .tableFree: "Gratis"
    case .tablePaid: "De pago"
    case .included: "Incluido"
    case .notIncluded: "No incluido"
    case .selected: "seleccionado"
    case .purchasing: "Confirmando tu compra…"
    case .purchaseFailed: "No ha funcionado"
    case .purchasePending: "Ya casi está"
    case .thanks: "¡Gracias!"
    case .unlocked: "Todo está desbloqueado."
    case .restoring: "Buscando tus compras…"
    case .restored: "Tus compras han vuelto."
    case .nothingRestored: "No hay ninguna suscripción activa."
    case .refundRequested: "El App Store ha recibido tu solicitud y tomará una decisión."
    case .refundAlreadyRequested: "Ya has solicitado el reembolso de esta compra."
    case .refundNotAccepted: "El App Store no puede reembolsar esta compra aquí."
    case .paymentNotAllowed: "Las compras no están permitidas en este dispositivo."
    case .paymentInvalid: "Se ha rechazado el pago. Revisa tu método de pago."
    case .storeUnreachable: "No hemos podido conectar con el App Store. Revisa tu conexión."
    case .pendingApproval: "Tu compra está pendiente de aprobación."
    case .productUnavailable: "Este plan no está disponible ahora mismo."
    case .interrupted: "El App Store necesita antes algo de ti. Revisa tu cuenta."
    case .notConfirmed: "Tu compra se ha realizado. Aún la estamos confirmando."
    case .notAccepted:
      "No hemos podido confirmar esta compra. Puedes restaurarla en cualquier momento."
    case .notActive: "Esta compra ya ha terminado. Puedes comprar de nuevo o restaurar."
    case .ownedByAnother: "Esta compra pertenece a otra cuenta. Inicia sesión con esa cuenta."
    case .busy: "Hay otra compra en curso."
    case .unknownProblem: "Algo ha ido mal. No te hemos cobrado nada."
    case .connectionFailed: "La conexión ha fallado. Inténtalo de nuevo."
    case .storeSilent: "El App Store no ha respondido. Inténtalo de nuevo."
    case .somethingWrong: "Algo ha ido mal. Inténtalo de nuevo."
    case .wrongCredentials: "La dirección de correo o la contraseña no es correcta."
    case .emailTaken: "Ya existe una cuenta con esta dirección de correo. Inicia sesión."
    case .invalidEmail: "Esto no es una dirección de correo."
    case .invalidPassword: "Una contraseña tiene entre 8 y 128 caracteres."
    case .tooManyAttempts: "Demasiadas contraseñas incorrectas. Inténtalo más tarde."
    case .sessionEnded: "Tu sesión se ha cerrado. Inicia sesión de nuevo."
    case .accountNeeded: "Inicia sesión primero."
    case .connectionNeeded: "Para esto hace falta conexión. Inténtalo de nuevo."
    case .deleteAccount: "Eliminar la cuenta"
    case .deleteAccountQuestion: "¿Eliminar tu cuenta?"
    case .deleteAccountNote:
      "Tu cuenta y todo lo guardado en ella se eliminan en todos tus dispositivos. No se puede deshacer."
    case .deleteAccountBilling:
      "La suscripción continúa en el App Store hasta que la canceles allí. Lo que has comprado sigue ligado a tu cuenta de Apple, y puedes restaurarlo."
    case .deletingAccount: "Eliminando tu cuenta…"
    case .accountDeleted: "Tu cuenta se ha eliminado."
    case .locked: "Bloqueado"
    case .unlimited: "Ilimitado"
    case .freeUsesLeft:
      [.one: "Queda {count} uso gratuito", .other: "Quedan {count} usos gratuitos"]
    case .freeUsesMade:
      [.one: "Uso gratuito agotado", .other: "Los {count} usos gratuitos están agotados"]
    case .left: [.one: "Queda {count}", .other: "Quedan {count}"]
    case .leftToday: [.one: "Queda {count} hoy", .other: "Quedan {count} hoy"]
    case .leftThisWeek: [.one: "Queda {count} esta semana", .other: "Quedan {count} esta semana"]
    case .leftThisMonth: [.one: "Queda {count} este mes", .other: "Quedan {count} este mes"]
    case .leftThisYear: [.one: "Queda {count} este año", .other: "Quedan {count} este año"]
    case .creditsLeft: [.one: "Queda {count} crédito", .other: "Quedan {count} créditos"]
    case .lockedLabel: "{feature}, bloqueado"
    case .plansHint: "Muestra los planes."
    case .suggestion: "Sugerencia"
    }
  }
}
