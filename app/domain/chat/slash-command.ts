import type { Entry, Playlist } from "#app/domain/playlist/playlist.ts";
import { parseSearchQuery, toSearchKey } from "#app/domain/text/search-key.ts";

/** The commands that can be typed in the chat, in the order of their list. */
export const SLASH_COMMANDS = ["play", "pause", "skip", "queue", "help"] as const;
export type SlashCommand = (typeof SLASH_COMMANDS)[number];

export type TypedText =
  | { readonly kind: "message" }
  | { readonly kind: "command"; readonly name: SlashCommand; readonly words: string }
  | { readonly kind: "unknown-command"; readonly name: string };

/** Whether a typed text is a command: it starts with a slash and a word. A path such as `/etc/hosts` is a message. */
export function parseTypedText(text: string): TypedText {
  const match = /^\/(\p{L}+)(?:\s+(.*))?$/su.exec(text.trim());
  if (!match) return { kind: "message" };
  const [, typed = "", words = ""] = match;
  const name = SLASH_COMMANDS.find((command) => command === typed.toLowerCase());
  return name ? { kind: "command", name, words: words.trim() } : { kind: "unknown-command", name: typed };
}

/** The commands that a text may become, while only the first word is typed. */
export function matchSlashCommands(text: string): readonly SlashCommand[] {
  const match = /^\/(\p{L}*)$/u.exec(text);
  return match ? SLASH_COMMANDS.filter((name) => name.startsWith((match[1] ?? "").toLowerCase())) : [];
}

/**
 * The entry that contains all words in its title, artist or album. A title that equals the words or starts with them comes first,
 * then one that contains them, then the playlist's order. Null if there is none.
 */
export function findBestEntry(playlist: Playlist, query: string): Entry | null {
  const words = parseSearchQuery(query);
  if (words.length === 0) return null;
  const phrase = toSearchKey(query.trim());
  let best: { readonly entry: Entry; readonly score: number } | null = null;
  for (const entry of playlist) {
    const score = scoreEntry(entry, words, phrase);
    if (score > (best?.score ?? 0)) best = { entry, score };
  }
  return best?.entry ?? null;
}

/** 0 for an entry that lacks a word. */
function scoreEntry({ track: { title, artist, album } }: Entry, words: readonly string[], phrase: string): number {
  const titleKey = toSearchKey(title);
  const key = toSearchKey(title, artist, album);
  if (!words.every((word) => key.includes(word))) return 0;
  if (titleKey === phrase) return 4;
  if (titleKey.startsWith(phrase)) return 3;
  return words.every((word) => titleKey.includes(word)) ? 2 : 1;
}
