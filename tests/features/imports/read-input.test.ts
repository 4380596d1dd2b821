import { describe, expect, it } from "vitest";
import { SERVICES } from "#app/domain/imports/service.ts";
import { readInput } from "#app/features/imports/read-input.ts";

const read = (text: string, selected: (typeof SERVICES)[number] = "yandex") => readInput(text, { selected, offered: SERVICES });

describe("the search field", () => {
  it("searches the selected service", () => {
    expect(read(" low tide ")).toEqual({ ok: true, value: { type: "search", service: "yandex", query: "low tide" } });
  });

  it("opens the link of another service", () => {
    const link = "https://music.yandex.ru/album/123/track/456";
    expect(read(link, "subsonic")).toEqual({ ok: true, value: { type: "link", service: "yandex", link } });
  });

  it("refuses a page of a service that leads to no track", () => {
    expect(read("https://music.yandex.ru/home")).toEqual({ ok: false, error: "service-link-invalid" });
  });

  it("refuses the link of a service that is not offered", () => {
    const link = "https://open.spotify.com/album/4aawyAB9vmqN3uQ7FjRGTy";
    expect(readInput(link, { selected: "yandex", offered: ["yandex"] })).toEqual({ ok: false, error: "service-unavailable" });
  });

  it("shows the account when it is empty, where there is one", () => {
    expect(read("")).toEqual({ ok: true, value: { type: "search", service: "yandex", query: "" } });
    expect(read("", "spotify")).toEqual({ ok: true, value: null });
  });
});
