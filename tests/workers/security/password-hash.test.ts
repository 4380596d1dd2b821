import { afterAll, beforeAll, expect, it } from "vitest";
import { quickPasswordHasher } from "#tests/workers/support/quick-password-hasher.ts";
import { hashPassword, setPasswordHasher, verifyPassword } from "#workers/crypto/password-hash.ts";

beforeAll(() => setPasswordHasher(undefined));
afterAll(() => setPasswordHasher(quickPasswordHasher));

it("a key is derived in the runtime itself with the recommended parameters", async () => {
  const encoded = await hashPassword("correct horse");
  expect(encoded).toMatch(/^\$scrypt\$ln=15,r=8,p=3\$[\w-]{22}\$[\w-]{43}$/);
  expect(await verifyPassword(encoded, "correct horse")).toEqual({ isCorrect: true, isOutdated: false });
  expect(await verifyPassword(encoded, "a guess")).toEqual({ isCorrect: false, isOutdated: false });
});

// RFC 7914, section 12: the password "password", the salt "NaCl"
const KEY =
  "fdbabe1c9d3472007856e7190d01e9fe7c6ad7cbc8237830e77376634b373162" +
  "2eaf30d92e22a3886ff109279d9830dac727afb94a83ee6d8360cbdfa2cc0640";

it("a key with other parameters is verified with those, and is to be renewed", async () => {
  const encoded = `$scrypt$ln=10,r=8,p=16$TmFDbA$${Buffer.from(KEY, "hex").toString("base64url")}`;
  expect(await verifyPassword(encoded, "password")).toEqual({ isCorrect: true, isOutdated: true });
  expect(await verifyPassword(encoded, "passwords")).toEqual({ isCorrect: false, isOutdated: true });
});
