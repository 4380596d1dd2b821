import { describe, expect, it } from "vitest";
import { getInitial, parseColor, pickAvatarColor, pickOtherAvatarColor, textColorOn } from "#app/domain/accounts/person.ts";

describe("avatar", () => {
  it("AC7 text on an avatar is black or white, whichever has the higher contrast", () => {
    expect(textColorOn("#ffffff")).toBe("#000");
    expect(textColorOn("#000000")).toBe("#fff");
    expect(textColorOn("#e9b84c")).toBe("#000");
    for (let i = 0; i < 40; i++) expect(pickAvatarColor(i)).toMatch(/^#[0-9a-f]{6}$/);
  });

  it("AC7 an avatar shows the first letter of the name in upper case", () => {
    expect(getInitial(" ёж")).toBe("Ё");
  });

  it("AC12 a new color differs from the current avatar, whether that is a color or a picture", () => {
    for (let random = 0; random < 50; random++) {
      const current = pickAvatarColor(random);
      expect(pickOtherAvatarColor(current, random)).not.toBe(current);
      expect(pickOtherAvatarColor("/media/avatar/a", random)).toMatch(/^#[0-9a-f]{6}$/);
    }
    expect(new Set(Array.from({ length: 50 }, (_, random) => pickOtherAvatarColor("#000000", random))).size).toBe(16);
  });

  it("accepts a color only as six hexadecimal digits, and stores it in lower case", () => {
    expect(parseColor("#AbCdEf")).toBe("#abcdef");
    for (const invalid of ["#abc", "abcdef", "#abcdef ", "#abcdeg", "#abcdef;x"]) expect(parseColor(invalid)).toBeNull();
  });
});
