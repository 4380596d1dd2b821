import { z } from "zod";
import { otherAvatarColor, readColor } from "#app/domain/accounts/person.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { updateAvatar } from "#db/queries/profile.ts";
import { publishProfileChange } from "#workers/accounts/profile/user-functions.ts";
import { randomIndex } from "#workers/crypto/random.ts";
import { userId } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { mayChangeAvatar } from "#workers/rate-limits/rate-limits.ts";
import { readAvatarPicture } from "./avatar-picture.ts";
import { storeAvatar } from "./store-avatar.ts";

type AvatarResult = { readonly avatar: string };

const JPEG = "`data:image/jpeg;base64,…`";

/** What somebody looks like to others. */
export const userAvatar = {
  updateAvatar: signedInFunction("mutation", {
    summary: "Gives the caller another face: a colour, or a picture.",
    returns: "`avatar`: the colour, or the address of the picture.",
    args: z.strictObject({
      id: userId,
      avatar: z.string().describe(`\`#rrggbb\`, or a JPEG of 64×64 pixels and at most 32 KiB as ${JPEG}`),
      avatarDense: z
        .string()
        .optional()
        .describe(`The same picture for dense screens: 256×256 pixels, at most 256 KiB, as ${JPEG}`),
    }),
    handler: async (context, { id, avatar, avatarDense }) => {
      if (id !== context.user.id) return fail("forbidden");
      if (!avatar.startsWith("#")) return show(context, { avatar, avatarDense });
      const color = readColor(avatar);
      return color && avatarDense === undefined ? paint(context, color) : fail("invalid-arguments");
    },
  }),

  generateNewAvatarColor: signedInFunction("mutation", {
    summary: "Gives the caller another colour for a face, in place of a picture too.",
    returns: "`avatar`: the colour.",
    args: z.strictObject({ id: userId }),
    handler: async (context, { id }) => {
      if (id !== context.user.id) return fail("forbidden");
      return paint(context, otherAvatarColor(context.user.avatar, randomIndex()));
    },
  }),
};

async function show(
  context: SignedInContext,
  { avatar, avatarDense }: { readonly avatar: string; readonly avatarDense: string | undefined },
): Promise<Result<AvatarResult>> {
  const plain = readAvatarPicture(avatar, "plain");
  if (!plain.ok) return plain;
  const dense = avatarDense === undefined ? ok(null) : readAvatarPicture(avatarDense, "dense");
  if (!dense.ok) return dense;
  return changeAvatar(context, () => storeAvatar(context, context.user.id, { plain: plain.value, dense: dense.value }));
}

function paint(context: SignedInContext, color: string): Promise<Result<AvatarResult>> {
  const { db, user, nowMs } = context;
  return changeAvatar(context, async () =>
    (await updateAvatar(db, user.id, { avatar: color, kept: [], nowMs })) ? color : null,
  );
}

/** @param change gives the new face; null: nobody is there any more */
async function changeAvatar(context: SignedInContext, change: () => Promise<string | null>): Promise<Result<AvatarResult>> {
  const { db, user, nowMs } = context;
  if (!(await mayChangeAvatar(db, user.id, nowMs))) return fail("too-many-attempts");
  const avatar = await change();
  if (avatar === null) return fail("user-not-found");
  if (avatar !== user.avatar) await publishProfileChange(context);
  return ok({ avatar });
}
