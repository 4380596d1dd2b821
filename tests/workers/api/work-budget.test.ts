import { SELF } from "cloudflare:test";
import { afterEach, describe, expect, it, vi } from "vitest";
import { type Payer, PERSON_WORK_RATE, toPayer } from "#app/domain/access/work-budget.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { ORIGIN } from "#tests/workers/support/origin.ts";
import { readUserId } from "#tests/workers/support/read-user-id.ts";
import { isolateWork } from "#workers/work/isolate-work.ts";

/** The address of the requests of these tests. */
const ADDRESS = "local";
const guests = toPayer(null, ADDRESS);

/** Lets the payer owe work until the test has ended. */
function overspend(payer: Payer): void {
  isolateWork.charge(payer, 1e9, Date.now());
  ended.push(() => isolateWork.charge(payer, -1e9, Date.now()));
}
const ended: (() => void)[] = [];
afterEach(() => {
  for (const end of ended.splice(0)) end();
});

describe("WK1 a payer who owes work", () => {
  it("is refused calls with a code and a time to wait, and others are not", async () => {
    const [greedy, honest] = [await registerUser(), await registerUser()];
    overspend(toPayer(await readUserId(greedy), ADDRESS));
    expect(await greedy.refusal("users.listSessions", {})).toBe("too-many-requests");
    expect((await honest.call("users.listSessions", {})).sessions).toHaveLength(1);
    expect(await createClient().call("rooms.getPublicRoomsWithAuthors", {})).toBeDefined();
  });

  it("is refused pages in their language, if it is the address of guests", async () => {
    overspend(guests);
    const response = await SELF.fetch(`${ORIGIN}/`, { headers: { "Accept-Language": "ru" } });
    expect(response.status).toBe(429);
    expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    expect(await response.text()).toMatch(/Слишком много запросов/);
    expect((await SELF.fetch(`${ORIGIN}/api/health`)).status).toBe(200);
  });

  it("is refused files and the API, if it is an address with too many requests, whatever its accounts, and no pages", async () => {
    overspend(`requests ${ADDRESS}`);
    const { cookie } = await registerUser();
    for (const path of ["/api/_auth/session", "/media/own/abcdefghijklmnop"]) {
      const response = await SELF.fetch(`${ORIGIN}${path}`, { headers: { Cookie: cookie } });
      expect(await response.json()).toMatchObject({ code: "too-many-requests" });
      expect(response.status).toBe(429);
      expect(Number(response.headers.get("Retry-After"))).toBeGreaterThan(0);
    }
    expect((await SELF.fetch(`${ORIGIN}/`)).status).toBe(200);
    expect((await SELF.fetch(`${ORIGIN}/api/health`)).status).toBe(200);
    expect((await createClient().fetch("/api/_auth/session")).status).toBe(200);
  });

  it("pays for calls and for what they return", async () => {
    const client = await registerUser();
    const payer = toPayer(await readUserId(client), ADDRESS);
    // nothing is refilled while the clock stands still
    vi.setSystemTime(Date.now());
    for (let calls = 0; calls < 5; calls++) await client.call("users.listSessions", {});
    // with what the results cost, that is all
    isolateWork.charge(payer, PERSON_WORK_RATE.burst - 5.001, Date.now());
    expect(isolateWork.waitMs(payer, Date.now())).toBeGreaterThan(0);
  });
});
