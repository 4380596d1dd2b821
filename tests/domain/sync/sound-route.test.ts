import { expect, it } from "vitest";
import { chooseSoundRoute, type SoundCapabilities } from "#app/domain/sync/sound-route.ts";

/** Of the three engines on a desktop as they report them, and of phones from their makers' documentation. */
const RECORDED: Readonly<Record<string, SoundCapabilities>> = {
  "Chromium 150": { hasAudioSession: false, hasGestureEvents: false, touchPoints: 0, canStream: true },
  "Chrome on Android": { hasAudioSession: false, hasGestureEvents: false, touchPoints: 5, canStream: true },
  "Firefox 140": { hasAudioSession: false, hasGestureEvents: false, touchPoints: 0, canStream: true },
  "Safari 16.1 on a Mac": { hasAudioSession: false, hasGestureEvents: true, touchPoints: 0, canStream: true },
  "Safari 18 on an iPhone": { hasAudioSession: true, hasGestureEvents: true, touchPoints: 5, canStream: true },
  "Safari 15 on an iPhone": { hasAudioSession: false, hasGestureEvents: true, touchPoints: 5, canStream: true },
};

it("OC12 only iPhones without an audio session play through a media element", () => {
  const throughElement = Object.keys(RECORDED).filter((name) => {
    const capabilities = RECORDED[name];
    return capabilities && chooseSoundRoute(capabilities) === "media-element";
  });
  expect(throughElement).toEqual(["Safari 15 on an iPhone"]);
});

it("OC12 an iPhone that cannot stream its audio context plays directly", () => {
  expect(chooseSoundRoute({ hasAudioSession: false, hasGestureEvents: true, touchPoints: 5, canStream: false })).toBe("direct");
});
