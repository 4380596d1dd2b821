import { beforeEach, describe, expect, it } from "vitest";
import type { ChatMessageId } from "#app/domain/ids.ts";
import type { ChatStore } from "#app/features/chat/chat-store.ts";
import { createVirtualTime, type VirtualTime } from "#tests/support/virtual-time.ts";
import { ANNA, simulateChat } from "./simulated-chat.ts";

let time: VirtualTime;
let room: ReturnType<typeof simulateChat>;

beforeEach(() => {
  time = createVirtualTime(1_000_000);
  room = simulateChat(time);
});

/** Lets requests that are answered at once arrive. */
async function settle(): Promise<void> {
  for (let i = 0; i < 20; i++) await Promise.resolve();
}

async function openChat(): Promise<ChatStore> {
  const store = room.openPage();
  store.open();
  await settle();
  return store;
}

let count = 0;
const draft = (text: string) => {
  count += 1;
  return { id: `message-${count}` as ChatMessageId, text, mentions: [], replyTo: null };
};
const textsOf = (store: ChatStore) =>
  (store.view.get().window?.messages ?? []).map((message) => (message.kind === "written" ? message.text : null));
const unsentOf = (store: ChatStore) => store.outbox.messages.get().map(({ text, error }) => [text, error]);

describe("a message that is sent", () => {
  it("CH15 is shown at once, and at its place when it arrives", async () => {
    const store = await openChat();
    room.breakLink();
    store.send(draft("Привет"));
    expect([textsOf(store), unsentOf(store)]).toEqual([[], [["Привет", null]]]);
    room.restoreLink();
    await settle();
    expect([textsOf(store), unsentOf(store), room.unsent.size]).toEqual([["Привет"], [], 0]);
  });

  it("CH15 makes way for the next ones, although it arrives before the reply", async () => {
    const store = await openChat();
    const texts = ["Раз", "Два", "Три", "Четыре", "Пять"];
    for (const text of texts) store.send(draft(text));
    await settle();
    expect([textsOf(store), unsentOf(store)]).toEqual([texts, []]);
  });

  it("CH3 CH15 is stored once if the reply is lost, also after a reload of the page", async () => {
    const store = await openChat();
    room.loseReplies();
    store.send(draft("Раз"));
    room.breakLink();
    expect(unsentOf(store)).toEqual([["Раз", null]]);
    const reloaded = room.openPage();
    expect(unsentOf(reloaded)).toEqual([["Раз", null]]);
    room.restoreLink();
    reloaded.open();
    await settle();
    expect(room.storedTexts()).toEqual(["Раз"]);
    expect([textsOf(reloaded), unsentOf(reloaded), room.unsent.size]).toEqual([["Раз"], [], 0]);
  });

  it("CH15 stays with the reason if the room refuses it, until it is sent again or given up", async () => {
    const store = await openChat();
    room.refuse("chat-slow-mode");
    const first = draft("Раз");
    const second = draft("Два");
    store.send(first);
    store.send(second);
    expect(unsentOf(store)).toEqual([
      ["Раз", "chat-slow-mode"],
      ["Два", "chat-slow-mode"],
    ]);
    expect(unsentOf(room.openPage())).toEqual(unsentOf(store));
    const again = await openChat();
    room.refuse(null);
    again.outbox.retry(first.id);
    again.outbox.discard(second.id);
    await settle();
    expect([textsOf(again), unsentOf(again), room.unsent.size]).toEqual([["Раз"], [], 0]);
  });

  it("CH15 is given up while it waits, and makes way for the next ones", async () => {
    const store = await openChat();
    room.breakLink();
    const first = draft("Раз");
    store.send(first);
    store.outbox.discard(first.id);
    room.restoreLink();
    expect([room.storedTexts(), unsentOf(store), room.unsent.size]).toEqual([[], [], 0]);
    room.loseReplies();
    const unanswered = draft("Два");
    for (const message of [unanswered, draft("Три"), draft("Четыре"), draft("Пять")]) store.send(message);
    expect(room.storedTexts()).toEqual(["Два", "Три", "Четыре"]);
    store.outbox.discard(unanswered.id);
    expect(room.storedTexts()).toEqual(["Два", "Три", "Четыре", "Пять"]);
  });

  it("CH9 is sent again a little later if messages came too fast", async () => {
    const store = await openChat();
    room.refuse("too-many-messages");
    store.send(draft("Раз"));
    expect(unsentOf(store)).toEqual([["Раз", null]]);
    room.refuse(null);
    time.advance(2000);
    await settle();
    expect([textsOf(store), unsentOf(store)]).toEqual([["Раз"], []]);
  });
});

describe("an edit or a removal", () => {
  it("is sent again after a lost connection", async () => {
    const store = await openChat();
    for (const text of ["Раз", "Два"]) store.send(draft(text));
    room.breakLink();
    store.changes.add(1, { kind: "edit", text: "Один", mentions: [] });
    store.changes.add(2, { kind: "remove" });
    expect(room.storedTexts()).toEqual(["Раз", "Два"]);
    room.restoreLink();
    await settle();
    expect([textsOf(store), store.changes.changes.get()]).toEqual([["Один", null], []]);
  });

  it("keeps the text of a refused edit, and reports a refused removal", async () => {
    const store = await openChat();
    store.send(draft("Раз"));
    room.refuse("chat-muted");
    store.changes.add(1, { kind: "edit", text: "Один", mentions: [] });
    expect(store.changes.changes.get()).toMatchObject([{ change: { text: "Один" }, error: "chat-muted" }]);
    store.changes.add(1, { kind: "remove" });
    expect([store.changes.changes.get(), room.refusals]).toEqual([[], ["chat-muted"]]);
  });
});

describe("the messages of a page", () => {
  it("CH16 have no gap after a lost connection, and earlier messages are as they are now", async () => {
    const store = await openChat();
    for (const text of ["Раз", "Два", "Три"]) room.write(ANNA, text);
    room.breakLink();
    room.edit(1, "Один");
    room.remove(2);
    for (const text of ["Четыре", "Пять"]) room.write(ANNA, text);
    room.restoreLink();
    await settle();
    expect(textsOf(store)).toEqual(["Один", null, "Три", "Четыре", "Пять"]);
  });

  it("CH16 start again from the latest ones if too many were missed", async () => {
    const store = await openChat();
    room.write(ANNA, "Раз");
    room.breakLink();
    for (let i = 0; i < 300; i++) room.write(ANNA, `Сообщение ${i}`);
    room.restoreLink();
    await settle();
    expect(textsOf(store)).toHaveLength(50);
    expect(textsOf(store).at(-1)).toBe("Сообщение 299");
    store.setFollowing(false);
    store.loadOlder();
    await settle();
    expect(textsOf(store)).toHaveLength(100);
    expect(await store.reach(1)).toBe("reached");
    expect(textsOf(store)).toHaveLength(301);
  });

  it("CH16 can be asked for again after a failure", async () => {
    room.write(ANNA, "Раз");
    room.failToList("network");
    const store = await openChat();
    expect(store.view.get()).toMatchObject({ window: null, failure: { part: "latest", error: "network" } });
    room.failToList(null);
    store.retry();
    await settle();
    expect(textsOf(store)).toEqual(["Раз"]);
    room.breakLink();
    room.write(ANNA, "Два");
    room.failToList("internal");
    room.restoreLink();
    await settle();
    expect(store.view.get().failure).toEqual({ part: "missed", error: "internal" });
    room.failToList(null);
    store.retry();
    await settle();
    expect(textsOf(store)).toEqual(["Раз", "Два"]);
  });

  it("CH16 are not asked for again by scrolling after older ones have failed to load, but on request", async () => {
    for (let i = 0; i < 60; i++) room.write(ANNA, `Сообщение ${i}`);
    const store = await openChat();
    store.setFollowing(false);
    room.failToList("network");
    for (let i = 0; i < 3; i++) {
      store.loadOlder();
      await settle();
    }
    expect(store.view.get().failure).toEqual({ part: "older", error: "network" });
    expect(room.listRequests).toEqual([{}, { beforeSeq: 11 }]);
    room.failToList(null);
    store.retry();
    await settle();
    expect(room.listRequests).toHaveLength(3);
    expect(textsOf(store)).toHaveLength(60);
  });

  it("CH16 are bounded while the user follows the chat", async () => {
    const store = await openChat();
    for (let i = 0; i < 400; i++) room.write(ANNA, `Сообщение ${i}`);
    expect(textsOf(store)).toHaveLength(300);
    store.setFollowing(false);
    for (let i = 0; i < 100; i++) room.write(ANNA, `Ещё ${i}`);
    expect(textsOf(store)).toHaveLength(400);
  });

  it("CH16 are bounded while the user reads earlier ones, which stay longer", async () => {
    const store = await openChat();
    for (let i = 0; i < 100; i++) room.write(ANNA, `Сообщение ${i}`);
    const again = await openChat();
    again.setFollowing(false);
    again.loadOlder();
    await settle();
    for (let i = 0; i < 1010; i++) room.write(ANNA, `Ещё ${i}`);
    expect(textsOf(again)).toHaveLength(1050);
    expect(textsOf(store)).toHaveLength(100);
  });

  it("CH16 are those at the end when the chat is opened again", async () => {
    const store = await openChat();
    store.setFollowing(false);
    store.close();
    expect(store.following.get()).toBe(true);
  });

  it("keep what their replies answer after older messages have left the page", async () => {
    const store = await openChat();
    const [answered, other] = [room.write(ANNA, "Вопрос"), room.write(ANNA, "Мимо")];
    for (let i = 0; i < 299; i++) room.write(ANNA, `Сообщение ${i}`, { replyTo: i === 200 ? answered.seq : null });
    const window = store.view.get().window;
    if (!window) throw new Error("the chat is open");
    expect(window.messages[0]?.seq).toBe(2);
    room.write(ANNA, "Ещё");
    const { quotes } = store.view.get().window ?? window;
    expect([...quotes.keys()]).toEqual([answered.seq]);
    expect(quotes.has(other.seq)).toBe(false);
    room.edit(answered.seq, "Вопрос?");
    expect(store.view.get().window?.quotes.get(answered.seq)).toMatchObject({ text: "Вопрос?" });
  });

  it("are spoken only some time after others were loaded", async () => {
    room.write(ANNA, "Раз");
    const store = room.openPage();
    const states: unknown[] = [];
    store.view.subscribe(() => {
      const { window, isSpoken } = store.view.get();
      states.push([window?.messages.length ?? 0, isSpoken]);
    });
    store.open();
    await settle();
    expect(states).not.toContainEqual([1, true]);
    time.advance(500);
    expect(store.view.get().isSpoken).toBe(true);
    room.write(ANNA, "Два");
    expect(states.at(-1)).toEqual([2, true]);
    room.breakLink();
    room.write(ANNA, "Три");
    room.restoreLink();
    expect(store.view.get().isSpoken).toBe(false);
  });
});

describe("typing and reading", () => {
  it("CH11 are announced no more often than needed, and expire", async () => {
    const store = await openChat();
    const sent = () => room.received.filter(({ type }) => type === "chat-typing").length;
    for (let i = 0; i < 10; i++) store.typing.notice(true);
    expect(sent()).toBe(1);
    time.advance(3000);
    store.typing.notice(true);
    store.typing.notice(false);
    store.typing.notice(false);
    expect(sent()).toBe(3);
    store.typing.start([ANNA]);
    expect(store.typing.people.get()).toEqual([ANNA]);
    time.advance(6000);
    expect(store.typing.people.get()).toEqual([]);
    store.typing.start([ANNA]);
    room.write(ANNA, "Готово");
    expect(store.typing.people.get()).toEqual([]);
  });

  it("send a read mark at most every three seconds, and when the chat is closed", async () => {
    const store = await openChat();
    const sent = () => room.received.flatMap((message) => (message.type === "chat-read" ? message.seq : []));
    for (const seq of [1, 2, 3]) store.readMark.set(seq);
    expect(sent()).toEqual([1]);
    time.advance(3000);
    expect(sent()).toEqual([1, 3]);
    store.readMark.set(4);
    store.close();
    expect(sent()).toEqual([1, 3, 4]);
  });
});
