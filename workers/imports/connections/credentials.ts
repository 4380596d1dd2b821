import { z } from "zod";
import type { UserId } from "#app/domain/ids.ts";
import type { Service } from "#app/domain/imports/service.ts";
import type { Db } from "#db/client.ts";
import { findSealedCredentials } from "#db/queries/connections.ts";
import { seal, unseal } from "#workers/crypto/seal.ts";

const secret = z.string().min(1).max(1000);

const yandex = z.strictObject({ service: z.literal("yandex"), token: secret });
const subsonic = z.strictObject({
  service: z.literal("subsonic"),
  address: z.string().min(1).max(1000).describe("The address of an OpenSubsonic server"),
  login: z.discriminatedUnion("kind", [
    z.strictObject({ kind: z.literal("password"), username: z.string().min(1).max(200), password: secret }),
    z.strictObject({ kind: z.literal("api-key"), apiKey: secret }),
  ]),
});

/** The credentials that a person enters to connect a service. Spotify needs nothing of a person: the operator configures it. */
export const enteredSchema = z.discriminatedUnion("service", [yandex, subsonic]);
export type EnteredCredentials = z.infer<typeof enteredSchema>;

/** The stored credentials, which also say whether the server has accepted the password only, and no token made from it. */
const credentialsSchema = z.discriminatedUnion("service", [yandex, subsonic.extend({ isPasswordSent: z.boolean() })]);
export type Credentials = z.infer<typeof credentialsSchema>;

export function sealCredentials(env: Env, credentials: Credentials): string {
  return seal(env.APP_SECRET, "service-credentials", JSON.stringify(credentials));
}

/** Null if the person has not connected the service, or the operator has changed the secret since. */
export async function loadCredentials(
  { env, db }: { readonly env: Env; readonly db: Db },
  userId: UserId,
  service: Service,
): Promise<Credentials | null> {
  const sealed = await findSealedCredentials(db, userId, service);
  const json = sealed && unseal(env.APP_SECRET, "service-credentials", sealed);
  return json ? credentialsSchema.parse(JSON.parse(json)) : null;
}
