import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { areaOfPage } from "#app/i18n/areas.ts";

type Modules = {
  readonly texts: typeof import("#app/i18n/load-texts.ts");
  readonly page: typeof import("#app/i18n/page-i18n.ts");
};

let modules: Modules;

beforeEach(async () => {
  vi.resetModules();
  vi.stubGlobal("document", { documentElement: { lang: "en" } });
  modules = { texts: await import("#app/i18n/load-texts.ts"), page: await import("#app/i18n/page-i18n.ts") };
});
afterEach(() => {
  vi.resetModules();
  vi.unstubAllGlobals();
});

const read = (key: string) => modules.page.pageI18n.t(key);
const language = () => [modules.page.pageI18n.language, document.documentElement.lang];

it.each([
  ["/", "everywhere"],
  ["/room/kitchen", "room"],
  ["/invite/code", "room"],
  ["/reset-password", "account"],
  ["/offline", "installed"],
  ["/dev/notices", "dev"],
  ["/roomy", "everywhere"],
])("the page %s needs the texts of the area %s", (pathname, area) => {
  expect(areaOfPage(pathname)).toBe(area);
});

describe("the texts of a page", () => {
  it("are loaded when a page needs them", async () => {
    expect(read("chat:commandDone.play")).toBe("commandDone.play");
    await modules.texts.loadAreaTexts("chat");
    expect(read("chat:commandDone.play")).toBe("Playing");
    await modules.texts.loadPageTexts("/room/kitchen");
    expect(read("room:undo.label")).toBe("Undo");
  });

  it("are not loaded again if they came with the page", async () => {
    modules.texts.showEmbeddedTexts("en", "/room/kitchen", { room: { undo: { label: "Embedded" } } });
    await modules.texts.loadPageTexts("/room/attic");
    expect(read("room:undo.label")).toBe("Embedded");
  });

  it("change their language together, with those that are loaded meanwhile", async () => {
    await modules.texts.loadAreaTexts("everywhere");
    const changing = modules.texts.showLanguage("ru");
    const adding = modules.texts.loadAreaTexts("room");
    expect(language()).toEqual(["en", "en"]);
    await Promise.all([changing, adding]);
    expect(language()).toEqual(["ru", "ru"]);
    expect([read("role.owner"), read("room:undo.label")]).toEqual(["Владелец", "Отменить"]);
  });

  it("are in the new language if it was chosen while they were loading", async () => {
    await modules.texts.loadAreaTexts("everywhere");
    // these texts are there already, so that the language changes first
    await import("#app/i18n/ru/texts.ts");
    const adding = modules.texts.loadAreaTexts("help");
    await modules.texts.showLanguage("ru");
    expect(read("help:table.title")).toBe("table.title");
    await adding;
    expect(read("help:table.title")).toBe("Кто что может");
  });

  it("are those of the last chosen language", async () => {
    await modules.texts.loadAreaTexts("everywhere");
    await Promise.all([modules.texts.showLanguage("ru"), modules.texts.showLanguage("en")]);
    expect([language(), read("role.owner")]).toEqual([["en", "en"], "Owner"]);
  });
});
