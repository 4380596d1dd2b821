/** How one file of the corpus is made, and what the app should read from it. */
export type Recipe = {
  readonly name: string;
  readonly sound: Sound;
  /** A shell command that reads `$IN`, a WAV file of the sound, and writes `$OUT`. */
  readonly command: string;
  readonly tags?: WrittenTags;
  /** Damage to the encoded bytes. */
  readonly damage?: (bytes: Buffer) => Buffer;
  readonly expected: Expected;
  /** The correct tags where the reference tagger reads them wrongly or not at all. */
  readonly expectedTags?: Partial<TagTexts>;
  /** The correct duration where ffmpeg decodes encoder padding that the file marks as such. */
  readonly expectedMs?: number;
};

/** `handled`: a damaged file may be refused, or read with its true duration. */
export type Expected = "read" | "handled" | { readonly refused: string };

export type Sound = {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: 1 | 2 | 6;
  readonly bits?: 16 | 24;
};

/** Tags as texts. Several artists are joined as the app shows them. */
export type TagTexts = {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly year: string;
};

export const TAG_FIELDS = ["title", "artist", "album", "genre", "year"] as const satisfies readonly (keyof TagTexts)[];

/** Tags that are written after encoding. */
export type WrittenTags = {
  readonly kind: "id3v1" | "id3v2.2" | "id3v2.3" | "id3v2.4" | "apev2" | "comments" | "mp4" | "id3-in-wav";
  /** Of ID3 texts. A charset that ID3 does not support is declared as Latin-1, as old programs did. */
  readonly charset?: "latin1" | "utf16" | "utf8" | "cp1251" | "koi8-r";
  readonly title?: string;
  readonly artist?: string | readonly string[];
  readonly album?: string;
  readonly genre?: string;
  readonly year?: string;
  readonly picture?: "jpeg" | "png";
  /** The `iTunSMPB` atom, in which iTunes stores the encoder's padding. */
  readonly gapless?: string;
};

type Options = Pick<Recipe, "tags" | "expectedTags" | "expectedMs">;

export const stereo = (seconds: number, sampleRate = 44_100): Sound => ({ seconds, sampleRate, channels: 2 });
export const mono = (seconds: number, sampleRate = 44_100): Sound => ({ seconds, sampleRate, channels: 1 });
export const surround = (seconds: number, sampleRate = 48_000): Sound => ({ seconds, sampleRate, channels: 6 });

/** A valid file. */
export function valid(name: string, sound: Sound, command: string, options: Options = {}): Recipe {
  return { name, sound, command, expected: "read", ...options };
}

/** A valid file of a kind that browsers do not play. */
export function refused(name: string, sound: Sound, { command, code }: { command: string; code: string }): Recipe {
  return { name, sound, command, expected: { refused: code } };
}

/** A file that is damaged after encoding. */
export function damaged(name: string, command: string, damage: (bytes: Buffer) => Buffer, options: Options = {}): Recipe {
  return { name, sound: stereo(12), command, damage, expected: "handled", ...options };
}
