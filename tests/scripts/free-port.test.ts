import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { isFree, reservePorts } from "#scripts/free-port.mjs";

/** A machine on which other programs use these ports. `used` has those of this program too. */
function createMachine(...others: readonly number[]) {
  const used = new Set(others);
  const listen = async (port: number) => {
    if (used.has(port)) return null;
    used.add(port);
    return { close: async () => void used.delete(port) };
  };
  return { listen, used };
}

it.each([
  [4, 41_200],
  [3, 41_200],
  [2, 41_000],
])("reserves %i free consecutive ports at the first number or at a multiple of 100 above it", async (count, first) => {
  const { listen, used } = createMachine(41_003, 41_100);
  expect(await reservePorts(41_000, count, listen)).toBe(first);
  // the port after them remains in use
  expect(used).toEqual(new Set([41_003, 41_100, first + count]));
});

it("does not reserve ports a second time while they are unused", async () => {
  const { listen } = createMachine();
  const found = [await reservePorts(42_000, 5, listen), await reservePorts(42_000, 5, listen)];
  found.push(...(await Promise.all([reservePorts(42_000, 5, listen), reservePorts(42_000, 5, listen)])));
  expect(found.sort()).toEqual([42_000, 42_100, 42_200, 42_300]);
  expect(await isFree(42_000, listen)).toBe(true);
});

it("finds no ports above the last one", async () => {
  await expect(reservePorts(65_530, 5, createMachine().listen)).resolves.toBe(65_530);
  await expect(reservePorts(65_530, 6, createMachine().listen)).rejects.toThrow("no 6 free consecutive ports above 65530");
});

it("sees what other programs use on this machine", async () => {
  const server = createServer().listen(0, "127.0.0.1");
  await once(server, "listening");
  const address = server.address();
  if (address === null || typeof address === "string") throw new Error("no port");
  expect(await isFree(address.port)).toBe(false);
  server.close();
});

it("keeps ports on this machine, although it does not use them", async () => {
  const first = await reservePorts(42_000, 5);
  expect(await reservePorts(first, 5)).toBeGreaterThan(first);
});
