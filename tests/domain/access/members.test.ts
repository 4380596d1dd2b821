import { describe, expect, it } from "vitest";
import { accessLimits } from "#app/domain/access/access-limits.ts";
import {
  type AccessRequest,
  decideAccessRequest,
  decideInvite,
  decideOwnershipTransfer,
  decideRemoval,
  decideRequestResponse,
  decideRoleChange,
  listGrantableRoles,
  type Member,
  type Requester,
} from "#app/domain/access/members.ts";
import type { EffectiveRole, GrantableRole, Role } from "#app/domain/access/permissions.ts";
import { userId } from "#tests/support/builders.ts";

const member = (name: string, role: Role, invitedBy: string | null = null): Member => ({
  userId: userId(name),
  role,
  invitedBy: invitedBy === null ? null : userId(invitedBy),
});
const owner = member("mira", "owner");
const requester = (role: Role, request: AccessRequest | null): Requester => ({ role, request });
const PENDING = requester("requested", { state: "requested", changedAtMs: 0 });
const PENDING_VIEWER = requester("viewer", { state: "requested", changedAtMs: 0 });
const NOW_MS = accessLimits.requestCooldownMs;
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

  it.each<[string, Requester | null, string]>([
    ["a person without a role", null, "yes"],
    ["a person who waits for an answer", requester("requested", { state: "requested", changedAtMs: 0 }), "request-pending"],
    [
      "a person who was rejected just now",
      requester("rejected", { state: "rejected", changedAtMs: NOW_MS }),
      "request-rejected",
    ],
    ["a person who was rejected a day ago", requester("rejected", { state: "rejected", changedAtMs: 0 }), "yes"],
    ["a viewer", requester("viewer", null), "yes"],
    ["a viewer who waits for an answer", requester("viewer", { state: "requested", changedAtMs: 0 }), "request-pending"],
    ["a viewer who was rejected just now", requester("viewer", { state: "rejected", changedAtMs: 1 }), "request-rejected"],
    ["a viewer who was rejected a day ago", requester("viewer", { state: "rejected", changedAtMs: 0 }), "yes"],
    ["a participant", requester("participant", null), "already-member"],
    ["the owner", requester("owner", null), "already-member"],
  ])("MB5 %s requests access: %s", (_, from, outcome) => {
    expect(outcomeOf(decideAccessRequest(from, NOW_MS))).toBe(outcome);
  });

  it.each<[Role, Requester | null, GrantableRole | null, string]>([
    ["owner", PENDING, "admin", "yes"],
    ["admin", PENDING, null, "yes"],
    ["editor", PENDING, "viewer", "forbidden"],
    ["owner", requester("viewer", null), "editor", "request-not-found"],
    ["owner", null, "editor", "request-not-found"],
    ["owner", requester("rejected", { state: "rejected", changedAtMs: 0 }), "editor", "request-not-found"],
    ["admin", PENDING_VIEWER, "participant", "yes"],
    ["admin", PENDING_VIEWER, null, "yes"],
    ["admin", PENDING_VIEWER, "viewer", "forbidden"],
    ["participant", PENDING_VIEWER, "participant", "forbidden"],
  ])("MB6 %s answers a request %j with %s: %s", (actor, from, role, outcome) => {
    expect(outcomeOf(decideRequestResponse({ role: actor }, from, role))).toBe(outcome);
  });
});
