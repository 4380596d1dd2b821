import { diffProfile, type Profile, type ProfileField, validateProfile } from "#app/domain/accounts/account.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { normalize } from "#app/domain/text/normalize.ts";
import type { Account, ProfileChange } from "#app/server-client/account/account.ts";

export type ProfileFormField = ProfileField | "currentPassword";
export type ProfileErrors = Partial<Record<ProfileFormField, ErrorCode>>;
export type ProfileDraft = Profile & { readonly isEmailShown: boolean; readonly currentPassword: string };

/** The field that an error code of the server refers to. */
const FIELD_OF_ERROR: Partial<Record<ErrorCode, ProfileFormField>> = {
  "name-too-long": "name",
  "username-taken": "username",
  "profile-username-invalid": "username",
  "email-taken": "email",
  "email-invalid": "email",
  "password-wrong": "currentPassword",
};

type SavedProfile = Profile & Pick<Account, "isEmailShown" | "hasPassword">;

export function createProfileDraft({ name, username, email, isEmailShown }: SavedProfile): ProfileDraft {
  return { name, username, email, isEmailShown, currentPassword: "" };
}

/** The changes of a draft, whether they need the current password, and the errors of the fields. */
export function evaluateProfile(saved: SavedProfile, draft: ProfileDraft) {
  const profile = diffProfile(saved, draft);
  const change: ProfileChange = {
    ...profile,
    ...(draft.isEmailShown !== saved.isEmailShown && { isEmailShown: draft.isEmailShown }),
  };
  // links that reset the password go to the email, so changing it takes the current password
  const isEmailChanged = profile.email !== undefined && normalize(profile.email) !== normalize(saved.email);
  const needsPassword = saved.hasPassword && isEmailChanged;
  const invalid: ProfileErrors = {
    ...validateProfile(profile),
    ...(needsPassword && draft.currentPassword === "" && { currentPassword: "field-required" }),
  };
  return { change, needsPassword, invalid };
}

/** Null if a refusal refers to no field. */
export function findProfileField(error: ErrorCode): ProfileFormField | null {
  return FIELD_OF_ERROR[error] ?? null;
}

/** The error of the field that a refusal refers to. */
export function toProfileErrors(error: ErrorCode): ProfileErrors {
  const field = findProfileField(error);
  return field ? { [field]: error } : {};
}

/** Without the refusals that an edit makes obsolete. Restoring the email also removes the password field. */
export function withoutObsoleteErrors(errors: ProfileErrors, edit: Partial<ProfileDraft>): ProfileErrors {
  const edited: readonly string[] = "email" in edit ? [...Object.keys(edit), "currentPassword"] : Object.keys(edit);
  return Object.fromEntries(Object.entries(errors).filter(([field]) => !edited.includes(field)));
}

export function pickErrors(errors: ProfileErrors, fields: ReadonlySet<string>): ProfileErrors {
  return Object.fromEntries(Object.entries(errors).filter(([field]) => fields.has(field)));
}
