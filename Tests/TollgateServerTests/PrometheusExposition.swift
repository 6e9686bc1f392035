/// Metrics read back from Prometheus's text format, strictly: anything that format does not allow is an error.
struct PrometheusExposition: Sendable {
  struct Sample: Hashable, Sendable {
    let name: String
    let labels: [String: String]
    let value: Double
  }

  struct Malformed: Error {
    let line: String
  }

  private(set) var help: [String: String] = [:]
  private(set) var types: [String: String] = [:]
  private(set) var samples: [Sample] = []

  /// Reads an exposition.
  ///
  /// - Throws: ``Malformed`` for a line of another form, a sample without a type, a sample that appears twice or apart
  ///   from its family, a counter that is negative, or a histogram whose buckets do not add up.
  init(_ text: String) throws {
    guard text.hasSuffix("\n") else { throw Malformed(line: "no line break at the end") }
    var family = ""
    var finished: Set<String> = []
    for line in text.split(separator: "\n", omittingEmptySubsequences: false).dropLast() {
      let malformed = Malformed(line: String(line))
      if let match = line.wholeMatch(of: /# HELP ([a-zA-Z_:][a-zA-Z0-9_:]*) (.*)/) {
        guard help.updateValue(String(match.2), forKey: String(match.1)) == nil else {
          throw malformed
        }
      } else if let match = line.wholeMatch(
        of: /# TYPE ([a-zA-Z_:][a-zA-Z0-9_:]*) (counter|gauge|histogram)/)
      {
        finished.insert(family)
        family = String(match.1)
        guard !finished.contains(family), types[family] == nil else { throw malformed }
        types[family] = String(match.2)
      } else {
        let sample = try Self.sample(line)
        let suffixes = types[family] == "histogram" ? ["_bucket", "_sum", "_count"] : [""]
        guard suffixes.contains(where: { family + $0 == sample.name }),
          !samples.contains(where: { $0.name == sample.name && $0.labels == sample.labels }),
          types[family] != "counter" || (sample.value >= 0 && family.hasSuffix("_total"))
        else { throw malformed }
        samples.append(sample)
      }
    }
    for (name, type) in types where type == "histogram" { try checkHistogram(name) }
  }

  /// The value of a sample; nil if there isn't one.
  func value(_ name: String, _ labels: [String: String] = [:]) -> Double? {
    samples.first { $0.name == name && $0.labels == labels }?.value
  }

  private static func sample(_ line: Substring) throws -> Sample {
    guard
      let match = line.wholeMatch(
        of: /([a-zA-Z_:][a-zA-Z0-9_:]*)(\{(.*)\})? (-?[0-9.e+-]+|NaN|[+-]Inf)/),
      let value = Double(match.4.replacing("Inf", with: "infinity"))
    else { throw Malformed(line: String(line)) }
    var labels: [String: String] = [:]
    var rest = match.3 ?? ""
    while !rest.isEmpty {
      guard
        let label = rest.prefixMatch(
          of: /([a-zA-Z_][a-zA-Z0-9_]*)="((?:[^"\\]|\\["\\n])*)"(,(?=.)|$)/),
        labels.updateValue(Self.unescaped(label.2), forKey: String(label.1)) == nil
      else { throw Malformed(line: String(line)) }
      rest = rest[label.range.upperBound...]
    }
    return Sample(name: String(match.1), labels: labels, value: value)
  }

  private static func unescaped(_ text: Substring) -> String {
    String(text).replacing(/\\(.)/) { $0.1 == "n" ? "\n" : String($0.1) }
  }

  /// Every histogram ends in a bucket without a bound that holds everything, and no bucket holds less than a smaller one.
  private func checkHistogram(_ name: String) throws {
    var buckets: [[String: String]: [(bound: Double, count: Double)]] = [:]
    for sample in samples where sample.name == name + "_bucket" {
      var labels = sample.labels
      guard let text = labels.removeValue(forKey: "le"),
        let bound = Double(text.replacing("Inf", with: "infinity"))
      else { throw Malformed(line: "\(sample)") }
      buckets[labels, default: []].append((bound, sample.value))
    }
    for (labels, buckets) in buckets {
      let sorted = zip(buckets, buckets.dropFirst())
        .allSatisfy { $0.bound < $1.bound && $0.count <= $1.count }
      guard sorted, buckets.last?.bound == .infinity,
        buckets.last?.count == value(name + "_count", labels), value(name + "_sum", labels) != nil
      else { throw Malformed(line: "\(name) \(labels)") }
    }
  }
}
