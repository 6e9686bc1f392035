"""A synchronous standby that falls behind, and then has to take over."""

import os
import signal

from kills import Pair, Soak
from load import Worker
from servers import only_in_the_long_form

SEED = int(os.environ.get("SOAK_SEED", "20"))


@only_in_the_long_form
def test_standby_behind():
    """EX-17 what only the primary has is not acknowledged, also when the request is repeated, and a failover loses nothing"""
    with Soak(SEED, Pair, workers=0) as soak:
        database, shared, caller = soak.database, soak.book.shared, Worker(soak.book, 0)
        path, key = "/customers/me/features/count/uses", "behind"
        database.standby.signal(signal.SIGSTOP)
        try:
            for _ in range(2):
                status, _ = caller.client.once("POST", path, token=shared.token, key=key)
                assert status == 503
        finally:
            database.cluster.kill()
            database.standby.signal(signal.SIGCONT)
        database.standby.promote()
        database.cluster, database.standby = database.standby, database.cluster
        database.standby.follow(database.cluster)
        caller.keyed(shared, "count", key, forget=False)
        assert key in shared.answers
    assert soak.book.is_clean, soak.book.summary("standby behind")
