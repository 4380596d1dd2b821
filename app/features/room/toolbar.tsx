import { Hand, QrCode, Settings, UsersRound } from "lucide-react";
import { type ReactNode, useMemo, useState } from "react";
import { can } from "#app/domain/access/permissions.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { withAreaTexts } from "#app/i18n/with-page-texts.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { useLazyDialog } from "#app/ui/use-lazy-dialog.ts";
import { OwnRole } from "./own-role.tsx";
import { HostLabel, PresenceLabel } from "./people-labels.tsx";
import { TOOLBAR, TOOLBAR_PEOPLE } from "./room-shape.ts";
import { isPending, type RoomMember, useMembers } from "./use-members.ts";

const loadPeoplePanel = () => import("./people-panel.tsx");
const loadRequestNotifier = () => import("./request-notifier.tsx");
const loadSettingsDialog = () => withAreaTexts("roomSettings", import("./settings-dialog.tsx"));
const NO_REQUESTS: readonly RoomMember[] = [];

type ToolbarProps = {
  readonly info: RoomInfo;
  readonly view: RoomView;
  readonly onInvite: () => void;
  /** Further buttons. */
  readonly tools: ReactNode;
};

/** The host, the people present and the pending requests, with buttons for people, invites and settings. */
export function Toolbar({ info, view, onInvite, tools }: ToolbarProps) {
  const { t } = useTranslation(["people", "shell"]);
  const people = usePeople(info, view);
  const { effectiveRole, userId } = view.self;
  const canChangeSettings = can(effectiveRole, "change-settings", info);
  const settings = useLazyDialog(loadSettingsDialog, canChangeSettings);
  return (
    <div data-testid="room-toolbar" className={TOOLBAR}>
      <div className={TOOLBAR_PEOPLE}>
        <HostLabel info={info} selfId={userId} />
        <PresenceLabel view={view} />
      </div>
      {people.requests.length > 0 && <RequestsButton count={people.requests.length} onPress={() => people.setOpen(true)} />}
      {/* Phones show it in a row of its own, where its texts fit. */}
      <span className="min-w-0 empty:hidden max-md:order-last max-md:w-full max-md:pb-2">
        <OwnRole roomId={info.id} view={view} />
      </span>
      <IconButton label={t("shell:invite")} icon={<QrCode />} onPress={onInvite} tooltip />
      <IconButton
        label={t("people:title")}
        icon={<UsersRound />}
        isOn={people.isOpen}
        onPress={() => people.setOpen(!people.isOpen)}
        tooltip
      />
      {canChangeSettings && <IconButton label={t("people:roomSettings")} icon={<Settings />} onPress={settings.open} tooltip />}
      {tools}
      {people.panel}
      {people.notices}
      {settings.module && <settings.module.SettingsDialog info={info} effectiveRole={effectiveRole} onClose={settings.close} />}
    </div>
  );
}

/** The people panel and the requests for access. Both are loaded while the panel is open or if the user may decide requests. */
function usePeople(info: RoomInfo, view: RoomView) {
  const [isOpen, setOpen] = useState(false);
  const module = useLazy(loadPeoplePanel, isOpen, () => setOpen(false));
  const canDecide = can(view.self.effectiveRole, "decide-requests", info);
  const memberList = useMembers(info.id, view.memberChanges, isOpen || canDecide);
  const requests = useRequests(canDecide ? memberList.members : null);
  const notifier = useLazy(loadRequestNotifier, requests.length > 0);
  const panel = module && (
    <module.PeoplePanel roomId={info.id} view={view} memberList={memberList} isOpen={isOpen} onOpenChange={setOpen} />
  );
  const notices = notifier && <notifier.RequestNotifier roomId={info.id} requests={requests} />;
  return { isOpen, setOpen, requests, panel, notices };
}

/** The identity of the result is stable as long as the members are. */
function useRequests(members: readonly RoomMember[] | null): readonly RoomMember[] {
  return useMemo(() => members?.filter(isPending) ?? NO_REQUESTS, [members]);
}

type RequestsButtonProps = { readonly count: number; readonly onPress: () => void };

function RequestsButton({ count, onPress }: RequestsButtonProps) {
  const { t } = useTranslation("people");
  return (
    <button
      type="button"
      aria-label={t("request.asking", { count })}
      className="forced-control relative flex h-8 min-w-11 shrink-0 items-center justify-center gap-1.5 rounded-full bg-warn-soft px-2.5 text-small md:px-3 font-strong text-warn-ink pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5"
      onClick={onPress}
    >
      <Hand size={16} aria-hidden className="max-[374px]:hidden" />
      <span className="max-[1000px]:hidden">{t("request.asking", { count })}</span>
      <span aria-hidden className="tabular-nums min-[1000px]:hidden">
        {count}
      </span>
    </button>
  );
}
