"""`tollgate mcp` beside a running server, with the client of the protocol's own project."""

import asyncio
import json
import os

import pytest
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client

from app_server import APP, BINARY, AppServer
from server import ROOT

class AgentServer(AppServer):
    def agent(self, work, *options, key=None):
        """Lets an agent work with the tools."""
        async def run():
            parameters = StdioServerParameters(
                command=str(BINARY), args=["mcp", "--database", str(self.database), *options],
                env=os.environ | ({"TOLLGATE_SECRET_KEY": key} if key else {}))
            async with stdio_client(parameters) as streams, ClientSession(*streams) as session:
                await session.initialize()
                return await work(session)
        return asyncio.run(run())


@pytest.fixture(scope="module")
def app(tmp_path_factory):
    running = AgentServer(tmp_path_factory.mktemp("app"))
    yield running
    running.process.terminate()
    assert running.process.wait(timeout=30) == 0


def text(result):
    return result.content[0].text


def test_files(app):
    """An agent without a key checks a blueprint and replays it, and is offered nothing that changes anything"""
    async def work(session):
        tools = (await session.list_tools()).tools
        assert [tool.name for tool in tools] == ["check", "simulate", "what_if", "charts"]
        assert all(tool.annotations.read_only_hint for tool in tools)
        blueprint = str(ROOT / "Blueprints/coach-paid.yml")
        checked, replayed = await asyncio.gather(
            session.call_tool("check", {"file": blueprint, "quick": True}),
            session.call_tool("what_if", {"file": blueprint, "against": blueprint}))
        assert "coach-paid.yml: good" in text(checked)
        assert "different    nobody" in text(replayed)
        wrong = await session.call_tool("check", {})
        assert wrong.is_error and text(wrong) == "`file` is missing."
    app.agent(work)


def test_customers(app):
    """An agent with a key finds a customer, explains an answer, and grants only if it may change something"""
    server = ["--server", app.address, "--app", APP]
    key = app.key("support")

    async def read(session):
        names = [tool.name for tool in (await session.list_tools()).tools]
        assert names[4:] == ["find_customer", "customer_history", "explain_customer"]
        found = json.loads(text(await session.call_tool("find_customer", {"device": "phone"})))
        assert [match["id"] for match in found["customers"]] == [app.customer]
        history = json.loads(text(await session.call_tool("customer_history", {"customer": app.customer})))
        assert history["facts"][-1]["sentence"] == "The milestone discovery-complete was reached."
        why = await session.call_tool("explain_customer", {"customer": app.customer, "feature": "send-message"})
        assert json.loads(text(why))["sentence"].startswith("send-message is denied")
        nobody = await session.call_tool("customer_history", {"customer": "../../nobody?x=1"})
        assert nobody.is_error and json.loads(text(nobody))["code"] == "unknown_customer"
    app.agent(read, *server, key=key)

    async def change(session):
        tools = {tool.name: tool for tool in (await session.list_tools()).tools}
        assert not tools["grant_entitlement"].annotations.read_only_hint
        assert not tools["propose_blueprint"].annotations.read_only_hint
        grant = {"customer": app.customer, "entitlement": "premium", "days": 7, "reason": "The outage on Monday"}
        granted = await session.call_tool("grant_entitlement", grant)
        assert json.loads(text(granted))["entitlements"] == ["premium"]
        assert (await session.call_tool("grant_entitlement", grant | {"days": 0})).is_error
    app.agent(change, *server, "--allow-changes", key=key)

    async def refused(session):
        answer = await session.call_tool("find_customer", {"device": "phone"})
        assert answer.is_error and json.loads(text(answer))["code"] == "insufficient_scope"
    app.agent(refused, *server, key=app.key("backend"))
