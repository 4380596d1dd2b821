import { describe, expect, it } from "vitest";
import { Holdings } from "#app/domain/access/holdings.ts";

describe("holdings", () => {
  it("WK3 refuse a holder who has its share, whatever is left", () => {
    const sockets = new Holdings({ perHolder: 2, inAll: 100 });
    sockets.add("mira", 2);
    expect(sockets.ask("mira")).toEqual({ kind: "refused" });
    expect(sockets.ask("leo", 2)).toEqual({ kind: "granted" });
    sockets.remove("mira");
    expect(sockets.ask("mira")).toEqual({ kind: "granted" });
  });

  it("WK3 take from the holder with the most when all is held", () => {
    const sockets = new Holdings({ perHolder: 80, inAll: 100 });
    sockets.add("greedy", 80);
    sockets.add("mira", 20);
    expect(sockets.ask("leo")).toEqual({ kind: "displaces", from: "greedy" });
    expect(sockets.ask("mira", 59)).toEqual({ kind: "displaces", from: "greedy" });
    expect(sockets.ask("mira", 60)).toEqual({ kind: "refused" });
    sockets.remove("greedy", 1);
    expect(sockets.ask("leo")).toEqual({ kind: "granted" });
  });

  it("forget holders that hold nothing", () => {
    const sockets = new Holdings({ perHolder: 1, inAll: 1 });
    sockets.add("mira");
    sockets.remove("mira");
    sockets.remove("mira");
    expect([sockets.total, sockets.count("mira")]).toEqual([0, 0]);
  });
});
