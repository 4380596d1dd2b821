import { expect, it } from "vitest";
import { findSharedLink } from "#service-worker/find-shared-link.ts";

const find = (fields: Partial<Parameters<typeof findSharedLink>[0]>) =>
  findSharedLink({ url: "", text: "", title: "", ...fields });

it("the link of a share is found in any of its fields, the url first", () => {
  expect(find({ url: "https://example.org/a.mp3", text: "https://example.org/b.mp3" })).toBe("https://example.org/a.mp3");
  expect(find({ text: "Listen to this: https://example.org/b.mp3" })).toBe("https://example.org/b.mp3");
  expect(find({ title: "HTTPS://example.org/c.mp3" })).toBe("HTTPS://example.org/c.mp3");
});

it("the punctuation of the sentence around a link is not part of it", () => {
  expect(find({ text: "«https://example.org/a.mp3»." })).toBe("https://example.org/a.mp3");
  expect(find({ text: "https://example.org/a.mp3?x=1, and more" })).toBe("https://example.org/a.mp3?x=1");
});

it("a share without a web address has no link", () => {
  expect(find({})).toBeNull();
  expect(find({ text: "ftp://example.org/a.mp3", title: "A song" })).toBeNull();
});

it("only the beginning of a field is read, however long it is", () => {
  expect(find({ text: `https://example.org/a${".".repeat(1_000_000)}b` })).toBe("https://example.org/a");
  expect(find({ text: `${" ".repeat(2000)}https://example.org/a.mp3` })).toBeNull();
});
