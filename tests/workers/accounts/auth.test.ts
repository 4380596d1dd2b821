import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { HttpFailure, SessionAnswer } from "#app/protocol/http.ts";
import { newClient, newMember, ORIGIN } from "#tests/workers/support/client.ts";

const MIRA = { name: "Мира Соколова", username: "Мира", email: "mira@example.org", password: "тайна тайн" };

const session = async (client: { fetch: (path: string) => Promise<Response> }) =>
  (await (await client.fetch("/api/_auth/session")).json()) as SessionAnswer;

describe("signing up and in", () => {
  it("registers, remembers, signs out and in again", async () => {
    const client = newClient();
    expect(await session(client)).toEqual({});
    const registered = await client.post("/api/auth/register", MIRA);
    expect(registered.status).toBe(200);
    const cookie = registered.headers.get("Set-Cookie") ?? "";
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"]) expect(cookie).toContain(attribute);
    expect((await session(client)).user).toMatchObject({ name: MIRA.name, username: MIRA.username, type: "user" });

    const { token } = /tutti_session=(?<token>\w+)/.exec(cookie)?.groups ?? {};
    const stored = await env.DB.prepare("SELECT * FROM sessions").all();
    expect(token).toMatch(/^[a-z2-7]{32}$/);
    expect(JSON.stringify(stored.results)).not.toContain(token);

    await client.fetch("/api/_auth/session", { method: "DELETE", headers: { Origin: ORIGIN } });
    expect(await session(client)).toEqual({});
    for (const emailOrUsername of ["МИРА", "Mira@Example.org"]) {
      const again = await client.post("/api/auth/login", { emailOrUsername, password: MIRA.password });
      expect(again.status).toBe(200);
    }
    expect((await session(client)).user?.email).toBe(MIRA.email);
  });

  it("AC5 names that differ by case only are one name", async () => {
    await newClient().post("/api/auth/register", { ...MIRA, username: "ИВАН", email: "ivan@example.org" });
    const second = await newClient().post("/api/auth/register", { ...MIRA, username: "иван", email: "other@example.org" });
    expect(second.status).toBe(409);
    expect((await second.json<HttpFailure>()).statusMessage).toBe("auth.errors.username-taken");
    const third = await newClient().post("/api/auth/register", { ...MIRA, username: "other", email: "IVAN@example.org" });
    expect(await third.json<HttpFailure>()).toMatchObject({ code: "email-taken", field: "email" });
  });

  it("two registrations of one name at the same time make one account", async () => {
    const twin = { ...MIRA, username: "twin", email: "twin@example.org" };
    const answers = await Promise.all([1, 2, 3].map(() => newClient().post("/api/auth/register", twin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("tells which field is wrong", async () => {
    const wrong = async (change: Partial<typeof MIRA>) => {
      const answer = await newClient().post("/api/auth/register", {
        ...MIRA,
        username: "fresh",
        email: "fresh@example.org",
        ...change,
      });
      const { code, field } = await answer.json<HttpFailure>();
      return `${field}: ${code}`;
    };
    expect(await wrong({ name: " " })).toBe("name: field-required");
    expect(await wrong({ name: "x".repeat(21) })).toBe("name: name-too-long");
    expect(await wrong({ username: "ab" })).toBe("username: username-invalid");
    expect(await wrong({ email: "mira@" })).toBe("email: email-invalid");
    expect(await wrong({ password: "12345" })).toBe("password: password-too-short");
  });

  it("does not say which of name and password was wrong", async () => {
    const { username } = await newMember();
    const tries = [
      { emailOrUsername: username, password: "wrong one" },
      { emailOrUsername: "nobody", password: "wrong one" },
    ];
    for (const body of tries) {
      const answer = await newClient().post("/api/auth/login", body);
      expect(answer.status).toBe(401);
      expect((await answer.json<HttpFailure>()).statusMessage).toBe("auth.errors.login-failed");
    }
    const blank = await newClient().post("/api/auth/login", { emailOrUsername: " ", password: "" });
    expect((await blank.json<HttpFailure>()).code).toBe("all-fields-required");
  });

  const guess = async (client: { post: (path: string, body: unknown) => Promise<Response> }, emailOrUsername: string) =>
    (await client.post("/api/auth/login", { emailOrUsername, password: "a guess" })).status;

  it("limits guesses, however many, and lets the owner in from elsewhere", async () => {
    const { username } = await newMember();
    const guesser = newClient();
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) statuses.push(await guess(guesser, username));
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual(Array(50).fill(429));
    const owner = await newClient().post("/api/auth/login", { emailOrUsername: username, password: "correct horse" });
    expect(owner.status).toBe(200);
  });

  it("counts the guesses at one name together, however it is written and wherever in one network they come from", async () => {
    const member = await newMember();
    const names = [member.username, member.username.toUpperCase(), ` ${member.username} `];
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const somewhere = newClient(`2001:db8:1:2:${i.toString(16)}::5`);
      statuses.push(await guess(somewhere, names[i % 3] ?? ""));
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await guess(newClient("2001:db8:1:3::5"), member.username)).toBe(401);
  });

  it("refuses what another site sends", async () => {
    const client = await newMember();
    const foreign = { method: "DELETE", headers: { Origin: "https://evil.example" } };
    const refused = await client.fetch("/api/_auth/session", foreign);
    expect(await refused.json<HttpFailure>()).toMatchObject({ statusCode: 403, code: "origin-refused" });
    expect((await session(client)).user).toBeDefined();
    const crossSite = await client.fetch("/api/_auth/session", {
      method: "DELETE",
      headers: { "Sec-Fetch-Site": "cross-site" },
    });
    expect(crossSite.status).toBe(403);
  });

  it("does not choke on what is no JSON, or too much of it", async () => {
    for (const body of ["{", "null", "[]", `"${"x".repeat(2_000_000)}"`]) {
      expect((await newClient().post("/api/auth/login", body)).status).toBe(422);
    }
  });
});
