import type { UserId } from "#app/domain/ids.ts";

/** A user as other people see them. */
export type Person = {
  readonly id: UserId;
  readonly name: string;
  /** A color (`#rrggbb`), shown behind the first letter of the name, or the URL of a picture. */
  readonly avatar: string;
};

export function isSamePerson(a: Person, b: Person): boolean {
  return a.id === b.id && a.name === b.name && a.avatar === b.avatar;
}

const COLOR = /^#[0-9a-f]{6}$/;

/** The color in lower case, as it is stored; null if the text is not a color. */
export function parseColor(text: string): string | null {
  const color = text.toLowerCase();
  return COLOR.test(color) ? color : null;
}

// biome-ignore format: a palette is easier to read as a block
const AVATAR_COLORS = [
  "#e9b84c", "#d9534f", "#3e6fb0", "#2f7050", "#c9446b", "#7a5ba6", "#5aa9a4", "#bf3b00",
  "#a9c97f", "#f59e6c", "#0f4a66", "#8f5a3c", "#6a7fdb", "#9fc3d6", "#4c8c2b", "#b0477f",
] as const;

/** @param random any number */
export function pickAvatarColor(random: number): string {
  return AVATAR_COLORS[Math.abs(Math.trunc(random)) % AVATAR_COLORS.length] ?? AVATAR_COLORS[0];
}

/** An avatar color that differs from `current`, which may also be the URL of a picture. */
export function pickOtherAvatarColor(current: string, random: number): string {
  const others = AVATAR_COLORS.filter((color) => color !== current);
  return others[Math.abs(Math.trunc(random)) % others.length] ?? AVATAR_COLORS[0];
}

/** The avatar of an account that is being deleted. */
export const REMOVED_PERSON_COLOR = "#8a8a8a";

/** Black or white, whichever has the higher contrast on the color (relative luminance, WCAG 2.2). */
export function textColorOn(color: string): "#000" | "#fff" {
  const value = Number.parseInt(color.slice(1), 16);
  const channel = (shift: number) => {
    const c = ((value >> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000" : "#fff";
}

/** The first letter of a name in upper case; `?` for an empty name. */
export function getInitial(name: string): string {
  return (Array.from(name.trim())[0] ?? "?").toUpperCase();
}
