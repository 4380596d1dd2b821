import { Ellipsis } from "lucide-react";
import type { ReactNode } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomId } from "#app/domain/ids.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import type { RoomConnection } from "#app/server-client/room/room-connection.ts";
import { useRoomView } from "#app/server-client/room/use-room-view.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { useLazyMenu } from "#app/ui/use-lazy-menu.ts";
import type { ListToolsProps } from "./list-tools.tsx";

const loadMenu = () => import("./playlist-menu-popover.tsx");
const loadImport = () => withAreaTexts("tracks", import("./import-dialog.tsx"));
const loadHistory = () => withAreaTexts("tracks", import("./history-dialog.tsx"));
const loadLog = () => withAreaTexts("tracks", import("./log-dialog.tsx"));
const loadSession = () => withAreaTexts("tracks", import("./session/session-dialog.tsx"));
const loadUpNext = () => import("./up-next-dialog.tsx");

type PlaylistMenuProps = {
  readonly roomId: RoomId;
  readonly connection: RoomConnection;
  readonly canAdd: boolean;
  /** The tools of the header, for which it may have no space. Null for an empty playlist. */
  readonly tools: ListToolsProps | null;
};

/** Undo, what plays next, history, the summary of the session, the room log, export and import. */
export function PlaylistMenu({ roomId, connection, canAdd, tools }: PlaylistMenuProps) {
  const { t } = useTranslation("room");
  const { button, menu, module } = useLazyMenu(loadMenu);
  const importDialog = useLazyDialog(loadImport, canAdd);
  const { dialogs, ...actions } = usePlaybackDialogs(connection);
  const log = useLog(roomId, connection);
  return (
    <>
      <IconButton label={t("playlist.more")} icon={<Ellipsis />} {...button} />
      {module && (
        <module.PlaylistMenuPopover
          {...menu}
          {...actions}
          label={t("playlist.more")}
          roomId={roomId}
          tools={tools}
          onLog={log.open}
          onImport={canAdd ? importDialog.open : null}
        />
      )}
      {importDialog.module && <importDialog.module.ImportDialog roomId={roomId} onClose={importDialog.close} />}
      {log.dialog}
      {dialogs}
    </>
  );
}

/** The dialogs about what plays next and about what has played, and the functions that open them. */
function usePlaybackDialogs(connection: RoomConnection) {
  const history = useLazyDialog(loadHistory);
  const session = useLazyDialog(loadSession);
  const upNext = useLazyDialog(loadUpNext);
  const dialogs = (
    <>
      {history.module && <history.module.HistoryDialog connection={connection} onClose={history.close} />}
      {session.module && <session.module.SessionDialog connection={connection} onClose={session.close} />}
      {upNext.module && <upNext.module.UpNextDialog connection={connection} onClose={upNext.close} />}
    </>
  );
  return { onHistory: history.open, onSession: session.open, onUpNext: upNext.open, dialogs };
}

/** The log of the room: the function that opens it, null for people who may not see it, and its dialog while it is open. */
function useLog(
  roomId: RoomId,
  connection: RoomConnection,
): { readonly open: (() => void) | null; readonly dialog: ReactNode } {
  const { self, state } = useRoomView(connection);
  const canSeeLog = state !== null && can(self.effectiveRole, "see-log", state.info);
  const { module, open, close } = useLazyDialog(loadLog, canSeeLog);
  const dialog = module && <module.LogDialog roomId={roomId} connection={connection} onClose={close} />;
  return { open: canSeeLog ? open : null, dialog };
}
