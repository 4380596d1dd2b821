import type { z } from "zod";
import { fail, type Result } from "#app/domain/result.ts";
import { type OnReceived, requestService } from "../request-service.ts";
import type { ServiceFailure } from "../service-client.ts";
import { toYandexFailure, type YandexStep } from "./yandex-failure.ts";
import type { YandexHosts } from "./yandex-hosts.ts";
import { unwrapResult } from "./yandex-schemas.ts";

export type YandexRequest<T> = {
  readonly step: YandexStep;
  /** With the query. */
  readonly path: string;
  readonly schema: z.ZodType<T>;
  readonly signal: AbortSignal;
  /** Makes the request a POST. */
  readonly form?: Readonly<Record<string, string>>;
};

/** Sends a request in the name of the account and returns the result inside of the response. */
export type YandexApi = <T>(request: YandexRequest<T>) => Promise<Result<T, ServiceFailure>>;

/** The syntax of a bearer token (RFC 9110 §11.2, `token68`): nothing else is safe in a header. */
const TOKEN = /^[\w.~+/-]{1,498}={0,2}$/;

/**
 * The service has applications instead of API keys: without this header it refuses downloads as `not-allowed`. The value is
 * the one of MarshalX/yandex-music-api (yandex_music/utils/request.py) and of other libraries.
 */
const HEADERS = {
  Accept: "application/json",
  "User-Agent": "Tutti/1 (+import)",
  "X-Yandex-Music-Client": "YandexMusicAndroid/24023621",
};

/** The token is sent to the API only. A malformed token fails every request before it is sent. */
export function createYandexApi(hosts: YandexHosts, token: string, onReceived?: OnReceived): YandexApi {
  return async ({ step, path, schema, signal, form }) => {
    if (!TOKEN.test(token)) return fail({ code: "service-token-malformed" });
    const headers = { ...HEADERS, Authorization: `OAuth ${token}` };
    const init = form ? { method: "POST", headers, body: new URLSearchParams(form) } : { headers };
    const response = await requestService({ url: hosts.api + path, init, schema: unwrapResult(schema), signal, onReceived });
    return response.ok ? response : fail(toYandexFailure(response.error, step));
  };
}
