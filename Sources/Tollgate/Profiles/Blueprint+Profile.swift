extension Blueprint {
  /// Creates the rows that an account's profile lacks, each once, with the blueprint's initial values.
  ///
  /// - Parameter now: The server's clock; its day in the app's or the customer's time zone is that of daily rows.
  /// - Returns: The facts to append; none if the profile is complete.
  public func makeProfile(of customer: Customer, at now: Instant) -> Decision {
    var decision = Decision()
    for row in profileRows(of: customer, at: now)
    where customer.profile[Customer.ProfileKey(row)].map({ !$0.covers(row) }) ?? true {
      decision.facts.append(.profile(row))
    }
    return decision
  }

  /// The rows of an account's profile, in the blueprint's order.
  ///
  /// - Parameter now: The instant whose day counts for daily rows; those of other days are left out.
  /// - Returns: The rows as they were created, or nil if one that is created once is missing.
  public func profile(of customer: Customer, at now: Instant) -> [ProfileRow]? {
    var rows: [ProfileRow] = []
    for expected in profileRows(of: customer, at: now) {
      if let row = customer.profile[Customer.ProfileKey(expected)], row.covers(expected) {
        rows.append(row)
      } else if expected.day == nil {
        return nil
      }
    }
    return rows
  }

  private func profileRows(of customer: Customer, at now: Instant) -> [ProfileRow] {
    let zone = app.usesCustomerTimeZone ? customer.attributes.zones.clock(at: now) : nil
    let today = (zone ?? clock).day(at: now)
    return definition.profile.flatMap { table in
      table.rows.map {
        ProfileRow(
          table: table.name, row: $0.name, day: table.isDaily ? today : nil, values: $0.values,
          at: now)
      }
    }
  }
}

extension ProfileRow {
  /// Whether it makes an expected row of its name unnecessary: it is for the same day or a later one.
  ///
  /// A later day can come first if a clock went back, or if the time zone changed.
  fileprivate func covers(_ expected: ProfileRow) -> Bool {
    (expected.day ?? "") <= (day ?? "")
  }
}
