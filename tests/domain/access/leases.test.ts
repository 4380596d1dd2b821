import { expect, it } from "vitest";
import { Leases } from "#app/domain/access/leases.ts";

const LEASE_MS = 10;
const create = (perHolder = 3, inAll = 6) => new Leases({ perHolder, inAll }, LEASE_MS);

it("a holder has no more leases than one holder may have, until one is released", () => {
  const leases = create();
  const [first] = [1, 2, 3].map(() => leases.take("mira", 0));
  expect(leases.take("mira", 0)).toBeNull();
  expect(leases.take("ilse", 0)).not.toBeNull();
  if (first) leases.release(first);
  expect(leases.take("mira", 0)).not.toBeNull();
});

it("a lease ends unless it is renewed", () => {
  const leases = create(1);
  const lease = leases.take("mira", 0);
  if (!lease) throw new Error("no lease");
  expect(leases.renew(lease, LEASE_MS - 1)).toBe(true);
  expect(leases.take("mira", LEASE_MS)).toBeNull();
  expect(leases.take("mira", 2 * LEASE_MS - 1)).not.toBeNull();
  expect(leases.renew(lease, 2 * LEASE_MS)).toBe(false);
  leases.release(lease);
  expect(leases.take("mira", 2 * LEASE_MS)).toBeNull();
});

it("WK3 when all is leased, a holder with fewer leases gets the latest one of the holder with the most", () => {
  const leases = create();
  const mira = [1, 2, 3].map(() => leases.take("mira", 0));
  for (let i = 0; i < 3; i++) leases.take("ilse", 0);
  const theo = leases.take("theo", 0);
  expect(theo).not.toBeNull();
  expect(mira.map((lease) => lease && leases.renew(lease, 1))).toEqual([true, true, false]);
  // each has at most two now
  expect(leases.take("theo", 1)).not.toBeNull();
  expect(leases.take("theo", 1)).toBeNull();
});
