import { Hand, QrCode, Settings, UsersRound } from "lucide-react";
import { useCallback, useMemo, useState } from "react";
import { useTranslation } from "react-i18next";
import { can, isMember } from "#app/domain/access/permissions.ts";
import type { RoomInfo } from "#app/domain/room/room.ts";
import type { RoomView } from "#app/server-client/room/room-view.ts";
import { Avatar, AvatarStack } from "#app/ui/avatar.tsx";
import { IconButton } from "#app/ui/icon-button.tsx";
import { useLazy } from "#app/ui/use-lazy.ts";
import { OwnRole } from "./own-role.tsx";
import { useMemberActions } from "./use-member-actions.ts";
import { type RoomMember, useMembers } from "./use-members.ts";
import { useRequestNotices } from "./use-request-notices.ts";

const loadPeople = () => import("./people-panel.tsx");
const loadSettings = () => import("./settings-dialog.tsx");
const NOBODY: readonly RoomMember[] = [];

type ToolbarProps = { readonly info: RoomInfo; readonly view: RoomView; readonly onInvite: () => void };

/** Who hosts the room, who is here, who asks to join, and the doors to people, invitations and settings. */
export function Toolbar({ info, view, onInvite }: ToolbarProps) {
  const { t } = useTranslation(["people", "room", "shell"]);
  const [isPeopleOpen, setPeopleOpen] = useState(false);
  const [isSettingsOpen, setSettingsOpen] = useState(false);
  const closePeople = useCallback(() => setPeopleOpen(false), []);
  const closeSettings = useCallback(() => setSettingsOpen(false), []);
  const people = useLazy(loadPeople, isPeopleOpen, closePeople);
  const settings = useLazy(loadSettings, isSettingsOpen, closeSettings);
  const { effectiveRole } = view.self;
  const mayAnswer = can(effectiveRole, "decide-requests");
  const roster = useMembers(info.id, view.memberChanges, isPeopleOpen || mayAnswer);
  const requests = useRequests(mayAnswer ? roster.members : null);
  useRequestNotices(requests, useMemberActions(info.id));

  return (
    <div className="flex min-h-12 flex-wrap items-center gap-2.5 whitespace-nowrap max-md:gap-y-0 md:flex-nowrap">
      <Host info={info} isYou={view.self.userId === info.owner.id} />
      <Here view={view} />
      <span className="flex-1" />
      {requests.length > 0 && (
        <button
          type="button"
          aria-label={t("people:request.asking", { count: requests.length })}
          className="relative flex h-8 items-center gap-1.5 rounded-full bg-warn-soft px-3 text-small font-strong text-warn-ink pointer-coarse:after:absolute pointer-coarse:after:inset-x-0 pointer-coarse:after:-inset-y-1.5"
          onClick={() => setPeopleOpen(true)}
        >
          <Hand size={16} aria-hidden />
          <span className="max-md:hidden">{t("people:request.asking", { count: requests.length })}</span>
          <span aria-hidden className="tabular-nums md:hidden">
            {requests.length}
          </span>
        </button>
      )}
      {/* on a telephone below the others, where there is room for words */}
      <span className="max-md:order-last max-md:w-full max-md:pb-2 max-md:empty:hidden">
        <OwnRole roomId={info.id} view={view} />
      </span>
      <IconButton label={t("shell:invite")} icon={<QrCode />} onPress={onInvite} tooltip />
      <IconButton
        label={t("people:title")}
        icon={<UsersRound />}
        isOn={isPeopleOpen}
        onPress={() => setPeopleOpen(!isPeopleOpen)}
        tooltip
      />
      {can(effectiveRole, "change-settings") && (
        <IconButton label={t("people:settings.title")} icon={<Settings />} onPress={() => setSettingsOpen(true)} tooltip />
      )}
      {people && (
        <people.PeoplePanel roomId={info.id} view={view} roster={roster} isOpen={isPeopleOpen} onOpenChange={setPeopleOpen} />
      )}
      {settings && isSettingsOpen && can(effectiveRole, "change-settings") && (
        <settings.SettingsDialog info={info} effectiveRole={effectiveRole} onClose={closeSettings} />
      )}
    </div>
  );
}

/** The same list for the same people. */
function useRequests(members: readonly RoomMember[] | null): readonly RoomMember[] {
  return useMemo(() => members?.filter(({ role }) => role === "requested") ?? NOBODY, [members]);
}

function Host({ info, isYou }: { readonly info: RoomInfo; readonly isYou: boolean }) {
  const { t } = useTranslation("room");
  const { owner } = info;
  return (
    <span className="flex min-w-0 items-center gap-2.5 max-md:hidden">
      <Avatar name={owner.name} avatar={owner.avatar} size={32} />
      {isYou ? (
        <span className="font-strong">{t("youHost")}</span>
      ) : (
        <span className="min-w-0 truncate text-ink-2">
          {t("hostedBy")} <span className="font-strong text-ink">{owner.name}</span>
        </span>
      )}
      <span aria-hidden className="mx-1.5 h-5 w-px bg-line-strong opacity-40" />
    </span>
  );
}

/** How many are here, and how many of them only watch. */
function Here({ view: { present, anonymous } }: { readonly view: RoomView }) {
  const { t } = useTranslation(["people", "room"]);
  const spectators = present.filter(({ role }) => !isMember(role)).length;
  const watching = [
    ...(spectators > 0 ? [t("people:spectatorsCount", { count: spectators })] : []),
    ...(anonymous > 0 ? [t("room:anonymous", { count: anonymous })] : []),
  ];
  return (
    <>
      <AvatarStack people={present.map(({ person }) => person)} size={32} max={4} />
      <span className="font-strong tabular-nums">{t("room:here", { count: present.length + anonymous })}</span>
      {watching.length > 0 && <span className="min-w-0 truncate text-ink-3 max-lg:hidden">{watching.join(" · ")}</span>}
    </>
  );
}
