import { z } from "zod";
import { otherAvatarColour, readColour } from "#app/domain/accounts/person.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { updateAvatar } from "#db/queries/profile.ts";
import { showAnew } from "#workers/accounts/profile/user-functions.ts";
import { randomIndex } from "#workers/crypto/random.ts";
import { userId } from "#workers/functions/arguments.ts";
import { type SignedInContext, signedInFunction } from "#workers/functions/define.ts";
import { mayChangeAvatar } from "#workers/rate-limits/rate-limits.ts";
import { readAvatarPicture } from "./avatar-picture.ts";
import { storeAvatar } from "./store-avatar.ts";

type Face = { readonly avatar: string };

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
      const colour = readColour(avatar);
      return colour && avatarDense === undefined ? paint(context, colour) : fail("invalid-arguments");
    },
  }),

  generateNewAvatarColor: signedInFunction("mutation", {
    summary: "Gives the caller another colour for a face, in place of a picture too.",
    returns: "`avatar`: the colour.",
    args: z.strictObject({ id: userId }),
    handler: async (context, { id }) => {
      if (id !== context.user.id) return fail("forbidden");
      return paint(context, otherAvatarColour(context.user.avatar, randomIndex()));
    },
  }),
};

async function show(
  context: SignedInContext,
  { avatar, avatarDense }: { readonly avatar: string; readonly avatarDense: string | undefined },
): Promise<Result<Face>> {
  const plain = readAvatarPicture(avatar, "plain");
  if (!plain.ok) return plain;
  const dense = avatarDense === undefined ? ok(null) : readAvatarPicture(avatarDense, "dense");
  if (!dense.ok) return dense;
  return changeFace(context, () => storeAvatar(context, context.user.id, { plain: plain.value, dense: dense.value }));
}

function paint(context: SignedInContext, colour: string): Promise<Result<Face>> {
  const { db, user, nowMs } = context;
  return changeFace(context, async () =>
    (await updateAvatar(db, user.id, { avatar: colour, kept: [], nowMs })) ? colour : null,
  );
}

/** @param change gives the new face; null: nobody is there any more */
async function changeFace(context: SignedInContext, change: () => Promise<string | null>): Promise<Result<Face>> {
  const { db, user, nowMs } = context;
  if (!(await mayChangeAvatar(db, user.id, nowMs))) return fail("too-many-attempts");
  const avatar = await change();
  if (avatar === null) return fail("user-not-found");
  if (avatar !== user.avatar) await showAnew(context);
  return ok({ avatar });
}
