extension World {
  /// Takes the next step of the journey, if there is one.
  func takeNextStep() async {
    guard let step = journey?.next else { return }
    var title: String?
    for action in step.actions {
      if action.title != title {
        await readServer()
        log.begin(action.title, continues: title != nil)
      }
      title = action.title
      await perform(action)
    }
    await readServer()
    journey?.advance()
  }
}
