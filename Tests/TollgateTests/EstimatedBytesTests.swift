#if canImport(Glibc) && arch(x86_64)
  import Glibc
  import Testing
  import Tollgate

  /// The estimate of a customer's memory, by which servers bound their caches, compared with what the allocator says.
  @Suite("The estimate of a customer's memory")
  struct EstimatedBytesTests {
    /// In a process of its own, where no other test allocates.
    @Test(
      "the estimate of a customer's memory is never too small, and at most twice what fifty facts of a kind or more take"
    )
    func measured() async {
      let result = await #expect(
        processExitsWith: .success, observing: [\.standardOutputContent]
      ) {
        var wrong = ""
        for (name, fact) in EstimatedBytesTests.kinds {
          for count in [1, 5, 10, 50, 100, 1000, 3000] {
            let copies = max(1, 2000 / count)
            let (measured, estimated) = EstimatedBytesTests.bytes(of: count, fact, copies: copies)
            if estimated < measured || (count >= 50 && estimated > 2 * measured) {
              wrong += "\(count) facts of \(name): \(measured) bytes, estimated \(estimated)\n"
            }
          }
        }
        print(wrong)
      }
      let wrong = String(decoding: result?.standardOutputContent ?? [], as: UTF8.self)
      #expect(wrong.contains("estimated") == false, "\(wrong)")
    }

    private typealias Make = @Sendable (_ customer: Int, _ number: Int) -> Fact

    /// How much memory customers with some facts of one kind take, and how much is estimated, in bytes each.
    private static func bytes(
      of count: Int, _ fact: Make, copies: Int
    ) -> (measured: Int, estimated: Int) {
      var customers: [Customer] = []
      customers.reserveCapacity(copies)
      let before = allocatedBytes
      for copy in 0..<copies {
        var customer = Customer()
        for number in 0..<count { customer.join(fact(copy, number + copy * 7)) }
        customers.append(customer)
      }
      let measured = (allocatedBytes - before) / copies
      return (measured, customers.reduce(0) { $0 + $1.estimatedBytes } / copies)
    }

    /// What the allocator has handed out, by [mallinfo2](https://man7.org/linux/man-pages/man3/mallinfo.3.html).
    ///
    /// Its C function returns ten numbers through a pointer, which the calling convention of x86-64 passes as the first
    /// argument.
    private static var allocatedBytes: Int {
      typealias Function = @convention(c) (UnsafeMutableRawPointer) -> UnsafeMutableRawPointer
      guard let symbol = dlsym(nil, "mallinfo2") else { return 0 }
      let mallinfo2 = unsafeBitCast(symbol, to: Function.self)
      var numbers = [Int](repeating: 0, count: 10)
      numbers.withUnsafeMutableBytes { bytes in
        if let address = bytes.baseAddress { _ = mallinfo2(address) }
      }
      // Mapped blocks (`hblkhd`), and blocks in use (`uordblks`).
      return numbers[4] + numbers[7]
    }

    private static func at(_ number: Int) -> Instant {
      Instant(milliseconds: 1_772_355_600_000 + Int64(number) * 60_000)
    }

    /// A name as long as the client's.
    private static func name(_ number: Int) -> String {
      let digits = String(number, radix: 16)
      return "91D0E6B2-3C5A-4F7E-A2B4-" + String(repeating: "0", count: 12 - digits.count) + digits
    }

    private static func origin(_ number: Int) -> Customer.ID { Customer.ID("c_" + name(number)) }

    private static let kinds: [(name: String, fact: Make)] = [
      ("accounts", { .signedUp(SignUp(account: Account.ID(name($1)), at: at($1))) }),
      ("devices", { .device(DeviceUse(device: Device.ID(name($1)), origin: "me", at: at($1))) }),
      (
        "milestones",
        {
          .milestone(
            MilestoneReached(milestone: Milestone.ID("milestone-number-\($1)"), at: at($1)))
        }
      ),
      (
        "trials",
        {
          .trialStarted(
            TrialStart(
              trial: Trial.ID("free-trial-\($1)"), at: at($1),
              terms: Trial.Terms(
                lasts: Period("P3D"), uses: Trial.Uses(feature: "custom-drill", limit: 100),
                entitlements: ["premium"]), purchase: nil))
        }
      ),
      (
        "trials with days to earn",
        {
          .trialStarted(
            TrialStart(
              trial: Trial.ID("free-trial-\($1)"), at: at($1),
              terms: Trial.Terms(
                lasts: Period("P3D"), entitlements: ["premium"],
                earned: [
                  Trial.EarnedDays(days: 1, on: .milestone("invited")),
                  Trial.EarnedDays(days: 1, on: .use("practice"), upTo: 3),
                ])))
        }
      ),
      (
        "extensions",
        {
          .trialExtension(
            TrialExtension(
              id: TrialExtension.ID(name($1)), trial: "free-trial-with-a-name", days: 3,
              author: .support, reason: "The trial's first day was lost to a bug, \($1).",
              at: at($1)))
        }
      ),
      (
        "pauses",
        {
          .trialPause(
            TrialPause(
              id: TrialPause.ID(name($1)), trial: "free-trial-with-a-name", author: .support,
              reason: "The trial's first day was lost to a bug, \($1).", startsAt: at($1)))
        }
      ),
      (
        "transactions",
        {
          .transaction(
            StoreTransaction(
              id: StoreTransaction.ID("20000000000\($1)"),
              originalID: StoreTransaction.OriginalID("20000000000\($1)"),
              product: "techniq.pro.monthly", group: "21460000", purchasedAt: at($1),
              expiresAt: at($1 + 5), offer: StoreOffer(kind: .introductory, payment: .payAsYouGo),
              price: Money(milliunits: 19_990, currency: "USD"), environment: .sandbox,
              signedFor: origin($0), signedAt: at($1)))
        }
      ),
      (
        "cancelled periods",
        {
          .renewal(
            StoreRenewal(
              originalID: "200000000001", renewsTo: "techniq.pro.monthly",
              willRenew: false, renewsAt: at($1 + 5), signedAt: at($1)))
        }
      ),
      (
        "uses",
        {
          .use(
            Use(
              feature: "custom-drill", key: Idempotency.Key(name($1)), origin: origin($0),
              at: at($1)))
        }
      ),
      (
        "features",
        {
          .use(
            Use(
              feature: Feature.ID("feature-with-number-\($1)"), key: Idempotency.Key(name($1)),
              origin: origin($0), at: at($1)))
        }
      ),
      (
        "merged customers",
        {
          .use(
            Use(
              feature: "custom-drill", key: Idempotency.Key(name($1)), origin: origin($1),
              at: at($1)))
        }
      ),
      (
        "attributes",
        {
          .attribute(
            AttributeChange(
              attribute: Attribute.ID(name($1)), setBy: .app, value: .string(name($1 + 1 + $0)),
              at: at($1)))
        }
      ),
      (
        "spends",
        {
          .spend(
            Spend(
              wallet: "tollgate-coins", feature: "custom-drill", key: Idempotency.Key(name($1)),
              origin: origin($0), amount: 2, unpaid: 1, at: at($1)))
        }
      ),
      (
        "spends of two wallets",
        {
          .spend(
            Spend(
              wallet: "tollgate-coins", feature: "custom-drill", key: Idempotency.Key(name($1)),
              origin: origin($0), amount: 2, rest: [CreditPayment(wallet: "bonus", amount: 3)],
              at: at($1)))
        }
      ),
      (
        "sizes",
        {
          .size(
            UseSize(
              feature: "custom-drill", key: Idempotency.Key(name($1)), origin: origin($0),
              amount: 2, at: at($1)))
        }
      ),
      (
        "uses in parents",
        {
          .size(
            UseSize(
              feature: "custom-drill", key: Idempotency.Key(name($1)), origin: origin($0),
              amount: 2, parent: Parent.ID(name($1)), at: at($1)))
        }
      ),
      (
        "items",
        {
          .item(
            ItemChange(
              feature: "plants", item: Item.ID(name($1)), isHeld: true, origin: origin($0),
              at: at($1)))
        }
      ),
      (
        "reservations",
        {
          .reservation(
            Reservation(
              feature: "custom-drill", key: Idempotency.Key(name($1)), origin: origin($0),
              terms: ReservationTerms(at: at($1), lapsesAt: at($1 + 9))))
        }
      ),
      (
        "dismissals",
        {
          .dismissal(
            Dismissal(prompt: "rate-the-app-now", key: Idempotency.Key(name($1)), at: at($1)))
        }
      ),
      (
        "paywalls",
        {
          .paywall(
            PaywallEvent(
              paywall: "pro-monthly-offer", action: .shown, key: Idempotency.Key(name($1)),
              at: at($1)))
        }
      ),
      (
        "variants",
        {
          .variant(
            VariantAssignment(
              experiment: Experiment.ID("experiment-with-number-\($1)"),
              variant: "a-variant-with-a-name", reason: .paywall, at: at($1)))
        }
      ),
      (
        "refunds",
        {
          .refundRequest(
            RefundRequest(
              id: RefundRequest.ID(name($1)), purchase: PurchaseID("200000012345\($1)"),
              transaction: RefundRequest.Transaction.ID("200000098765\($1)"), reason: .unsatisfied,
              askedAt: at($1)))
        }
      ),
      (
        "grants",
        {
          .grant(
            Grant(
              id: Grant.ID(name($1)), entitlements: ["premium-forever"], startsAt: at($1),
              endsAt: nil)
          )
        }
      ),
    ]
  }
#endif
