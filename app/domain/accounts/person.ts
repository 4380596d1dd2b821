import type { UserId } from "#app/domain/ids.ts";

/** Somebody as others see them. */
export type Person = {
  readonly id: UserId;
  readonly name: string;
  /** A colour (`#rrggbb`) behind the first letter of the name, or the address of a picture. */
  readonly avatar: string;
};

export function isSamePerson(a: Person, b: Person): boolean {
  return a.id === b.id && a.name === b.name && a.avatar === b.avatar;
}

const COLOR = /^#[0-9a-f]{6}$/;

/** In the one form in which it is kept; null: it is none. */
export function readColor(text: string): string | null {
  const color = text.toLowerCase();
  return COLOR.test(color) ? color : null;
}

// biome-ignore format: a palette reads best as a block
const AVATAR_COLOURS = [
  "#e9b84c", "#d9534f", "#3e6fb0", "#2f7050", "#c9446b", "#7a5ba6", "#5aa9a4", "#bf3b00",
  "#a9c97f", "#f59e6c", "#0f4a66", "#8f5a3c", "#6a7fdb", "#9fc3d6", "#4c8c2b", "#b0477f",
] as const;

/** @param random any non-negative integer */
export function avatarColor(random: number): string {
  return AVATAR_COLOURS[Math.abs(Math.trunc(random)) % AVATAR_COLOURS.length] ?? AVATAR_COLOURS[0];
}

/** Another than `now`, whatever that is. */
export function otherAvatarColor(now: string, random: number): string {
  const others = AVATAR_COLOURS.filter((color) => color !== now);
  return others[Math.abs(Math.trunc(random)) % others.length] ?? AVATAR_COLOURS[0];
}

/** Of an account that is being removed. */
export const REMOVED_PERSON_COLOR = "#8a8a8a";

/** Black or white, whichever reads better on the colour (relative luminance, WCAG 2.2). */
export function inkOn(color: string): "#000" | "#fff" {
  const value = Number.parseInt(color.slice(1), 16);
  const channel = (shift: number) => {
    const c = ((value >> shift) & 255) / 255;
    return c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4;
  };
  const luminance = 0.2126 * channel(16) + 0.7152 * channel(8) + 0.0722 * channel(0);
  return (luminance + 0.05) / 0.05 > 1.05 / (luminance + 0.05) ? "#000" : "#fff";
}

export function initialOf(name: string): string {
  return (Array.from(name.trim())[0] ?? "?").toUpperCase();
}
