import { once } from "node:events";
import { createServer } from "node:net";
import { expect, it } from "vitest";
import { findFreePorts, isFree } from "#scripts/free-port.mjs";

it("finds free consecutive ports above those in use", async () => {
  const first = await findFreePorts(41_000, 5);
  const other = createServer().listen(first + 3, "127.0.0.1");
  await once(other, "listening");
  expect(await isFree(first + 3)).toBe(false);
  expect(await isFree(first)).toBe(true);
  expect(await findFreePorts(first, 5)).toBeGreaterThan(first);
  expect(await findFreePorts(first, 3)).toBe(first);
  other.close();
});
