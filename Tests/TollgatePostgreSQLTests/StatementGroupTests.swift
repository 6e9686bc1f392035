import Testing

@testable import TollgatePostgreSQL

@Suite("A group of statements")
struct StatementGroupTests {
  private static func shared(_ sql: String, _ values: Statement.Value...) -> Statement {
    Statement(sql, values, isShared: true)
  }

  @Test("joins calls of the same function, with the values of each as an array")
  func joins() {
    let group = StatementGroup([
      Self.shared("a", "1", .null), Statement("b", ["2"]), Self.shared("a", .texts([#"x"\"#]), "4"),
      Self.shared("c", .bytes([1])),
    ])
    #expect(group.statements.map(\.sql) == ["a", "b", "c"])
    #expect(
      group.statements.map { $0.values.map(\.text) } == [
        [#"{"1","{\"x\\\"\\\\\"}"}"#, #"{NULL,"4"}"#], ["2"], [#"{"\\x01"}"#],
      ])
  }

  @Test("a group of statements gives each caller its own rows")
  func rows() {
    let group = StatementGroup([
      Self.shared("a", "1"), Statement("b"), Self.shared("a", "2"), Self.shared("a", "3"),
    ])
    let results = [
      [["3", "x"], ["1", "y"], ["3", nil]].map(Row.init(columns:)), [Row(columns: ["z"])],
    ]
    #expect(
      group.rows(results).map { $0.map(\.columns) } == [[["y"]], [["z"]], [], [["x"], [nil]]])
  }

  @Test("a group of statements leaves a statement that must follow another one after it")
  func following() {
    let group = StatementGroup(
      [Self.shared("a", "1"), Self.shared("a", "2"), Self.shared("a", "3")], following: [1])
    #expect(group.statements.map { $0.values[0].text } == [#"{"1","3"}"#, #"{"2"}"#])
    let results = [[["1", "x"], ["2", "z"]], [["1", "y"]]].map { $0.map(Row.init(columns:)) }
    #expect(group.rows(results).map { $0.map(\.columns) } == [[["x"]], [["y"]], [["z"]]])
  }
}
