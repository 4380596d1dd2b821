import { Plus } from "lucide-react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/backend/dialogs.ts";
import { useUser } from "#app/backend/use-user.ts";
import type { Person } from "#app/domain/person.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { EmptyState } from "#app/ui/empty-state.tsx";
import { Face } from "#app/ui/face.tsx";
import { type CardRoom, RoomCard } from "./room-card.tsx";

type RoomListProps = {
  readonly rooms: readonly (CardRoom & { readonly creator: string })[];
  readonly roomAuthors: Readonly<Record<string, Person>>;
  readonly roomUsers: Readonly<Record<string, number>>;
};

export function RoomList({ rooms, roomAuthors, roomUsers }: RoomListProps) {
  const { t } = useTranslation("home");
  const user = useUser();
  if (rooms.length === 0) {
    return (
      <EmptyState art={<Face seed="tutti" isLit={false} hasGround={false} />} title={t("empty.title")} text={t("empty.text")}>
        <CreateRoomButton />
      </EmptyState>
    );
  }
  return (
    <>
      <div className="flex h-18 items-center justify-between gap-3">
        <p className="text-body text-ink-2 tabular-nums">{t("count", { count: rooms.length })}</p>
        <span className="max-md:hidden">
          <CreateRoomButton />
        </span>
      </div>
      <div className="grid grid-cols-1 gap-4 pb-24 md:grid-cols-[repeat(auto-fill,minmax(300px,1fr))] md:gap-6">
        {rooms.map((room) => (
          <RoomCard
            key={room._id}
            room={room}
            author={roomAuthors[room.creator]}
            activeUsers={roomUsers[room._id] ?? 0}
            isOwn={room.creator === user?.id}
          />
        ))}
      </div>
      <div className="fixed bottom-[max(28px,env(safe-area-inset-bottom))] left-1/2 z-(--z-fab) -translate-x-1/2 rounded-full shadow-3 md:hidden [&_a]:rounded-full [&_button]:rounded-full">
        <CreateRoomButton isLarge />
      </div>
    </>
  );
}

/** Guests are asked in first. */
function CreateRoomButton({ isLarge = false }: { readonly isLarge?: boolean }) {
  const { t } = useTranslation("home");
  const size = isLarge ? "lg" : "md";
  if (useUser()) {
    return (
      <LinkButton to="/rooms/new" variant="primary" size={size} icon={<Plus />}>
        {t("create")}
      </LinkButton>
    );
  }
  return (
    <Button variant="primary" size={size} icon={<Plus />} onPress={() => openDialog({ name: "sign-in", tab: "register" })}>
      {t("create")}
    </Button>
  );
}
