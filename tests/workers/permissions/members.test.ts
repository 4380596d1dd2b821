import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import type { FunctionName } from "#workers/functions/registry.ts";
import { browserOf, type Callers, type Someone, seedCallers } from "./callers.ts";
import {
  ACTORS,
  type ActorRole,
  expectedGift,
  expectedOwnershipTransfer,
  expectedRemoval,
  expectedRoleChange,
  GIVEN,
  RELATIONS,
  type Relation,
  TARGETS,
  type TargetRole,
} from "./expected-members.ts";
import { giveEveryoneRoles, type SeededRoom, seedRoom } from "./seeded-room.ts";

type Row = { readonly user_id: UserId; readonly role: string; readonly invited_by: UserId | null };
type Pair = { readonly actor: ActorRole; readonly target: TargetRole };

let cast: Callers;
let room: SeededRoom;
beforeAll(async () => {
  cast = await seedCallers();
  room = await seedRoom(cast, "public");
});

async function rowsOf(): Promise<readonly Row[]> {
  const read = env.DB.prepare("SELECT user_id, role, invited_by FROM members WHERE room_id = ? ORDER BY user_id");
  return (await read.bind(room.id).all<Row>()).results;
}

const roleOf = (rows: readonly Row[], { person }: Someone) => rows.find(({ user_id }) => user_id === person.id)?.role;

/** Seats the two who have to do with each other; everybody else stays. */
async function seat({ actor, target }: Pair, relation: Relation): Promise<{ actor: Someone; target: Someone }> {
  const [one, other] = [cast[actor], personOf(target, cast[actor])];
  const put = env.DB.prepare(
    "INSERT OR REPLACE INTO members (room_id, user_id, role, invited_by, created_at_ms, changed_at_ms) VALUES (?, ?, ?, ?, 1, ?)",
  );
  const roles = [
    { someone: one, role: actor, invitedBy: relation === "target invited actor" ? other : null },
    { someone: other, role: target, invitedBy: relation === "actor invited target" ? one : null },
  ].filter(({ role }) => role !== "stranger" && role !== "nobody" && role !== "self");
  for (const { someone, role, invitedBy } of roles) {
    await put.bind(room.id, someone.person.id, role, invitedBy?.person.id ?? null, Date.now()).run();
  }
  return { actor: one, target: other };
}

function personOf(target: TargetRole, actor: Someone): Someone {
  if (target === "self") return actor;
  if (target === "nobody") return cast.newcomer;
  return target === "owner" ? cast.owner : cast.colleague;
}

/** What is wrong with the outcome and with what it has done; null: nothing. */
async function tryOut(
  { actor, name, args, expected }: { actor: Someone; name: FunctionName; args: object; expected: string },
  isDone: (rows: readonly Row[]) => boolean,
): Promise<string | null> {
  const before = await rowsOf();
  const outcome = (await browserOf(actor).refusal(name, { id: room.id, ...args })) ?? "ok";
  const after = await rowsOf();
  const isSame = JSON.stringify(after) === JSON.stringify(before);
  if (!isSame) await giveEveryoneRoles(cast, room);
  if (outcome !== expected) return `${outcome}, not ${expected}`;
  if (outcome !== "ok") return isSame ? null : "refused, and something has changed";
  return isDone(after) ? null : "it has not happened";
}

async function wrongOf(targets: readonly string[], attempt: (target: string) => Promise<string | null>): Promise<string[]> {
  const wrong: string[] = [];
  for (const target of targets) {
    const complaint = await attempt(target);
    if (complaint) wrong.push(`${target}: ${complaint}`);
  }
  return wrong;
}

describe("one member and another", () => {
  describe.each(RELATIONS)("%s", (relation) => {
    it.each(ACTORS)("MB2 %s removes whom the table says", async (actor) => {
      const targets = TARGETS.filter((target) => expectedRemoval({ actor, target }, relation) !== "-");
      const wrong = await wrongOf(targets, async (name) => {
        const pair = { actor, target: name as TargetRole };
        const memberRow = await seat(pair, relation);
        const args = { userId: memberRow.target.person.id };
        const expected = expectedRemoval(pair, relation);
        const gone = (rows: readonly Row[]) => roleOf(rows, memberRow.target) === undefined;
        return tryOut({ actor: memberRow.actor, name: "members.remove", args, expected }, gone);
      });
      expect(wrong).toEqual([]);
    });
  });

  it.each(ACTORS)("MB3 %s gives roles to whom the table says", async (actor) => {
    const targets = TARGETS.filter((target) => expectedRoleChange({ actor, target }) !== "-");
    const cells = targets.flatMap((target) => GIVEN.map((role) => `${target} → ${role}`));
    const wrong = await wrongOf(cells, async (cell) => {
      const [target, role = ""] = cell.split(" → ");
      const pair = { actor, target: target as TargetRole };
      const memberRow = await seat(pair, "unrelated");
      const args = { userId: memberRow.target.person.id, role };
      const has = (rows: readonly Row[]) => roleOf(rows, memberRow.target) === role;
      return tryOut({ actor: memberRow.actor, name: "members.changeRole", args, expected: expectedRoleChange(pair) }, has);
    });
    expect(wrong).toEqual([]);
  });

  it.each(ACTORS)("MB4 %s hands the room over to whom the table says", async (actor) => {
    const targets = TARGETS.filter((target) => expectedOwnershipTransfer({ actor, target }) !== "-");
    const wrong = await wrongOf(targets, async (name) => {
      const pair = { actor, target: name as TargetRole };
      const memberRow = await seat(pair, "unrelated");
      const args = { userId: memberRow.target.person.id };
      const owns = (rows: readonly Row[]) =>
        roleOf(rows, memberRow.target) === "owner" && roleOf(rows, memberRow.actor) === "admin" && ownersOf(rows) === 1;
      return tryOut(
        { actor: memberRow.actor, name: "members.transferOwnership", args, expected: expectedOwnershipTransfer(pair) },
        owns,
      );
    });
    expect(wrong).toEqual([]);
  });

  it.each(ACTORS)("MB1 %s lets others in as what the table says", async (actor) => {
    const wrong = await wrongOf(GIVEN, async (name) => {
      const role = name as (typeof GIVEN)[number];
      await seat({ actor, target: "nobody" }, "unrelated");
      const expected = expectedGift(actor, role, "invite");
      const args = { username: cast.newcomer.username, role };
      const has = (rows: readonly Row[]) =>
        rows.some(
          (row) => row.user_id === cast.newcomer.person.id && row.invited_by === cast[actor].person.id && row.role === role,
        );
      const added = await tryOut({ actor: cast[actor], name: "members.add", args, expected }, has);
      const link = { role, expiresInMs: 3_600_000, uses: 1 };
      return added ?? tryOut({ actor: cast[actor], name: "invites.create", args: link, expected }, () => true);
    });
    expect(wrong).toEqual([]);
  });

  it.each(ACTORS)("MB6 %s answers who asks as the table says", async (actor) => {
    const wrong = await wrongOf(GIVEN, async (name) => {
      const role = name as (typeof GIVEN)[number];
      await seat({ actor, target: "nobody" }, "unrelated");
      const args = { userId: cast.asker.person.id, role };
      const has = (rows: readonly Row[]) => roleOf(rows, cast.asker) === role;
      const expected = expectedGift(actor, role, "approve");
      return tryOut({ actor: cast[actor], name: "access.approve", args, expected }, has);
    });
    expect(wrong).toEqual([]);
  });
});

const ownersOf = (rows: readonly Row[]) => rows.filter(({ role }) => role === "owner").length;

describe("ways around the table", () => {
  it("a denial is not washed away by leaving, by taking a request back, or by asking by the room's url", async () => {
    await giveEveryoneRoles(cast, room);
    const denied = browserOf(cast.rejected);
    const userId = cast.rejected.person.id;
    expect(await denied.refusal("members.remove", { id: room.id, userId })).toBe("forbidden");
    expect(await denied.refusal("access.cancel", { id: room.id })).toBe("request-gone");
    for (const id of [room.id, room.info.url, room.info.url.toUpperCase()]) {
      expect(await denied.refusal("access.request", { id })).toBe("request-denied");
    }
    expect(roleOf(await rowsOf(), cast.rejected)).toBe("rejected");
  });

  it("nobody who is in becomes something else by being let in once more", async () => {
    await giveEveryoneRoles(cast, room);
    const before = await rowsOf();
    const admin = browserOf(cast.admin);
    const { code } = await admin.call("invites.create", { id: room.id, role: "admin", expiresInMs: 3_600_000, uses: 9 });
    for (const someone of [cast.owner, cast.admin, cast.editor, cast.participant, cast.viewer]) {
      const add = { id: room.id, username: someone.username, role: "viewer" };
      expect(await browserOf(cast.participant).refusal("members.add", add)).toBe("already-member");
      await browserOf(someone).call("invites.accept", { code });
    }
    expect(await rowsOf()).toEqual(before);
  });

  it("a link is worth what its maker may still give", async () => {
    await giveEveryoneRoles(cast, room);
    const make = { id: room.id, expiresInMs: 3_600_000, uses: 9 };
    const { code } = await browserOf(cast.admin).call("invites.create", { ...make, role: "admin" });
    const look = () => browserOf(cast.stranger).refusal("invites.look", { code });
    expect(await look()).toBeUndefined();
    const owner = browserOf(cast.owner);
    const userId = cast.admin.person.id;
    for (const role of ["editor", "viewer"] as const) {
      await owner.call("members.changeRole", { id: room.id, userId, role });
      expect(await look()).toBe("invite-gone");
      expect(await browserOf(cast.stranger).refusal("invites.accept", { code })).toBe("invite-gone");
    }
    await owner.call("members.remove", { id: room.id, userId });
    expect(await browserOf(cast.admin).refusal("invites.accept", { code })).toBe("invite-gone");
    expect(roleOf(await rowsOf(), cast.stranger)).toBeUndefined();
  });

  it("what belongs to one room is nothing in another, for its owner too", async () => {
    await giveEveryoneRoles(cast, room);
    const mallory = browserOf(cast.stranger);
    const { id } = await mallory.call("rooms.create", { name: "Elsewhere" });
    const userId = cast.asker.person.id;
    const before = await rowsOf();
    expect(await mallory.refusal("access.approve", { id, userId })).toBe("request-gone");
    expect(await mallory.refusal("members.remove", { id, userId: cast.editor.person.id })).toBe("member-not-found");
    expect(await mallory.refusal("members.changeRole", { id, userId: cast.editor.person.id, role: "admin" })).toBe(
      "member-not-found",
    );
    expect(await mallory.refusal("invites.revoke", { id, inviteId: room.invite.id })).toBe("invite-gone");
    expect(await mallory.refusal("rooms.update", { id: room.id, name: "Mine" })).toBe("forbidden");
    expect(await rowsOf()).toEqual(before);
  });

  it("of two answers at the same time one counts, and one owner stays whoever does what at the same time", async () => {
    const [owner, admin, editor] = [browserOf(cast.owner), browserOf(cast.admin), browserOf(cast.editor)];
    for (let round = 0; round < 8; round++) {
      await giveEveryoneRoles(cast, room);
      const asker = { id: room.id, userId: cast.asker.person.id };
      const answers = await Promise.all([
        owner.refusal("access.approve", { ...asker, role: "editor" }),
        admin.refusal("access.reject", asker),
        browserOf(cast.asker).refusal("access.cancel", { id: room.id }),
      ]);
      expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(1);
      await Promise.all([
        owner.refusal("members.transferOwnership", { id: room.id, userId: cast.editor.person.id }),
        owner.refusal("members.transferOwnership", { id: room.id, userId: cast.viewer.person.id }),
        editor.refusal("members.remove", { id: room.id, userId: cast.editor.person.id }),
        admin.refusal("members.changeRole", { id: room.id, userId: cast.viewer.person.id, role: "admin" }),
      ]);
      const rows = await rowsOf();
      expect(ownersOf(rows)).toBe(1);
      const named = await env.DB.prepare("SELECT owner_id FROM rooms WHERE id = ?").bind(room.id).first<{ owner_id: UserId }>();
      expect(rows.find(({ role }) => role === "owner")?.user_id).toBe(named?.owner_id);
    }
  });
});
