import { env } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import { createClient, registerUser } from "#tests/workers/support/client.ts";
import { skipTime } from "#tests/workers/support/skip-time.ts";
import { createSessionCookie } from "#tests/workers/tracks/track-fixtures.ts";
import {
  answerAsServer,
  CREDENTIALS,
  connectOwner,
  importAll,
  importItem,
  LIBRARY,
  listItems,
  listTitles,
  song,
  startBatch,
  subsonic,
} from "./import-fixtures.ts";

const { username, password } = SUBSONIC_ACCOUNT;

beforeEach(answerAsServer);
afterEach(() => vi.restoreAllMocks());

describe("a connection", () => {
  it("is checked at the service, listed without its password and stored sealed", async () => {
    const { owner } = await connectOwner();
    const { services } = await owner.call("imports.connections", {});
    expect(services).toContainEqual({
      service: "subsonic",
      needsConnection: true,
      connection: { account: username, address: "https://music.example/navidrome", connectedAtMs: expect.any(Number) },
    });
    expect(JSON.stringify(services)).not.toContain(password);
    const stored = await env.DB.prepare("SELECT * FROM connection_secrets").all();
    const logged = await env.DB.prepare("SELECT * FROM changes").all();
    expect(JSON.stringify([stored.results, logged.results])).not.toContain(password);
  });

  it("is refused with a wrong password, at a private address, and where there is no such server", async () => {
    const owner = await registerUser();
    const refusal = (changes: object) => owner.refusal("imports.connect", { credentials: { ...CREDENTIALS, ...changes } });
    expect(await refusal({ login: { kind: "password", username, password: "wrong" } })).toBe("service-login-refused");
    expect(await refusal({ address: "http://192.168.1.5:4533" })).toBe("service-address-private");
    expect(await refusal({ address: "ftp://music.example" })).toBe("service-address-invalid");
    subsonic.setFault("*", { how: "html" });
    expect(await refusal({})).toBe("service-not-subsonic");
    expect((await owner.call("imports.connections", {})).services.map(({ connection }) => connection)).not.toContain(username);
  });

  it("can be deleted, and then nothing can be imported with it", async () => {
    const { owner, roomId } = await connectOwner();
    const countSecrets = () => env.DB.prepare("SELECT count(*) AS n FROM connection_secrets").first<number>("n");
    const before = (await countSecrets()) ?? 0;
    await owner.call("imports.disconnect", { service: "subsonic" });
    expect(await countSecrets()).toBe(before - 1);
    expect(await owner.refusal("imports.search", { roomId, service: "subsonic", query: "Song" })).toBe("service-not-connected");
  });
});

describe("an import of several tracks", () => {
  it("adds each track once, named by the service if the file has no tags", async () => {
    const owner = await connectOwner();
    await startBatch(owner);
    expect(await importAll(owner)).toEqual(["done", "done", "done"]);
    expect(await listTitles(owner)).toEqual(["one", "two", "three"].map((id) => `The Locals - Song ${id} (Home)`));
    expect(await importAll(owner)).toEqual(["done", "done", "done"]);
    expect(await listTitles(owner)).toHaveLength(3);
  });

  it("goes on after a track has failed, which can be retried", async () => {
    const owner = await connectOwner();
    const { batchId } = await startBatch(owner);
    subsonic.setLibrary({ ...LIBRARY, songs: LIBRARY.songs.filter(({ id }) => id !== "two") });
    expect(await importAll(owner)).toEqual(["done", "failed: import-not-available", "done"]);
    subsonic.setLibrary(LIBRARY);
    await owner.owner.call("imports.retry", { batchId });
    expect(await importAll(owner)).toEqual(["done", "done", "done"]);
  });

  it.each([
    [{ how: "html" }, { code: "link-content-type" }],
    [
      { how: "status", status: 500 },
      { code: "link-status", detail: { status: 500 } },
    ],
    [{ how: "status", status: 404 }, { code: "link-expired" }],
    [{ how: "cut-off", afterBytes: 60_000 }, { code: "link-broken" }],
  ] as const)("reports %j as %j", async (fault, expected) => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    subsonic.setFault("download", fault);
    expect(await importItem(owner.owner, items[0]?.id ?? "")).toEqual({ type: "failed", ...expected });
    expect((await listItems(owner))[0]).toMatchObject({ state: "failed", error: expected.code });
    expect(await listTitles(owner)).toEqual([]);
  });

  it("reports that a file is so small that it must be an error page or a preview", async () => {
    subsonic.setLibrary({ songs: [song("short", 0.2)], playlists: [] });
    const owner = await connectOwner();
    const { items } = await startBatch(owner);
    const update = await importItem(owner.owner, items[0]?.id ?? "");
    expect(update).toEqual({ type: "failed", code: "link-too-small", detail: { kb: 19 } });
  });

  it("waits if the service is busy", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    subsonic.setFault("getSong", { how: "status", status: 429, retryAfter: "7" });
    const update = await importItem(owner.owner, items[0]?.id ?? "");
    expect(update).toEqual({ type: "failed", code: "service-busy", detail: { waitSeconds: 7 } });
    expect((await listItems(owner))[0]?.state).toBe("waiting");
  });

  it("requests an expired link once more", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    let downloads = 0;
    vi.mocked(fetch).mockImplementation(async (input, init) => {
      const request = new Request(input as string, init);
      if (new URL(request.url).pathname.includes("/download") && ++downloads === 1) return new Response("", { status: 403 });
      return subsonic.handleRequest(request);
    });
    expect(await importItem(owner.owner, items[0]?.id ?? "")).toMatchObject({ type: "done" });
    expect(downloads).toBe(2);
  });

  it("does not import an item that another request imports, until its lease has ended", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    const leasedUntilMs = Date.now() + importLimits.leaseMs;
    await env.DB.prepare("UPDATE import_items SET state = 'running', leased_until_ms = ? WHERE id = ?")
      .bind(leasedUntilMs, items[0]?.id)
      .run();
    expect(await importItem(owner.owner, items[0]?.id ?? "")).toEqual({ type: "failed", code: "import-item-busy" });
    skipTime(importLimits.leaseMs + SECOND_MS);
    expect(await importItem(owner.owner, items[0]?.id ?? "")).toMatchObject({ type: "done" });
  });

  it("does not add a track again after a request that was cut off before it stored the outcome", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    await importAll(owner);
    await env.DB.prepare("UPDATE import_items SET state = 'waiting', track_id = NULL WHERE id = ?").bind(items[0]?.id).run();
    expect(await importAll(owner)).toEqual(["done"]);
    expect(await listTitles(owner)).toHaveLength(1);
  });

  it("does not disturb a download that another request runs", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    const { uploadIds } = await owner.owner.call("uploads.announce", {
      roomId: owner.roomId,
      files: [{ fileName: "running.wav", sizeBytes: 1000 }],
    });
    await env.DB.prepare("UPDATE import_items SET state = 'running', leased_until_ms = ?, upload_id = ? WHERE id = ?")
      .bind(Date.now() + importLimits.leaseMs, uploadIds[0], items[0]?.id)
      .run();
    expect(await importItem(owner.owner, items[0]?.id ?? "")).toEqual({ type: "failed", code: "import-item-busy" });
    const { uploads } = await owner.owner.call("uploads.list", { roomId: owner.roomId });
    expect(uploads.map(({ uploadId }) => uploadId)).toEqual(uploadIds);
  });

  it("adds a track that was made and could not be added to the playlist", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    await importAll(owner);
    const { id: roomId } = await owner.owner.call("rooms.create", { name: "Another" });
    const another = { ...owner, roomId };
    await startBatch(another, "Song one");
    // as if the attempt had made the track, and the playlist of its room had been full
    await env.DB.prepare(
      "UPDATE import_items SET upload_id = (SELECT upload_id FROM import_items WHERE id = ?) WHERE state = 'waiting'",
    )
      .bind(items[0]?.id)
      .run();
    expect(await importAll(another)).toEqual(["done"]);
    expect(await listTitles(another)).toHaveLength(1);
    expect((await owner.owner.call("tracks.list", {})).tracks).toHaveLength(1);
  });

  it("waits while as many tracks of the person are imported as may be at once", async () => {
    const owner = await connectOwner();
    subsonic.setLibrary({ ...LIBRARY, songs: [...LIBRARY.songs, song("four", 1), song("five", 1)] });
    const { items } = await startBatch(owner);
    const running = items.slice(0, importLimits.downloadsAtOnce).map(({ id }) => id);
    await env.DB.prepare(
      "UPDATE import_items SET state = 'running', leased_until_ms = ? WHERE id IN (SELECT value FROM json_each(?))",
    )
      .bind(Date.now() + importLimits.leaseMs, JSON.stringify(running))
      .run();
    expect(await importItem(owner.owner, items.at(-1)?.id ?? "")).toMatchObject({ code: "service-busy" });
    expect((await listItems(owner)).at(-1)?.state).toBe("waiting");
  });

  it("can be cancelled track by track and removed from the list", async () => {
    const owner = await connectOwner();
    const { batchId, items } = await startBatch(owner);
    await owner.owner.call("imports.cancel", { batchId, itemIds: items.slice(1).map(({ id }) => id) });
    expect((await listItems(owner)).map(({ state }) => state)).toEqual(["waiting", "cancelled", "cancelled"]);
    expect(await importItem(owner.owner, items[1]?.id ?? "")).toEqual({ type: "failed", code: "import-item-busy" });
    await owner.owner.call("imports.cancel", { batchId });
    expect(await listItems(owner)).toEqual([]);
  });

  it("is not visible to another person, nor can they import its tracks", async () => {
    const owner = await connectOwner();
    const { items } = await startBatch(owner, "Song one");
    const stranger = await registerUser();
    const client = createClient({ headers: { Cookie: await createSessionCookie(stranger) } });
    const response = await client.post(`/api/imports/${items[0]?.id}`, {});
    expect(response.status).toBe(404);
  });
});

describe("a search by example", () => {
  it("finds the track in the library and in connected services, with a score", async () => {
    const owner = await connectOwner();
    await startBatch(owner, "Song two");
    await importAll(owner);
    const like = { title: "Song two", artist: "The Locals", durationMs: 2000, isrc: null };
    const { matches } = await owner.owner.call("imports.search", { roomId: owner.roomId, like });
    expect(matches.map(({ source, track, score }) => `${source} ${track.title} ${score}`)).toEqual([
      "library Song two 100",
      "service Song two 100",
    ]);
  });
});
