import { setTimeout as wait } from "node:timers/promises";
import { ENGINE_TITLES } from "#tests/engines/engine-browser.ts";
import { type EngineSession, openEngineSession } from "#tests/engines/engine-session.ts";
import * as flow from "#tests/engines/main-flow.ts";
import { skipWithoutEngines } from "#tests/engines/skip-without-engines.ts";
import { listComplaints, listHoles, type Played } from "#tests/sound-card/complaints.ts";
import { type DeviceSound, soundBetween } from "#tests/sound-card/device-sound.ts";
import { identifyClicks } from "#tests/support/click-probe.ts";
import { clickSamples, clickTimesMs } from "#tests/support/click-track.ts";
import { expect, test } from "./test.ts";
import { SAMPLE_RATE, writeWavFile } from "./wav-files.ts";

const TRACK_SECONDS = 60;
/** The recorded time of a section: about 12 clicks. */
const RECORD_MS = 6000;
const CROSSFADE_MS = 3000;
/** From here to the crossfade, there is time to see where both browsers are, and to hear a few clicks. */
const NEAR_END_MS = 47_000;
/** In the next track, a few clicks were heard after the crossfade. */
const AFTER_FADE_MS = CROSSFADE_MS + RECORD_MS;
/** The seek bar shows whole seconds. */
const PLACE_MS = 1500;

/** One of two tracks, told apart by the seed of its clicks. */
const FIRST = 1;
const SECOND = 2;

/** Each engine hosts once and listens as a guest once. How exactly they play together, `npm run bench:engines` measures. */
const PAIRS = [
  { host: "chromium", guest: "firefox", fades: true },
  { host: "firefox", guest: "webkit", fades: true },
  { host: "webkit", guest: "chromium", fades: false },
] as const;

for (const { host, guest, fades } of PAIRS) {
  const [hostTitle, guestTitle] = [ENGINE_TITLES[host], ENGINE_TITLES[guest]];
  const steps = `registers, creates a room, uploads, plays, seeks${fades ? ", skips and crossfades" : " and skips"}`;
  test(`${hostTitle} ${steps}; a guest on ${guestTitle} hears it`, async () => {
    skipWithoutEngines([host, guest]);
    const session = await openEngineSession([host, guest]);
    try {
      await playMainFlow(session);
      if (fades) await checkCrossfade(session);
      for (const browser of session.browsers) {
        expect(await browser.consoleProblems(), `${browser.engine}'s console`).toEqual([]);
      }
    } finally {
      await session.close();
    }
  });
}

async function playMainFlow(session: EngineSession): Promise<void> {
  const [host, guest] = session.browsers;
  if (!host || !guest) throw new Error("two browsers are needed");
  const files = [FIRST, SECOND].map((seed) => writeWavFile(`clicks-${seed}`, [clickSamples(TRACK_SECONDS, SAMPLE_RATE, seed)]));
  await flow.register(host, test.info().project.use.baseURL ?? "", `u${Date.now().toString(36)}`);
  const roomUrl = await flow.createRoomWithFiles(host, "Three engines", files);

  await flow.pressPlay(host);
  await flow.listen(guest, roomUrl);
  await checkSection(session, "from the start", FIRST);
  await flow.seekToMiddle(host);
  await checkSection(session, "after a seek", FIRST);
  await flow.pressNext(host);
  await checkSection(session, "in the next track", SECOND);
}

/** Both browsers play the track, where the host's seek bar says. */
async function checkSection(session: EngineSession, name: string, seed: number): Promise<void> {
  const [host, guest] = session.browsers;
  if (!host || !guest) throw new Error("two browsers are needed");
  await flow.waitForSamePosition(host, guest);
  await flow.waitForSync(guest);
  let beganAtMs = Number.NaN;
  const sounds = await session.recordDuring(async () => {
    const { atMs, positionMs } = await flow.readPosition(host);
    beganAtMs = atMs - positionMs;
    await wait(RECORD_MS);
  });
  expect(
    listComplaints(toPlayed(session, sounds, seed), { timesMs: clickTimesMs(TRACK_SECONDS, seed), beganAtMs }),
    name,
  ).toEqual([]);
}

/** Both browsers play the second track up to its end, and the first one from its start, without a hole between them. */
async function checkCrossfade(session: EngineSession): Promise<void> {
  const [host, guest] = session.browsers;
  if (!host || !guest) throw new Error("two browsers are needed");
  await flow.seekNearEnd(host, { fadeMs: CROSSFADE_MS, positionMs: NEAR_END_MS });
  await flow.waitForPosition(host, { fromMs: NEAR_END_MS, toMs: TRACK_SECONDS * 1000 });
  await flow.waitForSamePosition(host, guest);
  let beganAtMs = Number.NaN;
  const sounds = await session.recordDuring(async () => {
    const { atMs, positionMs } = await flow.readPosition(host);
    beganAtMs = atMs - positionMs;
    await flow.waitForPosition(host, { fromMs: AFTER_FADE_MS, toMs: NEAR_END_MS });
  });
  const fadeAtMs = beganAtMs + TRACK_SECONDS * 1000 - CROSSFADE_MS;
  const before = sounds.map((sound) => soundBetween(sound, 0, fadeAtMs - PLACE_MS));
  const after = sounds.map((sound) => soundBetween(sound, fadeAtMs + CROSSFADE_MS + PLACE_MS, Number.POSITIVE_INFINITY));
  for (const [name, part, seed] of [["before", before, SECOND] as const, ["after", after, FIRST] as const]) {
    const timesMs = clickTimesMs(TRACK_SECONDS, seed);
    expect(listComplaints(toPlayed(session, part, seed), { timesMs }), `${name} the crossfade`).toEqual([]);
  }
  const fade = { fromMs: fadeAtMs - PLACE_MS, toMs: fadeAtMs + CROSSFADE_MS + PLACE_MS };
  for (const { silences } of sounds) expect(listHoles(silences, fade), "in the crossfade").toEqual([]);
}

function toPlayed({ browsers }: EngineSession, sounds: readonly DeviceSound[], seed: number): readonly Played[] {
  return sounds.map(({ clicksMs, silences }, device) => ({
    name: browsers[device]?.engine ?? "",
    clicks: identifyClicks(clicksMs, TRACK_SECONDS, seed),
    silences,
  }));
}
