import { getInitial, type Person, textColorOn } from "#app/domain/accounts/person.ts";
import { COLORS, type Context, drawCropped, drawText, FONTS, type LoadedPictures, RIGHT } from "./canvas-parts.ts";
import type { PictureContent } from "./picture-content.ts";
import { PICTURE } from "./picture-layout.ts";

type PartContext = { readonly top: number; readonly pictures: LoadedPictures };

const AVATAR = { side: 56, step: 44 } as const;

/** Avatars, and the names in one line. */
export function drawPeople(context: Context, { people, names }: PictureContent, { top, pictures }: PartContext): void {
  const { margin } = PICTURE;
  people.forEach((person, i) => {
    drawAvatar(context, person, { x: margin + i * AVATAR.step, y: top, picture: pictures.get(person.avatar) ?? null });
  });
  const x = margin + (people.length - 1) * AVATAR.step + AVATAR.side + 20;
  const y = top + AVATAR.side / 2;
  drawText(context, names, { x, y, font: FONTS.small, color: COLORS.ink2, maxWidth: RIGHT - x });
}

type AvatarPlace = { readonly x: number; readonly y: number; readonly picture: ImageBitmap | null };

function drawAvatar(context: Context, { name, avatar }: Person, { x, y, picture }: AvatarPlace): void {
  const { side } = AVATAR;
  const center = { x: x + side / 2, y: y + side / 2 };
  const isColor = avatar.startsWith("#");
  context.save();
  context.beginPath();
  context.arc(center.x, center.y, side / 2, 0, 2 * Math.PI);
  context.fillStyle = isColor ? avatar : COLORS.tile;
  context.strokeStyle = COLORS.bg;
  context.lineWidth = 6;
  context.stroke();
  context.fill();
  context.clip();
  if (picture) drawCropped(context, picture, { x, y, side });
  else {
    context.textAlign = "center";
    const color = isColor ? textColorOn(avatar) : COLORS.ink3;
    drawText(context, getInitial(name), { x: center.x, y: center.y, font: FONTS.small, color });
  }
  context.restore();
}
