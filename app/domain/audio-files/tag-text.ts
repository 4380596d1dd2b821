import { type Charset, decodeBytes, IBM_866, KOI8_U, toBytes, WINDOWS_1251, WINDOWS_1252 } from "./charsets.ts";
import { scoreCyrillic } from "./cyrillic-score.ts";

/**
 * Repairs a tag that was decoded with the wrong charset. Old Russian files contain windows-1251, KOI8, CP866 or UTF-8 in
 * tags that are defined as Latin-1, so a correct reader returns `Íî÷íîé òðàìâàé`. Such a text is repaired if no language
 * with the Latin script uses its letters and it makes sense in the Cyrillic script. Other texts are returned unchanged.
 */
export function repairTagText(text: string): string {
  return repairTagTexts([text])[0] ?? text;
}

/** Repairs the tags of one file. They mostly share a charset: a long title reveals it where a name of three letters cannot. */
export function repairTagTexts(texts: readonly string[]): readonly string[] {
  const withoutUtf8 = texts.map((text) => repairUtf8(text) ?? text);
  const charset = detectCharset(withoutUtf8.join("\n")) ?? withoutUtf8.map(detectCharset).find((detected) => detected !== null);
  return charset ? withoutUtf8.map((text) => decodeWith(charset, text)) : withoutUtf8;
}

const CYRILLIC_CHARSETS = [WINDOWS_1251, KOI8_U, IBM_866];

/** The bytes of a text that a reader decoded as Latin-1, or, like browsers, as windows-1252. Null if it did neither. */
function toLatin1Bytes(text: string): string | null {
  return toBytes(text, WINDOWS_1252);
}

const UTF8_PAIR = /[\xc2-\xf4][\x80-\xbf]/g;
/** A truncated sequence at the end: ID3v1 cuts at 30 bytes, and some readers trim a last byte that looks like a space. */
const UTF8_CUT = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/;
const ID3V1_BYTES = 30;
const LINE_END = /[\n\r\u2028\u2029]/;

/** Repairs UTF-8 that was decoded as Latin-1 or as windows-1251. Null if it is not UTF-8; other text hardly ever is by chance. */
function repairUtf8(text: string): string | null {
  const latin1 = toLatin1Bytes(text);
  const bytes = latin1 ?? toBytes(text, WINDOWS_1251) ?? "";
  const pairs = bytes.match(UTF8_PAIR)?.length ?? 0;
  // Cyrillic in CP866 can be valid UTF-8: "собран" would be a letter of Sundanese
  if (pairs === 0 || scoreCyrillic(decodeBytes(bytes, IBM_866)) > 0) return null;
  const decoded = decodeUtf8(bytes);
  if (latin1 === null) return pairs > 1 && decoded !== null && /[а-яёіїєґ]/i.test(decoded) ? decoded : null;
  // a single pair may be two letters of windows-1251: "Её" would be Ÿ
  if (pairs === 1) return decoded !== null && hasLoneCharacter(decoded) ? decoded : null;
  if (decoded !== null) return decoded;
  const withTrimmedByte = bytes.length === ID3V1_BYTES ? null : decodeUtf8(`${bytes}\xa0`);
  return withTrimmedByte ?? decodeUtf8(bytes.replace(UTF8_CUT, ""));
}

/** Whether a text has what a single sequence may decode to: a Russian letter, or a European letter or sign among Latin letters. */
function hasLoneCharacter(text: string): boolean {
  return /[Ѐ-ґ]/.test(text) || text.split(LINE_END).some((line) => /[a-z]/i.test(line) && /[\xa0-ž‐-™]/i.test(line));
}

/** Null if the bytes are not UTF-8, or decode to characters that no tag contains. */
function decodeUtf8(bytes: string): string | null {
  try {
    const text = decodeURIComponent(bytes.replace(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
    // Ukrainian "Ні" in windows-1251 would be the archaic ͳ
    return /[\x80-\x9fͰ-ͳ]/.test(text) ? null : text;
  } catch {
    // decodeURIComponent throws only for bytes that are not UTF-8
    return null;
  }
}

/** How much more frequent windows-1251 is than the other charsets, in bits. */
const WINDOWS_1251_PRIOR_BITS = 4;
/** The lowest score, in bits, of a repair. Real words of two such letters exist (öö, þú, Óð), but hardly any of three. */
const MIN_BITS = { perhapsLatin: { twoLetters: 3, word: 0 }, notLatin: { twoLetters: -1, word: -2 } };

/** The charset in which `text` looks most like Cyrillic, or null if it does in none. */
function detectCharset(text: string): Charset | null {
  // text with other characters was not decoded as Latin-1
  const lines = text.split("\n").filter((line) => /[\x80-\xff]/.test(toLatin1Bytes(line) ?? ""));
  const bytes = lines.map((line) => toLatin1Bytes(line) ?? "").join("\n");
  const candidates = CYRILLIC_CHARSETS.map((charset) => {
    const decoded = decodeBytes(bytes, charset);
    const bits = scoreCyrillic(decoded);
    return { charset, decoded, bits, rank: bits + (charset === WINDOWS_1251 ? WINDOWS_1251_PRIOR_BITS : 0) };
  });
  const best = candidates.reduce((a, b) => (b.rank > a.rank ? b : a));
  if (!/[Ѐ-ӿ]{2}/.test(best.decoded)) return null;
  const minBits = lines.every(canBeLatin) ? MIN_BITS.perhapsLatin : MIN_BITS.notLatin;
  return best.bits >= (/[Ѐ-ӿ]{3}/.test(best.decoded) ? minBits.word : minBits.twoLetters) ? best.charset : null;
}

/** For each of several languages with the Latin script, the letters it has besides a to z. */
const LATIN_LETTERS =
  "äöüßéà åäöéà æøåéèêóòôâü àâæçèéêëîïôœùûüÿ áéíñóúüç àçèéíïòóúü àèéìíîòóù àáâãçéêíóôõú áðéíóúýþæöø " +
  "äöõüšž áéíóöúüõû çëêöüâîûðýþ áéèëïóöüúíä âêîôûäëïöüáéíóú";
const LATIN_ALPHABETS = LATIN_LETTERS.split(" ");
/** Quotation marks, dashes and dots of windows-1252 that a reader left as control characters. */
const QUOTES = /[\x84\x85\x91-\x97\x99]/g;

/** Whether a language with the Latin script may contain the text. */
function canBeLatin(text: string): boolean {
  if (/[\x80-\x9f]|[À-ÿ][×÷¨¸]|[×÷¨¸][À-ÿ]/.test(text.replace(QUOTES, ""))) return false;
  const letters = text.toLowerCase().match(/[ß-öø-ÿ]/g) ?? [];
  return LATIN_ALPHABETS.some((alphabet) => letters.every((letter) => alphabet.includes(letter)));
}

function decodeWith(charset: Charset, text: string): string {
  const bytes = toLatin1Bytes(text);
  if (!bytes || !/[\x80-\xff]/.test(bytes)) return text;
  const decoded = decodeBytes(bytes, charset);
  // Latin words beside Cyrillic ones remain: "Ñandú" beside a Russian title
  if (/[a-z]/i.test(text) && canBeLatin(text) && scoreCyrillic(decoded) < 1) return text;
  // accented letters inside a Latin word remain: "Кино - Live at Café"
  return decoded.replace(/[a-zЀ-ӿ]+/gi, (word, at: number) =>
    /[a-z]/i.test(word) && !/[Ѐ-ӿ]{3}/.test(word) ? text.slice(at, at + word.length) : word,
  );
}
