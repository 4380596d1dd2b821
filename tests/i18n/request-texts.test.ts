import { expect, it } from "vitest";
import { getTranslation, serializePageTexts } from "#app/i18n/request-texts.server.ts";

it("the server has the texts of all areas in both languages", () => {
  expect(getTranslation("en", "chat")("commandDone.play")).toBe("Playing");
  expect(getTranslation("ru")("role.owner")).toBe("Владелец");
  expect(getTranslation("en", ["errors", "room"])("playlist-full")).toContain("full");
});

it("a page has the texts of every page and of its own area, with the errors of both", () => {
  const room = JSON.parse(serializePageTexts("en", "/room/kitchen"));
  expect([room.shell.role.owner, room.room.undo.label]).toEqual(["Owner", "Undo"]);
  expect(Object.keys(room.errors)).toEqual(expect.arrayContaining(["network", "playlist-full"]));
  const home = JSON.parse(serializePageTexts("en", "/"));
  expect([home.shell.role.owner, home.room, home.errors["playlist-full"]]).toEqual(["Owner", undefined, undefined]);
});
