import { Bug, Heart, Music } from "lucide-react";
import { type ReactNode, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { getNoticeDurationMs, type NoticeAction, type NoticeOptions, notify } from "#app/ui/notice-store.ts";
import { type IconChoice, type NoticeDraft, toNoticeOptions, VARIANTS } from "./notice-draft.ts";
import { useNoticeLog } from "./use-notice-log.ts";

const ICON_ELEMENTS: Record<Exclude<IconChoice, "variant">, ReactNode> = { music: <Music />, heart: <Heart />, bug: <Bug /> };

const FIRST_DRAFT: Omit<NoticeDraft, "title"> = {
  message: "",
  variant: "default",
  icon: "variant",
  hasCloseButton: true,
  duration: "default",
  seconds: "10",
  actionCount: "0",
};

/** The draft of the notice builder, the notice that it makes, and the log. */
export function useNoticeBuilder() {
  const { t } = useTranslation("devAudio");
  const [draft, setDraft] = useState<NoticeDraft>({ ...FIRST_DRAFT, title: t("notices.sampleTitle") });
  const log = useNoticeLog();
  const options = toOptions(draft, (number) => createAction(draft.title, number));

  function createAction(title: string, number: number): NoticeAction {
    return {
      id: String(number),
      label: t("notices.action", { number }),
      ...(number > 1 && { variant: "ghost" as const }),
      onPress: () => log.add(title.trim(), { type: "action", number }),
    };
  }

  function show(shown: NoticeOptions) {
    log.add(shown.title, { type: "shown" });
    notify({ ...shown, onClose: (type) => log.add(shown.title, { type }) });
  }

  return {
    draft,
    change: (changes: Partial<NoticeDraft>) => setDraft({ ...draft, ...changes }),
    isValid: options !== null,
    /** How long the notice will stay; null until it is closed. */
    durationMs: options && getNoticeDurationMs(options),
    show: () => options && show(options),
    showEach() {
      for (const variant of VARIANTS) show({ title: t(`notices.variants.${variant}`), variant });
    },
    log: log.entries,
  };
}

function toOptions(draft: NoticeDraft, createAction: (number: number) => NoticeAction): NoticeOptions | null {
  const options = toNoticeOptions(draft);
  if (!options) return null;
  const actions = Array.from({ length: Number(draft.actionCount) }, (_, i) => createAction(i + 1));
  return { ...options, actions, ...(draft.icon !== "variant" && { icon: ICON_ELEMENTS[draft.icon] }) };
}

export type NoticeBuilder = ReturnType<typeof useNoticeBuilder>;
