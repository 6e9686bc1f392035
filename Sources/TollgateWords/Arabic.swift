import Tollgate

extension StandardText {
  package var arabic: Wording {
    switch self {
    case .restore: "استعادة المشتريات"
    case .manage: "إدارة الاشتراك"
    case .resubscribe: "إعادة الاشتراك"
    case .requestRefund: "طلب استرداد الأموال"
    case .upgrade: "ترقية"
    case .viewPlans: "عرض الباقات"
    case .seePlans: "عرض الباقات"
    case .subscribe: "اشتراك"
    case .proceed: "متابعة"
    case .startTrial: "بدء تجربة مجانية لمدة {span}"
    case .startOffer: "البدء مقابل {offer}"
    case .buy: "شراء مقابل {price}"
    case .unlock: "فتح"
    case .tryAgain: "إعادة المحاولة"
    case .cancel: "إلغاء"
    case .back: "رجوع"
    case .close: "إغلاق"
    case .ok: "حسنًا"
    case .notNow: "ليس الآن"
    case .subscription: "الاشتراك"
    case .planUnknown: "لحظة من فضلك"
    case .planOnboarding: "في البداية"
    case .planBlocked: "لا يوجد اشتراك بعد"
    case .planTrial:
      [
        .zero: "فترة تجريبية، لم يتبقَّ أي يوم",
        .one: "فترة تجريبية، يتبقى يوم واحد",
        .two: "فترة تجريبية، يتبقى يومان",
        .few: "فترة تجريبية، تتبقى {count} أيام",
        .many: "فترة تجريبية، يتبقى {count} يومًا",
        .other: "فترة تجريبية، يتبقى {count} يوم",
      ]
    case .planInTrial: "فترة تجريبية"
    case .planTrialUses:
      [
        .zero: "فترة تجريبية، لم يتبقَّ أي استخدام",
        .one: "فترة تجريبية، يتبقى استخدام واحد",
        .two: "فترة تجريبية، يتبقى استخدامان",
        .few: "فترة تجريبية، تتبقى {count} استخدامات",
        .many: "فترة تجريبية، يتبقى {count} استخدامًا",
        .other: "فترة تجريبية، يتبقى {count} استخدام",
      ]
    case .planTrialExpired: "انتهت الفترة التجريبية"
    case .planTrialExpiredUses:
      [
        .zero: "نفدت كل الاستخدامات. يبدأ اشتراكك في {date}.",
        .one: "نفد الاستخدام الوحيد. يبدأ اشتراكك في {date}.",
        .two: "نفد الاستخدامان. يبدأ اشتراكك في {date}.",
        .few: "نفدت كل الاستخدامات، وعددها {count}. يبدأ اشتراكك في {date}.",
        .many: "نفدت كل الاستخدامات، وعددها {count}. يبدأ اشتراكك في {date}.",
        .other: "نفدت كل الاستخدامات، وعددها {count}. يبدأ اشتراكك في {date}.",
      ]
    case .planTrialExpiredUsesCancelled:
      [
        .zero: "نفدت كل الاستخدامات. لن يتجدد اشتراكك.",
        .one: "نفد الاستخدام الوحيد. لن يتجدد اشتراكك.",
        .two: "نفد الاستخدامان. لن يتجدد اشتراكك.",
        .few: "نفدت كل الاستخدامات، وعددها {count}. لن يتجدد اشتراكك.",
        .many: "نفدت كل الاستخدامات، وعددها {count}. لن يتجدد اشتراكك.",
        .other: "نفدت كل الاستخدامات، وعددها {count}. لن يتجدد اشتراكك.",
      ]
    case .planTrialExpiredUnused: "استُخدمت الفترة التجريبية على هذا الجهاز من قبل"
    case .planTrialExpiredRefund: "استُرد مبلغ عملية الشراء"
    case .planSubscribed: "{product}، يتجدد في {date}"
    case .planIncluded: "كل شيء متاح"
    case .planEnds: "{product}، حتى {date}"
    case .planCommitment: "الدفعة {count} من {total}. المبلغ المستحق حتى {date} هو {price}."
    case .planCommitmentPaid: "سُددت جميع الدفعات وعددها {total}. لا مبلغ مستحق حتى {date}."
    case .planGrace: "{product}"
    case .planLapsed: "لا يوجد اشتراك نشط"
    case .planFree: "الباقة المجانية"
    case .active: "نشط"
    case .paymentDue: "بانتظار الدفع"
    case .graceNote:
      "لم يتمكن App Store من تحصيل الدفعة بعد. ستُعاد المحاولة، ويبقى كل شيء متاحًا حتى {date}."
    case .retryNote:
      "لم يتمكن App Store من تحصيل الدفعة. يُرجى التحقق من طريقة الدفع، وسيعود كل شيء متاحًا."
    case .trialDaysLeft:
      [
        .zero: "لم يتبقَّ أي يوم للتجربة",
        .one: "يتبقى يوم واحد لتجربة كل شيء",
        .two: "يتبقى يومان لتجربة كل شيء",
        .few: "تتبقى {count} أيام لتجربة كل شيء",
        .many: "يتبقى {count} يومًا لتجربة كل شيء",
        .other: "يتبقى {count} يوم لتجربة كل شيء",
      ]
    case .trialUsesLeft:
      [
        .zero: "لم تتبقَّ أي مرة للتجربة",
        .one: "تتبقى مرة واحدة للتجربة",
        .two: "تتبقى مرتان للتجربة",
        .few: "تتبقى {count} مرات للتجربة",
        .many: "تتبقى {count} مرة للتجربة",
        .other: "تتبقى {count} مرة للتجربة",
      ]
    case .priceLine: "{price} {per}"
    case .paysOnce: "دفعة واحدة"
    case .perMonth: "{monthly} شهريًا"
    case .perMonthSaving: "{monthly} شهريًا، توفير {saving}"
    case .commitment:
      [
        .zero: "{count} دفعة، الإجمالي {total}", .one: "دفعة واحدة، الإجمالي {total}",
        .two: "دفعتان، الإجمالي {total}", .few: "{count} دفعات، الإجمالي {total}",
        .many: "{count} دفعة، الإجمالي {total}", .other: "{count} دفعة، الإجمالي {total}",
      ]
    case .seats: "المقاعد"
    case .seatsLine:
      [
        .zero: "{count} مقعد، {total} {per}", .one: "مقعد واحد، {total} {per}",
        .two: "مقعدان، {total} {per}", .few: "{count} مقاعد، {total} {per}",
        .many: "{count} مقعدًا، {total} {per}", .other: "{count} مقعد، {total} {per}",
      ]
    case .fewerSeats: "مقعد أقل"
    case .moreSeats: "مقعد إضافي"
    case .trialOffer: "مجانًا لمدة {length}، ثم {price} {per}"
    case .paidOffer: "{offer} لمدة {length}، ثم {price} {per}"
    case .renews: "يتجدد مقابل {price} {per} حتى الإلغاء، وهو ممكن في أي وقت من App Store."
    case .renewsAfterTrial:
      "مجانًا لمدة {length}، ثم {price} {per} حتى الإلغاء، وهو ممكن في أي وقت من App Store."
    case .renewsAfterOffer:
      "{offer} لمدة {length}، ثم {price} {per} حتى الإلغاء، وهو ممكن في أي وقت من App Store."
    case .renewsCommitted:
      "{price} شهريًا لعدد دفعات قدره {count}، والإجمالي {total}. ثم يتجدد بالالتزام نفسه حتى الإلغاء."
    case .onePayment: "دفعة واحدة، دون اشتراك."
    case .charged: "يُخصم المبلغ من حساب Apple عند تأكيد الشراء."
    case .chargedAfterTrial:
      "يُخصم المبلغ من حساب Apple عند تأكيد الشراء، أو عند انتهاء الفترة التجريبية المجانية إن وُجدت."
    case .renewsUnlessCancelled:
      "يتجدد الاشتراك تلقائيًا ما لم يُلغَ قبل 24 ساعة على الأقل من نهاية الفترة."
    case .dueAfterCancelling:
      "تلتزم بجميع الدفعات وعددها {count}: عند الإلغاء لا يتجدد الاشتراك، وتبقى الدفعات المتبقية مستحقة."
    case .endsIn: "الوقت المتبقي: {length}"
    case .offerEnded: "انتهى هذا العرض."
    case .noPaymentDue: "لا دفعة مستحقة الآن"
    case .timeline: "ما الذي يحدث ومتى"
    case .timelineToday: "اليوم"
    case .timelineTrial: "تبدأ الفترة المجانية لمدة {length}."
    case .timelineOffer: "تدفع {offer} لمدة {length}."
    case .timelineReminder: "تذكير، إن كانت الإشعارات مسموحًا بها."
    case .timelineCharge:
      "يبدأ الاشتراك مقابل {price} {per}، ما لم يُلغَ قبل ذلك بـ 24 ساعة على الأقل."
    case .step: "الخطوة {count} من {total}"
    case .questions: "أسئلة"
    case .proof: "ما يقوله الآخرون"
    case .stars: "{count} من 5 نجوم"
    case .termsOfUse: "شروط الاستخدام"
    case .privacyPolicy: "سياسة الخصوصية"
    case .loading: "جارٍ تحميل الباقات…"
    case .nothingToBuy: "لا يوجد ما يمكن شراؤه هنا الآن."
    case .everythingOwned: "لديك كل شيء بالفعل."
    case .benefits: "ما ستحصل عليه"
    case .plans: "الباقات"
    case .tiers: "فئات الباقات"
    case .tableFree: "مجاني"
    case .tablePaid: "مدفوع"
    case .included: "مشمول"
    case .notIncluded: "غير مشمول"
    case .selected: "محدد"
    case .purchasing: "جارٍ تأكيد الشراء…"
    case .purchaseFailed: "لم ينجح ذلك"
    case .purchasePending: "أوشكنا على الانتهاء"
    case .thanks: "شكرًا لك!"
    case .unlocked: "كل شيء متاح الآن."
    case .restoring: "جارٍ البحث عن مشترياتك…"
    case .restored: "عادت مشترياتك."
    case .nothingRestored: "لم يُعثر على اشتراك نشط."
    case .refundRequested: "تلقى App Store طلبك وسيبتّ فيه."
    case .refundAlreadyRequested: "سبق أن طلبت استرداد ثمن هذا الشراء."
    case .refundNotAccepted: "لا يمكن لـ App Store استرداد ثمن هذا الشراء هنا."
    case .paymentNotAllowed: "عمليات الشراء غير مسموح بها على هذا الجهاز."
    case .paymentInvalid: "رُفضت عملية الدفع. يُرجى التحقق من طريقة الدفع."
    case .storeUnreachable: "تعذر الوصول إلى App Store. يُرجى التحقق من الاتصال."
    case .pendingApproval: "عملية الشراء بانتظار الموافقة."
    case .productUnavailable: "هذه الباقة غير متاحة حاليًا."
    case .interrupted: "يحتاج App Store إلى إجراء منك أولًا. يُرجى التحقق من حسابك."
    case .notConfirmed: "تمت عملية الشراء، وما زلنا نؤكدها."
    case .notAccepted: "تعذر تأكيد عملية الشراء هذه. يمكن استعادتها في أي وقت."
    case .notActive: "انتهت عملية الشراء هذه بالفعل. يمكن الشراء من جديد أو الاستعادة."
    case .ownedByAnother: "عملية الشراء هذه تخص حسابًا آخر. يُرجى تسجيل الدخول به."
    case .busy: "عملية شراء أخرى قيد التنفيذ."
    case .unknownProblem: "حدث خطأ ما. لم نحتسب عليك أي مبلغ."
    case .connectionFailed: "فشل الاتصال. يُرجى إعادة المحاولة."
    case .storeSilent: "لم يستجب App Store. يُرجى إعادة المحاولة."
    case .somethingWrong: "حدث خطأ ما. يُرجى إعادة المحاولة."
    case .wrongCredentials: "البريد الإلكتروني أو كلمة المرور غير صحيحة."
    case .emailTaken: "يوجد حساب بهذا البريد الإلكتروني. يُرجى تسجيل الدخول."
    case .invalidEmail: "هذا ليس عنوان بريد إلكتروني."
    case .invalidPassword: "تتكون كلمة المرور من 8 إلى 128 حرفًا."
    case .tooManyAttempts: "تكررت كلمة المرور الخاطئة. يُرجى إعادة المحاولة لاحقًا."
    case .sessionEnded: "انتهت الجلسة. يُرجى تسجيل الدخول من جديد."
    case .accountNeeded: "يُرجى تسجيل الدخول أولًا."
    case .connectionNeeded: "يلزم الآن اتصال بالإنترنت. يُرجى إعادة المحاولة."
    case .deleteAccount: "حذف الحساب"
    case .deleteAccountQuestion: "هل تريد حذف حسابك؟"
    case .deleteAccountNote:
      "يُحذف حسابك وكل ما حُفظ معه من جميع أجهزتك. لا يمكن التراجع عن ذلك."
    case .deleteAccountBilling:
      "يستمر الاشتراك في App Store إلى أن تلغيه هناك. تبقى مشترياتك مع حساب Apple الخاص بك، ويمكنك استعادتها."
    case .deletingAccount: "جارٍ حذف حسابك…"
    case .accountDeleted: "حُذف حسابك."
    case .locked: "مقفل"
    case .unlimited: "بلا حدود"
    case .freeUsesLeft:
      [
        .zero: "لم يتبقَّ أي استخدام مجاني",
        .one: "يتبقى استخدام مجاني واحد",
        .two: "يتبقى استخدامان مجانيان",
        .few: "تتبقى {count} استخدامات مجانية",
        .many: "يتبقى {count} استخدامًا مجانيًا",
        .other: "يتبقى {count} استخدام مجاني",
      ]
    case .freeUsesMade:
      [
        .zero: "لا استخدام مجاني",
        .one: "نفد الاستخدام المجاني",
        .two: "نفد الاستخدامان المجانيان",
        .few: "نفدت الاستخدامات المجانية",
        .many: "نفدت الاستخدامات المجانية",
        .other: "نفدت الاستخدامات المجانية",
      ]
    case .left: "المتبقي: {count}"
    case .leftToday: "المتبقي اليوم: {count}"
    case .leftThisWeek: "المتبقي هذا الأسبوع: {count}"
    case .leftThisMonth: "المتبقي هذا الشهر: {count}"
    case .leftThisYear: "المتبقي هذا العام: {count}"
    case .creditsLeft: "الرصيد المتبقي: {count}"
    case .lockedLabel: "{feature}، مقفل"
    case .plansHint: "يعرض الباقات."
    case .suggestion: "اقتراح"
    }
  }
}
