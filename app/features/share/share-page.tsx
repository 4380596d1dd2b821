import { useNavigate } from "@remix-run/react";
import { Plus } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { SharedItems } from "#app/lib/shared-items.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { RoomChoice, type TargetRoom } from "./room-choice.tsx";
import { SharedList } from "./shared-list.tsx";
import { useSharedItems } from "./use-shared-items.ts";

type SharePageProps = {
  readonly rooms: readonly TargetRoom[];
  readonly onChoose: (room: TargetRoom, items: SharedItems) => void;
};

/** Offers the rooms to which the shared files or the shared link can be added. */
export function SharePage({ rooms, onChoose }: SharePageProps) {
  const { t } = useTranslation(["share", "shell"]);
  const navigate = useNavigate();
  const { items, isLoading, remove } = useSharedItems();
  const [isChosen, setChosen] = useState(false);
  // a second press must not add the items again while the room is being opened
  if (isLoading || isChosen) {
    return (
      <p className="grid justify-center pt-18">
        <Spinner size={20} label={t("shell:loading")} />
      </p>
    );
  }
  if (!items) return <NothingShared title={t("nothing.title")} text={t("nothing.text")} />;
  const choose = (room: TargetRoom) => {
    setChosen(true);
    remove();
    onChoose(room, items);
  };
  const discard = () => {
    remove();
    navigate("/");
  };
  return (
    <div className="mx-auto grid max-w-140 gap-6 px-4 pt-4 pb-16">
      <SharedList items={items} />
      {rooms.length > 0 ? <RoomChoice rooms={rooms} onChoose={choose} /> : <NoRoom />}
      <Button variant="ghost" onPress={discard} className="justify-self-center">
        {t("discard")}
      </Button>
    </div>
  );
}

/** The shared items are still stored when the person comes back from creating a room. */
function NoRoom() {
  const { t } = useTranslation(["share", "home"]);
  return (
    <EmptyState icon={<Plus />} title={t("noRoom.title")} text={t("noRoom.text")}>
      <LinkButton to="/rooms/new" variant="primary">
        {t("home:create")}
      </LinkButton>
    </EmptyState>
  );
}

/** The browser has sent what was shared to the server, because the service worker was not installed. */
export function ShareMissed() {
  const { t } = useTranslation("share");
  return <NothingShared title={t("missed.title")} text={t("missed.text")} />;
}

type NothingSharedProps = { readonly title: string; readonly text: string };

function NothingShared({ title, text }: NothingSharedProps) {
  const { t } = useTranslation();
  return (
    <EmptyState art={<RoomArtwork seed="tutti" isActive={false} hasBackground={false} />} title={title} text={text}>
      <LinkButton to="/" variant="primary">
        {t("backToRooms")}
      </LinkButton>
    </EmptyState>
  );
}
