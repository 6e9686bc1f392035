import Testing
import TollgateServer

@Suite("The system's limit on open files")
struct FileLimitTests {
  @Test(
    "the system's limit on open files leaves connections what the server does not need for itself",
    arguments: [
      (1024, 44, 820), (1_048_576, 44, 8192), (Int.max, 44, 8192), (220, 44, 16), (8396, 44, 8192),
    ])
  func connections(files: Int, open: Int, left: Int) throws {
    #expect(try FileLimit(files: files, open: open).connections(atMost: 8192) == left)
  }

  @Test(
    "the system's limit on open files refuses a start with so few that nobody could be served",
    arguments: [219, 128, 0])
  func few(files: Int) {
    #expect {
      try FileLimit(files: files, open: 44).connections(atMost: 8192)
    } throws: {
      ($0 as? ServerError)?.code == .tooFewFiles
    }
  }

  @Test("the system's limit on open files is what few connections need, and no more")
  func asked() throws {
    #expect(try FileLimit(files: 205, open: 44).connections(atMost: 1) == 1)
  }
}
