/// The icons that pages can draw; the names are those of the symbols in `symbols.svg`.
enum Icon: String, CaseIterable, Sendable, Equatable {
  case bag, bell, bolt, book, brain, calendar, camera, chart, chat, check, clock, cloud
  case crown, dumbbell, export, gear, gift, globe, heart, house, infinity, info, leaf
  case lock, mail, moon, person, play, plus, receipt, refresh, shield, sparkles, star
  case target, trophy, video, water, wave, wifi, back
}
