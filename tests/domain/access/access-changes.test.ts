import { describe, expect, it } from "vitest";
import {
  type AccessEffect,
  applyPasswordChange,
  applyRoleChange,
  closeExpired,
  rejoinAll,
} from "#app/domain/access/access-changes.ts";
import type { Connection } from "#app/domain/access/connection.ts";
import type { Role } from "#app/domain/access/permissions.ts";
import type { UserId } from "#app/domain/ids.ts";
import { buildConnection, userId } from "#tests/support/builders.ts";

const MIRA = userId("mira");
const LEO = userId("leo");
const EPOCHS = { accessEpoch: 1, mediaEpoch: 0 };
const OPEN = { hasPassword: false, isStale: false };
const LOCKED = { hasPassword: true, isStale: false };
const STALE = { hasPassword: true, isStale: true };

const of = (key: string, id: UserId | null, role: Role | null, accessUntilMs: number | null = null) => ({
  key,
  connection: buildConnection(id, { role, accessUntilMs }),
});

/** Maps each connection to the reason of its close or to its changed fields. */
function outcome(effects: readonly AccessEffect<string>[]): Record<string, string | Partial<Connection>> {
  return Object.fromEntries(
    effects.map((effect) => {
      if (effect.type === "close") return [effect.key, effect.reason];
      const { role, accessUntilMs } = effect.connection;
      return [effect.key, { role, accessUntilMs }];
    }),
  );
}

const become = (id: UserId, role: Role | null) => ({ roles: [{ userId: id, role }], epochs: EPOCHS });

describe("a change of the password", () => {
  const all = [
    of("member", MIRA, "viewer"),
    of("spectator", LEO, null),
    of("pending", LEO, "requested"),
    of("guest", null, null),
  ];

  it("CA1 closes the connections of everyone who is not a member", () => {
    const closed = "password-required";
    expect(outcome(applyPasswordChange(all, LOCKED))).toEqual({ spectator: closed, pending: closed, guest: closed });
  });

  it("CA2 removes the end of access if there is no password any more", () => {
    const connections = [of("guest", null, null, 5000), of("member", MIRA, "editor")];
    expect(outcome(applyPasswordChange(connections, OPEN))).toEqual({ guest: { role: null, accessUntilMs: null } });
  });

  it("CA7 makes outsiders rejoin if it is stale", () => {
    expect(outcome(applyPasswordChange(all, STALE))).toEqual({ spectator: "rejoin", pending: "rejoin", guest: "rejoin" });
  });
});

describe("a change of roles", () => {
  const phone = of("phone", MIRA, "editor");
  const laptop = of("laptop", MIRA, "editor");
  const other = of("other", LEO, "editor");
  const all = [phone, laptop, other];

  it("CA3 closes all connections of a person whom someone else has removed", () => {
    const change = { ...become(MIRA, null), isRemoved: true };
    expect(outcome(applyRoleChange(all, change, OPEN))).toEqual({ phone: "access-lost", laptop: "access-lost" });
  });

  it("CA4 applies to all connections of the person, and a member needs no token", () => {
    const byToken = of("tablet", MIRA, null, 5000);
    const admin = { role: "admin", accessUntilMs: null };
    expect(outcome(applyRoleChange([...all, byToken], become(MIRA, "admin"), LOCKED))).toEqual({
      ...{ phone: admin, laptop: admin, tablet: admin },
    });
  });

  it("CA5 leaves a former member of a room with a password only connections with a token", () => {
    const byToken = of("tablet", MIRA, "viewer", 5000);
    expect(outcome(applyRoleChange([phone, byToken], become(MIRA, null), LOCKED))).toEqual({
      phone: "password-required",
      tablet: { role: null, accessUntilMs: 5000 },
    });
    expect(outcome(applyRoleChange([phone], become(MIRA, null), OPEN))).toEqual({ phone: { role: null, accessUntilMs: null } });
  });

  it("CA6 a request to join changes no role of a member", () => {
    const request = { roles: [{ userId: MIRA, role: "requested" as const }], epochs: null };
    expect(applyRoleChange([phone], request, OPEN)).toEqual([]);
    const spectator = of("tablet", LEO, null);
    const byLeo = { roles: [{ userId: LEO, role: "requested" as const }], epochs: null };
    expect(outcome(applyRoleChange([spectator], byLeo, OPEN))).toEqual({ tablet: { role: "requested", accessUntilMs: null } });
  });

  it("CA7 makes the person rejoin if it is stale", () => {
    const change = { ...become(MIRA, "owner"), isRemoved: true };
    expect(outcome(applyRoleChange(all, change, STALE))).toEqual({ phone: "rejoin", laptop: "rejoin" });
  });
});

describe("the end of access", () => {
  it("CA8 closes a connection whose token has expired", () => {
    const connections = [of("expired", null, null, 1000), of("valid", null, null, 1001), of("member", MIRA, "viewer")];
    expect(outcome(closeExpired(connections, 1000))).toEqual({ expired: "token-expired" });
  });

  it("AE4 a review makes every connection rejoin", () => {
    expect(outcome(rejoinAll([of("a", MIRA, "owner"), of("b", null, null)]))).toEqual({ a: "rejoin", b: "rejoin" });
  });
});
