import { describe, expect, it } from "vitest";
import { parseTrackQuery, trackSearchKey, trackSearchWords } from "#app/domain/text/search-key.ts";

describe("the words by which a track is found", () => {
  it("are its letters and digits, folded, each once; what stands between them is none", () => {
    expect(trackSearchWords(trackSearchKey("Ночь, (ночь) — Live/2024", "AC/DC", "Ёж №5"))).toEqual([
      ...["ночь", "live", "2024", "ac", "dc", "еж", "no5"],
    ]);
    expect(trackSearchWords(trackSearchKey("!!!", "…"))).toEqual([]);
  });

  it("are cut at whole characters where they are very long, in a query as well", () => {
    const long = "𝒳".normalize("NFKC").repeat(10) + "\u{10400}".repeat(40);
    const [word] = trackSearchWords(trackSearchKey(long));
    expect(Array.from(word ?? "")).toHaveLength(32);
    expect(parseTrackQuery(long)).toEqual([word]);
  });

  it("of a query are eight at most", () => {
    expect(parseTrackQuery("a b c d e f g h i j")).toHaveLength(8);
    expect(parseTrackQuery("Ёлка, ЁЛ")).toEqual(["елка", "ел"]);
  });
});
