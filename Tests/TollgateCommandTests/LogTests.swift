import Foundation
import Logging
import Testing

@testable import TollgateCommand

@Suite("The log")
struct LogTests {
  private static let time = Date(timeIntervalSince1970: 1_795_280_824.5)

  private static func event(_ message: String) -> LogEvent {
    LogEvent(
      level: .warning, message: "\(message)", metadata: nil, source: "TollgateServer",
      file: "", function: "", line: 0)
  }

  @Test("a text line has time, level, logger, sorted metadata, source and message")
  func text() {
    let line = LogFormat.text.line(
      Self.event("asked the store"), metadata: ["store": "production", "app": "coach"],
      label: "tollgate.server", at: Self.time)
    #expect(
      line.replacing(/^\S+/, with: "TIME") == """
        TIME warning tollgate.server: app=coach store=production [TollgateServer] asked the store
        """)
  }

  @Test("a value with a line break begins no line of its own")
  func injection() throws {
    let metadata: Logger.Metadata = ["path": "/x\n2026 error forged\u{1B}[31m"]
    let text = LogFormat.text.line(
      Self.event("request"), metadata: metadata, label: "tollgate", at: Self.time)
    #expect(!text.contains("\n") && !text.contains("\u{1B}"))
    #expect(text.contains(#"path=/x\n2026 error forged"#))
    let json = LogFormat.json.line(
      Self.event("request"), metadata: metadata, label: "tollgate", at: Self.time)
    #expect(!json.contains("\n"))
  }

  @Test("a JSON line is one object with the same parts")
  func json() {
    let line = LogFormat.json.line(
      Self.event("asked the store"), metadata: ["app": "coach"], label: "tollgate.server",
      at: Self.time)
    #expect(
      line == """
        {"level":"warning","logger":"tollgate.server","message":"asked the store",\
        "metadata":{"app":"coach"},"source":"TollgateServer","time":"2026-11-21T17:07:04.500Z"}
        """)
  }

  @Test(
    "a pipe that nobody reads makes no caller wait: lines beyond the limit are dropped and counted")
  func stalled() throws {
    let pipe = Pipe()
    let limit = 1 << 18
    let writer = LogWriter(pipe.fileHandleForWriting.fileDescriptor, limit: limit) {
      "dropped \($0) lines"
    }
    let line = String(repeating: "x", count: 999)
    let count = 2000
    for _ in 0..<count { writer.write(line) }
    #expect(!writer.flush(within: 0))
    let dropped = writer.droppedCount
    // The pipe itself holds 64 KiB, and the batch being written as much as the queue.
    #expect(count - dropped <= (2 * limit + 65_536) / 1000 + 1)
    #expect(dropped > 0)

    writer.finish()
    var received = Data()
    var kept = 0
    var reported = 0
    while kept + reported < count {
      received += pipe.fileHandleForReading.availableData
      guard received.last == UInt8(ascii: "\n") else { continue }
      let lines = String(decoding: received, as: UTF8.self).split(separator: "\n")
      kept = lines.count { $0 == line }
      reported = lines.compactMap { Int($0.replacing(/\D/, with: "")) }.reduce(0, +)
    }
    #expect(reported == dropped)
    #expect(kept == count - dropped)
  }

  @Test("what was logged is written before the process ends")
  func flushed() throws {
    let pipe = Pipe()
    let writer = LogWriter(pipe.fileHandleForWriting.fileDescriptor) { _ in "" }
    writer.write("last words")
    #expect(writer.flush(within: 60))
    #expect(pipe.fileHandleForReading.availableData == Data("last words\n".utf8))
    writer.finish()
  }

  @Test("a reader that went away does not end the process")
  func closed() throws {
    let pipe = Pipe()
    let writer = LogWriter(pipe.fileHandleForWriting.fileDescriptor) { _ in "" }
    try pipe.fileHandleForReading.close()
    writer.write("unheard")
    #expect(writer.flush(within: 60))
    writer.finish()
  }
}
