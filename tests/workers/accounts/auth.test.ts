import { env } from "cloudflare:test";
import { describe, expect, it } from "vitest";
import type { HttpFailure, SessionResponse } from "#app/protocol/http.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";

const MIRA = { name: "Мира Соколова", username: "Мира", email: "mira@example.org", password: "тайна тайн" };

const session = async (client: { fetch: (path: string) => Promise<Response> }) =>
  (await (await client.fetch("/api/_auth/session")).json()) as SessionResponse;

describe("registration and sign-in", () => {
  it("registers, keeps the session, signs out and signs in again", async () => {
    const client = createClient();
    expect(await session(client)).toEqual({});
    const registered = await client.post("/api/auth/register", MIRA);
    expect(registered.status).toBe(200);
    const cookie = registered.headers.get("Set-Cookie") ?? "";
    for (const attribute of ["HttpOnly", "SameSite=Lax", "Secure", "Path=/"]) expect(cookie).toContain(attribute);
    expect((await session(client)).user).toMatchObject({ name: MIRA.name, username: MIRA.username, type: "user" });

    const { token } = /__Host-tutti_session=(?<token>\w+)/.exec(cookie)?.groups ?? {};
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

  it("AC5 names that differ only in letter case are the same name", async () => {
    await createClient().post("/api/auth/register", { ...MIRA, username: "ИВАН", email: "ivan@example.org" });
    const second = await createClient().post("/api/auth/register", { ...MIRA, username: "иван", email: "other@example.org" });
    expect(second.status).toBe(409);
    expect((await second.json<HttpFailure>()).statusMessage).toBe("auth.errors.username-taken");
    const third = await createClient().post("/api/auth/register", { ...MIRA, username: "other", email: "IVAN@example.org" });
    expect(await third.json<HttpFailure>()).toMatchObject({ code: "email-taken", field: "email" });
  });

  it("simultaneous registrations of one name create one account", async () => {
    const twin = { ...MIRA, username: "twin", email: "twin@example.org" };
    const answers = await Promise.all([1, 2, 3].map(() => createClient().post("/api/auth/register", twin)));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 409, 409]);
  });

  it("names the invalid field", async () => {
    const wrong = async (change: Partial<typeof MIRA>) => {
      const answer = await createClient().post("/api/auth/register", {
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

  it("does not reveal whether the name or the password was wrong", async () => {
    const { username } = await registerUser();
    const attempts = [
      { emailOrUsername: username, password: "wrong one" },
      { emailOrUsername: "missing", password: "wrong one" },
    ];
    for (const body of attempts) {
      const answer = await createClient().post("/api/auth/login", body);
      expect(answer.status).toBe(401);
      expect((await answer.json<HttpFailure>()).statusMessage).toBe("auth.errors.login-failed");
    }
    const blank = await createClient().post("/api/auth/login", { emailOrUsername: " ", password: "" });
    expect((await blank.json<HttpFailure>()).code).toBe("all-fields-required");
  });

  const guess = async (client: { post: (path: string, body: unknown) => Promise<Response> }, emailOrUsername: string) =>
    (await client.post("/api/auth/login", { emailOrUsername, password: "a guess" })).status;

  it("limits guesses from one address, and lets the owner sign in from another", async () => {
    const { username } = await registerUser();
    const guesser = createClient();
    const statuses: number[] = [];
    for (let i = 0; i < 60; i++) statuses.push(await guess(guesser, username));
    expect(statuses.slice(0, 10)).toEqual(Array(10).fill(401));
    expect(statuses.slice(10)).toEqual(Array(50).fill(429));
    const owner = await createClient().post("/api/auth/login", { emailOrUsername: username, password: "correct horse" });
    expect(owner.status).toBe(200);
  });

  it("counts guesses of one name together, in any spelling and from any address of one IPv6 network", async () => {
    const member = await registerUser();
    const names = [member.username, member.username.toUpperCase(), ` ${member.username} `];
    const statuses: number[] = [];
    for (let i = 0; i < 12; i++) {
      const client = createClient({ address: `2001:db8:1:2:${i.toString(16)}::5` });
      statuses.push(await guess(client, names[i % 3] ?? ""));
    }
    expect(statuses).toEqual([...Array(10).fill(401), 429, 429]);
    expect(await guess(createClient({ address: "2001:db8:1:3::5" }), member.username)).toBe(401);
  });

  it("refuses requests from another site", async () => {
    const client = await registerUser();
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

  it("refuses malformed and oversized bodies", async () => {
    for (const body of ["{", "null", "[]", `"${"x".repeat(2_000_000)}"`]) {
      expect((await createClient().post("/api/auth/login", body)).status).toBe(422);
    }
  });
});
