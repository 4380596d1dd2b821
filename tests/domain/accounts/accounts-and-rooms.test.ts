import { describe, expect, it } from "vitest";
import {
  maskEmail,
  parseDisplayName,
  parseEmail,
  parsePassword,
  parseUsername,
  registrationErrors,
} from "#app/domain/accounts/account.ts";
import { avatarColor, initialOf, inkOn } from "#app/domain/accounts/person.ts";
import { ID_BYTES, ID_PATTERN, isId, makeId, type RoomId } from "#app/domain/ids.ts";
import { createRoomArtwork, VOICES } from "#app/domain/room/room-artwork.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { parseRoomName, roomUrlCandidates, roomUrlFromName } from "#app/domain/room/room-naming.ts";
import { DOTS_MAX, summarizeReports } from "#app/domain/sync/room-sync-summary.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import { uploadLimits } from "#app/domain/uploads/upload-limits.ts";
import { partBytes, planParts } from "#app/domain/uploads/upload-plan.ts";
import { backoffMs } from "#app/lib/retry.ts";
import { seededRandom } from "#scripts/sound.mjs";

describe("accounts", () => {
  it("AC1 a display name has 1 to 20 characters, counted as people do", () => {
    expect(parseDisplayName("  Мира \t Соколова ")).toEqual({ ok: true, value: "Мира Соколова" });
    expect(parseDisplayName("😀".repeat(20)).ok).toBe(true);
    expect(parseDisplayName("x".repeat(21))).toEqual({ ok: false, error: "name-too-long" });
    expect(parseDisplayName(" \u0000 ")).toEqual({ ok: false, error: "field-required" });
  });

  it("AC1 a display name is what can be seen of it", () => {
    for (const nothing of ["\u200b", "\u200d\ufe0f", "\u3164\u2060"]) {
      expect(parseDisplayName(nothing)).toEqual({ ok: false, error: "field-required" });
    }
    expect(parseDisplayName("Mira\u202egnp.exe")).toEqual({ ok: true, value: "Miragnp.exe" });
    for (const whole of ["👩‍👩‍👧", "❤️", "می‌خواهم"]) expect(parseDisplayName(whole)).toEqual({ ok: true, value: whole });
  });

  it("AC2 a username has 3 to 20 letters, digits or underscores", () => {
    for (const good of ["abc", "ИВАН_1990", "Zoë", "x".repeat(20)]) expect(parseUsername(good).ok).toBe(true);
    for (const bad of ["ab", "x".repeat(21), "a b c", "a-b-c", "a@b", "😀😀😀", "ivan\ufe0f", "\u3164\u3164\u3164"]) {
      expect(parseUsername(bad)).toEqual({ ok: false, error: "username-invalid" });
    }
  });

  it("AC3 an email looks like one", () => {
    for (const good of ["a@b.co", " Mira+x@mail.example.org "]) expect(parseEmail(good).ok).toBe(true);
    for (const bad of ["a", "a@b", "@b.co", "a b@c.co", "a@b..co", "a@-b.co", `${"x".repeat(250)}@b.co`]) {
      expect(parseEmail(bad)).toEqual({ ok: false, error: "email-invalid" });
    }
  });

  it("AC4 a password has at least 6 characters", () => {
    expect(parsePassword("12345")).toEqual({ ok: false, error: "password-too-short" });
    expect(parsePassword("      ").ok).toBe(true);
    expect(parsePassword("x".repeat(201))).toEqual({ ok: false, error: "password-too-long" });
  });

  it("AC4 a registration tells of all its fields at once", () => {
    expect(registrationErrors({ name: "", username: "x", email: "y", password: "" })).toEqual({
      name: "field-required",
      username: "username-invalid",
      email: "email-invalid",
      password: "field-required",
    });
    expect(registrationErrors({ name: "Mira", username: "mira", email: "m@e.org", password: "secret" })).toEqual({});
  });

  it("AC5 names that differ by case or composition only are one", () => {
    expect(normalize("ИВАН")).toBe(normalize("иван"));
    expect(normalize("Zoë")).toBe(normalize("ZOE\u0308"));
    expect(normalize("ｍｉｒａ")).toBe("mira");
    expect(normalize("ΣΑΣ")).toBe(normalize("σασ"));
    expect(normalize("STRASSE")).toBe(normalize("straße"));
    expect(normalize("ёж")).not.toBe(normalize("еж"));
  });

  it("AC6 a masked email shows its first letter and its domain", () => {
    expect(maskEmail("mira@example.org")).toBe("m••••@example.org");
    expect(maskEmail("@")).toBe("••••");
  });

  it("AC7 text on an avatar reads", () => {
    expect(inkOn("#ffffff")).toBe("#000");
    expect(inkOn("#000000")).toBe("#fff");
    expect(inkOn("#e9b84c")).toBe("#000");
    expect(initialOf(" ёж")).toBe("Ё");
    for (let i = 0; i < 40; i++) expect(avatarColor(i)).toMatch(/^#[0-9a-f]{6}$/);
  });
});

describe("rooms", () => {
  it("RN1 a room's name has 1 to 50 characters", () => {
    expect(parseRoomName(" Kitchen  After\nMidnight ")).toEqual({ ok: true, value: "Kitchen After Midnight" });
    expect(parseRoomName("")).toEqual({ ok: false, error: "room-name-required" });
    expect(parseRoomName("я".repeat(50)).ok).toBe(true);
    expect(parseRoomName("я".repeat(51))).toEqual({ ok: false, error: "room-name-too-long" });
  });

  it.each([
    ["Kitchen After Midnight", "kitchen-after-midnight"],
    ["Пластинки деда", "plastinki-deda"],
    ["Щука & Ёж: ночь!", "shchuka-yozh-noch"],
    ["Zürich Synth Meetup", "zurich-synth-meetup"],
    ["Don't stop", "dont-stop"],
    ["東京", "room"],
    ["new", "new-room"],
    ["x".repeat(80), "x".repeat(roomLimits.roomUrlChars)],
  ])("RN2 %s is found at %s", (name, url) => {
    expect(roomUrlFromName(name)).toBe(url);
  });

  it("RN5 no address looks like an id", () => {
    for (const name of [
      "abcdefghijklmnop",
      "ABCDEFGH 2345 67ab".replaceAll(" ", ""),
      makeId<RoomId>(new Uint8Array(ID_BYTES)),
    ]) {
      const url = roomUrlFromName(name);
      for (const candidate of roomUrlCandidates(url, "abc234")) expect(isId(candidate)).toBe(false);
    }
  });

  it("RN3 other addresses are offered, the most readable first, all within the limit", () => {
    const candidates = roomUrlCandidates("kitchen", "abc234");
    expect(candidates[0]).toBe("kitchen");
    expect(candidates[1]).toBe("kitchen-2");
    expect(candidates.at(-1)).toBe("kitchen-abc234");
    for (const url of roomUrlCandidates("x".repeat(60), "abc234"))
      expect(url.length).toBeLessThanOrEqual(roomLimits.roomUrlChars);
  });

  it("RN4 a face depends on its text alone, and all voices come in on one bar", () => {
    expect(createRoomArtwork("kitchen")).toEqual(createRoomArtwork("kitchen"));
    expect(createRoomArtwork("kitchen")).not.toEqual(createRoomArtwork("kitchen 2"));
    for (const seed of ["a", "b", "c", "d"]) {
      const { barAt, notes, hue } = createRoomArtwork(seed);
      expect(hue).toBeGreaterThanOrEqual(0);
      expect(hue).toBeLessThan(360);
      for (let voice = 0; voice < VOICES; voice++) {
        const own = notes.filter((note) => note.voice === voice);
        expect(own.some(({ from }) => Math.abs(from - barAt) < 1)).toBe(true);
        expect(own.every(({ from, length }) => from + length < barAt || from >= barAt)).toBe(true);
      }
    }
  });
});

describe("uploads", () => {
  it("UP1 parts have 8 MiB but the last and cover the file exactly", () => {
    for (const sizeBytes of [1, uploadLimits.partBytes, uploadLimits.partBytes + 1, uploadLimits.audioBytes]) {
      const parts = planParts(sizeBytes);
      expect(parts[0]?.startByte).toBe(0);
      expect(parts.at(-1)?.endByte).toBe(sizeBytes);
      for (const [i, part] of parts.entries()) {
        expect(part.number).toBe(i + 1);
        expect(part.endByte - part.startByte).toBe(partBytes(sizeBytes, part.number));
        if (i > 0) expect(part.startByte).toBe(parts[i - 1]?.endByte);
        if (i < parts.length - 1) expect(part.endByte - part.startByte).toBe(uploadLimits.partBytes);
      }
      expect(partBytes(sizeBytes, parts.length + 1)).toBe(0);
    }
    for (const number of [0, -1, 1.5, Number.NaN]) expect(partBytes(100, number)).toBe(0);
  });

  it("UP2 waiting doubles, with jitter, up to a limit", () => {
    const random = seededRandom(1);
    for (let attempt = 0; attempt < 12; attempt++) {
      const full = Math.min(20_000, 500 * 2 ** attempt);
      const waitMs = backoffMs(attempt, random());
      expect(waitMs).toBeGreaterThanOrEqual(full / 2);
      expect(waitMs).toBeLessThanOrEqual(full);
    }
  });
});

describe("sync-summary", () => {
  it("UN1 folds devices into dots and the span of the middle", () => {
    const report = (errorMs: number) => ({ errorMs, boundMs: 1 });
    expect(summarizeReports([report(2.04), report(-1)])).toEqual({ devices: 2, errorsMs: [-1, 2], withinMs: 3 });
    const many = Array.from({ length: 200 }, (_, i) => report(i === 199 ? 5000 : i / 100));
    const folded = summarizeReports(many);
    expect(folded.errorsMs).toHaveLength(DOTS_MAX);
    expect(folded.withinMs).toBeLessThan(2);
    expect(summarizeReports([])).toEqual({ devices: 0, errorsMs: [], withinMs: 0 });
  });
});

describe("ids", () => {
  it("ID1 have one shape and use all their randomness", () => {
    const zeros = makeId<RoomId>(new Uint8Array(ID_BYTES));
    expect(zeros).toMatch(ID_PATTERN);
    const all = new Set([zeros]);
    for (let bit = 0; bit < ID_BYTES * 8; bit++) {
      const bytes = new Uint8Array(ID_BYTES);
      bytes[bit >> 3] = 1 << (bit & 7);
      all.add(makeId<RoomId>(bytes));
    }
    expect(all.size).toBe(ID_BYTES * 8 + 1);
    for (const id of all) expect(isId<RoomId>(id)).toBe(true);
    expect(isId("UPPER")).toBe(false);
    expect(() => makeId(new Uint8Array(3))).toThrow(RangeError);
  });
});
