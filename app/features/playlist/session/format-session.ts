import { MINUTE_MS } from "#app/domain/units.ts";
import type { Translate } from "#app/i18n/text-keys.ts";
import type { SessionView } from "./use-session.ts";

/** `2 h 15 min · 24 tracks · 5 people` */
export function formatSessionFacts(t: Translate<"session">, session: SessionView): string {
  const { startedAtMs, endedAtMs, trackCount, personCount } = session;
  const facts = [formatLength(t, endedAtMs - startedAtMs), t("tracks", { count: trackCount })];
  return [...facts, t("people", { count: personCount })].join(" · ");
}

function formatLength(t: Translate<"session">, ms: number): string {
  const minutes = Math.max(1, Math.round(ms / MINUTE_MS));
  const h = Math.floor(minutes / 60);
  return h === 0 ? t("lengthShort", { min: minutes }) : t("length", { h, min: minutes % 60 });
}
