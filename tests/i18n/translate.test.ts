import { expect, it } from "vitest";
import { createTextStore } from "#app/i18n/text-store.ts";
import { translate } from "#app/i18n/translate.ts";

const english = createTextStore("en", {
  shell: { close: "Close", menu: { help: "Help" } },
  room: {
    hello: "{{name}} of {{room}}, {{name}}",
    size: "{{max, number}} pixels",
    tracks_one: "{{count, number}} track",
    tracks_other: "{{count, number}} tracks",
    left: "{{count}} left",
  },
});
const russian = createTextStore("ru", {
  room: {
    tracks_one: "{{count, number}} трек",
    tracks_few: "{{count, number}} трека",
    tracks_many: "{{count, number}} треков",
    tracks_other: "{{count, number}} трека",
  },
});
const inEnglish = (key: string, values = {}) => translate(english.loaded.get(), "room", key, values);
const inRussian = (count: number) => translate(russian.loaded.get(), "room", "tracks", { count });

it("a key is one of the first namespace unless it names another", () => {
  expect(inEnglish("shell:menu.help")).toBe("Help");
  expect(translate(english.loaded.get(), "shell", "menu.help")).toBe("Help");
});

it("values take the place of their names, as often as they appear", () => {
  expect(inEnglish("hello", { name: "$&", room: "{{name}}" })).toBe("$& of {{name}}, $&");
  expect(inEnglish("size", { max: 12345 })).toBe("12,345 pixels");
});

it.each([
  [1, "1 track"],
  [0, "0 tracks"],
  [1000, "1,000 tracks"],
])("the English plural of %d is %s", (count, text) => {
  expect(inEnglish("tracks", { count })).toBe(text);
});

it.each([
  [1, "1 трек"],
  [21, "21 трек"],
  [3, "3 трека"],
  [11, "11 треков"],
  [1.5, "1,5 трека"],
])("the Russian plural of %d is %s", (count, text) => {
  expect(inRussian(count)).toBe(text);
});

it("a text without forms takes any count", () => {
  expect(inEnglish("left", { count: 3 })).toBe("3 left");
});

it("an unknown key, a group of texts and an unknown value remain visible", () => {
  expect(inEnglish("nothing.here")).toBe("nothing.here");
  expect(inEnglish("shell:menu")).toBe("shell:menu");
  expect(inEnglish("hello", { room: "Kitchen" })).toBe("{{name}} of Kitchen, {{name}}");
});

it("a namespace may come in parts, and another language replaces all of them", () => {
  const store = createTextStore("en", { errors: { a: "A" } });
  const read = (key: string) => translate(store.loaded.get(), "errors", key);
  store.add({ errors: { b: "B" } });
  expect([read("a"), read("b")]).toEqual(["A", "B"]);
  store.show("ru", [{ errors: { a: "А" } }, { errors: { c: "В" } }]);
  expect([read("a"), read("b"), read("c")]).toEqual(["А", "b", "В"]);
});

it("only a change of the language is announced", () => {
  const store = createTextStore("en");
  let changes = 0;
  store.loaded.subscribe(() => {
    changes += 1;
  });
  store.add({ shell: { close: "Close" } });
  expect(changes).toBe(0);
  store.show("ru", []);
  expect(changes).toBe(1);
});
