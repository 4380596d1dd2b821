import { AtSign } from "lucide-react";
import { useEffect } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useLatestRef } from "#app/lib/use-latest.ts";
import type { ChatMention } from "#app/protocol/chat-messages.ts";
import { dismissNotice, notify } from "#app/ui/notice-store.ts";

type MentionNoticeProps = { readonly mention: ChatMention; readonly onOpen: () => void };

/** A notice of an unread mention, until the chat is opened. */
export function MentionNotice({ mention: { author }, onOpen }: MentionNoticeProps) {
  const { t } = useTranslation("chat");
  const open = useLatestRef(onOpen);
  const title = t("mentioned", { name: author.name });
  const label = t("open");
  useEffect(() => {
    const actions = [{ id: "open", label, variant: "primary" as const, onPress: () => open.current() }];
    const id = notify({ title, variant: "info", icon: <AtSign />, actions });
    return () => dismissNotice(id);
  }, [title, label, open]);
  return null;
}
