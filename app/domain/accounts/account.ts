import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { accountLimits } from "./account-limits.ts";

/** The fields of the sign-up form, as typed. */
export type Registration = {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
};
export type AccountField = keyof Registration;

/** Visible letters of any script, digits and underscores (§5). */
const USERNAME = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}_])+$/u;
/** The pattern of `<input type="email">` (HTML, "valid email address"), with at least one dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** The errors of a sign-up form by field; empty if the form is valid. */
export function validateRegistration(raw: Registration): Partial<Record<AccountField, ErrorCode>> {
  const errors: Partial<Record<AccountField, ErrorCode>> = {};
  const check = (field: AccountField, result: Result<string>) => {
    if (!result.ok) errors[field] = result.error;
  };
  check("name", parseDisplayName(raw.name));
  check("username", parseUsername(raw.username));
  check("email", parseEmail(raw.email));
  check("password", parsePassword(raw.password));
  return errors;
}

/** The editable fields of an account. */
export type Profile = { readonly name: string; readonly username: string; readonly email: string };
export type ProfileField = keyof Profile;

const PROFILE_FIELDS = ["name", "username", "email"] as const;
const PROFILE_PARSERS = {
  name: parseDisplayName,
  username: parseProfileUsername,
  email: parseEmail,
} as const satisfies Record<ProfileField, (raw: string) => Result<string>>;

/** The fields of `draft` that differ from `current`, normalized; an invalid field is only trimmed. Nothing else is sent (§4). */
export function diffProfile(current: Profile, draft: Profile): Partial<Profile> {
  const changes: { -readonly [F in ProfileField]?: string } = {};
  for (const field of PROFILE_FIELDS) {
    const parsed = PROFILE_PARSERS[field](draft[field]);
    const value = parsed.ok ? parsed.value : draft[field].trim();
    if (value !== current[field]) changes[field] = value;
  }
  return changes;
}

/** The errors of a profile by field. Missing fields are not checked. */
export function validateProfile(draft: Partial<Profile>): Partial<Record<ProfileField, ErrorCode>> {
  const errors: Partial<Record<ProfileField, ErrorCode>> = {};
  for (const field of PROFILE_FIELDS) {
    const value = draft[field];
    const parsed = value === undefined ? null : PROFILE_PARSERS[field](value);
    if (parsed && !parsed.ok) errors[field] = parsed.error;
  }
  return errors;
}

export function parseDisplayName(raw: string): Result<string> {
  const name = toSingleLine(raw);
  if (name === "") return fail("field-required");
  return countChars(name) > accountLimits.displayNameChars ? fail("name-too-long") : ok(name);
}

/** A username at sign-up (§9). */
export function parseUsername(raw: string): Result<string> {
  const { usernameCharsMin: min, usernameCharsMax: max } = accountLimits;
  return parseUsernameWithin(raw, { min, max }, "username-invalid");
}

/** A username in the profile, where shorter and longer ones are valid (§9). */
export function parseProfileUsername(raw: string): Result<string> {
  const { profileUsernameCharsMin: min, profileUsernameCharsMax: max } = accountLimits;
  return parseUsernameWithin(raw, { min, max }, "profile-username-invalid");
}

function parseUsernameWithin(
  raw: string,
  { min, max }: { readonly min: number; readonly max: number },
  error: ErrorCode,
): Result<string> {
  const username = raw.normalize("NFKC").trim();
  if (username === "") return fail("field-required");
  const length = countChars(username);
  return USERNAME.test(username) && length >= min && length <= max ? ok(username) : fail(error);
}

export function parseEmail(raw: string): Result<string> {
  const email = raw.trim();
  if (email === "") return fail("field-required");
  return email.length <= accountLimits.emailChars && EMAIL.test(email) ? ok(email) : fail("email-invalid");
}

/** A password, which is never trimmed. */
export function parsePassword(raw: string): Result<string> {
  if (raw === "") return fail("field-required");
  if (countChars(raw) < accountLimits.passwordCharsMin) return fail("password-too-short");
  return countChars(raw) > accountLimits.passwordCharsMax ? fail("password-too-long") : ok(raw);
}

/** The errors of a new password and of its confirmation (`again`). */
export function validateNewPassword(
  password: string,
  again: string,
): { readonly password?: ErrorCode; readonly again?: ErrorCode } {
  const parsed = parsePassword(password);
  return {
    ...(!parsed.ok && { password: parsed.error }),
    ...(again === "" ? { again: "field-required" as const } : again !== password && { again: "passwords-differ" as const }),
  };
}

/** `mira@example.org` → `m••••@example.org`: enough to recognize one's own address. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "••••" : `${email.slice(0, 1)}••••${email.slice(at)}`;
}
