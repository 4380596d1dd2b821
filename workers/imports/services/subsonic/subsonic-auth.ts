// How a request to a Subsonic server proves who sends it. Sources: https://www.subsonic.org/pages/api.jsp, "Authentication", and
// https://opensubsonic.netlify.app/docs/extensions/apikeyauth/
import { md5 } from "@noble/hashes/legacy.js";
import { bytesToHex } from "@noble/hashes/utils.js";

export type SubsonicLogin =
  | { readonly kind: "password"; readonly username: string; readonly password: string }
  | { readonly kind: "api-key"; readonly apiKey: string };

/** The API requires at least six characters; this has sixteen. */
const SALT_BYTES = 8;

/**
 * The parameters of one request. A token is the salted MD5 of the password. A server that stores only hashes cannot check
 * tokens and needs the password itself, encoded but not encrypted.
 */
export function createAuthParameters(login: SubsonicLogin, isPasswordSent: boolean): Readonly<Record<string, string>> {
  // the extension requires that `u` is missing
  if (login.kind === "api-key") return { apiKey: login.apiKey };
  const { username: u, password } = login;
  if (isPasswordSent) return { u, p: `enc:${bytesToHex(encode(password))}` };
  const s = bytesToHex(crypto.getRandomValues(new Uint8Array(SALT_BYTES)));
  // Node's Web Crypto has no MD5
  return { u, t: bytesToHex(md5(encode(password + s))), s };
}

function encode(text: string): Uint8Array<ArrayBuffer> {
  return new Uint8Array(new TextEncoder().encode(text));
}
