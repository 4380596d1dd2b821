import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import { type Client, newClient, newMember } from "#tests/workers/support/client.ts";

const guess = async (client: Client, emailOrUsername: string) =>
  (await client.post("/api/auth/login", { emailOrUsername, password: "a guess" })).status;
const emailOf = (member: { username: string }) => `${member.username}@example.org`;

describe("tries to sign in", () => {
  it("do not tell whose an email is: each of two names has tries of its own", async () => {
    const mira = await newMember();
    const guesser = newClient();
    for (let tried = 0; tried < 10; tried++) expect(await guess(guesser, mira.username)).toBe(401);
    expect(await guess(guesser, mira.username.toUpperCase())).toBe(429);
    expect(await guess(guesser, emailOf(mira))).toBe(401);
    expect(await guess(guesser, "nobody@example.org")).toBe(401);
  });

  it("are counted alike whether there is an account or nobody", async () => {
    const mira = await newMember();
    const outcomesOf = async (...names: readonly string[]) => {
      const guesser = newClient();
      const outcomes: number[] = [];
      for (let tried = 0; tried < 12; tried++) outcomes.push(await guess(guesser, names[tried % names.length] ?? ""));
      return outcomes;
    };
    const theirs = await outcomesOf(mira.username, ` ${mira.username.toUpperCase()} `);
    expect(theirs).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await outcomesOf("nobody_here", " NOBODY_HERE ")).toEqual(theirs);
  });

  it("keep nothing of what was typed", async () => {
    const mira = await newMember();
    const typed = ["my secret, in the wrong field", mira.username, emailOf(mira)];
    for (const name of typed) {
      await guess(newClient(), name);
      await newClient().post("/api/auth/request-password-reset", { emailOrUsername: name });
    }
    const { results } = await env.DB.prepare("SELECT key FROM attempts WHERE key LIKE 'sign-in:%' OR key LIKE 'reset:%'").all();
    const kept = JSON.stringify(results);
    expect(kept).toContain("sign-in:account:");
    expect(kept).toContain("reset:");
    for (const text of typed) expect(kept).not.toContain(text);
  });
});

describe("registering", () => {
  it("says of an email whether it is taken only to who has a username for it", async () => {
    const mira = await newMember();
    const refusalOf = async (username: string, email: string) => {
      const answer = await newClient().post("/api/auth/register", { name: "Eve", username, email, password: "correct horse" });
      return (await answer.json<{ code?: string }>()).code;
    };
    expect(await refusalOf(mira.username, emailOf(mira))).toBe("username-taken");
    expect(await refusalOf(mira.username, "free@example.org")).toBe("username-taken");
    expect(await refusalOf("somebody_new", emailOf(mira))).toBe("email-taken");
  });
});
