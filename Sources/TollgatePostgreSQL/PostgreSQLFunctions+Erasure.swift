extension PostgreSQLFunctions {
  /// Erasure, and the tokens that it revokes.
  var erasure: [String] { [erase("erase_1"), keep] }

  /// Erases a customer and everyone merged into it; the rows are locked in the order of their names.
  ///
  /// `o_outcome` is null if it was performed, or `conflict`, `merged` or `erased`; `o_customers` are the customers that
  /// were erased. `p_releases` has an array for each purchase that remains: its name, its placeholder and the facts to
  /// append to that, each with its kind and its body.
  ///
  /// - Parameters:
  ///   - name: The name of the function.
  ///   - first: Statements before the facts of `v_everyone` are deleted.
  /// - Returns: The statement that creates it.
  private func erase(_ name: String, first: String = "") -> String {
    """
    CREATE FUNCTION \(schema).\(name)(p_app text, p_customer text, p_expected bigint,
      p_at bigint, p_releases jsonb, p_erased text, p_prefix text,
      OUT o_outcome text, OUT o_customers jsonb) LANGUAGE plpgsql AS $$
    DECLARE
      v_everyone text[];
      r record;
      c record;
    BEGIN
      PERFORM 1 FROM \(schema).customers WHERE app = p_app AND (id = p_customer
        OR merged_into = p_customer
        OR id IN (SELECT e->>1 FROM jsonb_array_elements(p_releases) AS q (e)))
        ORDER BY id FOR UPDATE;
      SELECT version, merged_into, erased INTO r FROM \(schema).customers
        WHERE app = p_app AND id = p_customer FOR UPDATE;
      o_outcome := CASE WHEN r.version IS DISTINCT FROM p_expected THEN 'conflict'
        WHEN r.merged_into IS NOT NULL THEN 'merged' WHEN r.erased THEN 'erased' END;
      IF o_outcome IS NOT NULL THEN RETURN; END IF;
      PERFORM 1 FROM jsonb_array_elements(p_releases) AS q (e)
        WHERE NOT EXISTS (SELECT 1 FROM \(schema).claims WHERE app = p_app
          AND kind = 'purchase' AND subject = e->>0 AND device = '' AND customer = p_customer);
      IF FOUND THEN o_outcome := 'conflict'; RETURN; END IF;
      -- A placeholder that was merged is separated; its owner keeps its facts.
      FOR c IN SELECT o.id, o.merged_into FROM jsonb_array_elements(p_releases) AS q (e)
        JOIN \(schema).customers AS o ON o.app = p_app AND o.id = e->>1
        WHERE o.merged_into IS NOT NULL LOOP
        UPDATE \(schema).facts SET customer = c.merged_into
          WHERE app = p_app AND customer = c.id;
        UPDATE \(schema).customers SET merged_into = NULL WHERE app = p_app AND id = c.id;
      END LOOP;
      SELECT array_agg(id ORDER BY id) INTO v_everyone FROM \(schema).customers
        WHERE app = p_app AND (id = p_customer OR merged_into = p_customer);
      INSERT INTO \(schema).revocations (app, client, token, due_at, tries)
        SELECT app, client, token, p_at, 0 FROM \(schema).sign_in_tokens
        WHERE app = p_app AND customer = ANY(v_everyone) ORDER BY customer;
      DELETE FROM \(schema).sign_in_tokens WHERE app = p_app AND customer = ANY(v_everyone);
      \(first)DELETE FROM \(schema).facts WHERE app = p_app AND customer = ANY(v_everyone);
      DELETE FROM \(schema).answers WHERE app = p_app AND customer = ANY(v_everyone);
      DELETE FROM \(schema).credentials WHERE app = p_app AND customer = ANY(v_everyone);
      DELETE FROM \(schema).codes WHERE app = p_app AND customer = ANY(v_everyone);
      UPDATE \(schema).claims SET customer = p_erased WHERE app = p_app
        AND customer = ANY(v_everyone) AND kind IN ('trial', 'notification', 'share');
      DELETE FROM \(schema).claims WHERE app = p_app AND customer = ANY(v_everyone);
      UPDATE \(schema).customers SET version = version + 1, merged_into = NULL,
        erased = NOT starts_with(id, p_prefix)
        WHERE app = p_app AND id = ANY(v_everyone);
      FOR c IN SELECT e->>0 AS purchase, e->>1 AS placeholder, e->2 AS facts
        FROM jsonb_array_elements(p_releases) AS q (e) LOOP
        INSERT INTO \(schema).customers AS o (app, id, version) VALUES (p_app, c.placeholder, 1)
          ON CONFLICT (app, id) DO UPDATE SET version = o.version + 1
          RETURNING version INTO r;
        INSERT INTO \(schema).facts (app, customer, version, at, kind, body)
          SELECT p_app, c.placeholder, r.version, p_at, f->>0, f->>1
          FROM jsonb_array_elements(c.facts) WITH ORDINALITY AS q (f, n) ORDER BY n;
        INSERT INTO \(schema).claims (app, kind, subject, device, customer, at)
          VALUES (p_app, 'purchase', c.purchase, '', c.placeholder, p_at);
      END LOOP;
      o_customers := to_jsonb(v_everyone);
    END $$
    """
  }

  /// Erases as `erase_2` does, and keeps what the store reported of a purchase that remains under its placeholder, with
  /// the version that the placeholder gets.
  var eraseKeepingPurchases: String {
    erase(
      "erase_3",
      first: """
        UPDATE \(schema).audit SET customer = NULL, subject = NULL, reason = NULL
          WHERE app = p_app AND customer = ANY(v_everyone);
        UPDATE \(schema).facts AS f SET customer = e->>1, version = 1 + coalesce(
            (SELECT o.version FROM \(schema).customers AS o
              WHERE o.app = p_app AND o.id = e->>1), 0)
          FROM jsonb_array_elements(p_releases) AS q (e)
          WHERE f.app = p_app AND f.customer = ANY(v_everyone)
          AND e->>0 = CASE
            WHEN f.kind IN ('transfer', 'refundRequest') THEN f.body::json->>'purchase'
            WHEN f.kind NOT IN ('transaction', 'renewal') THEN NULL
            WHEN f.body::json->>'environment' = 'production' THEN f.body::json->>'originalID'
            ELSE (f.body::json->>'environment') || ':' || (f.body::json->>'originalID') END;

        """)
  }

  /// Stores a token to revoke later, or revokes it now if its customer is unknown or erased.
  ///
  /// The customer's row is locked meanwhile, so that an erasure either takes the token with it or comes first.
  private var keep: String {
    """
    CREATE FUNCTION \(schema).keep_1(p_app text, p_customer text, p_client text, p_token text,
      p_at bigint) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM 1 FROM \(schema).customers
        WHERE app = p_app AND id = p_customer AND NOT erased FOR SHARE;
      IF FOUND THEN
        INSERT INTO \(schema).sign_in_tokens (app, customer, client, token)
          VALUES (p_app, p_customer, p_client, p_token)
          ON CONFLICT (app, customer) DO UPDATE SET client = p_client, token = p_token;
      ELSE
        INSERT INTO \(schema).revocations (app, client, token, due_at, tries)
          VALUES (p_app, p_client, p_token, p_at, 0);
      END IF;
    END $$
    """
  }
}
