/** How one file of the corpus is made, and what the product has to say of it. */
export type Recipe = {
  /** As somebody would have it on a disk. */
  readonly name: string;
  readonly sound: Sound;
  /** A shell's command line that reads `$IN`, a WAV file of that sound, and writes `$OUT`. */
  readonly made: string;
  readonly tags?: WrittenTags;
  /** What happened to the bytes after that. */
  readonly spoil?: (bytes: Buffer) => Buffer;
  readonly expected: Expected;
  /** What a person reads in the tags where the reference tagger cannot. */
  readonly told?: Partial<TagTexts>;
  /** The length of what plays, where ffmpeg does not leave out all that the file says to leave out. */
  readonly playsMs?: number;
};

/** `answered`: a broken file may be refused, or read at the length that it really has. */
export type Expected = "read" | "answered" | { readonly refused: string };

export type Sound = {
  readonly seconds: number;
  readonly sampleRate: number;
  readonly channels: 1 | 2 | 6;
  readonly bits?: 16 | 24;
};

/** What a file's tags say, as text; several artists are joined as the product shows them. */
export type TagTexts = {
  readonly title: string;
  readonly artist: string;
  readonly album: string;
  readonly genre: string;
  readonly year: string;
};

export const TAG_FIELDS = ["title", "artist", "album", "genre", "year"] as const satisfies readonly (keyof TagTexts)[];

/** Tags that are written after the encoder is through. */
export type WrittenTags = {
  readonly kind: "id3v1" | "id3v2.2" | "id3v2.3" | "id3v2.4" | "apev2" | "comments" | "mp4" | "id3-in-wav";
  /** Of ID3's texts; one that ID3 does not know passes for Latin-1, as it does in the files of its time. */
  readonly charset?: "latin1" | "utf16" | "utf8" | "cp1251" | "koi8-r";
  readonly title?: string;
  readonly artist?: string | readonly string[];
  readonly album?: string;
  readonly genre?: string;
  readonly year?: string;
  readonly picture?: "jpeg" | "png";
  /** What iTunes notes of the encoder's silence. */
  readonly gapless?: string;
};

type More = Pick<Recipe, "tags" | "told" | "playsMs">;

export const stereo = (seconds: number, sampleRate = 44_100): Sound => ({ seconds, sampleRate, channels: 2 });
export const mono = (seconds: number, sampleRate = 44_100): Sound => ({ seconds, sampleRate, channels: 1 });
export const surround = (seconds: number, sampleRate = 48_000): Sound => ({ seconds, sampleRate, channels: 6 });

/** A good file. */
export function read(name: string, sound: Sound, made: string, more: More = {}): Recipe {
  return { name, sound, made, expected: "read", ...more };
}

/** A good file of a kind that no browser plays. */
export function refused(name: string, sound: Sound, { made, code }: { made: string; code: string }): Recipe {
  return { name, sound, made, expected: { refused: code } };
}

/** A file to which something has happened. */
export function broken(name: string, made: string, spoil: (bytes: Buffer) => Buffer, more: More = {}): Recipe {
  return { name, sound: stereo(12), made, spoil, expected: "answered", ...more };
}
