import { Ellipsis, Pencil, Reply, Trash2, VolumeX } from "lucide-react";
import { useEffect, useRef } from "react";
import { canByRole } from "#app/domain/access/permissions.ts";
import { MUTE_DURATIONS_MS } from "#app/domain/chat/chat-limits.ts";
import type { WrittenMessage } from "#app/domain/chat/chat-message.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useStore } from "#app/lib/use-store.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { MenuItem, MenuTrigger, SubmenuItem, TwoPressMenuItem } from "#app/ui/menu.tsx";
import { useChat } from "./chat-context.ts";
import { hasActions } from "./chat-items.ts";
import { ROW_BUTTON } from "./row-keys.ts";
import { type MuteChoice, useMute } from "./use-mute.ts";

type MessageMenuProps = {
  readonly message: WrittenMessage;
  /** The author's name. */
  readonly name: string;
  readonly isTabStop: boolean;
};

/** The actions that the user may perform on a message. Nothing for those who may perform none. */
export function MessageMenu({ message, name, isTabStop }: MessageMenuProps) {
  const { t } = useTranslation("chat");
  const { userId, effectiveRole } = useChat();
  const isOwn = message.authorId === userId;
  const canWrite = canByRole(effectiveRole, "write-chat");
  const canModerate = canByRole(effectiveRole, "moderate-chat");
  if (!hasActions(message, { userId, effectiveRole })) return null;
  const label = t("actions", { name });
  return (
    <MenuTrigger
      label={label}
      placement="bottom end"
      trigger={
        <IconButton
          {...ROW_BUTTON}
          label={label}
          icon={<Ellipsis />}
          size="sm"
          tabIndex={isTabStop ? 0 : -1}
          className="pointer-fine:opacity-0 pointer-fine:group-focus-within/row:opacity-100 pointer-fine:group-hover/row:opacity-100 aria-expanded:opacity-100"
        />
      }
    >
      <MenuContent message={message} isOwn={isOwn} canWrite={canWrite} canModerate={canModerate} />
    </MenuTrigger>
  );
}

type MenuContentProps = Pick<MessageMenuProps, "message"> & {
  readonly isOwn: boolean;
  readonly canWrite: boolean;
  readonly canModerate: boolean;
};

function MenuContent({ message, isOwn, canWrite, canModerate }: MenuContentProps) {
  const { t } = useTranslation("chat");
  const { store, onReply, onEdit } = useChat();
  const runOnceClosed = useRunOnceClosed();
  return (
    <>
      {canWrite && (
        <MenuItem icon={<Reply />} onAction={() => runOnceClosed(() => onReply(message))}>
          {t("reply")}
        </MenuItem>
      )}
      {canWrite && isOwn && (
        <MenuItem icon={<Pencil />} onAction={() => runOnceClosed(() => onEdit(message))}>
          {t("edit")}
        </MenuItem>
      )}
      {(isOwn || canModerate) && (
        <TwoPressMenuItem
          icon={<Trash2 />}
          label={t("delete")}
          armedLabel={t("deleteAgain")}
          announcement={t("deleteArmed")}
          onConfirm={() => store.changes.add(message.seq, { kind: "remove" })}
        />
      )}
      {canModerate && !isOwn && <MuteItems message={message} />}
    </>
  );
}

const CHOICES = [
  ["muteMinutes", MUTE_DURATIONS_MS[0]],
  ["muteHour", MUTE_DURATIONS_MS[1]],
  ["muteDay", MUTE_DURATIONS_MS[2]],
  ["muteUntilLifted", null],
] as const satisfies readonly (readonly [string, MuteChoice])[];

/** The room decides whether the author is ranked below the user. */
function MuteItems({ message: { authorId } }: Pick<MessageMenuProps, "message">) {
  const { t } = useTranslation("chat");
  const { store } = useChat();
  const { mute, unmute } = useMute();
  const { mutes } = useStore(store.view);
  const isMuted = mutes?.some(({ person }) => person.id === authorId) ?? false;
  if (isMuted) {
    return (
      <MenuItem icon={<VolumeX />} onAction={() => void unmute(authorId)}>
        {t("unmute")}
      </MenuItem>
    );
  }
  return (
    <SubmenuItem label={t("mute")} icon={<VolumeX />}>
      {CHOICES.map(([key, durationMs]) => (
        <MenuItem key={key} onAction={() => void mute(authorId, durationMs)}>
          {t(key)}
        </MenuItem>
      ))}
    </SubmenuItem>
  );
}

/** Runs an action when the menu has disappeared: until then, nothing outside of it can receive the focus. */
function useRunOnceClosed(): (action: () => void) => void {
  const pending = useRef<(() => void) | null>(null);
  useEffect(() => () => pending.current?.(), []);
  return (action) => {
    pending.current = action;
  };
}
