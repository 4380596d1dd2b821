import { describe, expect, it } from "vitest";
import type { Person } from "#app/domain/accounts/person.ts";
import { chatLimits } from "#app/domain/chat/chat-limits.ts";
import { findMentions, findTypedMention, matchPeople } from "#app/features/chat/find-mentions.ts";
import { userId } from "#tests/support/builders.ts";

const person = (name: string, id = name): Person => ({ id: userId(id), name, avatar: "#000000" });
const ANNA = person("Анна", "anna");
const ANNA_K = person("Анна К", "annak");
const MIRA = person("Mira");
const PEOPLE = [ANNA, MIRA, ANNA_K];

describe("the people whom a message mentions", () => {
  it.each([
    ["in the order of the text", "@Mira и @Анна", [MIRA, ANNA]],
    ["with the longest name that fits", "@Анна К, привет", [ANNA_K]],
    ["with punctuation behind the name", "(@Mira!)", [MIRA]],
    ["as often as they are named", "@Mira @Mira", [MIRA, MIRA]],
    ["not those whose name goes on", "@Mirabelle @Mira2 @Аннам", []],
    ["not those who are written in another case", "@mira", []],
    ["not those without a sign", "Mira", []],
    ["also behind another sign", "@@Mira", [MIRA]],
  ])("are %s", (_case, text, mentioned) => {
    expect(findMentions(text, PEOPLE)).toEqual(mentioned.map(({ id }) => id));
  });

  it("are the first of two with one name, and no more than a message can mention", () => {
    const other = person("Mira", "other");
    expect(findMentions("@Mira", [MIRA, other])).toEqual([MIRA.id]);
    const many = "@Mira ".repeat(chatLimits.mentionsPerMessage + 1);
    expect(findMentions(many, PEOPLE)).toHaveLength(chatLimits.mentionsPerMessage);
  });
});

describe("the mention that is being typed", () => {
  it.each([
    ["@", 1, { at: 0, query: "" }],
    ["@Ми", 3, { at: 0, query: "Ми" }],
    ["привет @Анна К", 14, { at: 7, query: "Анна К" }],
    ["(@Mi", 4, { at: 1, query: "Mi" }],
    ["«@Mi", 4, { at: 1, query: "Mi" }],
    ["@Mi и дальше", 3, { at: 0, query: "Mi" }],
  ])("of %s at %d is what follows the sign up to the caret", (text, caret, mention) => {
    expect(findTypedMention(text, caret)).toEqual(mention);
  });

  it.each([
    ["an address", "mira@example.org", 16],
    ["a text behind a mention", "@Анна К привет", 14],
    ["a caret before the sign", "привет @Ми", 4],
    ["a word that is longer than a name", `@${"a".repeat(21)}`, 22],
  ])("is none in %s", (_case, text, caret) => {
    expect(findTypedMention(text, caret)).toBeNull();
  });
});

describe("the people who may be meant", () => {
  it("have a word that starts with what is typed, in any case", () => {
    expect(matchPeople(PEOPLE, "ан")).toEqual([ANNA, ANNA_K]);
    expect(matchPeople(PEOPLE, "к")).toEqual([ANNA_K]);
    expect(matchPeople(PEOPLE, "нна")).toEqual([]);
    expect(matchPeople([person("Пётр")], "петр")).toHaveLength(1);
  });

  it("are at most six", () => {
    const many = Array.from({ length: 8 }, (_, i) => person(`Mira ${i}`));
    expect(matchPeople(many, "")).toEqual(many.slice(0, 6));
  });
});
