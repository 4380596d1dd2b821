// The token of the app itself, which reads the public catalog without an account: the client credentials flow
// (https://developer.spotify.com/documentation/web-api/tutorials/client-credentials-flow).
import { z } from "zod";
import { fail, ok, type Result } from "#app/domain/result.ts";
import { MINUTE_MS, SECOND_MS } from "#app/domain/units.ts";
import { requestService } from "../request-service.ts";
import type { ServiceFailure } from "../service-client.ts";
import { toSpotifyFailure } from "./spotify-failure.ts";

/** An app that is registered at Spotify. */
export type SpotifyApp = {
  readonly clientId: string;
  readonly clientSecret: string;
  readonly accountsOrigin: string;
};

/** Returns a token that is valid for some time. `rejectedToken` is one that the Web API has refused, which is not used again. */
export async function loadSpotifyToken(
  app: SpotifyApp,
  signal: AbortSignal,
  rejectedToken?: string,
): Promise<Result<string, ServiceFailure>> {
  const key = `${app.accountsOrigin} ${app.clientId}`;
  const cached = tokens.get(key);
  if (cached && cached.token !== rejectedToken && Date.now() < cached.renewAtMs) return ok(cached.token);
  const response = await requestToken(app, signal);
  if (!response.ok) return response;
  const { access_token: token, expires_in: lifetimeSec } = response.value;
  tokens.set(key, { token, renewAtMs: Date.now() + lifetimeSec * SECOND_MS - MINUTE_MS });
  return ok(token);
}

/**
 * The tokens of this isolate. Only values are shared: a Worker must not await the request that another request has begun
 * (https://developers.cloudflare.com/workers/observability/errors/), so some are made twice.
 */
const tokens = new Map<string, { readonly token: string; readonly renewAtMs: number }>();

/** A token without a stated lifetime is used once. */
const tokenSchema = z.object({ access_token: z.string().min(1), expires_in: z.number().catch(0) });

async function requestToken({ clientId, clientSecret, accountsOrigin }: SpotifyApp, signal: AbortSignal) {
  // RFC 6749 §2.3.1; the ids and secrets of Spotify have letters and digits only
  const credentials = btoa(`${encodeURIComponent(clientId)}:${encodeURIComponent(clientSecret)}`);
  const response = await requestService({
    url: `${accountsOrigin}/api/token`,
    init: {
      method: "POST",
      headers: { Authorization: `Basic ${credentials}`, "Content-Type": "application/x-www-form-urlencoded" },
      body: "grant_type=client_credentials",
    },
    schema: tokenSchema,
    signal,
  });
  // it refuses wrong credentials with 400, too
  return response.ok ? response : fail(toSpotifyFailure(response.error, "service-unavailable"));
}
