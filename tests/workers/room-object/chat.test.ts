import { env, runInDurableObject } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { listMentions } from "#app/domain/chat/mentions.ts";
import type { ChatMessageId, RoomId, UserId } from "#app/domain/ids.ts";
import { MINUTE_MS } from "#app/domain/units.ts";
import type { ClientMessage, ServerMessage } from "#app/protocol/room-messages.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import { type Client, createClient } from "#tests/workers/support/client.ts";
import { evictRoom } from "#tests/workers/support/evict-room.ts";
import { joinRoom, type RoomDevice } from "#tests/workers/support/room-socket.ts";
import { seedUser, type TestUser } from "#tests/workers/support/seed-user.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { newId } from "#workers/crypto/random.ts";
import { roomObject } from "#workers/room-client/room-stub.ts";
import type { Room } from "#workers/room-object/room-object.ts";

type Chat = Extract<ServerMessage, { type: "chat" }>;
type Sent = { readonly error: string | null; readonly seq: number | null };

const devices: RoomDevice[] = [];
afterEach(() => {
  vi.restoreAllMocks();
  for (const { socket } of devices.splice(0)) socket.close(1000);
});

async function join(client: Client, id: string): Promise<RoomDevice> {
  const device = await joinRoom(client, id);
  devices.push(device);
  return device;
}

/** A room with an owner and people with roles in it. */
async function createChatRoom(...roles: readonly ("admin" | "participant" | "viewer")[]) {
  const host = await seedUser("Хозяйка");
  const owner = clientFor(host);
  const { id } = await owner.call("rooms.create", { name: "Chat" });
  const members: { readonly user: TestUser; readonly client: Client }[] = [];
  for (const role of roles) {
    const user = await seedUser(role === "admin" ? "Админ" : "Мира");
    await owner.call("members.add", { id, userId: user.person.id, role });
    members.push({ user, client: clientFor(user) });
  }
  return { id: id as RoomId, host, owner, members };
}

async function reply(device: RoomDevice, message: Extract<ClientMessage, { id: string }>): Promise<Sent> {
  device.send(message);
  for (;;) {
    const answer = await device.next("chat-reply");
    if (answer.id === message.id) return { error: answer.error, seq: answer.seq };
  }
}

type Options = { readonly id?: ChatMessageId; readonly replyTo?: number | null; readonly mentions?: readonly UserId[] };

function send(device: RoomDevice, text: string, options: Options = {}): Promise<Sent> {
  const { id = newId<ChatMessageId>(), replyTo = null, mentions = [] } = options;
  return reply(device, { type: "chat-send", id, text, replyTo, mentions });
}

/** Waits for the message with this text, in however many parts the changes arrive. */
async function nextWithText(device: RoomDevice, text: string): Promise<Chat> {
  for (;;) {
    const chat = await device.next("chat");
    if (chat.messages.some((message) => message.kind === "written" && message.text === text)) return chat;
  }
}

const textsOf = ({ messages }: Pick<Chat, "messages">) =>
  messages.map((message) => (message.kind === "written" ? message.text : null));

describe("the chat of a room", () => {
  it("CH1 sends a message to everyone, guests included, and lists it with its author", async () => {
    const { id, host, owner, members } = await createChatRoom("participant");
    const [author, listener] = [await join(members[0]?.client ?? owner, id), await join(createClient(), id)];
    expect(await send(author, "  Привет, мир!\u202e ")).toEqual({ error: null, seq: 1 });
    const chat = await nextWithText(listener, "Привет, мир!");
    expect(chat.people).toEqual([members[0]?.user.person]);
    const page = await createClient().call("chat.list", { id });
    expect(page).toMatchObject({ latestSeq: 1, firstSeq: 1, change: 1, isComplete: true, mutes: null });
    expect(textsOf(page)).toEqual(["Привет, мир!"]);
    expect((await owner.call("chat.list", { id })).mutes).toEqual([]);
    expect(host.person.id).not.toBe(members[0]?.user.person.id);
  });

  it("CH3 stores a message once that is sent again, also after an eviction and after its removal", async () => {
    const { id, owner } = await createChatRoom();
    const first = await join(owner, id);
    const messageId = newId<ChatMessageId>();
    for (let i = 0; i < 3; i++) expect(await send(first, "Раз", { id: messageId })).toEqual({ error: null, seq: 1 });
    await evictRoom(id);
    const second = await join(owner, id);
    expect(second.snapshot.chat).toMatchObject({ latestSeq: 1, change: 1 });
    expect(await send(second, "Раз", { id: messageId })).toEqual({ error: null, seq: 1 });
    await reply(second, { type: "chat-remove", id: "r", seq: 1 });
    expect(await send(second, "Раз", { id: messageId })).toEqual({ error: null, seq: 1 });
    expect(await send(second, "Два")).toEqual({ error: null, seq: 2 });
    expect(textsOf(await owner.call("chat.list", { id }))).toEqual([null, "Два"]);
  });

  it("CH2 lets only the author edit, and the author and managers remove", async () => {
    const { id, owner, members } = await createChatRoom("admin", "participant", "viewer");
    const [host, admin, author, viewer] = await Promise.all(
      [owner, ...members.map(({ client }) => client)].map((client) => join(client, id)),
    );
    if (!host || !admin || !author || !viewer) throw new Error("a device is missing");
    await send(author, "Мой текст");
    const edit = (device: RoomDevice, text: string) =>
      reply(device, { type: "chat-edit", id: "e", seq: 1, text, mentions: [] });
    const remove = (device: RoomDevice, seq: number) => reply(device, { type: "chat-remove", id: "r", seq });
    expect(await edit(admin, "Чужой")).toMatchObject({ error: "forbidden" });
    expect(await edit(viewer, "Чужой")).toMatchObject({ error: "forbidden" });
    expect(await edit(author, "Исправлено")).toEqual({ error: null, seq: 1 });
    const [message] = (await nextWithText(host, "Исправлено")).messages;
    expect(message).toMatchObject({ seq: 1, editedAtMs: expect.any(Number) });
    expect(await remove(viewer, 1)).toMatchObject({ error: "forbidden" });
    expect(await remove(admin, 1)).toEqual({ error: null, seq: 1 });
    expect(await remove(admin, 1)).toEqual({ error: null, seq: 1 });
    expect(await edit(author, "Снова")).toMatchObject({ error: "chat-message-not-found" });
    expect(await remove(author, 99)).toMatchObject({ error: "chat-message-not-found" });
    expect(await send(viewer, "Мне нельзя")).toMatchObject({ error: "forbidden" });
    expect(await send(await join(createClient(), id), "И мне")).toMatchObject({ error: "login-required" });
  });

  it("CH4 lists pages and what has changed since a change, and forgets the oldest messages", async () => {
    const { id, owner } = await createChatRoom();
    const device = await join(owner, id);
    await send(device, "Первое");
    await runInDurableObject(roomObject(env, id), (_: Room, { storage }) => {
      storage.sql.exec("UPDATE chat_counters SET value = ? WHERE key = 'seq'", chatLimits.keptMessages + 48);
    });
    await evictRoom(id);
    const again = await join(owner, id);
    for (const text of ["Второе", "Третье"]) await send(again, text);
    const page = await owner.call("chat.list", { id, limit: 1 });
    expect(textsOf(page)).toEqual(["Третье"]);
    expect(page.firstSeq).toBe(chatLimits.keptMessages + 49);
    expect(textsOf(await owner.call("chat.list", { id, beforeSeq: page.latestSeq }))).toEqual(["Второе"]);
    await reply(again, { type: "chat-edit", id: "e", seq: page.latestSeq - 1, text: "2-е", mentions: [] });
    expect(textsOf(await owner.call("chat.list", { id, sinceChange: page.change }))).toEqual(["2-е"]);
    expect(textsOf(await owner.call("chat.list", { id, sinceChange: page.change + 1 }))).toEqual([]);
  });

  it("CH5 slow mode makes everyone but managers wait, also after connecting again", async () => {
    const { id, owner, members } = await createChatRoom("participant");
    const client = members[0]?.client ?? owner;
    const [host, author] = [await join(owner, id), await join(client, id)];
    await owner.call("chat.setSlowMode", { id, slowModeMs: MINUTE_MS });
    expect((await author.next("chat-limits")).limits).toMatchObject({ slowModeMs: MINUTE_MS, lastSentAtMs: null });
    expect(await send(author, "Раз")).toMatchObject({ error: null });
    expect((await author.next("chat-limits")).limits.lastSentAtMs).toEqual(expect.any(Number));
    expect(await send(author, "Два")).toMatchObject({ error: "chat-slow-mode" });
    const again = await join(client, id);
    expect(again.snapshot.chat.limits.slowModeMs).toBe(MINUTE_MS);
    expect(await send(again, "Два")).toMatchObject({ error: "chat-slow-mode" });
    for (const text of ["А", "Б"]) expect(await send(host, text)).toMatchObject({ error: null });
    skipTime(MINUTE_MS);
    expect(await send(again, "Два")).toMatchObject({ error: null });
  });

  it("CH6 a muted person cannot write until the mute ends or is lifted, and can remove own messages", async () => {
    const { id, owner, members } = await createChatRoom("admin", "participant");
    const [adminMember, member] = members;
    if (!adminMember || !member) throw new Error("a member is missing");
    const author = await join(member.client, id);
    await send(author, "Раз");
    const userId = member.user.person.id;
    const { mutes } = await adminMember.client.call("chat.mute", { id, userId, durationMs: 10 * MINUTE_MS });
    expect(mutes).toMatchObject([{ person: member.user.person }]);
    expect((await author.next("chat-limits")).limits.mute).toEqual({ untilMs: expect.any(Number) });
    expect(await send(author, "Два")).toMatchObject({ error: "chat-muted" });
    expect(await reply(author, { type: "chat-remove", id: "r", seq: 1 })).toMatchObject({ error: null });
    skipTime(10 * MINUTE_MS);
    expect(await send(author, "Два")).toMatchObject({ error: null });
    await owner.call("chat.mute", { id, userId, durationMs: null });
    expect(await send(author, "Три")).toMatchObject({ error: "chat-muted" });
    expect((await owner.call("chat.unmute", { id, userId })).mutes).toEqual([]);
    expect(await send(author, "Три")).toMatchObject({ error: null });
    const hostId = (await owner.call("rooms.getState", { id })).state.info.owner.id;
    expect(await adminMember.client.refusal("chat.mute", { id, userId: hostId, durationMs: null })).toBe("forbidden");
    const stranger = (await seedUser("Чужая")).person.id;
    expect(await owner.refusal("chat.mute", { id, userId: stranger, durationMs: null })).toBe("member-not-found");
  });

  it("CH7 stores mentions by id, and shows unread messages and mentions after a reconnect", async () => {
    const { id, owner, members } = await createChatRoom("participant");
    const [member] = members;
    if (!member) throw new Error("the member is missing");
    const [host, reader] = [await join(owner, id), await join(member.client, id)];
    await send(host, "Раньше");
    reader.send({ type: "chat-read", seq: 1 });
    await reader.probe();
    reader.socket.close(1000);
    const { person } = member.user;
    await send(host, `@${person.name}, @Никто: привет`, { mentions: [person.id, newId<UserId>()] });
    const [message] = (await owner.call("chat.list", { id, limit: 1 })).messages;
    expect(message?.kind === "written" && listMentions(message.text)).toEqual([person.id]);
    const { chat } = (await join(member.client, id)).snapshot;
    expect(chat).toMatchObject({ readSeq: 1, unread: 1, mention: { seq: 2 } });
    const guest = (await join(createClient(), id)).snapshot.chat;
    expect(guest).toMatchObject({ readSeq: null, unread: 0, mention: null });
  });

  it("CH8 joins the messages of a moment into one frame, without gaps between the changes", async () => {
    const { id, owner } = await createChatRoom();
    const [host, listener] = [await join(owner, id), await join(createClient(), id)];
    await Promise.all(Array.from({ length: 10 }, (_, i) => send(host, `Сообщение ${i}`)));
    const frames: Chat[] = [];
    while ((frames.at(-1)?.change ?? 0) < 10) frames.push(await listener.next("chat"));
    expect(frames.length).toBeLessThan(5);
    expect(frames.flatMap(({ messages }) => messages.map(({ seq }) => seq))).toEqual([1, 2, 3, 4, 5, 6, 7, 8, 9, 10]);
    expect(frames.map(({ fromChange }) => fromChange)).toEqual([0, ...frames.slice(0, -1).map(({ change }) => change)]);
  });

  it("CH9 refuses messages that come too fast, and does not close the connection", async () => {
    const { id, owner } = await createChatRoom();
    // the allowance does not refill
    vi.setSystemTime(Date.now());
    const host = await join(owner, id);
    const answers = await Promise.all(Array.from({ length: 30 }, (_, i) => send(host, `Сообщение ${i}`)));
    const errors = Array.from({ length: 30 }, (_, i) => (i < chatLimits.writeBurst ? null : "too-many-messages"));
    expect(answers.map(({ error }) => error)).toEqual(errors);
    await host.probe();
  });

  it("CH10 removes the messages, mentions and marks of a deleted account", async () => {
    const { id, host, owner, members } = await createChatRoom("participant");
    const [member] = members;
    if (!member) throw new Error("the member is missing");
    const { person } = member.user;
    const [hosts, author] = [await join(owner, id), await join(member.client, id)];
    await send(author, "Моё");
    await send(hosts, `@${person.name}, ответ`, { mentions: [person.id], replyTo: 1 });
    await expect
      .poll(
        async () => (await env.DB.prepare("SELECT user_id FROM room_contributors WHERE room_id = ?").bind(id).all()).results,
      )
      .toHaveLength(2);
    const rooms = roomObject(env, id);
    const { info } = (await owner.call("rooms.getState", { id })).state;
    await rooms.removePerson({ info, epochs: { accessEpoch: 0, mediaEpoch: 0 } }, person.id);
    let chat = await hosts.next("chat");
    while (chat.removedPeople.length === 0) chat = await hosts.next("chat");
    expect(chat.removedPeople).toEqual([person.id]);
    const page = await owner.call("chat.list", { id });
    expect(page.messages).toMatchObject([{ kind: "removed" }, { kind: "written", authorId: host.person.id }]);
    expect(page.people).toEqual([host.person]);
    const stored = await runInDurableObject(rooms, (_: Room, { storage }) =>
      ["chat_messages", "chat_people", "chat_reads", "chat_mutes", "chat_mentions"].map((table) =>
        storage.sql.exec(`SELECT * FROM ${table}`).toArray(),
      ),
    );
    const [messages = [], ...others] = stored;
    expect(JSON.stringify(others)).not.toContain(person.id);
    expect(messages[0]).toMatchObject({ author: null, text: null });
    expect(JSON.stringify(stored)).not.toContain("Моё");
  });

  it("CH11 announces who types, and nothing of people who may not write", async () => {
    const { id, owner, members } = await createChatRoom("viewer");
    const [host, viewer] = [await join(owner, id), await join(members[0]?.client ?? owner, id)];
    viewer.send({ type: "chat-typing", isTyping: true });
    expect((await viewer.next("error")).error).toBe("forbidden");
    host.send({ type: "chat-typing", isTyping: true });
    expect(await viewer.next("chat-typing")).toMatchObject({ typing: [host.snapshot.self.userId], stopped: [] });
  });
});
