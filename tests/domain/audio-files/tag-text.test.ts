import { describe, expect, it } from "vitest";
import { type RawTags, tagsOf, withId3v1 } from "#app/domain/audio-files/file-tags.ts";
import { repairTagText, repairTagTexts } from "#app/domain/audio-files/tag-text.ts";
import { trackLimits } from "#app/domain/tracks/track-limits.ts";

type Charset = "windows-1250" | "windows-1251" | "koi8-u" | "ibm866" | "windows-1254" | "utf-8";

/** `text` in `charset`, read as Latin-1. */
function misread(text: string, charset: Charset): string {
  if (charset === "utf-8") return Buffer.from(text).toString("latin1");
  const decoder = new TextDecoder(charset);
  const bytes = Array.from({ length: 256 }, (_, byte) => decoder.decode(Uint8Array.of(byte)));
  const chars = Array.from(text, (char) => {
    if (!bytes.includes(char)) throw new Error(`${charset} has no ${char}`);
    return String.fromCharCode(bytes.indexOf(char));
  });
  return chars.join("");
}

/** What browsers read where Latin-1 has control characters. Not Node's decoder: nodejs.org's issue 56542. */
const WINDOWS_1252 = "€\x81‚ƒ„…†‡ˆ‰Š‹Œ\x8dŽ\x8f\x90‘’“”•–—˜™š›œ\x9džŸ";
const asWindows1252 = (latin1: string) =>
  latin1.replace(/[\x80-\x9f]/g, (char) => WINDOWS_1252[char.charCodeAt(0) - 0x80] ?? char);
const asLatin1 = (text: string) =>
  Array.from(text, (char) => {
    const place = WINDOWS_1252.indexOf(char);
    return place < 0 ? char : String.fromCharCode(0x80 + place);
  }).join("");

const RUSSIAN = [
  "Ночной трамвай",
  "Вера Ланская",
  "Съешь же ещё этих мягких французских булок, да выпей чаю",
  "СЪЕШЬ ЖЕ ЕЩЁ ЭТИХ МЯГКИХ ФРАНЦУЗСКИХ БУЛОК, ДА ВЫПЕЙ ЧАЮ",
  "Снег",
  "Осень в Депо №6",
  "Где-то (live 1996)",
  "DJ Сирень feat. Вечерний Гость - Дыхание [Extended Mix]",
  "О чём молчит река, Pt. 2",
  "ПОСЛЕДНИЙ ПОЕЗД",
  "ты не звони мне больше",
  "Вальс-бостон на двоих",
  "Южный ветер",
  "Рок-н-ролл мёртв?",
  // valid UTF-8 in CP866
  "только",
];

const UKRAINIAN = ["Чуєш їх, доцю, га? Кумедна ж ти, прощайся без ґольфів!", "Їхня остання зима", "Обійми мене"];

const LATIN = [
  ..."Björk Guðmundsdóttir|Bjork Guðmundsdóttir|Café Müller|Ñandú|Sigur Rós|Ágætis byrjun|Þú og ég|Þögn|Ísjaki|Ó|Óð".split("|"),
  ..."Með suð í eyrum við spilum endalaust|Ærø|Øresund|ÆØÅ|åäö|Øå|Öö|Jäääär|Õhtu|Tõnis Mägi|Käärijä|Å, jeg ser".split("|"),
  ..."Mötley Crüe|Queensrÿche|Für Elise|Über den Wolken|Große Freiheit|Grüße aus Köln|Ü|ß".split("|"),
  ..."Là où je t'emmènerai|À la claire fontaine|Été 67|ÉTÉ|Élégie|Aïe aïe aïe|Ça ira|Île|Ô ma jolie|À|É|Cœur|Œuvre".split("|"),
  ..."Corazón Espinado|¿Qué pasó?|¡Ay, Jalisco!|Año|Ñ|São Paulo|Canções|IRMÃ|MAÇÃ|Pão|É Preciso|Avô e avó".split("|"),
  ..."Così fan tutte|È bello|Città|Più|Erdély|Édes|Új|Çiçek|Mícheál Ó Súilleabháin|Naïveté".split("|"),
  ..."2 × 3|÷ (Deluxe)|5°C|Nº 5|© 2004|½|£5|§|«Été»|“Été”|…|………|‘’|Don’t|¥€$|†|°°°|ÿ".split("|"),
];

describe("tags that were read in a wrong charset", () => {
  it.each(["windows-1251", "koi8-u", "ibm866", "utf-8"] as const)("Russian in %s comes back", (charset) => {
    for (const title of RUSSIAN) {
      // KOI8 has no №
      if (charset === "koi8-u" && title.includes("№")) continue;
      expect(repairTagText(misread(title, charset))).toBe(title);
      expect(repairTagText(asWindows1252(misread(title, charset)))).toBe(title);
    }
  });

  it("Ukrainian, Belarusian and Bulgarian come back", () => {
    for (const title of UKRAINIAN) {
      for (const charset of ["windows-1251", "koi8-u", "utf-8"] as const) {
        expect(repairTagText(misread(title, charset))).toBe(title);
      }
    }
    for (const title of ["Мой родны кут, ўсё будзе добра", "Жыве ў сэрцы", "Една българска песен", "Къде си, мое лято"]) {
      expect(repairTagText(misread(title, "windows-1251"))).toBe(title);
    }
  });

  it("one word is enough where no language of the Latin script has its letters together", () => {
    for (const title of "Кино|Сплин|Лето|Мир|Сон|Дом|Ночь|Я и ты|Мы|Ты|Да|Её|ДДТ|Ёлка|Рок|без|Живой...|«Живой» — 1996|Прочее".split(
      "|",
    )) {
      expect(repairTagText(misread(title, "windows-1251"))).toBe(title);
    }
  });

  it("quotation marks, dashes and signs come back with the letters", () => {
    const title = "Концерт в СК «Олимпийский» — 1996… “Лучшее”";
    expect(repairTagText(misread(title, "windows-1251"))).toBe(title);
    expect(repairTagText(misread("Всё – №1", "windows-1251"))).toBe("Всё – №1");
  });

  it("what is right in a language of the Latin script stays", () => {
    for (const title of LATIN) {
      expect(repairTagText(title)).toBe(title);
      expect(repairTagText(asLatin1(title))).toBe(asLatin1(title));
    }
  });

  it("what is right in any other script stays", () => {
    for (const title of [
      ...RUSSIAN,
      ...UKRAINIAN,
      "Моё, твоё",
      "Ні! Ні!",
      "Ні (Live)",
      "東京",
      "Αγάπη",
      "שלום",
      "🎵 été",
      "",
    ]) {
      expect(repairTagText(title)).toBe(title);
    }
  });

  it("Polish, Czech and Turkish in their own charsets do not turn into Russian", () => {
    for (const title of ["Miłość", "Żółć", "Jaką łódkę", "Święta", "RÓŻNI"]) {
      expect(repairTagText(misread(title, "windows-1250"))).toBe(misread(title, "windows-1250"));
    }
    for (const title of ["Příliš žluťoučký kůň", "Říční řeřicha", "MŮŽE", "ADRESÁŘŮ", "Dětství"]) {
      expect(repairTagText(misread(title, "windows-1250"))).toBe(misread(title, "windows-1250"));
    }
    for (const title of ["Şımarık", "Ağla güneş", "Işığı"]) {
      expect(repairTagText(misread(title, "windows-1254"))).toBe(misread(title, "windows-1254"));
    }
  });

  it("UTF-8 comes back in whatever language it is", () => {
    for (const title of ["Björk", "été", "Don’t", "Dvořák", "東京", "Қайрат", "Я", "Би-2", "Qué"]) {
      expect(repairTagText(misread(title, "utf-8"))).toBe(title);
    }
    expect(repairTagText(new TextDecoder("windows-1251").decode(Buffer.from("Ночной трамвай")))).toBe("Ночной трамвай");
  });

  it("UTF-8 that was cut off loses its last letter only, and none where a reader took it for a space", () => {
    const cut = Buffer.from("Ночной трамвай идёт").subarray(0, 30).toString("latin1");
    expect(repairTagText(cut)).toBe("Ночной трамвай и");
    // the last byte of Р is a no-break space to whoever trims
    expect(repairTagText(misread("СССР", "utf-8").trim())).toBe("СССР");
  });

  it("a word in Latin letters keeps its accents among Russian ones", () => {
    expect(repairTagText(`${misread("Кино", "windows-1251")} - Live at Café`)).toBe("Кино - Live at Café");
    expect(repairTagText(`Björk & ${misread("Земфира", "windows-1251")}`)).toBe("Björk & Земфира");
  });

  it("what is too short to tell stays, unless another tag of the file tells", () => {
    const short = ["БГ", "ХЗ", "Би-2", "АукцЫон", "Я", "Эй"];
    for (const name of short) {
      const read = misread(name, "windows-1251");
      expect(repairTagText(read)).toBe(read);
      expect(repairTagTexts([read, misread("Осень", "windows-1251")])).toEqual([name, "Осень"]);
      expect(repairTagTexts([read, "Rock"])).toEqual([read, "Rock"]);
    }
  });

  it("the tags of a file tell their charset together", () => {
    // alone it is taken for windows-1251, in which more is written
    const tags = ["Любэ", "Осень в Депо"];
    expect(repairTagTexts(tags.map((tag) => misread(tag, "koi8-u")))).toEqual(tags);
  });

  it("tags that are right stay as they are beside one that is not", () => {
    const tags = ["Ñandú", "À la claire fontaine", "Ночь", "Mötley Crüe", "Rock", ""];
    expect(repairTagTexts([...tags, misread("Осень", "windows-1251")])).toEqual([...tags, "Осень"]);
  });
});

describe("tags of a file", () => {
  const none = { title: "", artist: "", album: "", genre: "", year: null };
  const named = (fileName: string, raw: RawTags = {}) => {
    const { title, artist } = tagsOf(raw, fileName);
    return [artist, title];
  };

  it("AF7 are put right, and cleaned", () => {
    const raw = {
      title: misread("Ночной \ttrams", "windows-1251"),
      artist: misread("ДДТ", "windows-1251"),
      album: misread("Депо", "windows-1251"),
      genre: [misread("Рок", "windows-1251"), "Indie"],
      date: "2004-05-01",
    };
    expect(tagsOf(raw, "x.mp3")).toEqual({ title: "Ночной trams", artist: "ДДТ", album: "Депо", genre: "Рок", year: 2004 });
    expect(tagsOf({ title: "a".repeat(1_000_000) }, "x.mp3").title).toHaveLength(trackLimits.tagChars);
  });

  it("AF7 the year is the date's, or the year's, if it is one", () => {
    const yearOf = (raw: RawTags) => tagsOf(raw, "x.mp3").year;
    expect(yearOf({ date: "1999-12-31", year: 2020 })).toBe(1999);
    expect(yearOf({ date: "31.12.1999" })).toBe(1999);
    expect(yearOf({ date: "19991231" })).toBe(1999);
    expect(yearOf({ date: "0000", year: 1987 })).toBe(1987);
    expect(yearOf({ date: "soon", year: Number.NaN })).toBeNull();
  });

  it("artists that were split are put together again", () => {
    const artistOf = (artist: string | undefined, ...artists: string[]) => tagsOf({ title: "x", artist, artists }, "").artist;
    expect(artistOf("AC", "AC", "DC")).toBe("AC/DC");
    expect(artistOf("Вера", "Вера", "Мира")).toBe("Вера, Мира");
    expect(artistOf("Вера и Мира", "Вера", "Мира")).toBe("Вера и Мира");
    expect(artistOf(undefined, "Вера")).toBe("Вера");
  });

  it.each([
    ["Вера Ланская - Ночной трамвай.mp3", "Вера Ланская", "Ночной трамвай"],
    ["Вера Ланская – Ночной трамвай.mp3", "Вера Ланская", "Ночной трамвай"],
    ["лето/01 Вера - Трамвай.flac", "Вера", "Трамвай"],
    ["01. Вера - Трамвай - Remix.flac", "Вера", "Трамвай - Remix"],
    ["07_-_Vera_-_Tram.mp3", "Vera", "Tram"],
    ["Vera - 02 - Tram.mp3", "Vera", "Tram"],
    ["1-03 Трамвай.mp3", "", "Трамвай"],
    ["12. Трамвай.mp3", "", "Трамвай"],
    ["01.Трамвай.mp3", "", "Трамвай"],
    ["99 Luftballons.mp3", "", "99 Luftballons"],
    ["1979.mp3", "", "1979"],
    ["02.02.2020.mp3", "", "02.02.2020"],
    ["50 Cent - In da Club.mp3", "50 Cent", "In da Club"],
    ["311 - Down.mp3", "311", "Down"],
    ["Рок-н-ролл.mp3", "", "Рок-н-ролл"],
    ["1999–2004.mp3", "", "1999–2004"],
    ["01.mp3", "", "01"],
    ["- .mp3", "", "-"],
  ])("AF7 %s is by «%s»: %s", (fileName, artist, title) => {
    expect(named(fileName)).toEqual([artist, title]);
  });

  it("AF7 a file's name fills in what tags lack, and no more", () => {
    expect(named("Вера - Трамвай.mp3", { artist: "ВЕРА" })).toEqual(["ВЕРА", "Трамвай"]);
    expect(named("Вера - Трамвай.mp3", { artist: "Мира" })).toEqual(["Мира", "Вера - Трамвай"]);
    expect(named("01 Трамвай.mp3", { artist: "Мира" })).toEqual(["Мира", "Трамвай"]);
    expect(named("Вера - Трамвай.mp3", { title: "Снег" })).toEqual(["", "Снег"]);
    expect(named(`${misread("Вера - Трамвай", "windows-1251")}.mp3`)).toEqual(["Вера", "Трамвай"]);
    expect(tagsOf({}, "x.mp3")).toEqual({ ...none, title: "x" });
  });

  it("a picture in place of text is no text", () => {
    const raw: object = { title: { data: new Uint8Array(3) }, artists: [7, "Вера"], genre: [null], date: 2004, year: "x" };
    expect(tagsOf(raw, "x.mp3")).toEqual({ ...none, title: "x", artist: "Вера", year: 2004 });
  });

  it("letters that were lost to question marks are no title", () => {
    expect(named("Вера - Трамвай.mp3", { title: "?????? ???????", artist: "????" })).toEqual(["Вера", "Трамвай"]);
    expect(named("a.mp3", { title: "\ufffd\ufffd\ufffd 2" })).toEqual(["", "a"]);
    for (const title of ["?", "Why???", "??"]) expect(named("a.mp3", { title })).toEqual(["", title]);
  });

  it("ID3v1 says what a newer tag leaves empty or has lost, and nothing else", () => {
    const native = {
      ID3v1: [
        { id: "title", value: misread("Снег", "windows-1251") },
        { id: "artist", value: "Old" },
        { id: "album", value: misread("Депо", "windows-1251") },
        { id: "track", value: 3 },
      ],
    };
    const raw = { title: "????", artist: "New", album: "  ", genre: ["Rock"], year: 1996 };
    const filled = { title: "Снег", artist: "New", album: "Депо", genre: "Rock", year: 1996 };
    expect(tagsOf(withId3v1(raw, native), "x.mp3")).toEqual(filled);
    expect(tagsOf(withId3v1(raw, {}), "x.mp3")).toEqual({ ...filled, title: "x", album: "" });
  });
});
