import { LogIn } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Avatar } from "#app/ui/avatar.tsx";
import { LinkButton } from "#app/ui/button.tsx";
import { Equalizer } from "#app/ui/equalizer.tsx";
import type { CardOfPerson } from "./person-card-button.tsx";
import { type PersonListening, useListening } from "./use-listening.ts";

type PersonCardProps = CardOfPerson & { readonly onClose: () => void };

/** A person, and where they are listening now, if they show it and the user may see it. */
export function PersonCard({ roomId, person, details, onClose }: PersonCardProps) {
  const listening = useListening(roomId, person.id);
  return (
    <div className="grid gap-4 p-5">
      <div className="flex items-center gap-4">
        <Avatar name={person.name} avatar={person.avatar} size={88} />
        <div className="min-w-0 flex-1">
          <p title={person.name} className="line-clamp-2 text-h2 font-bold wrap-anywhere">
            {person.name}
          </p>
          <p className="text-small text-ink-3">{details}</p>
        </div>
      </div>
      {/* the element exists before its text, so that screen readers announce it */}
      <div role="status">
        {listening && <ListeningNow listening={listening} isHere={listening.room._id === roomId} onFollow={onClose} />}
      </div>
    </div>
  );
}

type ListeningNowProps = {
  readonly listening: PersonListening;
  /** The person listens in the room that is open. */
  readonly isHere: boolean;
  readonly onFollow: () => void;
};

function ListeningNow({ listening: { room, track }, isHere, onFollow }: ListeningNowProps) {
  const { t } = useTranslation("people");
  const trackName = track && (track.artist === "" ? track.title : `${track.title} — ${track.artist}`);
  return (
    <div className="grid gap-3 rounded-md bg-sunken p-4">
      <div className="min-w-0">
        <p className="flex items-center gap-2 text-small font-label text-ink-2">
          <Equalizer isOn={track !== null} tone="out-of-sync" />
          {t(isHere ? "card.here" : "card.listening")}
        </p>
        {!isHere && (
          <p title={room.name} className="mt-1 line-clamp-2 font-strong wrap-anywhere">
            {room.name}
          </p>
        )}
        {trackName && (
          <p title={trackName} className="mt-0.5 truncate text-small text-ink-2">
            {trackName}
          </p>
        )}
      </div>
      {!isHere && (
        <LinkButton to={`/room/${room.room_url}`} variant="primary" icon={<LogIn />} onClick={onFollow}>
          {t("card.follow")}
        </LinkButton>
      )}
    </div>
  );
}
