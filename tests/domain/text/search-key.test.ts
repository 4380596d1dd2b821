import { describe, expect, it } from "vitest";
import { listTrackSearchWords, parseTrackQuery, toSearchKey } from "#app/domain/text/search-key.ts";

describe("search words of a track", () => {
  it("are its distinct runs of letters and digits, normalized", () => {
    expect(listTrackSearchWords(toSearchKey("Ночь, (ночь) — Live/2024", "AC/DC", "Ёж №5"))).toEqual([
      ...["ночь", "live", "2024", "ac", "dc", "еж", "no5"],
    ]);
    expect(listTrackSearchWords(toSearchKey("!!!", "…"))).toEqual([]);
  });

  it("are cut between characters if they are too long, also in a query", () => {
    const long = "𝒳".normalize("NFKC").repeat(10) + "\u{10400}".repeat(40);
    const [word] = listTrackSearchWords(toSearchKey(long));
    expect(Array.from(word ?? "")).toHaveLength(32);
    expect(parseTrackQuery(long)).toEqual([word]);
  });

  it("are limited to eight in a query", () => {
    expect(parseTrackQuery("a b c d e f g h i j")).toHaveLength(8);
    expect(parseTrackQuery("Ёлка, ЁЛ")).toEqual(["елка", "ел"]);
  });
});
