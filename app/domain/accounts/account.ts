import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { toSingleLine } from "#app/domain/text/single-line.ts";
import { accountLimits } from "./account-limits.ts";

/** What somebody types to sign up. */
export type Registration = {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
};
export type AccountField = keyof Registration;

/** Letters of any script that can be seen, digits and underscore (SPEC §5). */
const LETTERS = /^(?:(?!\p{Default_Ignorable_Code_Point})[\p{L}\p{M}\p{Nd}_])+$/u;
/** As an `<input type="email">` judges (HTML, valid e-mail address), and with a dot in the domain. */
const EMAIL =
  /^[a-z0-9.!#$%&'*+/=?^_`{|}~-]+@[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?(?:\.[a-z0-9](?:[a-z0-9-]{0,61}[a-z0-9])?)+$/i;

/** What is wrong with each field of a registration; an empty object if nothing is. Fields are judged trimmed, but for the password. */
export function registrationErrors(raw: Registration): Partial<Record<AccountField, ErrorCode>> {
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

/** What somebody may change of their own account. */
export type Profile = { readonly name: string; readonly username: string; readonly email: string };
export type ProfileField = keyof Profile;

/** What of `draft` differs from `now`, trimmed: all that is sent (§4). */
export function profileChange(now: Profile, draft: Profile): Partial<Profile> {
  const change: { -readonly [F in ProfileField]?: string } = {};
  for (const field of PROFILE_FIELDS) {
    const parsed = PROFILE_PARSERS[field](draft[field]);
    const wanted = parsed.ok ? parsed.value : draft[field].trim();
    if (wanted !== now[field]) change[field] = wanted;
  }
  return change;
}

/** What is wrong with a profile, field by field. */
export function profileErrors(draft: Partial<Profile>): Partial<Record<ProfileField, ErrorCode>> {
  const errors: Partial<Record<ProfileField, ErrorCode>> = {};
  for (const field of PROFILE_FIELDS) {
    const value = draft[field];
    const parsed = value === undefined ? null : PROFILE_PARSERS[field](value);
    if (parsed && !parsed.ok) errors[field] = parsed.error;
  }
  return errors;
}

const PROFILE_FIELDS = ["name", "username", "email"] as const;
const PROFILE_PARSERS = {
  name: parseDisplayName,
  username: parseProfileUsername,
  email: parseEmail,
} as const satisfies Record<ProfileField, (raw: string) => Result<string>>;

export function parseDisplayName(raw: string): Result<string> {
  const name = toSingleLine(raw);
  if (name === "") return fail("field-required");
  return countChars(name) > accountLimits.displayNameChars ? fail("name-too-long") : ok(name);
}

/** At sign-up (§9). */
export function parseUsername(raw: string): Result<string> {
  const { usernameCharsMin: min, usernameCharsMax: max } = accountLimits;
  return readUsername(raw, { min, max }, "username-invalid");
}

/** In the profile, where §9 allows shorter and longer ones. */
export function parseProfileUsername(raw: string): Result<string> {
  const { profileUsernameCharsMin: min, profileUsernameCharsMax: max } = accountLimits;
  return readUsername(raw, { min, max }, "profile-username-invalid");
}

function readUsername(
  raw: string,
  { min, max }: { readonly min: number; readonly max: number },
  error: ErrorCode,
): Result<string> {
  const username = raw.normalize("NFKC").trim();
  if (username === "") return fail("field-required");
  const { length } = Array.from(username);
  return LETTERS.test(username) && length >= min && length <= max ? ok(username) : fail(error);
}

export function parseEmail(raw: string): Result<string> {
  const email = raw.trim();
  if (email === "") return fail("field-required");
  return email.length <= accountLimits.emailChars && EMAIL.test(email) ? ok(email) : fail("email-invalid");
}

export function parsePassword(raw: string): Result<string> {
  if (raw === "") return fail("field-required");
  if (countChars(raw) < accountLimits.passwordCharsMin) return fail("password-too-short");
  return countChars(raw) > accountLimits.passwordCharsMax ? fail("password-too-long") : ok(raw);
}

/** What is wrong with a new password and its repetition. */
export function newPasswordErrors(
  password: string,
  again: string,
): { readonly password?: ErrorCode; readonly again?: ErrorCode } {
  const parsed = parsePassword(password);
  return {
    ...(!parsed.ok && { password: parsed.error }),
    ...(again === "" ? { again: "field-required" as const } : again !== password && { again: "passwords-differ" as const }),
  };
}

/** `mira@example.org` → `m••••@example.org`: enough to recognise one's own. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "••••" : `${email.slice(0, 1)}••••${email.slice(at)}`;
}
