/**
 * Old Russian files hold windows-1251, KOI8-R, CP866 or UTF-8 where their tags promise Latin-1. Whoever reads them by
 * the book gets `Íî÷íîé òðàìâàé`. What is no language of the Latin script, but reads as one of the Cyrillic script, is
 * put right here.
 */
export function repairTagText(text: string): string {
  return repairTagTexts([text])[0] ?? text;
}

/** The tags of one file, whose charset is mostly the same: a long title tells what three letters of a name cannot. */
export function repairTagTexts(texts: readonly string[]): readonly string[] {
  const plain = texts.map((text) => decodeUtf8(text) ?? text);
  const charset = recognise(plain.join("\n")) ?? plain.map(recognise).find((found) => found !== null);
  return charset ? plain.map((text) => decodeWith(charset, text)) : plain;
}

/** Upper halves, from 0x80 on: Unicode's mapping tables for CP1251 and CP866, RFC 2319 for KOI8-U. */
const CAPITALS = "АБВГДЕЖЗИЙКЛМНОПРСТУФХЦЧШЩЪЫЬЭЮЯ";
const SMALL = CAPITALS.toLowerCase();
const KOI8_SMALL = "юабцдефгхийклмнопярстужвьызшэщчъ";
const CP1251 = `ЂЃ‚ѓ„…†‡€‰Љ‹ЊЌЋЏђ‘’“”•–—\x98™љ›њќћџ\xa0ЎўЈ¤Ґ¦§Ё©Є«¬\xad®Ї°±Ііґµ¶·ё№є»јЅѕї${CAPITALS}${SMALL}`;
const KOI8 = `─│┌┐└┘├┤┬┴┼▀▄█▌▐░▒▓⌠■∙√≈≤≥\xa0⌡°²·÷═║╒ёє╔ії╗╘╙╚╛ґў╞╟╠╡ЁЄ╣ІЇ╦╧╨╩╪ҐЎ©${KOI8_SMALL}${KOI8_SMALL.toUpperCase()}`;
const CP866 = `${CAPITALS}${SMALL.slice(0, 16)}░▒▓│┤╡╢╖╕╣║╗╝╜╛┐└┴┬├─┼╞╟╚╔╩╦╠═╬╧╨╤╥╙╘╒╓╫╪┘┌█▄▌▐▀${SMALL.slice(16)}ЁёЄєЇїЎў°∙·√№¤■\xa0`;
const CHARSETS = [CP1251, KOI8, CP866];
/** What readers that take Latin-1 for windows-1252 (browsers do) make of 0x80 to 0x9f. */
const CP1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";

/** The bytes that `text` was read from, one character each; null where it has characters that Latin-1 has not. */
function bytesOf(text: string, upper = CP1252): string | null {
  let bytes = "";
  for (const char of text) {
    const place = upper.indexOf(char);
    const code = place >= 0 ? 0x80 + place : char.charCodeAt(0);
    if (code > 0xff || char.length > 1) return null;
    bytes += String.fromCharCode(code);
  }
  return bytes;
}

function decodeBytes(bytes: string, charset: string): string {
  return bytes.replace(/[\x80-\xff]/g, (byte) => charset[byte.charCodeAt(0) - 0x80] ?? byte);
}

const UTF8_PAIR = /[\xc2-\xf4][\x80-\xbf]/g;
/** A sequence that was cut off: by the 30 bytes of ID3v1, or by a reader who took its last byte for a space. */
const UTF8_CUT = /(?:[\xc2-\xdf]|[\xe0-\xef][\x80-\xbf]?|[\xf0-\xf4][\x80-\xbf]{0,2})$/;
const ID3V1_BYTES = 30;
/** What a single sequence may be: a Russian letter, or one of Europe's or a sign among Latin letters. */
const LONE = [/[Ѐ-ґ]/, /[a-z].*[\xa0-ž‐-™]/i, /[\xa0-ž‐-™].*[a-z]/i];

/** UTF-8 that was read as Latin-1, or as windows-1251. Null for what is none: other text hardly ever happens to be. */
function decodeUtf8(text: string): string | null {
  const latin = bytesOf(text);
  const bytes = latin ?? bytesOf(text, CP1251) ?? "";
  const pairs = bytes.match(UTF8_PAIR)?.length ?? 0;
  // "собран" in CP866 is a letter of Sundanese
  if (pairs === 0 || scoreOf(decodeBytes(bytes, CP866)) > 0) return null;
  const whole = strictUtf8(bytes);
  if (latin === null) return pairs > 1 && whole !== null && /[а-яёіїєґ]/i.test(whole) ? whole : null;
  // a lone pair may be two letters of windows-1251: "Её" would be Ÿ
  if (pairs === 1) return whole !== null && LONE.some((signs) => signs.test(whole)) ? whole : null;
  if (whole !== null) return whole;
  return (bytes.length === ID3V1_BYTES ? null : strictUtf8(`${bytes}\xa0`)) ?? strictUtf8(bytes.replace(UTF8_CUT, ""));
}

function strictUtf8(bytes: string): string | null {
  try {
    const text = decodeURIComponent(bytes.replace(/[%\x80-\xff]/g, (byte) => `%${byte.charCodeAt(0).toString(16)}`));
    // Ukrainian "Ні" in windows-1251 would be the archaic ͳ
    return /[\x80-\x9fͰ-ͳ]/.test(text) ? null : text;
  } catch {
    // not UTF-8, which is all that was asked
    return null;
  }
}

/** The charset in which `text` reads as Cyrillic best, if it does at all. */
function recognise(text: string): string | null {
  // what has other characters was not read as Latin-1
  const lines = text.split("\n").filter((line) => /[\x80-\xff]/.test(bytesOf(line) ?? ""));
  const bytes = lines.map((line) => bytesOf(line) ?? "").join("\n");
  const readings = CHARSETS.map((charset) => {
    const decoded = decodeBytes(bytes, charset);
    const bits = scoreOf(decoded);
    return { charset, decoded, bits, likely: bits + (charset === CP1251 ? COMMONEST : 0) };
  });
  const best = readings.reduce((a, b) => (b.likely > a.likely ? b : a));
  if (!/[Ѐ-ӿ]{2}/.test(best.decoded)) return null;
  const needed = lines.every(fitsLatin) ? NEEDED.thoughLatin : NEEDED.elseNothing;
  return best.bits >= (/[Ѐ-ӿ]{3}/.test(best.decoded) ? needed.word : needed.twoLetters) ? best.charset : null;
}

/** How much more often windows-1251 is met than the others, in bits. */
const COMMONEST = 4;
/** Bits from which on a reading is taken. Real words of two such letters there are (öö, þú, Óð); of three hardly any. */
const NEEDED = { thoughLatin: { twoLetters: 3, word: 0 }, elseNothing: { twoLetters: -1, word: -2 } };

/** Letters that languages of the Latin script have together. */
const LATIN_LETTERS =
  "äöüßéà åäöéà æøåéèêóòôâü àâæçèéêëîïôœùûüÿ áéíñóúüç àçèéíïòóúü àèéìíîòóù àáâãçéêíóôõú áðéíóúýþæöø " +
  "äöõüšž áéíóöúüõû çëêöüâîûðýþ áéèëïóöüúíä âêîôûäëïöüáéíóú";
const LATIN_SETS = LATIN_LETTERS.split(" ");
/** Quotation marks, dashes and dots of windows-1252, unconverted. */
const QUOTES = /[\x84\x85\x91-\x97\x99]/g;

function fitsLatin(text: string): boolean {
  if (/[\x80-\x9f]|[À-ÿ][×÷¨¸]|[×÷¨¸][À-ÿ]/.test(text.replace(QUOTES, ""))) return false;
  const letters = text.toLowerCase().match(/[ß-öø-ÿ]/g) ?? [];
  return LATIN_SETS.some((set) => letters.every((letter) => set.includes(letter)));
}

const CYRILLIC_RUN = /([a-z]?)([Ѐ-ӿ]+)(?=([a-z]?))/gi;
/** What another charset's letters turn into: box drawing, control characters, symbols within words. */
const JUNK = /[\x7f-\x9f─-◿]|[Ѐ-ӿ][\xa1-\xbf‚„…†‡•‰€™‹›](?=[Ѐ-ӿ])/g;

/** How much more `text` looks like words than like letters at random, in bits. */
function scoreOf(text: string): number {
  let bits = UNKNOWN_ANALYSIS * (text.match(JUNK)?.length ?? 0);
  for (const [, before, run = "", after] of text.matchAll(CYRILLIC_RUN)) {
    bits += scoreOfRun(run, before !== "" || after !== "");
  }
  return bits;
}

const ONE_LETTER_WORD = /^[авикосуязбжійєїў]$/i;
const ABBREVIATION = /^[БВГҐДЖЗКЛМНПРСТФХЦЧШЩ]{2,5}$/;

function scoreOfRun(run: string, isInLatinWord: boolean): number {
  if (isInLatinWord && run.length < 3) return -4;
  if (run.length === 1) return ONE_LETTER_WORD.test(run) ? 0 : -2;
  if (!isInLatinWord && ABBREVIATION.test(run)) return 0;
  const word = run.toLowerCase().replace(/[ёіїєґў]/g, (letter) => PLAIN_LETTERS[letter] ?? letter);
  let bits = isInLatinWord ? -4 : 0;
  for (let i = 1; i < word.length; i++) bits += scoreOfPair(word[i - 1] ?? "", word[i] ?? "");
  // no word begins so, or changes to capitals on its way
  if (/^[ьъы]|^й[^оеуяю]|^(.)\1{2,}$/.test(word)) bits += UNKNOWN_ANALYSIS;
  if (!/^.?[^А-ЯЁІЇЄҐЎ]*$|^[А-ЯЁІЇЄҐЎ]*$/.test(run)) bits += UNKNOWN_ANALYSIS;
  return /[аеиоуыэюя]/.test(word) && /[^аеиоуыэюя]/.test(word) ? bits : Math.min(0, bits);
}

function scoreOfPair(first: string, second: string): number {
  const tier = FOLLOWERS[first]?.split(" ").findIndex((letters) => letters.includes(second)) ?? -1;
  return TIERS[tier] ?? UNKNOWN_ANALYSIS;
}

const PLAIN_LETTERS: Record<string, string> = { ё: "е", і: "и", ї: "и", є: "е", ґ: "г", ў: "в" };

/**
 * What follows each letter in Russian, Ukrainian, Belarusian and Bulgarian, in tiers: 116, 129, 157 and 318 pairs that
 * make 70, 20, 8 and 2 % of those counted in the Russian texts of this project and of TypeScript's messages and in a
 * thousand common words of songs, a few moved by hand. Against 32² pairs of equal chance, that is so many bits.
 */
const TIERS = [3, 1, -1, -4];
const UNKNOWN_ANALYSIS = -7;
const FOLLOWERS: Record<string, string> = {
  а: "тнлрвсзкмдяйе бючпжгхцщ шуи о",
  б: "о раелуиы нясщкъ ьзэхвжб",
  в: "аоеыил нуск ртмчяхъь дзпшжгцбюв",
  г: "о рауил денъ мчкбт",
  д: "еаои нур ьвызлксмядъ тпцчжюшхбг",
  е: "нртлсмдк вйгзчбшопж ацищяхе фюуэ",
  ж: "е диа нукы очбмсълж",
  з: "а овндеы уримклбь ягжпчцюъз",
  и: "тнсмяерйкв злчдхигцаб юфпошжщ уэ",
  й: " ст лднко чбфпшзмцрвгех",
  к: "аои рлтсуе внцъ зэжпмшюк",
  л: "еьиоаяю уын клч жгсдтъзвмщбфш",
  м: "еоиа ыунп вям блрфкчъьгсщюц",
  н: "иаоыент ьуясд цкгхч фювщблрзжшъ",
  о: "врлдсбтмнйгпкечжз  яишщцхф юэуао",
  п: "ореа иул яткыъь нспчцшю",
  р: "аоеиу тыня ьжквсгмшцэ дхбфпюърщчзл",
  с: "тоиякпле ансвь ымушрхбъэ чцдюгжщф",
  т: "ьеаоирвс нуык ляпъ мфчдбзтшщцюгхэ",
  у: "с кютдлжрмеп гзбчншйщх ваияфоц",
  ф: " иоа елру мтнсьыэкюф",
  х: " оа рнлеиву мсткшдыъэгп",
  ц: "и е аьыуо вкяюпъц",
  ч: "еа ин ткоуьшы лрэвмсъя",
  ш: " еаи нкьы лоучтмпврцю",
  щ: " еи а уноьр",
  ъ: "  яелртнд жцкгщсмвбзюи",
  ы: "йме хвлт збрпксч шндцгжщя",
  ь: "н зсю якмтеш бгчоцвфпидх",
  э: " тк лрнхмсдп шфйвгзо",
  ю: " щчтб дгнж лмзрсйвкпхшецфю",
  я: " тве мзбнхюдцрщя лчйскгжшп",
};

function decodeWith(charset: string, text: string): string {
  const bytes = bytesOf(text);
  if (!bytes || !/[\x80-\xff]/.test(bytes)) return text;
  const decoded = decodeBytes(bytes, charset);
  // "Ñandú" beside a Russian title
  if (/[a-z]/i.test(text) && fitsLatin(text) && scoreOf(decoded) < 1) return text;
  // letters within a Latin word stay: "Кино - Live at Café"
  return decoded.replace(/[a-zЀ-ӿ]+/gi, (word, at: number) =>
    /[a-z]/i.test(word) && !/[Ѐ-ӿ]{3}/.test(word) ? text.slice(at, at + word.length) : word,
  );
}
