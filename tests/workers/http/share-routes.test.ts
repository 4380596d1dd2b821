import { describe, expect, it } from "vitest";
import { createClient, registerUser } from "#tests/workers/support/client.ts";

/** The form of an operating system, which names no page of this site as its origin. */
function createShare(): RequestInit {
  const body = new FormData();
  body.set("title", "A song");
  body.set("files", new File(["sound"], "song.mp3", { type: "audio/mpeg" }));
  return { method: "POST", headers: { Origin: "null" }, body };
}

describe("a share that reaches the server", () => {
  it("is redirected to a page that says what to do, for guests too", async () => {
    const client = createClient();
    const response = await client.fetch("/share", createShare());
    expect(response.status).toBe(303);
    expect(response.headers.get("Location")).toBe("/share?missed=1");
    const page = await client.fetch("/share?missed=1");
    expect(page.status).toBe(200);
    expect(await page.text()).toContain("Nothing arrived");
  });
});

describe("the page for shared items", () => {
  it("asks guests to sign in, and returns to it afterwards", async () => {
    const response = await createClient().fetch("/share");
    expect([response.status, response.headers.get("Location")]).toEqual([302, "/auth?redirect=/share"]);
  });

  it("names the rooms to which the person may add tracks, and no others", async () => {
    const owner = await registerUser("Mira");
    const guest = await registerUser("Leo");
    const { id } = await owner.call("rooms.create", { name: "Shared kitchen" });
    const { id: viewed } = await owner.call("rooms.create", { name: "Only viewed" });
    await owner.call("members.add", { id, username: guest.username, role: "participant" });
    await owner.call("members.add", { id: viewed, username: guest.username, role: "viewer" });
    await guest.call("rooms.create", { name: "His own" });
    const html = await (await guest.fetch("/share")).text();
    expect(html).toContain("Shared kitchen");
    expect(html).toContain("His own");
    expect(html).not.toContain("Only viewed");
  });
});

describe("the offline page", () => {
  it("belongs to no person, and is in the language of the request", async () => {
    const mira = await registerUser("Mira Unmistakable");
    expect(await (await mira.fetch("/help")).text()).toContain("Mira Unmistakable");
    const html = await (await mira.fetch("/offline", { headers: { "Accept-Language": "ru" } })).text();
    expect(html).not.toContain("Mira Unmistakable");
    expect(html).toContain("Нет связи");
  });
});
