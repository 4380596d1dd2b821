import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { isFree, reservePorts } from "#scripts/free-port.mjs";

it("reserves free consecutive ports above those in use", async () => {
  const first = await reservePorts(41_000, 5);
  const other = createServer().listen(first + 3, "127.0.0.1");
  await once(other, "listening");
  expect(await isFree(first + 3)).toBe(false);
  expect(await isFree(first)).toBe(true);
  expect(await reservePorts(first, 4)).toBeGreaterThan(first);
  expect(await reservePorts(first, 3)).toBeGreaterThan(first);
  expect(await reservePorts(first, 2)).toBe(first);
  other.close();
});

it("does not reserve ports a second time while they are unused", async () => {
  const first = await reservePorts(42_000, 5);
  expect(await isFree(first)).toBe(true);
  expect(await reservePorts(first, 5)).toBeGreaterThan(first);
  const [one, another] = await Promise.all([reservePorts(first, 5), reservePorts(first, 5)]);
  expect(one).not.toBe(another);
});
