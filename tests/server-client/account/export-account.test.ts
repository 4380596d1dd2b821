import { expect, it } from "vitest";
import { readFileName } from "#app/server-client/account/export-account.ts";

it("an export takes its file name from the response", () => {
  expect(readFileName(`attachment; filename="tutti.zip"; filename*=UTF-8''tutti-%D0%BC%D0%B8%D1%80%D0%B0.zip`)).toBe(
    "tutti-мира.zip",
  );
  expect(readFileName('attachment; filename="tutti-mira.zip"')).toBe("tutti-mira.zip");
});

it("an export without a readable file name is tutti.zip", () => {
  expect(readFileName("attachment; filename*=UTF-8''%E0%A4%A")).toBe("tutti.zip");
  expect(readFileName(null)).toBe("tutti.zip");
});
