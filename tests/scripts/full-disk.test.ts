// A server whose disk becomes full: a small disk of its own, in memory, which only root can mount.
import { spawnSync } from "node:child_process";
import { createHash, randomBytes } from "node:crypto";
import { appendFileSync, existsSync, mkdtempSync, rmSync, statfsSync, statSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, describe, expect, it } from "vitest";
import WebSocket from "ws";
import type { RoomId } from "#app/domain/ids.ts";
import { MIB } from "#app/domain/units.ts";
import { decodeServerMessage } from "#app/protocol/room-client-codec.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { encodeWav } from "#scripts/sound.mjs";
import { SOAK_PASSWORD, SoakClient } from "#tests/soak/soak-client.ts";
import { endScripts, runScript, type Script, waitForEnd } from "#tests/support/run-script.ts";

const PORT = Number(process.env.E2E_PORT ?? 8788) + 28;
const BASE_URL = `http://127.0.0.1:${PORT}`;
const DISK_MIB = 80;
/** An eighth of the disk. */
const RESERVE_BYTES = (DISK_MIB / 8) * MIB;
/** The first start migrates the database in processes of its own, which takes half a minute on a machine that is very busy. */
const START = { timeout: 240_000 };
const LIMITS = { timeout: 900_000 };

const disk = mkdtempSync(join(tmpdir(), "tutti-disk-"));
const isMounted = spawnSync("mount", ["-t", "tmpfs", "-o", `size=${DISK_MIB}m`, "tmpfs", disk]).status === 0;
const data = join(disk, "data");
const filler = join(disk, "filler");
const reserve = join(data, "reserve");
afterAll(() => {
  endScripts();
  // a process that was killed may have files open for another moment
  if (isMounted) spawnSync("umount", ["--lazy", disk]);
  rmSync(disk, { recursive: true, force: true });
});

/** Writes until no space is left. */
function fillDisk(): void {
  for (const sizeBytes of [MIB, 4096, 1]) {
    try {
      for (;;) appendFileSync(filler, Buffer.alloc(sizeBytes));
    } catch {
      // full
    }
  }
}

const readFreeBytes = () => {
  const { bavail, bsize } = statfsSync(disk);
  return bavail * bsize;
};

const startServer = async (): Promise<Script> => {
  const script = runScript("server.mjs", ["--port", String(PORT), "--data", data]);
  const isUp = async () => (await fetch(`${BASE_URL}/api/health`).catch(() => null))?.ok ?? false;
  await expect.poll(isUp, START).toBe(true);
  await expect.poll(() => statSync(reserve, { throwIfNoEntry: false })?.size, START).toBe(RESERVE_BYTES);
  return script;
};

const USERNAME = "mira";
const client = new SoakClient({ baseURL: BASE_URL, username: USERNAME, address: "10.0.0.1", random: Math.random });
const stored: RoomId[] = [];

/** Creates a room. Returns the code of a refusal; null if the server has acknowledged it. */
async function createRoom(name = "Room"): Promise<string | null> {
  const args = { name };
  const response = await client.fetch("/api/mutation", {
    method: "POST",
    body: JSON.stringify({ path: "rooms.create", format: "json", args }),
  });
  const body = (await response.json()) as { status: string; value?: { id: RoomId }; errorData?: { code: string } };
  if (body.value) stored.push(body.value.id);
  return body.errorData?.code ?? null;
}

/** Announces the upload of a tone of some seconds, and sends it. Returns the status of its only part. */
async function upload(roomId: RoomId): Promise<number> {
  const bytes = encodeWav([Float32Array.from(randomBytes(16_000), (byte) => byte / 512)], 8000);
  const files = [{ fileName: "tone.wav", sizeBytes: bytes.length }];
  const { uploadIds } = await client.call("mutation", "uploads.announce", { roomId, files });
  const [uploadId] = uploadIds;
  if (!uploadId) throw new Error("not announced");
  await client.call("mutation", "uploads.begin", { uploadId, sha256: createHash("sha256").update(bytes).digest("hex") });
  const { status } = await client.fetch(`/api/uploads/${uploadId}/parts/1`, { method: "PUT", body: bytes });
  if (status === 200) await client.call("mutation", "uploads.complete", { uploadId, hue: null, analysis: null });
  return status;
}

/** Listens in a room, and sends nothing. Resolves when the room has sent events twice. */
function listen(roomId: RoomId): Promise<void> {
  const socket = new WebSocket(`ws://127.0.0.1:${PORT}/api/rooms/${roomId}/socket?v=${PROTOCOL_VERSION}`, {
    headers: client.headers,
  });
  let events = 0;
  return new Promise((resolve, reject) => {
    socket.on("error", reject);
    socket.on("message", (text) => {
      const message = decodeServerMessage(String(text));
      const parts = message?.type === "batch" ? message.messages : [message];
      events += parts.filter((part) => part?.type === "events").length;
      if (events < 2) return;
      socket.close();
      resolve();
    });
  });
}

describe.runIf(isMounted)("a server on a full disk (needs root, to mount a disk)", () => {
  it(
    "works on from its reserve, refuses uploads, loses nothing, and has alarms and a reserve again when there is space",
    LIMITS,
    async () => {
      const script = await startServer();
      await client.register();
      expect(await createRoom("First")).toBeNull();
      const [roomId] = stored;
      if (!roomId) throw new Error("no room");
      for (let i = 0; i < 2; i++) expect(await upload(roomId)).toBe(200);
      for (const command of [{ type: "repeat", repeat: "all" } as const, { type: "play" } as const]) {
        await client.call("mutation", "rooms.command", { id: roomId, command });
      }
      await listen(roomId);

      // the reserve is deleted, and what is not large works
      fillDisk();
      await expect.poll(() => existsSync(reserve)).toBe(false);
      await expect
        .poll(script.output)
        .toMatch(/The disk with \S+ is full\. Its reserve was deleted, .* refused until 21 MB are free\./);
      expect((await fetch(`${BASE_URL}/`)).status).toBe(200);
      const login = { emailOrUsername: USERNAME, password: SOAK_PASSWORD };
      const headers = { "Content-Type": "application/json" };
      const signIn = await fetch(`${BASE_URL}/api/auth/login`, { method: "POST", headers, body: JSON.stringify(login) });
      expect(signIn.status).toBe(200);
      expect(await createRoom("Second")).toBeNull();
      await client.call("mutation", "rooms.remove", { id: stored.pop() as RoomId });
      await expect(upload(roomId)).rejects.toThrow("disk-full");

      expect(await createRoom("Not opened yet")).toBeNull();
      const unopened = stored.at(-1) as RoomId;

      // the reserve is used up
      fillDisk();
      expect(readFreeBytes()).toBeLessThan(MIB);
      const codes = new Set<string | null>();
      // the database's own files may have space for some more
      for (let i = 0; i < 40; i++) codes.add(await createRoom("While full").catch(() => "no-answer"));
      expect([...codes].filter((code) => code !== null && code !== "disk-full")).toEqual([]);
      // the object of a room needs a file of its own
      await expect(client.call("query", "rooms.getState", { id: unopened })).rejects.toThrow("507");

      rmSync(filler);
      await expect.poll(() => statSync(reserve, { throwIfNoEntry: false })?.size).toBe(RESERVE_BYTES);
      await expect.poll(script.output).toContain("There is space again");
      expect(await createRoom("Third")).toBeNull();
      expect(await upload(roomId)).toBe(200);
      await listen(roomId);
      script.child.kill("SIGTERM");
      await waitForEnd(script.child);

      // it starts on a full disk too, from its reserve
      fillDisk();
      const again = runScript("server.mjs", ["--port", String(PORT), "--data", data]);
      for (const id of stored) {
        const state = () =>
          client.call("query", "rooms.getState", { id }).then(
            ({ state }) => state.info.id,
            () => null,
          );
        await expect.poll(state, START).toBe(id);
      }
      expect(existsSync(reserve)).toBe(false);
      again.child.kill("SIGTERM");
      expect(await waitForEnd(again.child)).toBe(0);
    },
  );
});
