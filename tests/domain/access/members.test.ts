import { describe, expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import {
  decideInvite,
  decideOwnershipTransfer,
  decideRemoval,
  decideRequest,
  decideRequestAnswer,
  decideRoleChange,
  grantableRoles,
  type Member,
} from "#app/domain/access/members.ts";
import type { EffectiveRole, GrantableRole, Role } from "#app/domain/access/permissions.ts";
import { userId } from "#tests/support/builders.ts";

const member = (name: string, role: Role, invitedBy: string | null = null): Member => ({
  userId: userId(name),
  role,
  invitedBy: invitedBy === null ? null : userId(invitedBy),
});
const owner = member("mira", "owner");
const word = (result: { ok: true } | { ok: false; error: string }) => (result.ok ? "yes" : result.error);

describe("members", () => {
  it.each<[Role | null, GrantableRole, string]>([
    ["owner", "admin", "yes"],
    ["admin", "admin", "yes"],
    ["editor", "admin", "forbidden"],
    ["editor", "editor", "yes"],
    ["participant", "editor", "forbidden"],
    ["participant", "participant", "yes"],
    ["viewer", "viewer", "forbidden"],
    ["requested", "viewer", "forbidden"],
    [null, "viewer", "forbidden"],
  ])("MB1 %s lets somebody in as %s: %s", (role, given, answer) => {
    expect(word(decideInvite(role && member("lev", role), given))).toBe(answer);
  });

  it.each<[EffectiveRole, readonly GrantableRole[]]>([
    ["owner", ["admin", "editor", "participant", "viewer"]],
    ["editor", ["editor", "participant", "viewer"]],
    ["participant", ["participant", "viewer"]],
    ["viewer", []],
    ["guest", []],
  ])("MB1 %s is offered what they may give: %j", (effectiveRole, roles) => {
    expect(grantableRoles(effectiveRole)).toEqual(roles);
  });

  it.each<[string, Member | null, Member | null, string]>([
    ["a participant, whom they invited", member("a", "participant", "mira"), member("b", "viewer", "a"), "yes"],
    ["a participant, somebody else's", member("a", "participant", "mira"), member("b", "viewer", "c"), "member-not-yours"],
    ["a participant, who invited them", member("a", "participant", "b"), member("b", "editor"), "member-invited-you"],
    ["a participant, who has risen above them", member("a", "participant"), member("b", "admin", "a"), "forbidden"],
    ["a viewer, their own guest", member("a", "viewer"), member("b", "viewer", "a"), "forbidden"],
    ["an admin, an editor", member("a", "admin", "mira"), member("b", "editor", "c"), "yes"],
    ["an admin, another admin", member("a", "admin", "mira"), member("b", "admin", "mira"), "forbidden"],
    ["an admin, an admin of theirs", member("a", "admin", "mira"), member("b", "admin", "a"), "yes"],
    ["an admin, who invited them", member("a", "admin", "b"), member("b", "editor"), "member-invited-you"],
    ["an admin, the owner", member("a", "admin"), owner, "member-is-owner"],
    ["the owner, who once invited them", member("a", "owner", "b"), member("b", "admin"), "yes"],
    ["the owner, themselves", owner, owner, "member-is-owner"],
    ["a viewer, themselves", member("a", "viewer", "b"), member("a", "viewer", "b"), "yes"],
    ["somebody without a role", null, member("b", "viewer"), "forbidden"],
    ["who has only asked", member("a", "requested"), member("b", "viewer"), "forbidden"],
    ["an admin, nobody", member("a", "admin"), null, "member-not-found"],
    ["an admin, who has only asked", member("a", "admin"), member("b", "requested"), "member-not-found"],
  ])("MB2 %s: %s", (_, actor, target, answer) => {
    expect(word(decideRemoval(actor, target))).toBe(answer);
  });

  it.each<[Role, Role, GrantableRole, string]>([
    ["owner", "viewer", "admin", "yes"],
    ["owner", "admin", "viewer", "yes"],
    ["admin", "editor", "admin", "yes"],
    ["admin", "admin", "viewer", "forbidden"],
    ["admin", "owner", "viewer", "forbidden"],
    ["editor", "viewer", "participant", "forbidden"],
    ["admin", "requested", "viewer", "member-not-found"],
  ])("MB3 %s makes %s a %s: %s", (role, before, after, answer) => {
    expect(word(decideRoleChange(member("a", role), member("b", before), after))).toBe(answer);
  });

  it("MB4 only the owner hands the room over, and to a member", () => {
    expect(word(decideOwnershipTransfer(owner, member("b", "viewer")))).toBe("yes");
    expect(word(decideOwnershipTransfer(member("a", "admin"), member("b", "viewer")))).toBe("forbidden");
    expect(word(decideOwnershipTransfer(owner, member("b", "requested")))).toBe("member-not-found");
    expect(word(decideOwnershipTransfer(owner, owner))).toBe("forbidden");
  });

  it("MB5 who was denied may ask again after a day; nobody asks twice", () => {
    const ask = (role: Role | null, deniedAtMs: number | null, nowMs: number) =>
      word(decideRequest(role && member("a", role), { deniedAtMs, nowMs }));
    expect(ask(null, null, 0)).toBe("yes");
    expect(ask("requested", null, 0)).toBe("request-waiting");
    expect(ask("viewer", null, 0)).toBe("already-member");
    expect(ask("rejected", 1000, 1000 + accessLimits.askAgainAfterMs - 1)).toBe("request-denied");
    expect(ask("rejected", 1000, 1000 + accessLimits.askAgainAfterMs)).toBe("yes");
  });

  it("MB6 admins and the owner answer who asks, with a role up to their own", () => {
    const asker = member("b", "requested");
    expect(word(decideRequestAnswer(owner, asker, "admin"))).toBe("yes");
    expect(word(decideRequestAnswer(member("a", "admin"), asker, null))).toBe("yes");
    expect(word(decideRequestAnswer(member("a", "editor"), asker, "viewer"))).toBe("forbidden");
    expect(word(decideRequestAnswer(owner, member("b", "viewer"), "editor"))).toBe("request-gone");
    expect(word(decideRequestAnswer(owner, null, "editor"))).toBe("request-gone");
  });
});
