import { describe, expect, it } from "vitest";
import { avatarColor, otherAvatarColor, readColor } from "#app/domain/accounts/person.ts";
import { decide } from "#app/domain/room/decide.ts";
import { applied, as, at, buildEntry, buildRoom, SERVER, userId } from "#tests/support/builders.ts";

const moment = at(1000);
const MIRA = { id: userId("mira"), name: "Mira", avatar: "#e9b84c" };

describe("people in a room", () => {
  it("RM5 who has added something is shown as they are called now, on the server's word only", () => {
    const room = applied(buildRoom(1), { type: "add", entries: [buildEntry(2)], person: MIRA }, { actor: SERVER, moment });
    const introduce = { type: "update-person", person: { ...MIRA, name: "Mira S" } } as const;
    expect(applied(room, introduce, { actor: SERVER, moment }).people).toEqual({ [MIRA.id]: introduce.person });
    expect(decide(room, introduce, as("owner"), moment)).toMatchObject({ error: "forbidden" });
    const known = { type: "update-person", person: { ...MIRA } } as const;
    expect(decide(room, known, SERVER, moment)).toEqual({ ok: true, value: [] });
  });

  it("RM5 of nobody else a room remembers a name", () => {
    const introduce = { type: "update-person", person: MIRA } as const;
    expect(decide(buildRoom(1), introduce, SERVER, moment)).toEqual({ ok: true, value: [] });
  });
});

describe("a colour for an avatar", () => {
  it("AC12 is another one, whatever was there before", () => {
    for (let random = 0; random < 50; random++) {
      const now = avatarColor(random);
      expect(otherAvatarColor(now, random)).not.toBe(now);
      expect(otherAvatarColor("/media/avatar/a", random)).toMatch(/^#[0-9a-f]{6}$/);
    }
    expect(new Set(Array.from({ length: 50 }, (_, random) => otherAvatarColor("#000000", random))).size).toBe(16);
  });

  it("is read in one form", () => {
    expect(readColor("#AbCdEf")).toBe("#abcdef");
    for (const wrong of ["#abc", "abcdef", "#abcdef ", "#abcdeg", "#abcdef;x"]) expect(readColor(wrong)).toBeNull();
  });
});
