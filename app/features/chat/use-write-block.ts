import { canByRole } from "#app/domain/access/permissions.ts";
import { isExemptFromSlowMode, isMuted, nextSendAtMs } from "#app/domain/chat/decide-chat.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSelected } from "#app/lib/use-selected.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useChat } from "./chat-context.ts";
import { formatClockTime } from "./format-clock-time.ts";
import { useServerSecond } from "./use-server-second.ts";

/** Why the user cannot write: not at all, or only for some seconds. */
export type WriteBlock = { readonly text: string; readonly isField: boolean };

/** Null if the user may send a message now. */
export function useWriteBlock(connection: RoomConnection, serverNowMs: () => number | null): WriteBlock | null {
  const { t, language } = useTranslation("chat");
  const { userId, effectiveRole } = useChat();
  const limits = useSelected(connection.chat, (chat) => chat.limits);
  const isSlowed = limits.slowModeMs > 0 && !isExemptFromSlowMode(effectiveRole);
  const slowUntilMs = isSlowed ? (limits.lastSentAtMs ?? 0) + limits.slowModeMs : 0;
  const nowMs = useServerSecond(serverNowMs, Math.max(limits.mute?.untilMs ?? 0, slowUntilMs));
  if (userId === null) return { text: t("guest"), isField: false };
  if (!canByRole(effectiveRole, "write-chat")) return { text: t("noRole"), isField: false };
  if (limits.mute && isMuted(limits.mute, nowMs)) {
    const { untilMs } = limits.mute;
    const text = untilMs === null ? t("muted") : t("mutedUntil", { time: formatClockTime(untilMs, language) });
    return { text, isField: false };
  }
  if (!isSlowed) return null;
  const seconds = Math.ceil((nextSendAtMs(limits, nowMs) - nowMs) / 1000);
  return seconds > 0 ? { text: t("wait", { seconds }), isField: true } : null;
}
