"""A real Streamlit session without a browser: a websocket that has run the scorer's page once and stays open."""

from contextlib import AsyncExitStack

from streamlit.proto.BackMsg_pb2 import BackMsg
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg
from websockets.asyncio.client import connect
from websockets.typing import Subprotocol

from benchmarks.screens.servers import Server
from web.identity import COOKIE


async def hold(server: Server, cookie: str, until: AsyncExitStack) -> None:
    """Open a session, wait until the page has run, and keep the socket open until the stack is closed."""
    socket = await until.enter_async_context(
        connect(
            f"ws://127.0.0.1:{server.port}/_stcore/stream",
            subprotocols=[Subprotocol("streamlit")],
            additional_headers={"Cookie": f"{COOKIE}={cookie}", "Origin": server.address},
            max_size=None,
        )
    )
    request = BackMsg()
    request.rerun_script.query_string = ""
    await socket.send(request.SerializeToString())
    drawn = False
    while True:
        message = ForwardMsg()
        message.ParseFromString(bytes(await socket.recv()))
        drawn = drawn or message.delta.new_element.HasField("bidi_component")
        if message.WhichOneof("type") == "script_finished":
            break
    if not drawn:
        raise RuntimeError("the scorer's page ran without showing the ballot")
