import { expect, it } from "vitest";
import { toLocalPath } from "#app/domain/accounts/local-path.ts";
import { suggestUsername } from "#app/domain/accounts/provider.ts";
import { repairTagText } from "#app/domain/audio-files/tag-text.ts";
import { splitChatText } from "#app/domain/chat/chat-parts.ts";
import { fileNameFromLink } from "#app/domain/imports/link-rules.ts";
import { splitTitle } from "#app/domain/imports/match-title.ts";
import { parseServiceLink } from "#app/domain/imports/service-links.ts";
import { parseM3u8Playlist } from "#app/domain/playlist/playlist-m3u8.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";

/** So many characters that work which grows with their square takes a minute or more, and a test has less. */
const CHARS = 1_000_000;

const long = (unit: string) => unit.repeat(CHARS / unit.length);

/** Each reader of outside text, with a text that makes a naive regular expression try every position again. */
const READERS: Readonly<Record<string, () => unknown>> = {
  "a link in the chat before punctuation": () => splitChatText(`https://example.org/${long(".,")}a`),
  "a link in the chat before brackets": () => splitChatText(`https://example.org/${long(")")}`),
  "a path of slashes at a service": () => parseServiceLink(`https://open.spotify.com${long("/")}a`),
  "a redirect with question marks": () => toLocalPath(`/${"?".repeat(900)}\u2028`),
  "a name of underscores at a provider": () => suggestUsername([`a${long("_")}a`], 0),
  "a tag without the letter that it needs": () => repairTagText(`${long("a")}\n\xc3\xa9`),
  "a title of guests": () => splitTitle(long("(feat. ")),
  "a title of spaces": () => splitTitle(`(feat.${long(" ")}`),
  "a playlist file with a link of question marks": () => parseM3u8Playlist(`#EXTM3U\nhttps://example.org/${long("?")}\u2028`),
  "a playlist file with quotes": () => parseM3u8Playlist(`#EXTM3U\n#EXTINF:1 ${long('"a" ')}\nsong.mp3`),
  "a playlist file with dashes": () => parseM3u8Playlist(`#EXTM3U\n#EXTINF:1,${long("a - ")}\nsong.mp3`),
  "a header with parameters": () => fileNameFromLink(new URL("https://example.org/"), `attachment${long(';a="x\\')}`),
  "a line of spaces": () => toSingleLine(`a${long(" \u200b")}a`),
};

it.each(Object.keys(READERS))("%s takes a time that grows with its length only", (name) => {
  expect(() => READERS[name]?.()).not.toThrow();
});
