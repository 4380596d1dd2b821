import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { compareRecordings, describeGaps, formatComparison, readSyncAccount, recordingFrom } from "./device.ts";
import { measureSound } from "./sound-measurement.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { waitUntilInSync } from "./wait-for-sync.ts";
import { writeClickTrack } from "./wav-files.ts";

const TRACK_SECONDS = 60;
/** The least number of clicks that a comparison needs, of 15 to 30 and of 8 to 12. Clicks next to a jump are not identified. */
const CLICKS_MIN = { long: 8, short: 3 };

let track = "";
test.beforeAll(() => {
  track = writeClickTrack("click-track", TRACK_SECONDS);
});

test("two browsers play in sync, and a late joiner is in sync within two seconds", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await createUser(request, baseURL);
  await measureSound({
    launchOptions,
    async measure({ launch, record, explain }) {
      const { id, url } = await host.createRoom("Sync", [track]);
      const roomUrl = `${baseURL}/room/${url}`;
      const [a, b, late] = [await launch(roomUrl), await launch(roomUrl), await launch(roomUrl)];
      await a.startListening();
      await b.startListening();
      await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
      await record(6);
      const joinedAtMs = Date.now();
      await late.startListening();
      await record(9);

      const [recordingA, recordingB] = [await a.takeRecording(), await b.takeRecording()];
      const recordingLate = await late.takeRecording();
      const [firstMs = Number.NaN] = recordingLate.startsMs;
      return {
        together: compareRecordings(recordingA, recordingB, TRACK_SECONDS),
        gaps: [await describeGaps(a, recordingA), await describeGaps(b, recordingB)],
        firstSoundMs: firstMs - joinedAtMs,
        settled: compareRecordings(recordingA, recordingFrom(firstMs + 2000, recordingLate), TRACK_SECONDS),
        details: await explain([a, b, late]),
      };
    },
    check({ together, gaps, firstSoundMs, settled, details }) {
      const explanation = `${formatComparison(together)}; late joiner: ${formatComparison(settled)}; ${details}`;
      console.log(`    two browsers on good links: ${formatComparison(together)}`);
      console.log(`    late joiner: first sound after ${Math.round(firstSoundMs)} ms; ${formatComparison(settled)}`);
      expect(together.clicks).toBeGreaterThanOrEqual(CLICKS_MIN.long);
      expect(Math.abs(together.medianMs), explanation).toBeLessThan(1);
      expect(together.p95Ms, explanation).toBeLessThan(3);
      expect(gaps).toEqual(["", ""]);
      expect(firstSoundMs).toBeLessThan(1500);
      expect(settled.clicks).toBeGreaterThanOrEqual(CLICKS_MIN.short);
      expect(settled.maxMs, explanation).toBeLessThan(20);
    },
  });
});

test("a browser with a slow, asymmetric link and a wrong clock plays in sync", async ({ request, baseURL, launchOptions }) => {
  const up = { delayMs: 80, jitterMs: 30 };
  const down = { delayMs: 40, jitterMs: 30 };
  // A client that only measures round trips cannot know how they divide between the two directions.
  const unknowableMs = (up.delayMs - down.delayMs) / 2;
  const host = await createUser(request, baseURL);
  await measureSound({
    launchOptions,
    async measure({ launch, record }) {
      const { id, url } = await host.createRoom("Far away", [track]);
      const link = await startLagProxy(baseURL ?? "", { up, down });
      const near = await launch(`${baseURL}/room/${url}`);
      const far = await launch(`${link.url}/room/${url}`, { skew: { offsetMs: 5000, ppm: 100 } });
      await near.startListening();
      await far.startListening();
      await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
      await record(15);

      const [recordingNear, recordingFar] = [await near.takeRecording(), await far.takeRecording()];
      const gaps = await describeGaps(far, recordingFar);
      const { text: details } = await readSyncAccount(far);
      link.close();
      return { together: compareRecordings(recordingNear, recordingFar, TRACK_SECONDS), gaps, details };
    },
    check({ together, gaps, details }) {
      console.log(`    behind 80/40 ± 30 ms, clock 5 s off and 100 ppm fast: ${formatComparison(together)}`);
      expect(together.clicks).toBeGreaterThanOrEqual(CLICKS_MIN.long);
      expect(together.p95Ms, `${formatComparison(together)}; ${details}`).toBeLessThan(unknowableMs + 15);
      expect(gaps).toBe("");
    },
  });
});

test("playback continues while the connection is lost, and follows the room once it is back", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await createUser(request, baseURL);
  await measureSound({
    launchOptions,
    async measure({ launch, record }) {
      const { id, url } = await host.createRoom("Tunnel", [track]);
      const link = await startLagProxy(baseURL ?? "");
      const near = await launch(`${baseURL}/room/${url}`);
      const offline = await launch(`${link.url}/room/${url}`);
      const syncButton = (name: RegExp) => offline.page.getByRole("button", { name }).first();
      await near.startListening();
      await offline.startListening();
      await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
      await waitUntilInSync((name) => offline.page.getByRole("button", { name }));

      await record(2);
      link.cut();
      await expect(syncButton(/^Reconnecting/)).toBeVisible();
      // This is longer than the decoded samples last. Encoded audio is fetched further ahead.
      await record(10);
      const whileOffline = await offline.takeRecording();
      const gaps = await describeGaps(offline, whileOffline);
      const apart = compareRecordings(await near.takeRecording(), whileOffline, TRACK_SECONDS);

      const { state } = await host.call("query", "rooms.getState", { id });
      const entryId = state.playlist[0]?.id;
      if (!entryId) throw new Error("the playlist is empty");
      await host.call("mutation", "rooms.command", { id, command: { type: "seek", entryId, positionMs: 40_000 } });
      link.restore();
      await waitUntilInSync((name) => offline.page.getByRole("button", { name }));
      await near.takeRecording();
      await offline.takeRecording();
      await record(6);
      const again = compareRecordings(await near.takeRecording(), await offline.takeRecording(), TRACK_SECONDS);
      link.close();
      return { gaps, apart, again };
    },
    check({ gaps, apart, again }) {
      console.log(`    while offline: ${formatComparison(apart)}`);
      console.log(`    reconnected: ${formatComparison(again)}`);
      expect(gaps).toBe("");
      expect(apart.maxMs).toBeLessThan(20);
      expect(again.clicks).toBeGreaterThanOrEqual(CLICKS_MIN.short);
      expect(again.maxMs).toBeLessThan(20);
    },
  });
});
