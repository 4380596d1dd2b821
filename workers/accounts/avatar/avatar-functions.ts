import { z } from "zod";
import { parseColor, pickOtherAvatarColor } from "#app/domain/accounts/person.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { MIB } from "#app/domain/units.ts";
import { updateAvatar } from "#db/queries/profile.ts";
import { publishProfileChange } from "#workers/accounts/profile/publish-profile-change.ts";
import { randomUint32 } from "#workers/crypto/random.ts";
import { userId } from "#workers/functions/arguments.ts";
import { defineFunction, type SignedInContext, self } from "#workers/functions/define.ts";
import { allowAvatarChange } from "#workers/rate-limits/user-limits.ts";
import { parseAvatarPicture } from "./avatar-picture.ts";
import { storeAvatar } from "./store-avatar.ts";

type AvatarResult = { readonly avatar: string };

/** As much as the body of a call may have. A picture has a limit of its own. */
const dataUrl = z.string().max(MIB);
const JPEG = "`data:image/jpeg;base64,…`";

/** Functions that change the signed-in user's avatar: a color or a picture. */
export const avatarFunctions = {
  updateAvatar: defineFunction({
    kind: "mutation",
    access: self("id"),
    summary: "Sets the signed-in user's avatar to a color or a picture.",
    returns: "`avatar`: the color, or the path of the picture.",
    args: z.strictObject({
      id: userId,
      avatar: dataUrl.describe(`\`#rrggbb\`, or a JPEG of 64×64 pixels and at most 32 KiB as ${JPEG}`),
      avatarDense: dataUrl
        .optional()
        .describe(`The same picture for high-density screens: 256×256 pixels, at most 256 KiB, as ${JPEG}`),
    }),
    handler: async (context, { avatar, avatarDense }) => {
      if (!avatar.startsWith("#")) return setPicture(context, { avatar, avatarDense });
      const color = parseColor(avatar);
      return color && avatarDense === undefined ? setColor(context, color) : fail("invalid-arguments");
    },
  }),

  generateNewAvatarColor: defineFunction({
    kind: "mutation",
    access: self("id"),
    summary: "Sets the signed-in user's avatar to another color. It replaces a picture.",
    returns: "`avatar`: the color.",
    args: z.strictObject({ id: userId }),
    handler: (context) => setColor(context, pickOtherAvatarColor(context.user.avatar, randomUint32())),
  }),
};

async function setPicture(
  context: SignedInContext,
  { avatar, avatarDense }: { readonly avatar: string; readonly avatarDense: string | undefined },
): Promise<Result<AvatarResult>> {
  const plain = parseAvatarPicture(avatar, "plain");
  if (!plain.ok) return plain;
  const dense = avatarDense === undefined ? ok(null) : parseAvatarPicture(avatarDense, "dense");
  if (!dense.ok) return dense;
  return changeAvatar(context, () => storeAvatar(context, context.user.id, { plain: plain.value, dense: dense.value }));
}

function setColor(context: SignedInContext, color: string): Promise<Result<AvatarResult>> {
  const { db, user, nowMs } = context;
  return changeAvatar(context, async () =>
    (await updateAvatar(db, user.id, { avatar: color, objectKeys: [], nowMs })) ? color : null,
  );
}

/** @param store stores the new avatar and returns it, or null if the account is deleted */
async function changeAvatar(context: SignedInContext, store: () => Promise<string | null>): Promise<Result<AvatarResult>> {
  const { db, user, nowMs } = context;
  const allowed = await allowAvatarChange(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  const avatar = await store();
  if (avatar === null) return fail("user-not-found");
  if (avatar !== user.avatar) await publishProfileChange(context);
  return ok({ avatar });
}
