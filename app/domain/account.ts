import type { ErrorCode } from "./errors.ts";
import { countChars } from "./fold.ts";
import { limits } from "./limits.ts";
import { oneLine } from "./one-line.ts";
import { fail, ok, type Result } from "./result.ts";

/** What somebody types to sign up. */
export type Registration = {
  readonly name: string;
  readonly username: string;
  readonly email: string;
  readonly password: string;
};
export type AccountField = keyof Registration;

/** Letters of any script that can be seen, digits and underscore (SPEC §5). */
const LETTER = "(?!\\p{Default_Ignorable_Code_Point})[\\p{L}\\p{M}\\p{Nd}_]";
const USERNAME = new RegExp(`^(?:${LETTER}){${limits.usernameCharsMin},${limits.usernameCharsMax}}$`, "u");
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

export function parseDisplayName(raw: string): Result<string> {
  const name = oneLine(raw);
  if (name === "") return fail("field-required");
  return countChars(name) > limits.displayNameChars ? fail("name-too-long") : ok(name);
}

export function parseUsername(raw: string): Result<string> {
  const username = raw.normalize("NFKC").trim();
  if (username === "") return fail("field-required");
  return USERNAME.test(username) ? ok(username) : fail("username-invalid");
}

export function parseEmail(raw: string): Result<string> {
  const email = raw.trim();
  if (email === "") return fail("field-required");
  return email.length <= limits.emailChars && EMAIL.test(email) ? ok(email) : fail("email-invalid");
}

export function parsePassword(raw: string): Result<string> {
  if (raw === "") return fail("field-required");
  if (countChars(raw) < limits.passwordCharsMin) return fail("password-too-short");
  return countChars(raw) > limits.passwordCharsMax ? fail("password-too-long") : ok(raw);
}

/** `mira@example.org` → `m••••@example.org`: enough to recognise one's own. */
export function maskEmail(email: string): string {
  const at = email.lastIndexOf("@");
  return at < 1 ? "••••" : `${email.slice(0, 1)}••••${email.slice(at)}`;
}
