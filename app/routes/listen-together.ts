import type { Translate } from "#app/i18n/text-keys.ts";

type ListenTogether = { readonly owner: string; readonly tracks: number };

/** Invites to a room in a sentence: for previews of its link, and for messages with the link. */
export function toListenTogether(t: Translate<"shell">, { owner, tracks }: ListenTogether): string {
  return tracks === 0 ? t("listenTogether.empty", { owner }) : t("listenTogether.tracks", { owner, count: tracks });
}
