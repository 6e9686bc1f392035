extension PostgreSQLFunctions {
  /// Counts failed attempts: `p_subjects`, `p_counts` and `p_ends` have an element for each subject.
  ///
  /// | a subject's window | its count | its end |
  /// |---|---|---|
  /// | is open | grows by the new attempts | stays |
  /// | is over, or there is none | the new attempts | the one that is given |
  ///
  /// If the app then has more than `p_limit` subjects, those with the fewest attempts are removed until `p_remaining` are
  /// left.
  ///
  /// Subjects are written in the order of their names, and rows that another transaction has locked are not removed, so
  /// that servers which count at the same time never wait for each other in a circle.
  var accounts: [String] {
    [
      """
      CREATE FUNCTION \(schema).add_attempts_1(p_app text, p_subjects text[], p_counts bigint[],
        p_ends bigint[], p_now bigint, p_limit integer, p_remaining integer) RETURNS void
      LANGUAGE plpgsql AS $$
      DECLARE
        v_count bigint;
      BEGIN
        DELETE FROM \(schema).attempts WHERE (app, subject) IN (
          SELECT app, subject FROM \(schema).attempts WHERE app = p_app AND ends_at <= p_now
          FOR UPDATE SKIP LOCKED);
        INSERT INTO \(schema).attempts AS o (app, subject, count, ends_at)
          SELECT p_app, a.subject, sum(a.count), (array_agg(a.ends_at ORDER BY a.n))[1]
          FROM unnest(p_subjects, p_counts, p_ends) WITH ORDINALITY AS a (subject, count, ends_at, n)
          GROUP BY a.subject ORDER BY a.subject COLLATE "C"
          ON CONFLICT (app, subject) DO UPDATE SET
            count = CASE WHEN o.ends_at <= p_now THEN 0 ELSE o.count END + excluded.count,
            ends_at = CASE WHEN o.ends_at <= p_now THEN excluded.ends_at ELSE o.ends_at END;
        SELECT count(*) INTO v_count FROM \(schema).attempts WHERE app = p_app;
        IF v_count <= p_limit THEN RETURN; END IF;
        WITH fewest AS MATERIALIZED (
          SELECT subject FROM \(schema).attempts WHERE app = p_app
          ORDER BY count, ends_at, subject LIMIT v_count - p_remaining FOR UPDATE SKIP LOCKED)
        DELETE FROM \(schema).attempts
          WHERE app = p_app AND subject IN (SELECT subject FROM fewest);
      END $$
      """
    ]
  }
}
