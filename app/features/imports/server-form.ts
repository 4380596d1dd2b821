import type { ErrorCode } from "#app/domain/errors.ts";
import { parseServerAddress } from "#app/domain/imports/server-address.ts";
import type { Credentials } from "./use-connect.ts";

export type SignInKind = "password" | "api-key";
export type ServerField = "address" | "username" | "password" | "apiKey";
export type ServerDraft = Readonly<Record<ServerField, string>>;
export type ServerErrors = Partial<Record<ServerField, ErrorCode | undefined>>;

export const EMPTY_SERVER_DRAFT: ServerDraft = { address: "", username: "", password: "", apiKey: "" };

const FIELDS: Readonly<Record<SignInKind, readonly ServerField[]>> = {
  password: ["address", "username", "password"],
  "api-key": ["address", "apiKey"],
};

/** The fields of a way to sign in. */
export function listFields(kind: SignInKind): readonly ServerField[] {
  return FIELDS[kind];
}

/** The invalid fields of a draft. Empty if it can be sent. */
export function validateServer(draft: ServerDraft, kind: SignInKind): ServerErrors {
  const missing = FIELDS[kind].filter((field) => draft[field].trim() === "");
  const address = parseServerAddress(draft.address);
  return {
    ...(!address.ok && { address: address.error }),
    ...Object.fromEntries(missing.map((field) => [field, "field-required" as const])),
  };
}

export function toServerCredentials({ address, username, password, apiKey }: ServerDraft, kind: SignInKind): Credentials {
  const login = kind === "password" ? { kind, username: username.trim(), password } : { kind, apiKey: apiKey.trim() };
  return { service: "subsonic", address: address.trim(), login };
}

/** The field that a refusal of the server concerns. Null if it concerns none. */
export function fieldOfRefusal(code: ErrorCode, kind: SignInKind): ServerField | null {
  switch (code) {
    case "service-address-invalid":
    case "service-address-private":
    case "service-not-subsonic":
    case "service-unreachable":
      return "address";
    case "service-login-refused":
      return kind === "password" ? "password" : "apiKey";
    default:
      return null;
  }
}
