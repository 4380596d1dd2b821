import type { MuteDurationMs } from "#app/domain/chat/chat-limits.ts";
import type { UserId } from "#app/domain/ids.ts";
import type { Result } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { PersonMute } from "#app/protocol/chat-messages.ts";
import { mutation } from "#app/server-client/functions.ts";
import { notify } from "#app/ui/notice-store.ts";
import { useChat } from "./chat-context.ts";

/** How long a mute lasts, ms; null until it is lifted. */
export type MuteChoice = MuteDurationMs | null;

/** Mutes people in the chat, and lifts their mutes. Notices report the outcome. */
export function useMute() {
  const { t } = useTranslation("chat");
  const errorText = useErrorText();
  const { store, roomId: id, people } = useChat();
  const report = (
    userId: UserId,
    done: "mutedDone" | "unmutedDone",
    result: Result<{ readonly mutes: readonly PersonMute[] }>,
  ) => {
    if (!result.ok) return void notify({ title: t("muteFailed"), message: errorText(result.error), variant: "error" });
    store.setMutes(result.value.mutes);
    notify({ title: t(done, { name: people.get(userId)?.name ?? t("deletedAccount") }), variant: "success" });
  };
  return {
    async mute(userId: UserId, durationMs: MuteChoice) {
      report(userId, "mutedDone", await mutation("chat.mute", { id, userId, durationMs }));
    },
    async unmute(userId: UserId) {
      report(userId, "unmutedDone", await mutation("chat.unmute", { id, userId }));
    },
  };
}
