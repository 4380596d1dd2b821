import { env } from "cloudflare:test";
import { strFromU8, unzipSync } from "fflate";
import { describe, expect, it } from "vitest";
import type { ChatMessageId, RoomId } from "#app/domain/ids.ts";
import { createDb } from "#db/client.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import type { Client } from "#tests/workers/support/client.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";
import { finishAccountRemoval } from "#workers/accounts/remove-account.ts";
import { newId } from "#workers/crypto/random.ts";

async function createRoom(owner: Client, name: string): Promise<RoomId> {
  return (await owner.call("rooms.create", { name })).id as RoomId;
}

function send(client: Client, id: RoomId, text: string) {
  return client.call("chat.send", { id, messageId: newId<ChatMessageId>(), text, mentions: [], replyTo: null });
}

const listContributors = async (id: RoomId) =>
  (await env.DB.prepare("SELECT user_id FROM room_contributors WHERE room_id = ? ORDER BY user_id").bind(id).all()).results.map(
    ({ user_id }) => user_id,
  );

/** A person who has written in a room and has no role in it any more. */
async function createFormerMember() {
  const [host, member] = [await seedUser("Хозяйка"), await seedUser("Мира")];
  const [owner, client] = [clientFor(host), clientFor(member)];
  const id = await createRoom(owner, "Chat");
  const userId = member.person.id;
  await owner.call("members.add", { id, userId, role: "participant" });
  await send(client, id, "Моё сообщение");
  await expect.poll(() => listContributors(id)).toEqual([userId]);
  await owner.call("members.remove", { id, userId });
  return { id, owner, client, userId };
}

describe("the messages of an account", () => {
  it("CH10 disappear with the account, also from rooms in which it has no role", async () => {
    const { id, owner, userId } = await createFormerMember();
    const removal = { env, db: createDb(env.DB), userId, nowMs: Date.now() };
    await finishAccountRemoval({ ...removal, beforeMs: 0 });
    const page = await owner.call("chat.list", { id });
    expect(page.messages).toMatchObject([{ kind: "removed" }]);
    expect(page.people).toEqual([]);
    expect(await listContributors(id)).toEqual([]);
  });

  it("are part of the export, from rooms that the person may enter now", async () => {
    const { id, owner, client } = await createFormerMember();
    const read = async () => {
      const archive = unzipSync(new Uint8Array(await (await client.fetch("/api/account/export")).arrayBuffer()));
      return JSON.parse(strFromU8(archive["chat.json"] ?? new Uint8Array(0))) as unknown;
    };
    expect(await read()).toEqual([{ room: "Chat", sentAt: expect.any(String), editedAt: null, text: "Моё сообщение" }]);
    await owner.call("rooms.update", { id, password: "open sesame" });
    expect(await read()).toEqual([]);
  });
});
