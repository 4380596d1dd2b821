import { describe, expect, it } from "vitest";
import type { Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { splitChatText } from "#app/domain/chat/chat-parts.ts";
import { parseChatText } from "#app/domain/chat/chat-text.ts";
import { listMentions, markMentions, splitMentions, unmarkMentions } from "#app/domain/chat/mentions.ts";
import { findBestEntry, matchSlashCommands, parseTypedText } from "#app/domain/chat/slash-command.ts";
import { buildPlaylist, userId } from "#tests/support/builders.ts";

const ANNA: Person = { id: userId("anna"), name: "Анна", avatar: "#204060" };
const ANNA_MARIA: Person = { id: userId("maria"), name: "Анна Мария", avatar: "#204060" };
const NAMES = new Map([ANNA, ANNA_MARIA].map(({ id, name }) => [id, name]));

const clean = (raw: string) => {
  const parsed = parseChatText(raw);
  return parsed.ok ? parsed.value : parsed.error;
};

describe("the text of a message", () => {
  it("CH12 has 1 to 1,000 characters, counted as people see them", () => {
    expect(clean(" \n\u200b ")).toBe("chat-text-empty");
    expect(clean("🎧".repeat(chatLimits.messageChars))).toBe("🎧".repeat(chatLimits.messageChars));
    expect(clean("x".repeat(chatLimits.messageChars + 1))).toBe("chat-text-too-long");
  });

  it("CH12 keeps its lines, and loses control and invisible characters and those that change the direction", () => {
    expect(clean("раз\r\nдва\u2028три\n\n\n\n\nчетыре")).toBe("раз\nдва\nтри\n\nчетыре");
    expect(clean("a\u0000b\u202eгб\u200b\u2066c")).toBe("a bгбc");
    expect(clean("👩\u200d🎤 ❤️")).toBe("👩\u200d🎤 ❤️");
  });

  it("CH13 contains links to web pages only, as they were typed", () => {
    const links = (text: string) =>
      splitChatText(text).flatMap((part) => (part.kind === "link" ? [[part.text, part.url]] : []));
    expect(links("см. https://example.org/a_(b), и (http://example.org).")).toEqual([
      ["https://example.org/a_(b)", "https://example.org/a_(b)"],
      ["http://example.org", "http://example.org/"],
    ]);
    expect(links("https://пример.рф/путь")).toEqual([["https://пример.рф/путь", expect.stringContaining("https://xn--")]]);
    const others = ["javascript:alert(1)", "data:text/html,x", "https://bank.example@evil.example/", "http://", "ftp://a.b"];
    for (const text of others) expect(splitChatText(text), text).toEqual([{ kind: "text", text }]);
    expect(splitChatText('<a href="https://a.b">x</a>').map(({ kind }) => kind)).toEqual(["text", "link", "text"]);
  });
});

describe("mentions", () => {
  it("CH7 are stored as ids and shown with the current name", () => {
    const stored = markMentions("@Анна Мария и @Анна: привет, @Анна!", [ANNA_MARIA, ANNA, ANNA]);
    expect(stored).not.toContain("Анна");
    expect(listMentions(stored)).toEqual([ANNA_MARIA.id, ANNA.id]);
    expect(unmarkMentions(stored, (id) => NAMES.get(id) ?? "?")).toBe("@Анна Мария и @Анна: привет, @Анна!");
    expect(unmarkMentions(stored, () => "Удалена")).toBe("@Удалена и @Удалена: привет, @Удалена!");
  });

  it("CH7 ignore names that the text does not contain, and longer words", () => {
    expect(markMentions("@Аннабель и Анна", [ANNA])).toBe("@Аннабель и Анна");
  });

  it("CH7 cannot be typed: a text has no marks", () => {
    const forged = clean(`привет \u0001${ANNA.id}\u0001`);
    expect(listMentions(forged)).toEqual([]);
    expect(splitMentions(forged)).toEqual([{ kind: "text", text: forged }]);
  });
});

describe("commands in the chat", () => {
  it("CH14 are texts that start with a slash and a word", () => {
    expect(parseTypedText("/Queue  синий свет ")).toEqual({ kind: "command", name: "queue", words: "синий свет" });
    expect(parseTypedText("/play")).toEqual({ kind: "command", name: "play", words: "" });
    expect(parseTypedText("/dance now")).toEqual({ kind: "unknown-command", name: "dance" });
    for (const text of ["/etc/hosts", "/", "/ play", "и /play", "/1"]) expect(parseTypedText(text).kind, text).toBe("message");
    expect(matchSlashCommands("/")).toEqual(["play", "pause", "skip", "queue", "help"]);
    expect(matchSlashCommands("/p")).toEqual(["play", "pause"]);
    expect(matchSlashCommands("/p now")).toEqual([]);
  });

  it("CH14 find the entry whose title matches best, then artist and album", () => {
    const titles = ["Deep Blue Sea", "Blue Sea", "Blue", "Green"];
    const entries = buildPlaylist(titles.length).map((entry, i) => {
      const title = titles[i] ?? "";
      return { ...entry, track: { ...entry.track, title, artist: title === "Green" ? "Blue Band" : "Other", album: "" } };
    });
    const find = (query: string) => findBestEntry(entries, query)?.track.title ?? null;
    expect([find("blue"), find("blue s"), find("sea deep"), find("band"), find("red"), find("  ")]).toEqual([
      "Blue",
      "Blue Sea",
      "Deep Blue Sea",
      "Green",
      null,
      null,
    ]);
  });
});
