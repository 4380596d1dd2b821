import type { z } from "zod";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail, type Result } from "#app/domain/result.ts";
import { type OnReceived, requestService } from "../request-service.ts";
import type { ServiceFailure } from "../service-client.ts";
import { toSpotifyFailure } from "./spotify-failure.ts";
import { loadSpotifyToken, type SpotifyApp } from "./spotify-token.ts";

export type SpotifyRequest<T> = {
  /** Such as `/tracks/{id}`. */
  readonly path: string;
  readonly query?: Readonly<Record<string, string | number>>;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
  /** The error if Spotify refuses the request itself. By default `service-item-not-found`. */
  readonly refusalCode?: ErrorCode;
};

/** Reads from the Web API with the token of the app. */
export type ReadSpotify = <T>(request: SpotifyRequest<T>) => Promise<Result<T, ServiceFailure>>;

/** Returns a function that reads from the Web API. A token that is refused is renewed once. */
export function createSpotifyReader(app: SpotifyApp, apiOrigin: string, onReceived?: OnReceived): ReadSpotify {
  return async ({ path, query = {}, schema, signal, refusalCode = "service-item-not-found" }) => {
    const params = new URLSearchParams(Object.entries(query).map(([name, value]): [string, string] => [name, String(value)]));
    const url = `${apiOrigin}/v1${path}${params.size > 0 ? `?${params}` : ""}`;
    const send = (token: string) =>
      requestService({ url, init: { headers: { Authorization: `Bearer ${token}` } }, schema, signal, onReceived });
    const token = await loadSpotifyToken(app, signal);
    if (!token.ok) return token;
    let response = await send(token.value);
    if (!response.ok && response.error.reason === "status" && response.error.status === 401) {
      const renewed = await loadSpotifyToken(app, signal, token.value);
      if (!renewed.ok) return renewed;
      response = await send(renewed.value);
    }
    return response.ok ? response : fail(toSpotifyFailure(response.error, refusalCode));
  };
}
