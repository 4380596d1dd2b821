import { describe, expect, it } from "vitest";
import { trackFold, trackQuery, trackWords } from "#app/domain/text/search-key.ts";

describe("the words by which a track is found", () => {
  it("are its letters and digits, folded, each once; what stands between them is none", () => {
    expect(trackWords(trackFold("Ночь, (ночь) — Live/2024", "AC/DC", "Ёж №5"))).toEqual([
      ...["ночь", "live", "2024", "ac", "dc", "еж", "no5"],
    ]);
    expect(trackWords(trackFold("!!!", "…"))).toEqual([]);
  });

  it("are cut at whole characters where they are very long, in a query as well", () => {
    const long = "𝒳".normalize("NFKC").repeat(10) + "\u{10400}".repeat(40);
    const [word] = trackWords(trackFold(long));
    expect(Array.from(word ?? "")).toHaveLength(32);
    expect(trackQuery(long)).toEqual([word]);
  });

  it("of a query are eight at most", () => {
    expect(trackQuery("a b c d e f g h i j")).toHaveLength(8);
    expect(trackQuery("Ёлка, ЁЛ")).toEqual(["елка", "ел"]);
  });
});
