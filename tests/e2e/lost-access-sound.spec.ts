import { listComplaints } from "#tests/sound-card/complaints.ts";
import { clickTimesMs } from "#tests/support/click-track.ts";
import { closeDevices, launchDevice, readBeginMs, recordFor, toPlayed } from "./device.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { writeClickTrack } from "./wav-files.ts";

const TRACK_SECONDS = 60;

let track = "";
test.beforeAll(() => {
  track = writeClickTrack("removal-track", TRACK_SECONDS);
});
test.afterEach(closeDevices);

test("a removed member hears the music stop, and the others hear no difference", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const [host, theo] = [await createUser(request, baseURL), await createUser(request, baseURL, "Theo")];
  const { id, url } = await host.createRoom("Removal", [track]);
  await host.call("mutation", "rooms.update", { id, password: "sesame" });
  await host.call("mutation", "members.add", { id, username: theo.username, role: "editor" });
  await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
  const remaining = await launchDevice(launchOptions, `${baseURL}/room/${url}`, { user: host });
  const removed = await launchDevice(launchOptions, `${baseURL}/room/${url}`, { user: theo });
  const mediaUrls: string[] = [];
  removed.page.on("request", (sent) => sent.url().includes("/media/audio/") && mediaUrls.push(sent.url()));
  await remaining.startListening();
  await removed.startListening();
  await expect.poll(async () => (await removed.takeRecording()).clicksMs.length).toBeGreaterThan(0);

  await host.call("mutation", "members.remove", { id, userId: theo.id });
  await expect(removed.page.getByText("You were removed from this room")).toBeVisible();
  await expect(removed.page.getByText("removal-track")).toHaveCount(0);
  await expect.poll(async () => (await request.get(mediaUrls.at(-1) ?? "")).status(), "the media URL").toBe(403);
  await expect.poll(async () => hasSoundIn(removed, 2)).toBe(false);
  const beganAtMs = await readBeginMs(remaining);
  const played = toPlayed("remaining", await remaining.takeRecording(), TRACK_SECONDS);
  expect(listComplaints([played], { timesMs: clickTimesMs(TRACK_SECONDS), beganAtMs })).toEqual([]);
});

/** Whether a device plays clicks within the next seconds. */
async function hasSoundIn(device: Awaited<ReturnType<typeof launchDevice>>, seconds: number): Promise<boolean> {
  await device.takeRecording();
  await recordFor(seconds);
  return (await device.takeRecording()).clicksMs.length > 0;
}
