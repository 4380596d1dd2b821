import type { texts as account } from "#app/i18n/en/account-texts.ts";
import type { texts as chat } from "#app/i18n/en/chat-texts.ts";
import type { texts as dev } from "#app/i18n/en/dev-texts.ts";
import type { texts as devices } from "#app/i18n/en/devices-texts.ts";
import type { texts as help } from "#app/i18n/en/help-texts.ts";
import type { texts as imports } from "#app/i18n/en/imports-texts.ts";
import type { texts as installed } from "#app/i18n/en/installed-texts.ts";
import type { texts as roomSettings } from "#app/i18n/en/room-settings-texts.ts";
import type { texts as room } from "#app/i18n/en/room-texts.ts";
import type { texts } from "#app/i18n/en/texts.ts";
import type { texts as tracks } from "#app/i18n/en/tracks-texts.ts";

type English = typeof texts &
  typeof room &
  typeof roomSettings &
  typeof devices &
  typeof tracks &
  typeof imports &
  typeof chat &
  typeof account &
  typeof help &
  typeof installed &
  typeof dev;

export type Namespace = keyof English & string;
export type Namespaces = Namespace | readonly Namespace[];

/** A plural is named without its form: `tracks_one` and `tracks_other` are the key `tracks`. */
type Stem<Key extends string> = Key extends `${infer Name}_${"one" | "other"}` ? Name : Key;

type Path<Texts> = {
  readonly [Key in keyof Texts & string]: Texts[Key] extends string ? Stem<Key> : `${Key}.${Path<Texts[Key]>}`;
}[keyof Texts & string];

type Qualified<Name extends Namespace> = { readonly [N in Name]: `${N}:${Path<English[N]>}` }[Name];

/** The keys of the first namespace as they are, and those of each with its name: `room:playlist.title`. */
export type TextKey<Names extends Namespaces> = Names extends readonly [infer First extends Namespace, ...Namespace[]]
  ? Path<English[First]> | Qualified<Names[number]>
  : Names extends Namespace
    ? Path<English[Names]> | Qualified<Names>
    : never;

/** `count` chooses the form of a plural. */
export type TextValues = Readonly<Record<string, string | number>>;

/** Returns a text in the language of the page. */
export type Translate<Names extends Namespaces> = (key: TextKey<Names> & string, values?: TextValues) => string;
