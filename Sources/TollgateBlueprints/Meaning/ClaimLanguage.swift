import Tollgate

/// The words with which a language states lengths of time, and that they cost nothing.
struct ClaimLanguage {
  /// A length of time in a line.
  struct Length {
    let period: Period
    /// The words as written.
    let written: String
    let range: Range<String.Index>
    /// Whether a word for “free” stands within it, as in “7 free days”.
    var isFree = false
    /// Whether it says how often, as in “per day”, and not for how long.
    var isRate = false
  }

  /// The number words from one, those for the same number separated by spaces.
  let numbers: [String]
  /// The words for each unit, separated by spaces.
  let units: [Period.Unit: String]
  /// The words for “per”, separated by spaces.
  let per: String
  /// How words for “free” and “trial” begin.
  let free: [String]
  /// What may stand between a length and such a word.
  let links: Set<String>
  /// Whether spaces separate words.
  var hasSpaces = true

  /// Returns the words of a language, by its BCP 47 code; nil if they are not known.
  static func named(_ code: String) -> ClaimLanguage? { all[String(code.prefix(2)).lowercased()] }

  private static let all: [String: ClaimLanguage] = [
    "en": ClaimLanguage(
      numbers: [
        "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten", "eleven",
        "twelve",
      ],
      units: [
        .day: "day days", .week: "week weeks", .month: "month months", .year: "year years",
      ],
      per: "per", free: ["free", "trial"],
      links: ["", "for", "are", "is", "of", "lasts", "for the first", "for your first"]),
    "de": ClaimLanguage(
      numbers: [
        "ein eine einen", "zwei", "drei", "vier", "fünf", "sechs", "sieben", "acht", "neun", "zehn",
        "elf", "zwölf",
      ],
      units: [
        .day: "tag tage tagen tägige tägigen tägiger tägiges",
        .week: "woche wochen wöchige wöchigen wöchiger wöchiges",
        .month: "monat monate monaten monatige monatigen monatiger monatiges",
        .year: "jahr jahre jahren",
      ],
      per: "pro", free: ["kostenlos", "gratis", "probe", "test"],
      links: ["", "für", "lang", "sind", "ist", "die ersten", "für die ersten"]),
    "fr": ClaimLanguage(
      numbers: [
        "un une", "deux", "trois", "quatre", "cinq", "six", "sept", "huit", "neuf", "dix", "onze",
        "douze",
      ],
      units: [
        .day: "jour jours", .week: "semaine semaines", .month: "mois", .year: "an ans année années",
      ],
      per: "par", free: ["gratuit", "offert", "essai"],
      links: ["", "d", "de", "pendant", "sont", "est", "les premiers", "pendant les premiers"]),
    "es": ClaimLanguage(
      numbers: [
        "un uno una", "dos", "tres", "cuatro", "cinco", "seis", "siete", "ocho", "nueve", "diez",
        "once", "doce",
      ],
      units: [
        .day: "día días", .week: "semana semanas", .month: "mes meses", .year: "año años",
      ],
      per: "por al", free: ["gratis", "gratuit", "prueba"],
      links: ["", "de", "durante", "por", "son", "es", "los primeros", "durante los primeros"]),
    "it": ClaimLanguage(
      numbers: [
        "un uno una", "due", "tre", "quattro", "cinque", "sei", "sette", "otto", "nove", "dieci",
        "undici", "dodici",
      ],
      units: [
        .day: "giorno giorni", .week: "settimana settimane", .month: "mese mesi",
        .year: "anno anni",
      ],
      per: "al", free: ["gratis", "gratuit", "prova"],
      links: ["", "di", "per", "sono", "è", "i primi", "per i primi"]),
    "ja": ClaimLanguage(
      numbers: ["一", "二", "三", "四", "五", "六", "七", "八", "九", "十", "十一", "十二"],
      // 日 alone is a date, such as 3月7日.
      units: [
        .day: "日間", .week: "週間", .month: "か月 ヶ月 カ月 ケ月 ヵ月", .year: "年間",
      ],
      per: "", free: ["無料", "トライアル", "体験", "お試し"], links: ["", "の", "は", "で", "が", "お"],
      hasSpaces: false),
  ]

  /// Returns the lengths in a line, in order.
  func lengths(in line: String) -> [Length] {
    hasSpaces ? separatedLengths(in: line) : adjacentLengths(in: line)
  }

  /// Returns whether a word for “free” stands beside a length, within a sentence.
  func isFree(_ length: Length, in line: String) -> Bool {
    if length.isFree || length.isRate { return length.isFree }
    return freeWords(in: line).contains { word in
      let between =
        word.lowerBound < length.range.lowerBound
        ? (word.upperBound, length.range.lowerBound)
        : (length.range.upperBound, word.lowerBound)
      guard between.0 <= between.1 else { return false }
      let gap = line[between.0..<between.1]
      guard !gap.contains(where: { ".!?:;/\u{0}。！？、".contains($0) }) else { return false }
      let words = gap.split { !$0.isLetter && !$0.isNumber }
      return links.contains(words.map { $0.lowercased() }.joined(separator: " "))
    }
  }

  /// Finds units after a number or a slash, or after a number and a word for “free”.
  private func separatedLengths(in line: String) -> [Length] {
    let words = line.split { !$0.isLetter && !$0.isNumber && $0 != "/" && $0 != "\u{0}" }
    var lengths: [Length] = []
    for (position, word) in words.enumerated() {
      let parts = word.split(separator: "/", omittingEmptySubsequences: false)
      if parts.count == 2, let unit = unit(parts[1]) {
        lengths.append(
          Length(
            period: Period(1, unit), written: "/\(parts[1])",
            range: parts[1].startIndex..<parts[1].endIndex, isRate: true))
        continue
      }
      guard position > 0, let unit = unit(word) else { continue }
      let isFree = isFree(words[position - 1])
      let number = position - (isFree ? 2 : 1)
      guard number >= 0 else { continue }
      let isRate = per.split(separator: " ").contains { $0 == words[number].lowercased() }
      guard let count = isRate ? 1 : count(words[number]) else { continue }
      let range = words[number].startIndex..<word.endIndex
      let written = words[number...position].joined(separator: " ")
      lengths.append(
        Length(
          period: Period(count, unit), written: written, range: range, isFree: isFree,
          isRate: isRate))
    }
    return lengths
  }

  /// Finds units right after a number, in a language without spaces.
  private func adjacentLengths(in line: String) -> [Length] {
    var lengths: [Length] = []
    for (unit, words) in units {
      for range in words.split(separator: " ").flatMap({ line.ranges(of: $0) }) {
        var start = range.lowerBound
        while start > line.startIndex, line[line.index(before: start)].isNumber {
          start = line.index(before: start)
        }
        guard let count = count(line[start..<range.lowerBound]) else { continue }
        lengths.append(
          Length(
            period: Period(count, unit), written: String(line[start..<range.upperBound]),
            range: start..<range.upperBound))
      }
    }
    return lengths.sorted { $0.range.lowerBound < $1.range.lowerBound }
  }

  /// The places of words for “free” and “trial”.
  private func freeWords(in line: String) -> [Range<String.Index>] {
    guard hasSpaces else { return free.flatMap { line.ranges(of: $0) } }
    return line.split { !$0.isLetter }.filter(isFree).map { $0.startIndex..<$0.endIndex }
  }

  private func isFree(_ word: Substring) -> Bool {
    let word = word.lowercased()
    return free.contains { word.hasPrefix($0) }
  }

  /// Returns the number that a word stands for: digits, or a number word up to twelve; nil for others.
  private func count(_ word: Substring) -> Int? {
    let word = word.lowercased()
    let digits = word.compactMap { $0.isNumber ? $0.wholeNumberValue : nil }
    if digits.count == word.count, (1...3).contains(digits.count), digits.allSatisfy({ $0 < 10 }) {
      let number = digits.reduce(0) { $0 * 10 + $1 }
      return number > 0 ? number : nil
    }
    let position = numbers.firstIndex { $0.split(separator: " ").contains { $0 == word } }
    return position.map { $0 + 1 }
  }

  private func unit(_ word: Substring) -> Period.Unit? {
    let word = word.lowercased()
    return units.first { $0.value.split(separator: " ").contains { $0 == word } }?.key
  }
}
