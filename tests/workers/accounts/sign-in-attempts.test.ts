import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type Client, createClient, registerUser } from "#tests/workers/support/client.ts";
import { RATE_LIMITS, type RateLimit } from "#workers/rate-limits/rate-limit.ts";

const guess = async (client: Client, emailOrUsername: string) =>
  (await client.post("/api/auth/login", { emailOrUsername, password: "a guess" })).status;
const emailOf = (member: { username: string }) => `${member.username}@example.org`;

describe("sign-in limits", () => {
  it("count each name separately, so that they do not reveal which names belong to one account", async () => {
    const mira = await registerUser();
    const guesser = createClient();
    for (let attempt = 0; attempt < 10; attempt++) expect(await guess(guesser, mira.username)).toBe(401);
    expect(await guess(guesser, mira.username.toUpperCase())).toBe(429);
    expect(await guess(guesser, emailOf(mira))).toBe(401);
    expect(await guess(guesser, "missing@example.org")).toBe(401);
  });

  it("count attempts the same way whether or not the account exists", async () => {
    const mira = await registerUser();
    const statusesOf = async (...names: readonly string[]) => {
      const guesser = createClient();
      const statuses: number[] = [];
      for (let attempt = 0; attempt < 12; attempt++) statuses.push(await guess(guesser, names[attempt % names.length] ?? ""));
      return statuses;
    };
    const existing = await statusesOf(mira.username, ` ${mira.username.toUpperCase()} `);
    expect(existing).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await statusesOf("missing_user", " MISSING_USER ")).toEqual(existing);
  });

  it("count correct passwords too, per account and for the address", async () => {
    const [mira, lev] = [await registerUser(), await registerUser()];
    const school = createClient({ address: "10.8.0.1" });
    const statusOf = async (emailOrUsername: string, password = "correct horse") =>
      (await school.post("/api/auth/login", { emailOrUsername, password })).status;
    const countTotals = async () => {
      const query = "SELECT sum(count) AS n FROM attempts WHERE key LIKE 'sign-in/%-total:10.8.0.1%'";
      return env.DB.prepare(query).first<number>("n");
    };
    const seedTotal = (limit: RateLimit, count: number) =>
      env.DB.prepare("UPDATE attempts SET count = ? WHERE key LIKE ? || ':10.8.0.1%'").bind(count, limit).run();

    expect([await statusOf(mira.username), await statusOf(mira.username, "a guess")]).toEqual([200, 401]);
    expect(await countTotals()).toBe(4);
    await seedTotal("sign-in/address-and-account-total", RATE_LIMITS["sign-in/address-and-account-total"].max - 1);
    expect([await statusOf(mira.username), await statusOf(mira.username)]).toEqual([200, 429]);
    expect(await statusOf(lev.username)).toBe(200);
    await seedTotal("sign-in/address-total", RATE_LIMITS["sign-in/address-total"].max - 1);
    expect([await statusOf(lev.username), await statusOf(lev.username)]).toEqual([200, 429]);
    const elsewhere = await createClient().post("/api/auth/login", {
      emailOrUsername: mira.username,
      password: "correct horse",
    });
    expect(elsewhere.status).toBe(200);
  });

  it("count the confirmations of a session too", async () => {
    const mira = await registerUser();
    const confirm = async () => (await mira.post("/api/auth/confirm", { currentPassword: "correct horse" })).status;
    expect(await confirm()).toBe(200);
    const { max } = RATE_LIMITS["sign-in/address-and-account-total"];
    await env.DB.prepare("UPDATE attempts SET count = ? WHERE key LIKE 'sign-in/address-and-account-total:%'").bind(max).run();
    expect(await confirm()).toBe(429);
  });

  it("store nothing of what was typed", async () => {
    const mira = await registerUser();
    const typed = ["my secret, in the wrong field", mira.username, emailOf(mira)];
    for (const name of typed) {
      await guess(createClient(), name);
      await createClient().post("/api/auth/request-password-reset", { emailOrUsername: name });
    }
    const { results } = await env.DB.prepare(
      "SELECT key FROM attempts WHERE key LIKE 'sign-in/%' OR key LIKE 'password-reset/%'",
    ).all();
    const stored = JSON.stringify(results);
    expect(stored).toContain("sign-in/account:");
    expect(stored).toContain("password-reset/");
    for (const text of typed) expect(stored).not.toContain(text);
  });
});

describe("registration", () => {
  it("reports a taken email only together with a free username", async () => {
    const mira = await registerUser();
    const readErrorCode = async (username: string, email: string) => {
      const answer = await createClient().post("/api/auth/register", {
        name: "Eve",
        username,
        email,
        password: "correct horse",
      });
      return (await answer.json<{ code?: string }>()).code;
    };
    expect(await readErrorCode(mira.username, emailOf(mira))).toBe("username-taken");
    expect(await readErrorCode(mira.username, "free@example.org")).toBe("username-taken");
    expect(await readErrorCode("new_user", emailOf(mira))).toBe("email-taken");
  });
});
