import { env } from "cloudflare:test";
import { beforeAll, describe, expect, it } from "vitest";
import type { UserId } from "#app/domain/ids.ts";
import { HOUR_MS } from "#app/domain/units.ts";
import type { TestUser } from "#tests/workers/support/seed-user.ts";
import type { FunctionName } from "#workers/api/registry.ts";
import { type Callers, clientFor, seedCallers } from "./callers.ts";
import {
  ACTORS,
  type ActorRole,
  expectedGrant,
  expectedOwnershipTransfer,
  expectedRemoval,
  expectedRoleChange,
  GRANTED_ROLES,
  type GrantedRole,
  RELATIONS,
  type Relation,
  TARGETS,
  type TargetRole,
} from "./expected-member-changes.ts";
import { resetRoomRows, type SeededRoom, seedRoom } from "./seeded-room.ts";

type Row = { readonly user_id: UserId; readonly role: string; readonly invited_by: UserId | null };
type Pair = { readonly actor: ActorRole; readonly target: TargetRole };

let callers: Callers;
let room: SeededRoom;
beforeAll(async () => {
  callers = await seedCallers();
  room = await seedRoom(callers, "public");
});

async function readMembers(): Promise<readonly Row[]> {
  const query = env.DB.prepare("SELECT user_id, role, invited_by FROM members WHERE room_id = ? ORDER BY user_id");
  return (await query.bind(room.id).all<Row>()).results;
}

function findRole(rows: readonly Row[], { person }: TestUser): string | undefined {
  return rows.find(({ user_id }) => user_id === person.id)?.role;
}

const countOwners = (rows: readonly Row[]) => rows.filter(({ role }) => role === "owner").length;

/** Gives the pair their roles and sets who has invited whom. The other members keep their rows. */
async function setUpPair({ actor, target }: Pair, relation: Relation): Promise<{ actor: TestUser; target: TestUser }> {
  const actorUser = callers[actor];
  const targetUser = findTarget(target, actorUser);
  const insert = env.DB.prepare(
    "INSERT OR REPLACE INTO members (room_id, user_id, role, invited_by, created_at_ms, changed_at_ms) VALUES (?, ?, ?, ?, 1, ?)",
  );
  const members = [
    { user: actorUser, role: actor, inviter: relation === "target invited actor" ? targetUser : null },
    { user: targetUser, role: target, inviter: relation === "actor invited target" ? actorUser : null },
  ].filter(({ role }) => role !== "spectator" && role !== "newcomer" && role !== "self");
  for (const { user, role, inviter } of members) {
    await insert.bind(room.id, user.person.id, role, inviter?.person.id ?? null, Date.now()).run();
  }
  return { actor: actorUser, target: targetUser };
}

function findTarget(target: TargetRole, actor: TestUser): TestUser {
  if (target === "self") return actor;
  if (target === "newcomer") return callers.newcomer;
  return target === "owner" ? callers.owner : callers.colleague;
}

type Attempt = {
  readonly actor: TestUser;
  readonly name: FunctionName;
  readonly args: object;
  readonly expected: string;
  readonly isDone: (rows: readonly Row[]) => boolean;
};

/** Calls the function. Returns what is wrong with its outcome and its effect; null if nothing is. */
async function attempt({ actor, name, args, expected, isDone }: Attempt): Promise<string | null> {
  const before = await readMembers();
  const outcome = (await clientFor(actor).refusal(name, { id: room.id, ...args })) ?? "ok";
  const after = await readMembers();
  const hasChanged = JSON.stringify(after) !== JSON.stringify(before);
  if (hasChanged) await resetRoomRows(callers, room);
  if (outcome !== expected) return `${outcome}, not ${expected}`;
  if (outcome !== "ok") return hasChanged ? "refused, but something has changed" : null;
  return isDone(after) ? null : "it has not happened";
}

async function listMistakes<T extends string>(
  cases: readonly T[],
  check: (name: T) => Promise<string | null>,
): Promise<readonly string[]> {
  const mistakes: string[] = [];
  for (const name of cases) {
    const mistake = await check(name);
    if (mistake) mistakes.push(`${name}: ${mistake}`);
  }
  return mistakes;
}

describe("a person in a room", () => {
  describe.each(RELATIONS)("(%s)", (relation) => {
    it.each(ACTORS)("MB2 %s can remove the expected people only", async (actor) => {
      const targets = TARGETS.filter((target) => expectedRemoval({ actor, target }, relation) !== "-");
      const mistakes = await listMistakes(targets, async (target) => {
        const pair = { actor, target };
        const users = await setUpPair(pair, relation);
        return attempt({
          actor: users.actor,
          name: "members.remove",
          args: { userId: users.target.person.id },
          expected: expectedRemoval(pair, relation),
          isDone: (rows) => findRole(rows, users.target) === undefined,
        });
      });
      expect(mistakes).toEqual([]);
    });
  });

  it.each(ACTORS)("MB3 %s can change the roles of the expected people only", async (actor) => {
    const targets = TARGETS.filter((target) => expectedRoleChange({ actor, target }) !== "-");
    for (const role of GRANTED_ROLES) {
      const mistakes = await listMistakes(targets, async (target) => {
        const pair = { actor, target };
        const users = await setUpPair(pair, "unrelated");
        return attempt({
          actor: users.actor,
          name: "members.changeRole",
          args: { userId: users.target.person.id, role },
          expected: expectedRoleChange(pair),
          isDone: (rows) => findRole(rows, users.target) === role,
        });
      });
      expect(mistakes, `new role: ${role}`).toEqual([]);
    }
  });

  it.each(ACTORS)("MB4 %s can transfer the ownership to the expected people only", async (actor) => {
    const targets = TARGETS.filter((target) => expectedOwnershipTransfer({ actor, target }) !== "-");
    const mistakes = await listMistakes(targets, async (target) => {
      const pair = { actor, target };
      const users = await setUpPair(pair, "unrelated");
      return attempt({
        actor: users.actor,
        name: "members.transferOwnership",
        args: { userId: users.target.person.id },
        expected: expectedOwnershipTransfer(pair),
        isDone: (rows) =>
          findRole(rows, users.target) === "owner" && findRole(rows, users.actor) === "admin" && countOwners(rows) === 1,
      });
    });
    expect(mistakes).toEqual([]);
  });

  it.each(ACTORS)("MB1 %s can add and invite people with the expected roles only", async (actor) => {
    const { newcomer } = callers;
    const mistakes = await listMistakes(GRANTED_ROLES, async (role: GrantedRole) => {
      await setUpPair({ actor, target: "newcomer" }, "unrelated");
      const expected = expectedGrant(actor, role, "invite");
      const isAdded = (row: Row) =>
        row.user_id === newcomer.person.id && row.invited_by === callers[actor].person.id && row.role === role;
      const addition = await attempt({
        actor: callers[actor],
        name: "members.add",
        args: { username: newcomer.username, role },
        expected,
        isDone: (rows) => rows.some(isAdded),
      });
      if (addition) return addition;
      const args = { role, expiresInMs: HOUR_MS, uses: 1 };
      return attempt({ actor: callers[actor], name: "invites.create", args, expected, isDone: () => true });
    });
    expect(mistakes).toEqual([]);
  });

  it.each(ACTORS)("MB6 %s can approve requests with the expected roles only", async (actor) => {
    const mistakes = await listMistakes(GRANTED_ROLES, async (role: GrantedRole) => {
      await setUpPair({ actor, target: "newcomer" }, "unrelated");
      return attempt({
        actor: callers[actor],
        name: "access.approve",
        args: { userId: callers.requester.person.id, role },
        expected: expectedGrant(actor, role, "approve"),
        isDone: (rows) => findRole(rows, callers.requester) === role,
      });
    });
    expect(mistakes).toEqual([]);
  });
});

describe("attempts to get around the rules", () => {
  it("a rejected person cannot clear the rejection by leaving, by withdrawing, or by another request by url", async () => {
    await resetRoomRows(callers, room);
    const rejected = clientFor(callers.rejected);
    const userId = callers.rejected.person.id;
    expect(await rejected.refusal("members.remove", { id: room.id, userId })).toBe("forbidden");
    expect(await rejected.refusal("access.cancel", { id: room.id })).toBe("request-not-found");
    for (const id of [room.id, room.info.url, room.info.url.toUpperCase()]) {
      expect(await rejected.refusal("access.request", { id })).toBe("request-rejected");
    }
    expect(findRole(await readMembers(), callers.rejected)).toBe("rejected");
  });

  it("members who are added or invited again keep their role", async () => {
    await resetRoomRows(callers, room);
    const before = await readMembers();
    const admin = clientFor(callers.admin);
    const { code } = await admin.call("invites.create", { id: room.id, role: "admin", expiresInMs: HOUR_MS, uses: 9 });
    for (const user of [callers.owner, callers.admin, callers.editor, callers.participant, callers.viewer]) {
      const addition = { id: room.id, username: user.username, role: "viewer" };
      expect(await clientFor(callers.participant).refusal("members.add", addition)).toBe("already-member");
      await clientFor(user).call("invites.accept", { code });
    }
    expect(await readMembers()).toEqual(before);
  });

  it("an invite is invalid once its creator may no longer grant its role", async () => {
    await resetRoomRows(callers, room);
    const [owner, admin, spectator] = [clientFor(callers.owner), clientFor(callers.admin), clientFor(callers.spectator)];
    const { code } = await admin.call("invites.create", { id: room.id, role: "admin", expiresInMs: HOUR_MS, uses: 9 });
    const getInvite = () => spectator.refusal("invites.get", { code });
    expect(await getInvite()).toBeUndefined();
    const userId = callers.admin.person.id;
    for (const role of ["editor", "viewer"] as const) {
      await owner.call("members.changeRole", { id: room.id, userId, role });
      expect(await getInvite()).toBe("invite-not-found");
      expect(await spectator.refusal("invites.accept", { code })).toBe("invite-not-found");
    }
    await owner.call("members.remove", { id: room.id, userId });
    expect(await admin.refusal("invites.accept", { code })).toBe("invite-not-found");
    expect(findRole(await readMembers(), callers.spectator)).toBeUndefined();
  });

  it("the owner of one room can change nothing in another", async () => {
    await resetRoomRows(callers, room);
    const mallory = clientFor(callers.spectator);
    const { id } = await mallory.call("rooms.create", { name: "Elsewhere" });
    const [userId, editorId] = [callers.requester.person.id, callers.editor.person.id];
    const before = await readMembers();
    expect(await mallory.refusal("access.approve", { id, userId })).toBe("request-not-found");
    expect(await mallory.refusal("members.remove", { id, userId: editorId })).toBe("member-not-found");
    expect(await mallory.refusal("members.changeRole", { id, userId: editorId, role: "admin" })).toBe("member-not-found");
    expect(await mallory.refusal("invites.revoke", { id, inviteId: room.invite.id })).toBe("invite-not-found");
    expect(await mallory.refusal("rooms.update", { id: room.id, name: "Mine" })).toBe("forbidden");
    expect(await readMembers()).toEqual(before);
  });

  it("of several answers to a request at once only one counts, and there is always exactly one owner", async () => {
    const [owner, admin, editor] = [clientFor(callers.owner), clientFor(callers.admin), clientFor(callers.editor)];
    const [editorId, viewerId] = [callers.editor.person.id, callers.viewer.person.id];
    for (let round = 0; round < 8; round++) {
      await resetRoomRows(callers, room);
      const request = { id: room.id, userId: callers.requester.person.id };
      const answers = await Promise.all([
        owner.refusal("access.approve", { ...request, role: "editor" }),
        admin.refusal("access.reject", request),
        clientFor(callers.requester).refusal("access.cancel", { id: room.id }),
      ]);
      expect(answers.filter((refusal) => refusal === undefined)).toHaveLength(1);
      await Promise.all([
        owner.refusal("members.transferOwnership", { id: room.id, userId: editorId }),
        owner.refusal("members.transferOwnership", { id: room.id, userId: viewerId }),
        editor.refusal("members.remove", { id: room.id, userId: editorId }),
        admin.refusal("members.changeRole", { id: room.id, userId: viewerId, role: "admin" }),
      ]);
      const rows = await readMembers();
      expect(countOwners(rows)).toBe(1);
      const stored = await env.DB.prepare("SELECT owner_id FROM rooms WHERE id = ?")
        .bind(room.id)
        .first<{ owner_id: UserId }>();
      expect(rows.find(({ role }) => role === "owner")?.user_id).toBe(stored?.owner_id);
    }
  });
});
