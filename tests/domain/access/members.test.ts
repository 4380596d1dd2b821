import { describe, expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import {
  decideAccessRequest,
  decideInvite,
  decideOwnershipTransfer,
  decideRemoval,
  decideRequestResponse,
  decideRoleChange,
  listGrantableRoles,
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
const outcomeOf = (result: { ok: true } | { ok: false; error: string }) => (result.ok ? "yes" : result.error);

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
  ])("MB1 %s invites as %s: %s", (role, granted, outcome) => {
    expect(outcomeOf(decideInvite(role && member("lev", role), granted))).toBe(outcome);
  });

  it.each<[EffectiveRole, readonly GrantableRole[]]>([
    ["owner", ["admin", "editor", "participant", "viewer"]],
    ["editor", ["editor", "participant", "viewer"]],
    ["participant", ["participant", "viewer"]],
    ["viewer", []],
    ["guest", []],
  ])("MB1 %s can grant the roles %j", (effectiveRole, roles) => {
    expect(listGrantableRoles(effectiveRole)).toEqual(roles);
  });

  it.each<[string, Member | null, Member | null, string]>([
    ["a participant removes a viewer they invited", member("a", "participant", "mira"), member("b", "viewer", "a"), "yes"],
    [
      "a participant removes a viewer that another member invited",
      member("a", "participant", "mira"),
      member("b", "viewer", "c"),
      "member-not-invited-by-you",
    ],
    [
      "a participant removes the editor who invited them",
      member("a", "participant", "b"),
      member("b", "editor"),
      "member-invited-you",
    ],
    [
      "a participant removes a member they invited who is an admin now",
      member("a", "participant"),
      member("b", "admin", "a"),
      "forbidden",
    ],
    ["a viewer removes a viewer they invited", member("a", "viewer"), member("b", "viewer", "a"), "forbidden"],
    ["an admin removes an editor", member("a", "admin", "mira"), member("b", "editor", "c"), "yes"],
    ["an admin removes an admin", member("a", "admin", "mira"), member("b", "admin", "mira"), "forbidden"],
    ["an admin removes an admin they invited", member("a", "admin", "mira"), member("b", "admin", "a"), "yes"],
    ["an admin removes the editor who invited them", member("a", "admin", "b"), member("b", "editor"), "member-invited-you"],
    ["an admin removes the owner", member("a", "admin"), owner, "member-is-owner"],
    ["the owner removes the admin who once invited them", member("a", "owner", "b"), member("b", "admin"), "yes"],
    ["the owner leaves", owner, owner, "member-is-owner"],
    ["a viewer leaves", member("a", "viewer", "b"), member("a", "viewer", "b"), "yes"],
    ["a person without a role removes a viewer", null, member("b", "viewer"), "forbidden"],
    ["a person who requested access removes a viewer", member("a", "requested"), member("b", "viewer"), "forbidden"],
    ["an admin removes a person who is not in the room", member("a", "admin"), null, "member-not-found"],
    ["an admin removes a person who requested access", member("a", "admin"), member("b", "requested"), "member-not-found"],
  ])("MB2 %s: %s", (_, actor, target, outcome) => {
    expect(outcomeOf(decideRemoval(actor, target))).toBe(outcome);
  });

  it.each<[Role, Role, GrantableRole, string]>([
    ["owner", "viewer", "admin", "yes"],
    ["owner", "admin", "viewer", "yes"],
    ["admin", "editor", "admin", "yes"],
    ["admin", "admin", "viewer", "forbidden"],
    ["admin", "owner", "viewer", "forbidden"],
    ["editor", "viewer", "participant", "forbidden"],
    ["admin", "requested", "viewer", "member-not-found"],
  ])("MB3 %s changes %s to %s: %s", (role, before, after, outcome) => {
    expect(outcomeOf(decideRoleChange(member("a", role), member("b", before), after))).toBe(outcome);
  });

  it("MB4 only the owner can transfer the room, and only to a member", () => {
    expect(outcomeOf(decideOwnershipTransfer(owner, member("b", "viewer")))).toBe("yes");
    expect(outcomeOf(decideOwnershipTransfer(member("a", "admin"), member("b", "viewer")))).toBe("forbidden");
    expect(outcomeOf(decideOwnershipTransfer(owner, member("b", "requested")))).toBe("member-not-found");
    expect(outcomeOf(decideOwnershipTransfer(owner, owner))).toBe("forbidden");
  });

  it("MB5 a person who is not a member can request access once, and again a day after a rejection", () => {
    const request = (role: Role | null, rejectedAtMs: number | null, nowMs: number) =>
      outcomeOf(decideAccessRequest(role && member("a", role), { rejectedAtMs, nowMs }));
    expect(request(null, null, 0)).toBe("yes");
    expect(request("requested", null, 0)).toBe("request-pending");
    expect(request("viewer", null, 0)).toBe("already-member");
    expect(request("rejected", 1000, 1000 + accessLimits.requestCooldownMs - 1)).toBe("request-rejected");
    expect(request("rejected", 1000, 1000 + accessLimits.requestCooldownMs)).toBe("yes");
  });

  it("MB6 admins and the owner answer requests, with a role up to their own or a rejection", () => {
    const requester = member("b", "requested");
    expect(outcomeOf(decideRequestResponse(owner, requester, "admin"))).toBe("yes");
    expect(outcomeOf(decideRequestResponse(member("a", "admin"), requester, null))).toBe("yes");
    expect(outcomeOf(decideRequestResponse(member("a", "editor"), requester, "viewer"))).toBe("forbidden");
    expect(outcomeOf(decideRequestResponse(owner, member("b", "viewer"), "editor"))).toBe("request-not-found");
    expect(outcomeOf(decideRequestResponse(owner, null, "editor"))).toBe("request-not-found");
  });
});
