// Written by Scripts/plural-rules.py: the answers of Babel, with version 47 of the Unicode CLDR.

import Tollgate

/// What Babel answers for whole numbers in every language that has plural rules.
enum PluralSample {
  /// The numbers.
  static let numbers =
    Array(0...120) + [
      171, 179, 191, 199, 200, 202, 203, 204, 212, 1000, 1001, 1002, 1011, 1012, 1021, 1022, 2000,
      20_000, 20_001, 21_000, 40_000, 60_000, 80_000, 90_000, 100_000, 100_001, 1_000_000,
      1_000_001, 1_100_000, 2_000_000, 2_000_002,
    ]

  /// What a letter of ``answers`` stands for.
  static let letters: [Character: LocalizedText.PluralForm] = [
    "z": .zero, "1": .one, "2": .two, "f": .few, "m": .many, "o": .other,
  ]

  /// The languages that answer alike, and a letter for each number.
  static let answers: [(languages: String, forms: String)] = [
    (
      "ar",
      """
      z12ffffffffmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmmm\
      mmmmmmmmmmmmmmmmmmmmoooffffffffmmmmmmmmmmmmmmooffmooommmmooooooooooooooo
      """
    ),
    (
      "blo ksh lag",
      """
      z1oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      "br",
      """
      o12ffoooofooooooooooo12ffoooofo12ffoooofo12ffoooofo12ffoooofo12ffoooofoooooooooo\
      o12ffoooofooooooooooo12ffoooofoooooooooooooooo2ffoo12oo12oo1oooooo1m1om2
      """
    ),
    (
      "cs sk",
      """
      o1fffooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      "cy",
      """
      z12foomooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      """
      af an asa ast az bal bem bez bg brx ce cgg chr ckb da de dv ee el en eo et eu fi fo \
      fur fy gl gsw ha haw hu ia io jgo ji jmc ka kaj kcg kk kkj kl ks ksb ku ky lb lg lij \
      mas mgo ml mn mr nb nd ne nl nn nnh no nr ny nyn om or os pap ps rm rof rwk saq sc \
      sd sdh seh sn so sq ss ssy st sv sw syr ta te teo tig tk tn tr ts ug ur uz ve vo vun \
      wae xh xog yi
      """,
      """
      o1oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      """
      ca es it lld pt-AO pt-CH pt-CV pt-GQ pt-GW pt-LU pt-MO pt-MZ pt-PT pt-ST pt-TL scn \
      vec
      """,
      """
      o1oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      ooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooomoomo
      """
    ),
    (
      "ceb fil tl",
      """
      1111o1o11o1111o1o11o1111o1o11o1111o1o11o1111o1o11o1111o1o11o1111o1o11o1111o1o11o\
      1111o1o11o1111o1o11o1111o1o11o1111o1o11o11o1o111o11111111111111111111111
      """
    ),
    (
      "fr ht pt",
      """
      11oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      ooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooomoomo
      """
    ),
    (
      "ga",
      """
      o12ffffmmmmooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      "gd",
      """
      o12ffffffff12fffffffoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      "gv",
      """
      f12oooooooo12ooooooof12oooooooo12ooooooof12oooooooo12ooooooof12oooooooo12ooooooo\
      f12oooooooo12ooooooof12oooooooo12ooooooof1o1of2oo2f121212ff1ffffff1f1ff2
      """
    ),
    (
      "he iu iw naq sat se sma smj smn sms",
      """
      o12ooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      """
      ak am as bh bho bn csw doi fa ff gu hi hy kab kn ln mg nso pa pcm si ti tw wa zu
      """,
      """
      11oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      """
      bm bo dz hnj id ig ii in ja jbo jv jw kde kea km ko lkt lo ms my nqo osa sah ses sg \
      su th to tpi vi wo yo yue zh
      """,
      """
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      "kw",
      """
      z12fooooooooooooooooom2fooooooooooooooooom2fooooooooooooooooom2foooooooooooooooo\
      om2fooooooooooooooooom2foooooooooooooooooooooo2foo2m2oom222mo222o2mom2o2
      """
    ),
    (
      "lt",
      """
      o1ffffffffooooooooooo1ffffffffo1ffffffffo1ffffffffo1ffffffffo1ffffffffo1ffffffff\
      o1ffffffffo1ffffffffo1ffffffffooooooooooo1f1fofffoo1foo1foo1oooooo1o1oof
      """
    ),
    (
      "lv prg",
      """
      z1oooooooozzzzzzzzzzz1ooooooooz1ooooooooz1ooooooooz1ooooooooz1ooooooooz1oooooooo\
      z1ooooooooz1ooooooooz1oooooooozzzzzzzzzzz1o1ozooozz1ozz1ozz1zzzzzz1z1zzo
      """
    ),
    (
      "is mk",
      """
      o1ooooooooooooooooooo1ooooooooo1ooooooooo1ooooooooo1ooooooooo1ooooooooo1oooooooo\
      o1ooooooooo1ooooooooo1ooooooooooooooooooo1o1ooooooo1ooo1ooo1oooooo1o1ooo
      """
    ),
    (
      "mt",
      """
      f12ffffffffmmmmmmmmmoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooffffffffmmmmmmmmmoooooooffmooommooooooooooooooooo
      """
    ),
    (
      "pl",
      """
      m1fffmmmmmmmmmmmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmmmmfffmmmmm\
      mmfffmmmmmmmfffmmmmmmmfffmmmmmmmmmmmmmmmmmmmmmfffmmmfmmmfmmmmmmmmmmmmmmf
      """
    ),
    (
      "mo ro",
      """
      f1ffffffffffffffffffoooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      ooooooooooooooooooooofffffffffffffffffffooooooffffoffffoooofoooooofofoof
      """
    ),
    (
      "be ru uk",
      """
      m1fffmmmmmmmmmmmmmmmm1fffmmmmmm1fffmmmmmm1fffmmmmmm1fffmmmmmm1fffmmmmmm1fffmmmmm\
      m1fffmmmmmm1fffmmmmmm1fffmmmmmmmmmmmmmmmm1m1mmfffmm1fmm1fmm1mmmmmm1m1mmf
      """
    ),
    (
      "shi",
      """
      11fffffffffooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      oooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
    (
      "dsb hsb sl",
      """
      o12ffooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooooo\
      ooooooooooooooooooooo12ffooooooooooooooooooooo2ffoo12oooooo1oooooo1o1oo2
      """
    ),
    (
      "bs hr sh sr",
      """
      o1fffoooooooooooooooo1fffoooooo1fffoooooo1fffoooooo1fffoooooo1fffoooooo1fffooooo\
      o1fffoooooo1fffoooooo1fffoooooooooooooooo1o1oofffoo1foo1foo1oooooo1o1oof
      """
    ),
    (
      "tzm",
      """
      11ooooooooo111111111111111111111111111111111111111111111111111111111111111111111\
      11111111111111111111oooooooooooooooooooooooooooooooooooooooooooooooooooo
      """
    ),
  ]
}
