import { describeGaps } from "./device.ts";
import { measureSound } from "./sound-measurement.ts";
import { expect, test } from "./test.ts";
import { createUser } from "./test-user.ts";
import { writeClickTrack } from "./wav-files.ts";

/** A removed member hears nothing after this time. */
const GOAL_MS = 2000;

let track = "";
test.beforeAll(() => {
  track = writeClickTrack("removal-track", 60);
});

test("a removed member hears the music stop within two seconds, and the others hear no difference", async ({
  request,
  baseURL,
  launchOptions,
}) => {
  const [host, theo] = [await createUser(request, baseURL), await createUser(request, baseURL, "Theo")];
  await measureSound({
    launchOptions,
    async measure({ launch, record }) {
      const { id, url } = await host.createRoom("Removal", [track]);
      await host.call("mutation", "rooms.update", { id, password: "sesame" });
      await host.call("mutation", "members.add", { id, username: theo.username, role: "editor" });
      await host.call("mutation", "rooms.command", { id, command: { type: "play" } });
      const remaining = await launch(`${baseURL}/room/${url}`, { user: host });
      const removed = await launch(`${baseURL}/room/${url}`, { user: theo });
      const mediaUrls: string[] = [];
      removed.page.on("request", (sent) => sent.url().includes("/media/audio/") && mediaUrls.push(sent.url()));
      await remaining.startListening();
      await removed.startListening();
      await record(6);
      const before = await removed.takeRecording();

      const removedAtMs = Date.now();
      await host.call("mutation", "members.remove", { id, userId: theo.id });
      await record(GOAL_MS / 1000);
      expect((await request.get(mediaUrls.at(-1) ?? "")).status(), "the media URL").toBe(403);
      await record(4);
      const after = await removed.takeRecording();
      await expect(removed.page.getByText("You were removed from this room")).toBeVisible();
      await expect(removed.page.getByText("removal-track")).toHaveCount(0);
      const recording = await remaining.takeRecording();
      return {
        clicksBefore: before.clicksMs.length,
        stoppedAfterMs: Math.max(removedAtMs, ...after.clicksMs) - removedAtMs,
        remainingGaps: await describeGaps(remaining, recording),
        remainingClicks: recording.clicksMs.filter((ms) => ms > removedAtMs + GOAL_MS).length,
      };
    },
    check({ clicksBefore, stoppedAfterMs, remainingGaps, remainingClicks }) {
      console.log(`    last sound ${Math.round(stoppedAfterMs)} ms after the removal (goal: ${GOAL_MS})`);
      expect(clicksBefore).toBeGreaterThan(4);
      expect(stoppedAfterMs).toBeLessThan(GOAL_MS);
      expect(remainingGaps).toBe("");
      expect(remainingClicks).toBeGreaterThan(5);
    },
  });
});
