/// A number with its noun, such as "1 customer" and "2 customers".
func counted(_ count: Int, _ noun: String) -> String {
  "\(count) \(noun)\(count == 1 ? "" : "s")"
}
