import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { importLimits } from "#app/domain/imports/import-limits.ts";
import { MIB } from "#app/domain/units.ts";
import type { LinkImportUpdate } from "#app/protocol/http.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { expect, test } from "#tests/e2e/test.ts";
import { registerUser, type TestUser } from "#tests/e2e/test-user.ts";
import { SoakServer } from "#tests/soak/soak-server.ts";
import { SUBSONIC_ACCOUNT } from "#tests/support/fake-subsonic.ts";
import { createSong, type FakeSong } from "#tests/support/subsonic-library.ts";
import { type SubsonicServer, startSubsonicServer } from "#tests/support/subsonic-server.ts";

const TRACKS = Number(process.env.TRACKS ?? 100);
const TRACK_BYTES = 8 * MIB;
/** Every tenth track is refused by the service. */
const REFUSED_EACH = 10;
/** Far less than the 800 MiB that are imported. The runtime has caches of its own beside the Worker. */
const GROWTH_GOAL_MIB = 400;
const SAMPLE_INTERVAL_MS = 250;
const PORT = Number(process.env.E2E_PORT ?? 8788) + 1;

/** The first sample of a WAV file starts here. */
const WAV_HEADER_BYTES = 44;

/** Files of the same length with different bytes. They are made when they are downloaded. */
function createSongs(): readonly FakeSong[] {
  const silence = new Uint8Array(encodeWav([new Float32Array((TRACK_BYTES - WAV_HEADER_BYTES) / 2)], 48_000));
  const durationSec = silence.length / 2 / 48_000;
  return Array.from({ length: TRACKS }, (_, i) => {
    const song = createSong({ id: String(i), path: `${i}.wav`, contentType: "audio/wav", durationSec });
    return Object.defineProperty({ ...song }, "bytes", { get: () => silence.with(WAV_HEADER_BYTES, i + 1) });
  });
}

async function importTrack(user: TestUser, origin: string, itemId: string): Promise<LinkImportUpdate> {
  const headers = { Cookie: user.cookie, Origin: origin, "Content-Type": "application/json" };
  const response = await fetch(`${origin}/api/imports/${itemId}`, { method: "POST", headers, body: "{}" });
  const lines = (await response.text()).trim().split("\n");
  return JSON.parse(lines.at(-1) ?? "") as LinkImportUpdate;
}

/** Imports all items as the browser does, this many at once. */
async function importAll(itemIds: readonly string[], run: (id: string) => Promise<void>): Promise<void> {
  const left = [...itemIds];
  const worker = async () => {
    for (let id = left.shift(); id !== undefined; id = left.shift()) await run(id);
  };
  await Promise.all(Array.from({ length: importLimits.downloadsAtOnce }, worker));
}

/** Samples the memory of the runtime until the work has ended. Returns the largest value, bytes. */
async function measurePeakBytes(server: SoakServer, work: Promise<void>) {
  let peakBytes = 0;
  let isOver = false;
  void work.finally(() => (isOver = true));
  while (!isOver) {
    peakBytes = Math.max(peakBytes, server.residentBytes());
    await wait(SAMPLE_INTERVAL_MS);
  }
  await work;
  return peakBytes;
}

async function startBatch(user: TestUser, request: Parameters<TestUser["on"]>[0], music: SubsonicServer) {
  const { username, password } = SUBSONIC_ACCOUNT;
  const action = (path: string, args: object) =>
    request.post("/api/action", { headers: { Cookie: user.cookie }, data: { path, format: "json", args } });
  const { id: roomId } = await user.call("mutation", "rooms.create", { name: "Imports" });
  const login = { kind: "password", username, password };
  const connected = await action("imports.connect", { credentials: { service: "subsonic", address: music.origin, login } });
  expect(await connected.json()).toMatchObject({ status: "success" });
  const tracks = Array.from({ length: TRACKS }, (_, i) => ({
    ...{ service: "subsonic" as const, id: String(i), title: `Song ${i}`, artist: "The Locals", album: "Home" },
    ...{ durationMs: null, isrc: null, cover: null, isAvailable: true },
  }));
  await user.call("mutation", "imports.start", { roomId, title: "Home", tracks });
  const list = async () => (await user.call("query", "imports.list", { roomId })).batches.flatMap(({ items }) => items);
  return { roomId, list };
}

test(`${TRACKS} tracks of 8 MiB are imported, and the memory of the Worker stays bounded`, async ({ playwright }) => {
  const data = mkdtempSync(join(tmpdir(), "tutti-imports-"));
  const songs = createSongs();
  const isRefused = (_: unknown, i: number) => i % REFUSED_EACH === 0;
  const music = await startSubsonicServer({ songs: songs.filter((_, i) => !isRefused(_, i)), playlists: [] });
  const server = new SoakServer(PORT, data, ["LINK_LOOPBACK:allow"]);
  await server.start();
  try {
    const request = await playwright.request.newContext({
      baseURL: server.origin,
      extraHTTPHeaders: { Origin: server.origin },
    });
    const user = await registerUser(request, server.origin);
    const { roomId, list } = await startBatch(user, request, music);
    const beforeBytes = server.residentBytes();
    const startedMs = performance.now();
    const outcomes: LinkImportUpdate[] = [];
    const ids = (await list()).map(({ id }) => id);
    const work = importAll(ids, async (id) => void outcomes.push(await importTrack(user, server.origin, id)));
    const peakBytes = await measurePeakBytes(server, work);
    const seconds = (performance.now() - startedMs) / 1000;
    const items = await list();
    const failed = items.filter(({ state }) => state === "failed");
    const mib = (bytes: number) => (bytes / MIB).toFixed(1);
    console.log(`
    ${TRACKS} tracks of ${mib(TRACK_BYTES)} MiB, ${importLimits.downloadsAtOnce} at once: ${seconds.toFixed(0)} s
    memory of the runtime ${mib(beforeBytes)} MiB before, at most ${mib(peakBytes)} MiB   goal: grows by at most ${GROWTH_GOAL_MIB}
    failed: ${failed.map(({ track, error }) => `${track.title} (${error})`).join(", ")}`);
    expect(failed.map(({ track }) => Number(track.id))).toEqual(songs.flatMap((_, i) => (isRefused(_, i) ? [i] : [])));
    expect(items.filter(({ state }) => state === "done")).toHaveLength(TRACKS - failed.length);
    const { state } = await user.call("query", "rooms.getState", { id: roomId });
    expect(state.playlist).toHaveLength(TRACKS - failed.length);
    expect(peakBytes - beforeBytes).toBeLessThanOrEqual(GROWTH_GOAL_MIB * MIB);
  } finally {
    await server.stop();
    await music.close();
    rmSync(data, { recursive: true, force: true });
  }
});
