// Written by Scripts/plural-rules.py from version 47 of the Unicode CLDR: change the script, not this file.

/// A rule that chooses the plural form of a whole number, named after a language that uses it.
enum PluralRule: CaseIterable, Sendable {
  case ar, blo, br, cs, cy, en, es, fil, fr, ga, gd, gv, he, hi, ja, kw, lt, lv, mk, mt, pl, ro, ru,
    shi, sl, sr, tzm

  /// The languages that use it, by BCP 47 code.
  var languages: String {
    switch self {
    case .ar: "ar"
    case .blo: "blo ksh lag"
    case .br: "br"
    case .cs: "cs sk"
    case .cy: "cy"
    case .en:
      """
      af an asa ast az bal bem bez bg brx ce cgg chr ckb da de dv ee el en eo et eu fi fo \
      fur fy gl gsw ha haw hu ia io jgo ji jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij \
      mas mgo ml mn mr nb nd ne nl nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sc \
      sd sdh seh sn so sq ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo vun \
      wae xh xog yi
      """
    case .es:
      """
      ca es it lld pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL scn \
      vec
      """
    case .fil: "ceb fil tl"
    case .fr: "fr ht pt"
    case .ga: "ga"
    case .gd: "gd"
    case .gv: "gv"
    case .he: "he iu iw naq sat se sma smj smn sms"
    case .hi:
      """
      ak am as bh bho bn csw doi fa ff gu hi hy kab kn ln mg nso pa pcm si ti tw wa zu
      """
    case .ja:
      """
      bm bo dz hnj id ig ii in ja jbo jv jw kde kea km ko lkt lo ms my nqo osa sah ses sg \
      su th to tpi vi wo yo yue zh
      """
    case .kw: "kw"
    case .lt: "lt"
    case .lv: "lv prg"
    case .mk: "is mk"
    case .mt: "mt"
    case .pl: "pl"
    case .ro: "mo ro"
    case .ru: "be ru uk"
    case .shi: "shi"
    case .sl: "dsb hsb sl"
    case .sr: "bs hr sh sr"
    case .tzm: "tzm"
    }
  }

  /// The plural form of a whole number.
  func category(of n: UInt) -> LocalizedText.PluralForm {
    switch self {
    case .ar:
      if n == 0 { return .zero }
      if n == 1 { return .one }
      if n == 2 { return .two }
      if (3...10).contains(n % 100) { return .few }
      if (11...99).contains(n % 100) { return .many }
      return .other
    case .blo:
      if n == 0 { return .zero }
      if n == 1 { return .one }
      return .other
    case .br:
      if n % 10 == 1 && ![11, 71, 91].contains(n % 100) { return .one }
      if n % 10 == 2 && ![12, 72, 92].contains(n % 100) { return .two }
      if ((3...4).contains(n % 10) || n % 10 == 9) && !(10...19).contains(n % 100)
        && !(70...79).contains(n % 100) && !(90...99).contains(n % 100)
      {
        return .few
      }
      if n != 0 && n % 1_000_000 == 0 { return .many }
      return .other
    case .cs:
      if n == 1 { return .one }
      if (2...4).contains(n) { return .few }
      return .other
    case .cy:
      if n == 0 { return .zero }
      if n == 1 { return .one }
      if n == 2 { return .two }
      if n == 3 { return .few }
      if n == 6 { return .many }
      return .other
    case .en:
      if n == 1 { return .one }
      return .other
    case .es:
      if n == 1 { return .one }
      if n != 0 && n % 1_000_000 == 0 { return .many }
      return .other
    case .fil:
      if (1...3).contains(n) || ![4, 6, 9].contains(n % 10) { return .one }
      return .other
    case .fr:
      if n <= 1 { return .one }
      if n != 0 && n % 1_000_000 == 0 { return .many }
      return .other
    case .ga:
      if n == 1 { return .one }
      if n == 2 { return .two }
      if (3...6).contains(n) { return .few }
      if (7...10).contains(n) { return .many }
      return .other
    case .gd:
      if [1, 11].contains(n) { return .one }
      if [2, 12].contains(n) { return .two }
      if (3...10).contains(n) || (13...19).contains(n) { return .few }
      return .other
    case .gv:
      if n % 10 == 1 { return .one }
      if n % 10 == 2 { return .two }
      if [0, 20, 40, 60, 80].contains(n % 100) { return .few }
      return .other
    case .he:
      if n == 1 { return .one }
      if n == 2 { return .two }
      return .other
    case .hi:
      if n <= 1 { return .one }
      return .other
    case .ja:
      return .other
    case .kw:
      if n == 0 { return .zero }
      if n == 1 { return .one }
      if [2, 22, 42, 62, 82].contains(n % 100)
        || (n % 1000 == 0
          && ((1000...20_000).contains(n % 100_000) || n % 100_000 == 40_000
            || n % 100_000 == 60_000 || n % 100_000 == 80_000))
        || (n != 0 && n % 1_000_000 == 100_000)
      {
        return .two
      }
      if [3, 23, 43, 63, 83].contains(n % 100) { return .few }
      if n != 1 && [1, 21, 41, 61, 81].contains(n % 100) { return .many }
      return .other
    case .lt:
      if n % 10 == 1 && !(11...19).contains(n % 100) { return .one }
      if (2...9).contains(n % 10) && !(11...19).contains(n % 100) { return .few }
      return .other
    case .lv:
      if n % 10 == 0 || (11...19).contains(n % 100) { return .zero }
      if n % 10 == 1 && n % 100 != 11 { return .one }
      return .other
    case .mk:
      if n % 10 == 1 && n % 100 != 11 { return .one }
      return .other
    case .mt:
      if n == 1 { return .one }
      if n == 2 { return .two }
      if n == 0 || (3...10).contains(n % 100) { return .few }
      if (11...19).contains(n % 100) { return .many }
      return .other
    case .pl:
      if n == 1 { return .one }
      if (2...4).contains(n % 10) && !(12...14).contains(n % 100) { return .few }
      if (n != 1 && n % 10 <= 1) || (5...9).contains(n % 10) || (12...14).contains(n % 100) {
        return .many
      }
      return .other
    case .ro:
      if n == 1 { return .one }
      if n == 0 || (n != 1 && (1...19).contains(n % 100)) { return .few }
      return .other
    case .ru:
      if n % 10 == 1 && n % 100 != 11 { return .one }
      if (2...4).contains(n % 10) && !(12...14).contains(n % 100) { return .few }
      if n % 10 == 0 || (5...9).contains(n % 10) || (11...14).contains(n % 100) { return .many }
      return .other
    case .shi:
      if n == 0 || n == 1 { return .one }
      if (2...10).contains(n) { return .few }
      return .other
    case .sl:
      if n % 100 == 1 { return .one }
      if n % 100 == 2 { return .two }
      if (3...4).contains(n % 100) { return .few }
      return .other
    case .sr:
      if n % 10 == 1 && n % 100 != 11 { return .one }
      if (2...4).contains(n % 10) && !(12...14).contains(n % 100) { return .few }
      return .other
    case .tzm:
      if n <= 1 || (11...99).contains(n) { return .one }
      return .other
    }
  }
}
