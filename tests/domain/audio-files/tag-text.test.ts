import { describe, expect, it } from "vitest";
import { repairTagText, repairTagTexts } from "#app/domain/audio-files/tag-text.ts";
import { misread } from "./misread.ts";

/** The characters that browsers decode 0x80 to 0x9f of Latin-1 to. Node's decoder returns control characters: nodejs/node#56542. */
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

describe("tags decoded with the wrong charset", () => {
  it.each(["windows-1251", "koi8-u", "ibm866", "utf-8"] as const)("repairs Russian in %s", (charset) => {
    for (const title of RUSSIAN) {
      // KOI8 has no №
      if (charset === "koi8-u" && title.includes("№")) continue;
      expect(repairTagText(misread(title, charset))).toBe(title);
      expect(repairTagText(asWindows1252(misread(title, charset)))).toBe(title);
    }
  });

  it("repairs Ukrainian, Belarusian and Bulgarian", () => {
    for (const title of UKRAINIAN) {
      for (const charset of ["windows-1251", "koi8-u", "utf-8"] as const) {
        expect(repairTagText(misread(title, charset))).toBe(title);
      }
    }
    for (const title of ["Мой родны кут, ўсё будзе добра", "Жыве ў сэрцы", "Една българска песен", "Къде си, мое лято"]) {
      expect(repairTagText(misread(title, "windows-1251"))).toBe(title);
    }
  });

  it("repairs a single word if no language with the Latin script has its letters", () => {
    for (const title of "Кино|Сплин|Лето|Мир|Сон|Дом|Ночь|Я и ты|Мы|Ты|Да|Её|ДДТ|Ёлка|Рок|без|Живой...|«Живой» — 1996|Прочее".split(
      "|",
    )) {
      expect(repairTagText(misread(title, "windows-1251"))).toBe(title);
    }
  });

  it("repairs quotation marks, dashes and signs together with the letters", () => {
    const title = "Концерт в СК «Олимпийский» — 1996… “Лучшее”";
    expect(repairTagText(misread(title, "windows-1251"))).toBe(title);
    expect(repairTagText(misread("Всё – №1", "windows-1251"))).toBe("Всё – №1");
  });

  it("leaves correct text in languages with the Latin script unchanged", () => {
    for (const title of LATIN) {
      expect(repairTagText(title)).toBe(title);
      expect(repairTagText(asLatin1(title))).toBe(asLatin1(title));
    }
  });

  it("leaves correct text in any other script unchanged", () => {
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

  it("does not turn Polish, Czech and Turkish in their own charsets into Russian", () => {
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

  it("repairs UTF-8 in any language", () => {
    for (const title of ["Björk", "été", "Don’t", "Dvořák", "東京", "Қайрат", "Я", "Би-2", "Qué"]) {
      expect(repairTagText(misread(title, "utf-8"))).toBe(title);
    }
    expect(repairTagText(new TextDecoder("windows-1251").decode(Buffer.from("Ночной трамвай")))).toBe("Ночной трамвай");
  });

  it("drops only the last letter of truncated UTF-8, and none if a reader trimmed its last byte as a space", () => {
    const cut = Buffer.from("Ночной трамвай идёт").subarray(0, 30).toString("latin1");
    expect(repairTagText(cut)).toBe("Ночной трамвай и");
    // the last byte of Р is a no-break space in Latin-1, which readers trim
    expect(repairTagText(misread("СССР", "utf-8").trim())).toBe("СССР");
  });

  it("keeps the accents of a Latin word among Russian ones", () => {
    expect(repairTagText(`${misread("Кино", "windows-1251")} - Live at Café`)).toBe("Кино - Live at Café");
    expect(repairTagText(`Björk & ${misread("Земфира", "windows-1251")}`)).toBe("Björk & Земфира");
  });

  it("leaves a text unchanged that is too short, unless another tag of the file reveals the charset", () => {
    const short = ["БГ", "ХЗ", "Би-2", "АукцЫон", "Я", "Эй"];
    for (const name of short) {
      const read = misread(name, "windows-1251");
      expect(repairTagText(read)).toBe(read);
      expect(repairTagTexts([read, misread("Осень", "windows-1251")])).toEqual([name, "Осень"]);
      expect(repairTagTexts([read, "Rock"])).toEqual([read, "Rock"]);
    }
  });

  it("detects the charset of a file from all its tags together", () => {
    // alone, the first would count as windows-1251, which is more frequent
    const tags = ["Любэ", "Осень в Депо"];
    expect(repairTagTexts(tags.map((tag) => misread(tag, "koi8-u")))).toEqual(tags);
  });

  it("leaves correct tags unchanged beside one that needs repair", () => {
    const tags = ["Ñandú", "À la claire fontaine", "Ночь", "Mötley Crüe", "Rock", ""];
    expect(repairTagTexts([...tags, misread("Осень", "windows-1251")])).toEqual([...tags, "Осень"]);
  });
});
