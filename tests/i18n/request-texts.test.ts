import { expect, it } from "vitest";
import { readTranslation, serializePageTexts } from "#app/i18n/request-texts.server.ts";

const request = (headers: Record<string, string> = {}) => new Request("https://tutti.test/", { headers });

it("the server's texts are in the language of the request", () => {
  expect(readTranslation(request(), "chat")("commandDone.play")).toBe("Playing");
  expect(readTranslation(request({ Cookie: "locale=ru" }))("role.owner")).toBe("Владелец");
});

it("a page has the texts of every page and of its own area, with the errors of both", () => {
  const room = JSON.parse(serializePageTexts("en", "/room/kitchen"));
  expect([room.shell.role.owner, room.room.undo.label]).toEqual(["Owner", "Undo"]);
  expect(Object.keys(room.errors)).toEqual(expect.arrayContaining(["network", "playlist-full"]));
  const home = JSON.parse(serializePageTexts("en", "/"));
  expect([home.shell.role.owner, home.room, home.errors["playlist-full"]]).toEqual(["Owner", undefined, undefined]);
});
