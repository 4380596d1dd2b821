import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { accountLimits } from "#app/domain/accounts/account-limits.ts";
import { createDb } from "#db/client.ts";
import { findUser } from "#db/queries/users.ts";
import { clientFor } from "#tests/workers/permissions/callers.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { seedUser } from "#tests/workers/support/seed-user.ts";

describe("removing an account", () => {
  it("is refused to guests and for another user", async () => {
    const [self, other] = [await seedUser("Self"), await seedUser("Other")];
    const args = { id: self.person.id, username: self.username };
    expect(await clientFor(other).refusal("users.remove", args)).toBe("forbidden");
    expect(await createClient().refusal("users.remove", args)).toBe("login-required");
    expect(await createClient().refusal("users.planRemoval", {})).toBe("login-required");
    expect(await findUser(createDb(env.DB), self.person.id)).not.toBeNull();
  });

  it("requires the username if no password is set, in any letter case", async () => {
    const self = await seedUser("Self");
    const browser = clientFor(self);
    const { id } = self.person;
    for (const wrong of [{}, { username: "" }, { username: "someone_else" }, { password: "" }]) {
      expect(await browser.refusal("users.remove", { id, ...wrong })).toBe("invalid-arguments");
    }
    await browser.call("users.remove", { id, username: `@${self.username.toUpperCase()}` });
    expect(await findUser(createDb(env.DB), id)).toBeNull();
  });

  it("requires a sign-in within ten minutes if no password is set", async () => {
    const self = await seedUser("Self");
    const removal = { id: self.person.id, username: self.username };
    const age = (ms: number) =>
      env.DB.prepare("UPDATE sessions SET created_at_ms = ? WHERE user_id = ?")
        .bind(Date.now() - ms, self.person.id)
        .run();
    await age(accountLimits.recentSignInMs);
    expect(await clientFor(self).refusal("users.remove", removal)).toBe("recent-sign-in-required");
    expect(await findUser(createDb(env.DB), self.person.id)).not.toBeNull();
    await age(accountLimits.recentSignInMs - 60_000);
    await clientFor(self).call("users.remove", removal);
  });

  it("requires the password if one is set, and limits guesses", async () => {
    const member = await registerUser();
    const { user } = await (await member.fetch("/api/_auth/session")).json<{ user: { id: never } }>();
    const { id } = user;
    for (let tries = 0; tries < 10; tries++) {
      expect(await member.refusal("users.remove", { id, password: "wrong", username: member.username })).toBe("password-wrong");
    }
    const right = { id, password: "correct horse" };
    expect(await member.refusal("users.remove", right)).toBe("too-many-attempts");
    await env.DB.prepare("DELETE FROM attempts").run();
    await member.call("users.remove", right);
    expect(await findUser(createDb(env.DB), id)).toBeNull();
  });
});
