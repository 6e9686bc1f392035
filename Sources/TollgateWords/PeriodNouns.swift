import Tollgate

extension Period.Unit {
  /// One of it, without a number: "month".
  func alone(in language: SpokenLanguage) -> String {
    switch (language, self) {
    case (.english, _): rawValue
    case (.german, .minute): "Minute"
    case (.german, .hour): "Stunde"
    case (.german, .day): "Tag"
    case (.german, .week): "Woche"
    case (.german, .month): "Monat"
    case (.german, .year): "Jahr"
    case (.french, .minute): "minute"
    case (.french, .hour): "heure"
    case (.french, .day): "jour"
    case (.french, .week): "semaine"
    case (.french, .month): "mois"
    case (.french, .year): "an"
    case (.spanish, .minute): "minuto"
    case (.spanish, .hour): "hora"
    case (.spanish, .day): "día"
    case (.spanish, .week): "semana"
    case (.spanish, .month): "mes"
    case (.spanish, .year): "año"
    case (.japanese, .minute): "分"
    case (.japanese, .hour): "時間"
    case (.japanese, .day): "日"
    case (.japanese, .week): "週"
    case (.japanese, .month): "月"
    case (.japanese, .year): "年"
    case (.arabic, .minute): "دقيقة"
    case (.arabic, .hour): "ساعة"
    case (.arabic, .day): "يوم"
    case (.arabic, .week): "أسبوع"
    case (.arabic, .month): "شهر"
    case (.arabic, .year): "سنة"
    }
  }

  /// Each of it: "per month".
  func each(in language: SpokenLanguage) -> String {
    switch (language, self) {
    case (.english, _): "per \(alone(in: language))"
    case (.german, _): "pro \(alone(in: language))"
    case (.french, _): "par \(alone(in: language))"
    case (.spanish, .hour), (.spanish, .week): "a la \(alone(in: language))"
    case (.spanish, _): "al \(alone(in: language))"
    case (.japanese, .day): "1日ごと"
    case (.japanese, .week): "1週間ごと"
    case (.japanese, .month): "1か月ごと"
    case (.japanese, _): "1\(alone(in: language))ごと"
    case (.arabic, .minute): "كل دقيقة"
    case (.arabic, .hour): "كل ساعة"
    case (.arabic, .day): "يوميًا"
    case (.arabic, .week): "أسبوعيًا"
    case (.arabic, .month): "شهريًا"
    case (.arabic, .year): "سنويًا"
    }
  }

  /// A number of it: "3 months".
  ///
  /// Arabic has the genitive, as after "for" and "every".
  func counted(in language: SpokenLanguage) -> Wording {
    let noun = alone(in: language)
    return switch (language, self) {
    case (.english, _):
      [.one: "{count} \(rawValue)", .other: "{count} \(rawValue)s"]
    case (.german, .day), (.german, .month), (.german, .year):
      [.one: "{count} \(noun)", .other: "{count} \(noun)e"]
    case (.german, _):
      [.one: "{count} \(noun)", .other: "{count} \(noun)n"]
    case (.french, .month): "{count} mois"
    case (.french, _):
      [.one: "{count} \(noun)", .other: "{count} \(noun)s"]
    case (.spanish, .month):
      [.one: "{count} mes", .other: "{count} meses"]
    case (.spanish, _):
      [.one: "{count} \(noun)", .other: "{count} \(noun)s"]
    case (.japanese, .week): "{count}週間"
    case (.japanese, .month): "{count}か月"
    case (.japanese, _): [.other: "{count}\(noun)"]
    case (.arabic, .minute): .arabic("دقيقة واحدة", "دقيقتين", "دقائق", "دقيقة", "دقيقة")
    case (.arabic, .hour): .arabic("ساعة واحدة", "ساعتين", "ساعات", "ساعة", "ساعة")
    case (.arabic, .day): .arabic("يوم واحد", "يومين", "أيام", "يومًا", "يوم")
    case (.arabic, .week): .arabic("أسبوع واحد", "أسبوعين", "أسابيع", "أسبوعًا", "أسبوع")
    case (.arabic, .month): .arabic("شهر واحد", "شهرين", "أشهر", "شهرًا", "شهر")
    case (.arabic, .year): .arabic("سنة واحدة", "سنتين", "سنوات", "سنة", "سنة")
    }
  }

  /// Whether French counts it in the feminine.
  var isFeminine: Bool {
    switch self {
    case .minute, .hour, .week: true
    case .day, .month, .year: false
    }
  }
}

extension Wording {
  /// The Arabic forms of a counted noun: one, a pair, 3 to 10, 11 to 99, and whole hundreds; none is counted as those.
  fileprivate static func arabic(
    _ one: String, _ two: String, _ few: String, _ many: String, _ other: String
  ) -> Wording {
    [
      .zero: "{count} \(other)", .one: "\(one)", .two: "\(two)", .few: "{count} \(few)",
      .many: "{count} \(many)", .other: "{count} \(other)",
    ]
  }
}
