import { fail, ok, type Result } from "#app/domain/result.ts";
import type { ServiceFailure } from "../service-client.ts";
import type { YandexApi } from "./yandex-api.ts";
import type { YandexStep } from "./yandex-failure.ts";
import { accountSchema, likesSchema } from "./yandex-schemas.ts";

export type YandexAccount = { readonly uid: string; readonly name: string };

/** The account of the token. A response without an account is the one for anonymous users. */
export async function requestAccount(api: YandexApi, signal: AbortSignal): Promise<Result<YandexAccount, ServiceFailure>> {
  const status = await api({ step: "account", path: "/account/status", schema: accountSchema, signal });
  if (!status.ok) return status;
  const { uid, displayName, fullName, login } = status.value.account;
  if (!uid) return fail({ code: "service-token-invalid" });
  return ok({ uid, name: displayName || fullName || login || uid });
}

type LikesRequest = { readonly uid: string; readonly step: YandexStep; readonly signal: AbortSignal };

/** The ids of the first liked tracks in the service's order, each followed by its album if the service knows it. */
export type LikedIds = { readonly first: readonly string[]; readonly total: number };

export async function requestLikedIds(
  api: YandexApi,
  { uid, step, signal }: LikesRequest,
): Promise<Result<LikedIds, ServiceFailure>> {
  const path = `/users/${encodeURIComponent(uid)}/likes/tracks`;
  const likes = await api({ step, path, schema: likesSchema, signal });
  if (!likes.ok) return likes;
  const { first, total } = likes.value.library.tracks;
  return ok({ first: first.map(({ id, albumId }) => (albumId ? `${id}:${albumId}` : id)), total });
}
