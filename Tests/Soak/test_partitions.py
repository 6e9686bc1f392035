"""The script that splits a ledger's large tables, run on a ledger with data that is then served again."""

import os

import pytest

from kills import PostgreSQL, Soak
from servers import ROOT

SCRIPT = ROOT / "Deployment" / "postgres" / "partition.sql"
SEED = int(os.environ.get("SOAK_SEED", "20"))


def contents(cluster):
    """The number of the rows and a hash of them, whatever their order."""
    return [cluster.ask(f"SELECT count(*), sum(hashtextextended(r::text, 0)) FROM tollgate.{table} AS r")
            for table in ("facts", "answers")]


def definitions(cluster):
    """The indexes and the triggers."""
    triggers = cluster.ask(
        "SELECT pg_get_triggerdef(t.oid) FROM pg_trigger AS t JOIN pg_class AS c ON c.oid = t.tgrelid "
        "WHERE c.relname IN ('facts', 'answers') AND NOT t.tgisinternal ORDER BY 1")
    assert "charts_of_facts" in triggers
    return triggers + cluster.ask(
        "SELECT replace(pg_get_indexdef(i.indexrelid), ' ONLY ', ' ') FROM pg_index AS i JOIN pg_class AS c "
        "ON c.oid = i.indrelid WHERE c.relname IN ('facts', 'answers') ORDER BY 1")


def test_partitions():
    """A partitioned ledger has the rows and keys that it had, and is served with the same promises"""
    with Soak(SEED, PostgreSQL, workers=3) as soak:
        cluster = soak.database.cluster
        soak.book.wait_for(60)
        for server in soak.servers:
            server.kill()
        before = contents(cluster), definitions(cluster)
        cluster.run(SCRIPT, "-v", "partitions=4")
        assert (contents(cluster), definitions(cluster)) == before
        assert cluster.ask("SELECT relkind, count(*) FROM pg_class WHERE relname ~ '^(facts|answers)(_[0-9]+)?$' "
                           "AND relkind IN ('r', 'p') GROUP BY 1 ORDER BY 1") == "p|2\nr|8"
        highest = cluster.ask("SELECT max(id) FROM tollgate.facts")
        for server in soak.servers:
            server.start()
        soak.book.wait_for(40)
        assert int(cluster.ask("SELECT max(id) FROM tollgate.facts")) > int(highest)
        with pytest.raises(RuntimeError, match="partitioned already"):
            cluster.run(SCRIPT)
    assert soak.book.is_clean, soak.book.summary("partitions")


def access(cluster):
    """Who owns the tables, and who may do what with them, their columns and the sequence of the facts."""
    return cluster.ask("""
        SELECT c.relname, pg_get_userbyid(c.relowner), '', c.relacl FROM pg_class AS c
        WHERE c.oid IN ('tollgate.facts'::regclass, 'tollgate.answers'::regclass)
        UNION ALL SELECT 'sequence', pg_get_userbyid(c.relowner), '', c.relacl FROM pg_class AS c
        WHERE c.oid = pg_get_serial_sequence('tollgate.facts', 'id')::regclass
        UNION ALL SELECT attrelid::regclass::text, '', attname, attacl FROM pg_attribute
        WHERE attrelid IN ('tollgate.facts'::regclass, 'tollgate.answers'::regclass) AND attacl IS NOT NULL
        ORDER BY 1, 3""")


def test_privileges():
    """Partitioned tables have the owner and the privileges that they had, and only these"""
    with Soak(SEED, PostgreSQL, workers=1) as soak:
        cluster = soak.database.cluster
        soak.book.wait_for(10)
        for server in soak.servers:
            server.kill()
        cluster.ask("""
            CREATE ROLE keeper; CREATE ROLE "the server"; CREATE ROLE analyst; CREATE ROLE stranger;
            GRANT USAGE ON SCHEMA tollgate TO "the server", analyst, stranger;
            ALTER TABLE tollgate.facts OWNER TO keeper; ALTER TABLE tollgate.answers OWNER TO keeper;
            GRANT ALL ON tollgate.facts, tollgate.answers TO "the server" WITH GRANT OPTION;
            GRANT ALL ON tollgate.chart_changes, tollgate.chart_parts TO "the server";
            GRANT SELECT ON SEQUENCE tollgate.facts_id_seq TO analyst;
            GRANT SELECT (id, kind) ON tollgate.facts TO analyst; GRANT SELECT ON tollgate.answers TO PUBLIC;
            ALTER DEFAULT PRIVILEGES IN SCHEMA tollgate GRANT SELECT ON TABLES TO stranger""")
        before = access(cluster)
        cluster.run(SCRIPT, "-v", "partitions=2")
        assert access(cluster) == before
        assert cluster.ask("SELECT DISTINCT tableowner FROM pg_tables WHERE schemaname = 'tollgate' "
                           "AND tablename ~ '^(facts|answers)(_[0-9]+)?$'") == "keeper"
        # Copies of a fact under another name: an insertion without a right to it is an error.
        columns = cluster.ask("SELECT string_agg(quote_ident(attname), ', ' ORDER BY attnum) FROM pg_attribute "
                              "WHERE attrelid = 'tollgate.facts'::regclass AND attnum > 0 AND attidentity = ''")
        values = columns.replace("customer", "'copy'", 1)
        assert cluster.ask(f'SET ROLE "the server"; INSERT INTO tollgate.facts ({columns}) '
                           f"SELECT {values} FROM tollgate.facts LIMIT 1 RETURNING customer") == "copy"
        for table in ("facts", "facts_0", "answers_0"):
            with pytest.raises(RuntimeError, match="permission denied"):
                cluster.ask(f"SET ROLE stranger; SELECT * FROM tollgate.{table}")
        for server in soak.servers:
            server.start()
    assert soak.book.is_clean, soak.book.summary("privileges")
