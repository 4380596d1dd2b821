import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { RoomId } from "#app/domain/ids.ts";
import { LOBBY_VERSION, type LobbyClientMessage, type LobbyMessage, WATCHED_ROOMS_MAX } from "#app/protocol/lobby-messages.ts";
import { createLobbyConnection } from "#app/server-client/lobby-connection.ts";
import { FakeSocket, stubSockets } from "#tests/support/fake-socket.ts";

const ATTIC = "attic" as RoomId;
const CELLAR = "cellar" as RoomId;

let sockets: readonly FakeSocket[];
let page: EventTarget & { visibilityState: "visible" | "hidden" };

beforeEach(() => {
  vi.useFakeTimers();
  page = Object.assign(new EventTarget(), { visibilityState: "visible" as const });
  vi.stubGlobal("document", page);
  vi.stubGlobal("window", new EventTarget());
  vi.stubGlobal("location", { origin: "https://tutti.test" });
  sockets = stubSockets();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

function setVisible(isVisible: boolean): void {
  page.visibilityState = isVisible ? "visible" : "hidden";
  page.dispatchEvent(new Event("visibilitychange"));
}

/** A connection whose socket answers, unless the page is hidden. */
function connect() {
  const messages: LobbyMessage[] = [];
  const states: string[] = [];
  const lobby = createLobbyConnection({
    onMessage: (message) => messages.push(message),
    onConnected: () => states.push("connected"),
    onDisconnected: () => states.push("disconnected"),
  });
  sockets.at(-1)?.open();
  return { lobby, messages, states };
}

/** The rooms that each socket was asked to watch. */
const watched = () =>
  // a page sends no other message to the lobby
  sockets.map(({ sent }) => sent.map((message) => (message as LobbyClientMessage).rooms));
const isOpen = () => sockets.map(({ readyState }) => readyState === FakeSocket.OPEN);

describe("the connection to the lobby", () => {
  it("passes messages on, and ignores those that this version does not know", () => {
    const { messages, states } = connect();
    expect(sockets.map(({ url }) => url)).toEqual([`wss://tutti.test/api/lobby/socket?v=${LOBBY_VERSION}`]);
    expect(states).toEqual(["connected"]);
    const activity = { type: "activity", rooms: { [ATTIC]: { activeUsers: 3 } } };
    sockets[0]?.receive({ type: "fireworks" });
    sockets[0]?.receive(activity);
    expect(messages).toEqual([activity]);
  });

  it("watches the rooms that it was given last, also those of before it was open and after it was lost", () => {
    const { lobby } = connect();
    lobby.watch([ATTIC]);
    lobby.watch([ATTIC, CELLAR]);
    sockets[0]?.close();
    vi.advanceTimersByTime(0);
    sockets[1]?.open();
    expect(watched()).toEqual([[[ATTIC], [ATTIC, CELLAR]], [[ATTIC, CELLAR]]]);
  });

  it("asks for nothing at first, and for no more rooms than the lobby watches", () => {
    const { lobby } = connect();
    expect(watched()).toEqual([[]]);
    lobby.watch(Array(WATCHED_ROOMS_MAX + 5).fill(ATTIC));
    expect(watched()[0]?.[0]).toHaveLength(WATCHED_ROOMS_MAX);
  });

  it("says that updates may be missed while it is lost, and from when on none is", () => {
    const { states } = connect();
    sockets[0]?.close();
    expect(states).toEqual(["connected", "disconnected"]);
    vi.advanceTimersByTime(0);
    sockets[1]?.open();
    expect(states).toEqual(["connected", "disconnected", "connected"]);
  });
});

describe("a page in the background", () => {
  it("is not connected, and connects again once it is visible", () => {
    const { lobby, states } = connect();
    lobby.watch([ATTIC]);
    setVisible(false);
    expect([isOpen(), states]).toEqual([[false], ["connected", "disconnected"]]);
    vi.advanceTimersByTime(60_000);
    expect(sockets).toHaveLength(1);
    setVisible(true);
    sockets[1]?.open();
    expect(states).toEqual(["connected", "disconnected", "connected"]);
    expect(watched()[1]).toEqual([[ATTIC]]);
  });

  it("does not connect when it loads", () => {
    page.visibilityState = "hidden";
    connect();
    expect(sockets).toEqual([]);
    setVisible(true);
    expect(sockets).toHaveLength(1);
  });

  it("stays without a connection when the network returns", () => {
    connect();
    setVisible(false);
    window.dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(1);
  });
});

describe("a lost connection", () => {
  it("is opened again at once when the network returns", () => {
    connect();
    sockets[0]?.close();
    vi.advanceTimersByTime(0);
    sockets[1]?.close();
    expect(sockets).toHaveLength(2);
    window.dispatchEvent(new Event("online"));
    expect(sockets).toHaveLength(3);
  });

  it("is not replaced while it works", () => {
    const { states } = connect();
    window.dispatchEvent(new Event("online"));
    setVisible(true);
    expect([sockets.length, isOpen(), states]).toEqual([1, [true], ["connected"]]);
  });

  it("is not opened again after the page was left", () => {
    const { lobby, states } = connect();
    lobby.close();
    expect([isOpen(), states]).toEqual([[false], ["connected", "disconnected"]]);
    window.dispatchEvent(new Event("online"));
    setVisible(true);
    vi.advanceTimersByTime(60_000);
    expect([sockets.length, vi.getTimerCount()]).toEqual([1, 0]);
  });
});
