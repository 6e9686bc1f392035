"""The App Store in a box: a simulated App Store on this machine, for tests of backends.

It answers the App Store Server API, posts notifications, and signs everything with a root certificate of its own. A test
buys, refunds and moves its clock::

    with AppStore("Products.storekit", bundle_id="com.example.shop") as store:
        store.notify(backend.receive)
        bought = store.buy("pro.monthly", account="anna")
        store.refund(bought.transaction_id)

When a method returns, the backend has received every notification that was due.
"""

from .store import AppStore, AppStoreError, Device, Notification, Outcome

__all__ = ["AppStore", "AppStoreError", "Device", "Notification", "Outcome"]
