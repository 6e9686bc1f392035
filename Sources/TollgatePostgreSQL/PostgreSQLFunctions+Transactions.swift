extension PostgreSQLFunctions {
  /// The functions of the second migration, which drops those that they replace.
  ///
  /// A server that knows only the first migration can no longer write.
  var transactions: [String] {
    [
      begin, settle, "DROP FUNCTION \(schema).begin_1(uuid, bigint, text, text, text)",
      "DROP FUNCTION \(schema).settle_1(uuid, bigint)",
    ]
  }

  /// Begins a transaction of a lane: sets its limits, checks that the schema is the server's, and sets the lane's
  /// number, which must not have been used or given up.
  ///
  /// A migration locks `migrations`. It waits for a transaction that has read the table, and one that begins later
  /// waits and then sees the migration. So no server writes by the rules of an earlier version once a later one has
  /// migrated. The table is read before any row is locked, since the migration may wait for whoever has locked one.
  ///
  /// | SQLSTATE | reason |
  /// |---|---|
  /// | `TG002` | the transaction was given up |
  /// | `TG003` | `p_migrations` lacks a migration that has been performed |
  /// | `TG004` | the ledger was moved, or is the unfinished target of a move |
  ///
  /// With the number, ``settle`` determines whether the transaction was committed.
  private var begin: String {
    """
    CREATE FUNCTION \(schema).begin_2(p_lane uuid, p_number bigint, p_statement text, p_lock text,
      p_idle text, p_migrations text[]) RETURNS void LANGUAGE plpgsql AS $$
    BEGIN
      PERFORM set_config('statement_timeout', p_statement, true),
        set_config('lock_timeout', p_lock, true),
        set_config('idle_in_transaction_session_timeout', p_idle, true),
        set_config('enable_seqscan', 'off', true);
      IF current_setting('synchronous_commit') IN ('off', 'local') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      IF EXISTS (SELECT 1 FROM \(schema).migrations WHERE name <> ALL (p_migrations)) THEN
        RAISE SQLSTATE 'TG003';
      END IF;
      IF EXISTS (SELECT 1 FROM \(schema).properties WHERE name IN ('moved', 'move')) THEN
        RAISE SQLSTATE 'TG004';
      END IF;
      INSERT INTO \(schema).lanes AS l (id, number) VALUES (p_lane, p_number)
        ON CONFLICT (id) DO UPDATE SET number = p_number, at = now() WHERE l.number < p_number;
      IF NOT FOUND THEN RAISE SQLSTATE 'TG002'; END IF;
    END $$
    """
  }

  /// Whether a transaction of a lane was committed; if not, it never will be.
  ///
  /// | the lane's row | what it does | it returns |
  /// |---|---|---|
  /// | is missing, or has an earlier number | sets the number after the transaction's, so that it fails when it begins | false |
  /// | has the transaction's number | writes the row again | true |
  /// | has the number after it | nothing: it was given up before | false |
  /// | is locked by the transaction | waits for its end, then as above | |
  ///
  /// The row is written again for a synchronous standby: a commit whose connection was lost may not have arrived there,
  /// and a later one that has arrived proves that it has.
  private var settle: String {
    """
    CREATE FUNCTION \(schema).settle_2(p_lane uuid, p_number bigint) RETURNS boolean
    LANGUAGE plpgsql AS $$
    BEGIN
      IF current_setting('synchronous_commit') IN ('off', 'local') THEN
        PERFORM set_config('synchronous_commit', 'on', true);
      END IF;
      INSERT INTO \(schema).lanes AS l (id, number) VALUES (p_lane, p_number + 1)
        ON CONFLICT (id) DO UPDATE SET number = p_number + 1, at = now()
        WHERE l.number < p_number;
      IF FOUND THEN RETURN false; END IF;
      UPDATE \(schema).lanes SET at = now() WHERE id = p_lane AND number = p_number;
      RETURN FOUND;
    END $$
    """
  }
}
