import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import type { PresentPerson } from "#app/domain/access/connection.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import { fail, ok } from "#app/domain/result.ts";
import { getMemberRights } from "#app/features/room/member-rights.ts";
import { groupPeople } from "#app/features/room/people-groups.ts";
import { createGrantUndo, createRemovalUndo, createRoleUndo } from "#app/features/room/undo-role.ts";
import type { RoomMember } from "#app/features/room/use-members.ts";
import { INFO, userId } from "#tests/support/builders.ts";
import { type Answers, type FunctionServer, serveFunctions } from "#tests/support/function-server.ts";

const toPerson = (name: string) => ({ id: userId(name), name, avatar: "#000000" });

function member(name: string, role: Role, changes: Partial<RoomMember> = {}): RoomMember {
  return { person: toPerson(name), username: null, role, invitedBy: null, sinceMs: 0, request: null, ...changes };
}
const requested = { state: "requested", changedAtMs: 0 } as const;
const invitedBy = (name: string) => ({ invitedBy: toPerson(name) });
const present = (name: string, role: Role | null, devices = 1): PresentPerson => ({ person: toPerson(name), role, devices });

describe("what a person may change of a member", () => {
  it("is nothing for people who are no members, and for viewers, except that they may leave", () => {
    const leo = member("leo", "participant");
    expect(getMemberRights(leo, null)).toBeNull();
    expect(getMemberRights(leo, member("mira", "requested"))).toBeNull();
    expect(getMemberRights(leo, member("mira", "viewer"))).toBeNull();
    const self = member("mira", "viewer");
    expect(getMemberRights(self, self)).toEqual({
      ...{ roles: [], isSelf: true, canTransferOwnership: false, removalError: null },
    });
  });

  it("is for the owner every role of others, their removal and the ownership, and nothing of the own", () => {
    const owner = member("owner", "owner");
    expect(getMemberRights(member("leo", "admin"), owner)).toEqual({
      roles: ["admin", "editor", "participant", "viewer"],
      ...{ isSelf: false, canTransferOwnership: true, removalError: null },
    });
    expect(getMemberRights(owner, owner)).toBeNull();
  });

  it("is for an admin what is below, and the reason why the owner stays", () => {
    const admin = member("mira", "admin");
    expect(getMemberRights(member("leo", "editor"), admin)).toMatchObject({
      roles: ["admin", "editor", "participant", "viewer"],
      ...{ canTransferOwnership: false, removalError: null },
    });
    expect(getMemberRights(member("owner", "owner"), admin)).toMatchObject({ roles: [], removalError: "member-is-owner" });
    const inviter = member("leo", "editor");
    expect(getMemberRights(inviter, member("mira", "admin", invitedBy("leo")))).toMatchObject({
      removalError: "member-invited-you",
    });
  });

  it("is for an editor the removal of those whom they invited", () => {
    const editor = member("mira", "editor");
    const rights = (changes = {}) => getMemberRights(member("leo", "participant", changes), editor);
    expect(rights(invitedBy("mira"))).toMatchObject({ roles: [], removalError: null });
    expect(rights(invitedBy("other"))).toMatchObject({ roles: [], removalError: "member-not-invited-by-you" });
  });
});

describe("the people of a room", () => {
  const members = [
    member("Anna", "owner"),
    member("Лёва", "viewer", { request: requested }),
    member("Mira", "requested", { request: requested }),
    member("Olya", "rejected", { request: { ...requested, state: "rejected" } }),
    member("Jan", "editor"),
  ];
  const view = { present: [present("Anna", "owner", 2), present("Mira", null), present("Guest", null)] };
  const names = (search: string) => {
    const groups = groupPeople(view, members, search);
    return {
      requests: groups.requests.map(({ person }) => person.name),
      present: groups.presentMembers.map(({ member, devices }) => [member.person.name, devices]),
      absent: groups.absentMembers.map(({ person }) => person.name),
      spectators: groups.spectators.map(({ person }) => person.name),
    };
  };

  it("are asking, present, absent or watching; those who ask do not watch too", () => {
    expect(names("")).toEqual({
      requests: ["Лёва", "Mira"],
      present: [["Anna", 2]],
      absent: ["Лёва", "Jan"],
      spectators: ["Guest"],
    });
  });

  it("are found by all words of a search, in any group", () => {
    expect(names("лева")).toEqual({ requests: ["Лёва"], present: [], absent: ["Лёва"], spectators: [] });
    expect(names("gu")).toEqual({ requests: [], present: [], absent: [], spectators: ["Guest"] });
    expect(names("anna gu")).toEqual({ requests: [], present: [], absent: [], spectators: [] });
  });
});

describe("the undo of a change of a role", () => {
  const MIRA = { id: INFO.id, userId: userId("mira") };
  let answers: Answers;
  let server: FunctionServer;
  beforeEach(() => {
    answers = {
      "members.remove": () => ok({ former: "editor" }),
      "members.changeRole": () => ok({ former: "editor" }),
      "members.add": () => ok({ userId: MIRA.userId }),
    };
    server = serveFunctions(answers);
  });
  afterEach(() => vi.unstubAllGlobals());

  it("expects the role that the change has given", async () => {
    expect(await createGrantUndo(MIRA, "editor")()).toBeNull();
    expect(await createRoleUndo(MIRA, "viewer", "editor")?.()).toBeNull();
    expect(await createRemovalUndo(MIRA, "editor")?.()).toBeNull();
    expect(server.calls).toEqual([
      { path: "members.remove", args: { ...MIRA, expected: "editor" } },
      { path: "members.changeRole", args: { ...MIRA, role: "viewer", expected: "editor" } },
      { path: "members.add", args: { ...MIRA, role: "editor", expected: null } },
    ]);
  });

  it("does not exist for a role that is not given: the owner's, and that of a request", () => {
    for (const role of ["owner", "requested", "rejected"] as const) {
      expect([createRoleUndo(MIRA, role, "editor"), createRemovalUndo(MIRA, role)]).toEqual([null, null]);
    }
  });

  it("has the reason of a refusal, or names what has failed", async () => {
    answers["members.remove"] = () => fail("changed-since");
    expect(await createGrantUndo(MIRA, "editor")()).toBe("changed-since");
    answers["members.remove"] = () => fail("internal");
    expect(await createGrantUndo(MIRA, "editor")()).toBe("member-update-failed");
  });
});
