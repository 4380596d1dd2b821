import { expect, it } from "vitest";
import { parsePreferences } from "#app/app-state/preferences.ts";
import { fileNameOf } from "#app/server-client/account/export-account.ts";

it("notices of requests are on and sounds off, until somebody chooses otherwise", () => {
  const byDefault = { requestNotices: true, soundEffects: false };
  for (const text of [null, "", "nonsense", "null", "7", "{}", '{"soundEffects":"yes"}']) {
    expect(parsePreferences(text), String(text)).toEqual(byDefault);
  }
  expect(parsePreferences('{"soundEffects":true}')).toEqual({ requestNotices: true, soundEffects: true });
  expect(parsePreferences('{"requestNotices":false,"other":1}')).toEqual({ requestNotices: false, soundEffects: false });
});

it("an export is named as the server names it", () => {
  expect(fileNameOf(`attachment; filename="tutti.zip"; filename*=UTF-8''tutti-%D0%BC%D0%B8%D1%80%D0%B0.zip`)).toBe(
    "tutti-мира.zip",
  );
  expect(fileNameOf('attachment; filename="tutti-mira.zip"')).toBe("tutti-mira.zip");
  expect(fileNameOf("attachment; filename*=UTF-8''%E0%A4%A")).toBe("tutti.zip");
  expect(fileNameOf(null)).toBe("tutti.zip");
});
