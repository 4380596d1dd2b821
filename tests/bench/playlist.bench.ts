import type { ChildProcess } from "node:child_process";
import { mkdtempSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { type Browser, chromium, type Page } from "@playwright/test";
import type { TrackId } from "#app/domain/ids.ts";
import { playlistLimits } from "#app/domain/playlist/playlist-limits.ts";
import { PROTOCOL_VERSION } from "#app/protocol/room-messages.ts";
import { isUp, serve } from "#scripts/project.mjs";
import { expect, type Member, newMember, test } from "#tests/e2e/visitor.ts";
import { percentile } from "#tests/support/click-probe.ts";
import { seedTracks, trackIdOf } from "./many-tracks.ts";

const GOALS = { openMs: 1000, reorderMs: 150, snapshotBytes: 1024 * 1024 } as const;
const TRACKS = Number(process.env.TRACKS ?? playlistLimits.playlistEntries);
const MOVES = 100;
const OPENINGS = 5;
const PORT = Number(process.env.E2E_PORT ?? 8788) + 1;
const ORIGIN = `http://127.0.0.1:${PORT}`;

const ms = (values: readonly number[], share: number) => percentile(values, share).toFixed(0).padStart(5);

test("a playlist of ten thousand tracks", async ({ playwright, launchOptions }) => {
  const data = mkdtempSync(join(tmpdir(), "tutti-playlist-"));
  // the script has no types of its own
  const server: ChildProcess = serve({ port: PORT, data });
  let browser: Browser | null = null;
  try {
    expect(await isUp(ORIGIN)).toBe(true);
    const mira = await newMember(await playwright.request.newContext({ baseURL: ORIGIN }), ORIGIN);
    seedTracks(data, mira.id, TRACKS);
    const { id, url } = await fill(mira);
    browser = await chromium.launch(launchOptions);
    const context = await browser.newContext({ baseURL: ORIGIN, viewport: { width: 1440, height: 900 } });
    await mira.signIn(context);
    const page = await context.newPage();

    console.log(`\n    a playlist of ${TRACKS} tracks`);
    const opened = await openings(page, `/room/${url}`);
    tell("opens, to its first rows", `p50 ${ms(opened.firstMs, 0.5)} ms`, `${GOALS.openMs} ms`);
    tell("opens, to its last row", `p50 ${ms(opened.wholeMs, 0.5)} ms`, `${GOALS.openMs} ms`);
    tell("the first frame of the snapshot", kib(opened.frameBytes[0] ?? 0), kib(GOALS.snapshotBytes));
    tell("the whole snapshot", kib(sum(opened.frameBytes)), kib(GOALS.snapshotBytes));
    const frames = await scroll(page);
    const late = frames.filter((frameMs) => frameMs > 25).length / frames.length;
    tell(
      "scrolling, a frame",
      `p50 ${ms(frames, 0.5)} ms, p95 ${ms(frames, 0.95)} ms, ${(late * 100).toFixed(1)} % late`,
      "none late",
    );
    const moved = await reorder(page, id);
    tell("a reorder is acknowledged", `p50 ${ms(moved, 0.5)} ms, p95 ${ms(moved, 0.95)} ms`, `p95 ${GOALS.reorderMs} ms`);
    expect(percentile(opened.firstMs, 0.5)).toBeLessThan(GOALS.openMs);
    expect(percentile(moved, 0.95)).toBeLessThanOrEqual(GOALS.reorderMs);
    expect(opened.frameBytes[0]).toBeLessThanOrEqual(GOALS.snapshotBytes);
  } finally {
    await browser?.close();
    server.kill();
  }
});

function tell(what: string, figure: string, goal: string): void {
  console.log(`      ${what.padEnd(34)} ${figure}   (goal: ${goal})`);
}

const kib = (bytes: number) => `${(bytes / 1024).toFixed(0)} KiB`;
const sum = (values: readonly number[]) => values.reduce((total, value) => total + value, 0);

async function fill(mira: Member) {
  const { id, url } = await mira.makeRoom("Ten thousand");
  for (let from = 1; from <= TRACKS; from += playlistLimits.entriesPerCommand) {
    const count = Math.min(playlistLimits.entriesPerCommand, TRACKS - from + 1);
    const trackIds = Array.from({ length: count }, (_, i) => trackIdOf(from + i) as TrackId);
    await mira.call("mutation", "playlist.add", { roomId: id, trackIds });
  }
  return { id, url };
}

/** From the navigation on, with everything cached but the room itself. */
async function openings(page: Page, path: string) {
  const [firstMs, wholeMs]: [number[], number[]] = [[], []];
  let frameBytes: number[] = [];
  page.on("websocket", (socket) => {
    frameBytes = [];
    socket.on("framereceived", ({ payload }) => {
      const text = String(payload);
      if (/^\{"type":"(snapshot|entries)"/.test(text)) frameBytes.push(Buffer.byteLength(text));
    });
  });
  await page.goto(path);
  const whole = TRACKS.toLocaleString("en");
  for (let i = 0; i < OPENINGS; i++) {
    await page.goto(path, { waitUntil: "commit" });
    await page.waitForFunction(() => document.querySelector("#playlist [role=row]"), undefined, { polling: "raf" });
    firstMs.push(await page.evaluate(() => performance.now()));
    await page.waitForFunction((text) => document.body.innerText.includes(text), `${whole} tracks`, { polling: "raf" });
    wholeMs.push(await page.evaluate(() => performance.now()));
  }
  return { firstMs, wholeMs, frameBytes };
}

/** How long each frame takes while the list is scrolled through, 2,000 px a frame at first, as a hard swipe does. */
function scroll(page: Page): Promise<number[]> {
  return page.evaluate(async () => {
    const list = [...document.querySelectorAll<HTMLElement>("#playlist *")].find(
      (element) => element.scrollHeight > element.clientHeight * 20 && getComputedStyle(element).overflowY === "auto",
    );
    if (!list) throw new Error("nothing scrolls");
    const frames: number[] = [];
    let last = await new Promise<number>(requestAnimationFrame);
    for (let i = 0; i < 240; i++) {
      list.scrollTop += i < 120 ? 120 : 2000;
      const now = await new Promise<number>(requestAnimationFrame);
      frames.push(now - last);
      last = now;
    }
    return frames;
  });
}

/** From the command to its reply, over a socket of its own. */
function reorder(page: Page, roomId: string): Promise<number[]> {
  return page.evaluate(
    async ({ room, count, version }) => {
      const answer = await fetch("/api/query", {
        method: "POST",
        headers: { "Content-Type": "application/json" },
        body: JSON.stringify({ path: "rooms.getState", args: { id: room } }),
      });
      const { value } = await answer.json();
      const ids: string[] = value.state.playlist.map((entry: { id: string }) => entry.id);
      const socket = new WebSocket(`${location.origin.replace("http", "ws")}/api/rooms/${room}/socket?v=${version}`);
      await new Promise((resolve) => socket.addEventListener("message", resolve, { once: true }));
      const times: number[] = [];
      for (let i = 0; i < count; i++) {
        const entryIds = [ids[(i * 7919) % ids.length]];
        const afterEntryId = ids[(i * 104_729 + 1) % ids.length];
        const id = `m${i}`;
        const replied = new Promise<void>((resolve) => {
          const take = ({ data }: MessageEvent) => {
            const frame = JSON.parse(String(data));
            if (frame.type !== "reply" || frame.id !== id) return;
            socket.removeEventListener("message", take);
            resolve();
          };
          socket.addEventListener("message", take);
        });
        const startedMs = performance.now();
        socket.send(JSON.stringify({ type: "command", id, command: { type: "move", entryIds, afterEntryId } }));
        await replied;
        times.push(performance.now() - startedMs);
        // a person is slower, and so may a device be
        await new Promise((resolve) => setTimeout(resolve, 60));
      }
      socket.close();
      return times;
    },
    { room: roomId, count: MOVES, version: PROTOCOL_VERSION },
  );
}
