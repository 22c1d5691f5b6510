#!/usr/bin/env python3
"""player.py LINK [NAME]: takes a free seat in a room and plays legal moves at random till the match is over.

    examples/player.py http://localhost:8020/t/K7QM3T Rita

Nothing but Python's own library. Most of it is the WebSocket; the player is `main`."""
import base64, json, os, random, re, socket, struct, sys
from urllib.parse import urlsplit


class House:
    """A connection to a server: JSON objects go in and come out."""

    def __init__(self, host, port, room):
        self.socket = socket.create_connection((host, port))
        self.stream = self.socket.makefile("rb")
        key = base64.b64encode(os.urandom(16)).decode()
        self.socket.sendall((f"GET /ws/{room} HTTP/1.1\r\nHost: {host}:{port}\r\nUpgrade: websocket\r\nConnection: Upgrade\r\n"
                             f"Sec-WebSocket-Version: 13\r\nSec-WebSocket-Protocol: knobel.1\r\n"
                             f"Sec-WebSocket-Key: {key}\r\n\r\n").encode())
        head = [line.strip() for line in iter(self.stream.readline, b"\r\n")]
        if not head or b" 101 " not in head[0]:
            sys.exit(f"the server refuses the connection: {head[:1]}")

    def frame(self, kind, payload):
        """Frames to the server are masked, those from it are not (RFC 6455, 5.2)."""
        size = bytes([0x80 | len(payload)]) if len(payload) < 126 else struct.pack(">BH", 0x80 | 126, len(payload))
        mask = os.urandom(4)
        self.socket.sendall(bytes([0x80 | kind]) + size + mask + bytes(b ^ mask[i % 4] for i, b in enumerate(payload)))

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def messages(self):
        """Messages from the server, until it closes the connection."""
        while len(head := self.stream.read(2)) == 2:
            kind, size = head[0] & 15, head[1] & 127
            if size > 125:
                size = int.from_bytes(self.stream.read(2 if size == 126 else 8), "big")
            payload = self.stream.read(size)
            if kind == 1:
                yield json.loads(payload)
            elif kind == 9:  # a ping: the server measures the round trip
                self.frame(10, payload)
            elif kind == 8:
                return


def salt():
    """Our share in the dice: 16 hexadecimal digits that nobody can predict."""
    return os.urandom(8).hex()


def main(link, name="Random"):
    place = urlsplit(link)
    room = re.fullmatch(r"/t/([^/]+)", place.path)
    if place.scheme != "http" or not room:
        sys.exit("a link looks like http://localhost:8020/t/K7QM3T")
    house = House(place.hostname, place.port or 80, room[1])
    house.say(type="enter", room=room[1], moves=True, salts=True)
    house.say(type="sit", name=name)
    seats, seal = [], None
    for message in house.messages():
        if message["type"] == "refused" and message["why"] not in ("outdated", "playing"):
            sys.exit(f"refused: {message['why']}")
        if message["type"] == "you":
            seats = message["seats"]
        if message["type"] == "room" and message["status"] != "playing" and message["seal"] != seal:
            seal = message["seal"]
            for seat in seats:  # our share in the dice of the next match
                house.say(type="salt", seat=seat, salt=salt(), seal=seal)
        if message["type"] != "table":
            continue
        if message["over"]:
            print("stopped" if "stopped" in message else f"won: {message['won']}, scores: {message['scores']}")
            return
        for seat, eyes in message["eyes"].items():
            if eyes.get("moves"):
                house.say(type="play", seat=int(seat), move=random.choice(eyes["moves"]), salt=salt(),
                          event=message["event"])
    sys.exit("the server has closed the connection")


if __name__ == "__main__":
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    main(*sys.argv[1:])
