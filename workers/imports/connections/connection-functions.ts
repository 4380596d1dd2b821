import { z } from "zod";
import { parseServerAddress } from "#app/domain/imports/server-address.ts";
import { SERVICES, type Service } from "#app/domain/imports/service.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { SECOND_MS } from "#app/domain/units.ts";
import { deleteConnection, listConnections, saveConnection } from "#db/queries/connections.ts";
import { findUser } from "#db/queries/users.ts";
import { defineFunction, type SignedInContext, signedIn, withCookie } from "#workers/functions/define.ts";
import { allowServiceConnection } from "#workers/rate-limits/user-limits.ts";
import { type EnteredCredentials, enteredSchema, sealCredentials } from "./credentials.ts";
import { isServerAllowed, listOfferedServices, openConnection } from "./open-service.ts";

/** A service as the import dialog shows it. */
export type ServiceConnection = {
  readonly service: Service;
  /** False for a service that works without an account of the person. */
  readonly needsConnection: boolean;
  /** Null unless the person has connected the service. */
  readonly connection: { readonly account: string; readonly address: string; readonly connectedAtMs: number } | null;
};

const CONNECT_WITHIN_MS = 20 * SECOND_MS;

/** Functions about a person's accounts at music services. No answer contains a token or a password. */
export const connectionFunctions = {
  connections: defineFunction({
    kind: "query",
    access: signedIn,
    summary: "Lists the music services from which the caller can import, with the accounts that they have connected.",
    returns:
      "`services`, each with `service`, `needsConnection` and `connection`: `account`, `address` (of an own server) and `connectedAtMs`, or null.",
    args: z.strictObject({}),
    handler: async ({ env, db, user }): Promise<Result<{ readonly services: readonly ServiceConnection[] }>> => {
      const rows = new Map((await listConnections(db, user.id)).map((row) => [row.service, row]));
      const services = listOfferedServices(env).map((service) => {
        const row = rows.get(service);
        const connection = row ? { account: row.account, address: row.address, connectedAtMs: row.createdAtMs } : null;
        return { service, needsConnection: service !== "spotify", connection };
      });
      return ok({ services });
    },
  }),

  connect: defineFunction({
    kind: "action",
    access: withCookie(signedIn),
    summary:
      "Connects an account at a music service, after checking its credentials there. They are stored encrypted. Replaces the caller's connection to the same service.",
    returns: "`account`: the name of the account at the service.",
    args: z.strictObject({ credentials: enteredSchema }),
    handler: (context, { credentials }) => connect(context, credentials),
  }),

  disconnect: defineFunction({
    kind: "mutation",
    access: withCookie(signedIn),
    summary: "Deletes the caller's connection to a music service with its credentials. Imported tracks stay.",
    returns: "null",
    args: z.strictObject({ service: z.enum(SERVICES) }),
    handler: async ({ db, user }, { service }) => {
      await deleteConnection(db, user.id, service);
      return ok(null);
    },
  }),
};

async function connect(context: SignedInContext, entered: EnteredCredentials): Promise<Result<{ readonly account: string }>> {
  const { env, db, user, nowMs } = context;
  const allowed = await allowServiceConnection(db, user.id, nowMs);
  if (!allowed.ok) return allowed;
  const credentials = normalizeCredentials(env, entered);
  if (!credentials.ok) return credentials;
  const connection = openConnection(env, user.id, credentials.value);
  const checked = await connection.client.check(AbortSignal.timeout(CONNECT_WITHIN_MS));
  if (!checked.ok) return fail(checked.error.code);
  const account = checked.value.slice(0, 200);
  const { service } = credentials.value;
  const address = credentials.value.service === "subsonic" ? credentials.value.address : "";
  const row = { userId: user.id, service, account, address, createdAtMs: nowMs };
  await saveConnection(db, row, sealCredentials(env, connection.getCredentials()));
  // the account may have been deleted while the service was asked
  if (await findUser(db, user.id)) return ok({ account });
  await deleteConnection(db, user.id, service);
  return fail("login-required");
}

function normalizeCredentials(env: Env, entered: EnteredCredentials): Result<EnteredCredentials> {
  if (entered.service === "yandex") return ok({ ...entered, token: entered.token.trim() });
  const address = parseServerAddress(entered.address);
  if (!address.ok) return address;
  return isServerAllowed(env, address.value) ? ok({ ...entered, address: address.value }) : fail("service-address-private");
}
