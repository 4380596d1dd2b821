import { toPayer } from "#app/domain/access/work-budget.ts";
import type { UserId } from "#app/domain/ids.ts";
import { type LinkError, parseLink } from "#app/domain/imports/link-rules.ts";
import { SERVICES, type Service } from "#app/domain/imports/service.ts";
import { fail, ok, type Result } from "#app/domain/result.ts";
import type { Db } from "#db/client.ts";
import type { OnReceived } from "#workers/imports/services/request-service.ts";
import type { ServiceClient } from "#workers/imports/services/service-client.ts";
import { withTurns } from "#workers/imports/services/service-turns.ts";
import { createSpotifyClient } from "#workers/imports/services/spotify/spotify-client.ts";
import { createSubsonicClient } from "#workers/imports/services/subsonic/subsonic-client.ts";
import { createYandexClient } from "#workers/imports/services/yandex/yandex-client.ts";
import { chargeBytes } from "#workers/imports/turns.ts";
import { type Credentials, type EnteredCredentials, loadCredentials } from "./credentials.ts";

/** A service in the name of a person. */
export type OpenService = {
  readonly client: ServiceClient;
  /** Sends requests for files and covers of the service. */
  readonly send: typeof fetch;
  /** The origin of a person's own server, if the operator allows servers in private networks. Null otherwise. */
  readonly privateOrigin: string | null;
};

/** The services that this installation offers. */
export function listOfferedServices(env: Env): readonly Service[] {
  return SERVICES.filter((service) => service !== "spotify" || getSpotifyKeys(env) !== null);
}

/** Opens a service with the stored credentials of a person. */
export async function openService(
  context: { readonly env: Env; readonly db: Db },
  userId: UserId,
  service: Service,
): Promise<Result<OpenService>> {
  const { env } = context;
  if (service === "spotify") return openSpotify(env, userId);
  const credentials = await loadCredentials(context, userId, service);
  return credentials ? ok(openConnection(env, userId, credentials)) : fail("service-not-connected");
}

type Connection = OpenService & {
  /** The credentials to store, once they have been checked. */
  getCredentials(): Credentials;
};

/** Opens a service with credentials. The caller has checked the address of a server. */
export function openConnection(env: Env, userId: UserId, credentials: EnteredCredentials | Credentials): Connection {
  const onReceived = receiverFor(userId);
  if (credentials.service === "yandex") {
    const origin = getLoopback(env, "yandex");
    const fileKey = env.YANDEX_FILE_KEY;
    const options = { token: credentials.token, onReceived, ...(origin && { origin }), ...(fileKey && { fileKey }) };
    const client = withTurns(createYandexClient(options), userId, "yandex");
    return { client, send: fetch, privateOrigin: origin && new URL(origin).origin, getCredentials: () => credentials };
  }
  const { address, login } = credentials;
  const isPasswordSent = "isPasswordSent" in credentials && credentials.isPasswordSent;
  const send = privateFetch(env) ?? fetch;
  const client = createSubsonicClient({ address, login, send, isPasswordSent, onReceived });
  const getCredentials = () => ({ ...credentials, isPasswordSent: client.isPasswordSent() });
  const privateOrigin = isPrivateAllowed(env) ? new URL(address).origin : null;
  return { client: withTurns(client, userId, "subsonic"), send, privateOrigin, getCredentials };
}

/** Charges the person for what a service sends. */
function receiverFor(userId: UserId): OnReceived {
  return (bytes) => chargeBytes(toPayer(userId, ""), bytes);
}

function openSpotify(env: Env, userId: UserId): Result<OpenService> {
  const keys = getSpotifyKeys(env);
  if (!keys) return fail("service-unavailable");
  const origin = getLoopback(env, "spotify");
  const origins = origin && { accountsOrigin: origin, apiOrigin: origin };
  return ok({
    client: withTurns(createSpotifyClient({ ...keys, ...origins, onReceived: receiverFor(userId) }), userId, "spotify"),
    send: fetch,
    privateOrigin: origin && new URL(origin).origin,
  });
}

function getSpotifyKeys({ SPOTIFY_CLIENT_ID: clientId, SPOTIFY_CLIENT_SECRET: clientSecret }: Env) {
  return clientId && clientSecret ? { clientId, clientSecret } : null;
}

/** Whether the address of a person's own server is allowed, judged by its text. */
export function isServerAllowed(env: Env, address: string): boolean {
  const parsed = parseLink(address);
  return parsed.ok || (PRIVATE_REFUSALS.includes(parsed.error) && isPrivateAllowed(env));
}

const PRIVATE_REFUSALS: readonly LinkError[] = ["loopback-host", "private-host"];

function isPrivateAllowed(env: Env): boolean {
  return env.PRIVATE_NETWORK !== undefined || env.LINK_LOOPBACK === "allow";
}

/** The ordinary outbound requests of a self-hosted server reach public addresses only. */
function privateFetch({ PRIVATE_NETWORK: network }: Env): typeof fetch | null {
  return network ? (input, init) => network.fetch(input as RequestInfo, init) : null;
}

const LOOPBACK = /^http:\/\/(?:127\.0\.0\.1|localhost):\d{1,5}$/;

/** In tests, the local server that imitates the streaming services. */
function getLoopback({ MUSIC_LOOPBACK: origin }: Env, service: Service): string | null {
  return origin && LOOPBACK.test(origin) ? `${origin}/${service}` : null;
}
