import { listComplaints } from "#tests/sound-card/complaints.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { startLagProxy } from "#tests/support/lag-proxy.ts";
import { closeDevices, launchDevice, readBeginMs, recordFor, toPlayed } from "./device.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { waitUntilInSync } from "./wait-for-sync.ts";
import { writeClickTrack } from "./wav-files.ts";

// Whether everyone hears the same. `npm run bench:sync` measures how exactly.

const TRACK_SECONDS = 60;
const timesMs = clickTimesMs(TRACK_SECONDS);
const RECORD_SECONDS = 6;

let track = "";
test.beforeAll(() => {
  track = writeClickTrack("click-track", TRACK_SECONDS);
});
test.afterEach(closeDevices);

test("two browsers play together, and so does one that joins late", async ({ request, baseURL, launchOptions }) => {
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Sync", [track]);
  const launch = () => launchDevice(launchOptions, `${baseURL}/room/${url}`);
  const [a, b, late] = [await launch(), await launch(), await launch()];
  await a.startListening();
  await b.startListening();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await recordFor(RECORD_SECONDS);
  await late.startListening();
  await recordFor(RECORD_SECONDS);
  const beganAtMs = await readBeginMs(a);
  const played = [
    toPlayed("first", await a.takeRecording(), TRACK_SECONDS),
    toPlayed("second", await b.takeRecording(), TRACK_SECONDS),
    toPlayed("late", await late.takeRecording(), TRACK_SECONDS),
  ];
  expect(listComplaints(played, { timesMs, beganAtMs })).toEqual([]);
});

test("a browser with a slow, asymmetric link and a wrong clock plays with the others", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Far away", [track]);
  const link = await startLagProxy(baseURL ?? "", {
    up: { delayMs: 80, jitterMs: 30 },
    down: { delayMs: 40, jitterMs: 30 },
  });
  const near = await launchDevice(launchOptions, `${baseURL}/room/${url}`);
  const far = await launchDevice(launchOptions, `${link.url}/room/${url}`, { skew: { offsetMs: 5000, ppm: 100 } });
  await near.startListening();
  await far.startListening();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await recordFor(2 * RECORD_SECONDS);
  const beganAtMs = await readBeginMs(near);
  const played = [
    toPlayed("near", await near.takeRecording(), TRACK_SECONDS),
    toPlayed("far", await far.takeRecording(), TRACK_SECONDS),
  ];
  link.close();
  expect(listComplaints(played, { timesMs, beganAtMs })).toEqual([]);
});

test("playback continues while the connection is lost, and follows the room once it is back", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const host = await createUser(request, baseURL);
  const { id, url } = await host.createRoom("Tunnel", [track]);
  const link = await startLagProxy(baseURL ?? "");
  const near = await launchDevice(launchOptions, `${baseURL}/room/${url}`);
  const offline = await launchDevice(launchOptions, `${link.url}/room/${url}`);
  await near.startListening();
  await offline.startListening();
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  await waitUntilInSync((name) => offline.page.getByRole("button", { name }));
  const listenTogether = async () => [
    toPlayed("near", await near.takeRecording(), TRACK_SECONDS),
    toPlayed("offline", await offline.takeRecording(), TRACK_SECONDS),
  ];

  link.cut();
  await expect(offline.page.getByRole("button", { name: /^Reconnecting/ }).first()).toBeVisible();
  // longer than the decoded samples last; encoded audio is fetched further ahead
  await recordFor(10);
  expect(listComplaints(await listenTogether(), { timesMs }), "while offline").toEqual([]);

  const { state } = await host.call("query", "rooms.getState", { id });
  const entryId = state.playlist[0]?.id;
  if (!entryId) throw new Error("the playlist is empty");
  await host.call("mutation", "rooms.command", { id, command: { type: "seek", entryId, positionMs: 40_000 } });
  link.restore();
  await waitUntilInSync((name) => offline.page.getByRole("button", { name }));
  await listenTogether();
  await recordFor(RECORD_SECONDS);
  const beganAtMs = await readBeginMs(near);
  expect(listComplaints(await listenTogether(), { timesMs, beganAtMs }), "afterwards").toEqual([]);
  link.close();
});
