import type { ReactNode } from "react";
import { joinClasses } from "#app/ui/join-classes.ts";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import type { RoomPreview } from "./use-room-preview.ts";

/** The props of each access screen. */
export type AccessProps = {
  readonly room: NonNullable<RoomPreview["room"]>;
  readonly preview: RoomPreview;
  /** Tries to enter the room again. */
  readonly onRetry: () => void;
};

type CardProps = {
  readonly room: AccessProps["room"];
  readonly icon: ReactNode;
  readonly tone?: "ink" | "danger";
  readonly title: string;
  readonly text: ReactNode;
  /** The actions. */
  readonly children: ReactNode;
};

const TONES = { ink: "bg-ink text-on-ink", danger: "bg-danger-soft text-danger-ink" } as const;

/** A card with the room's artwork and name, the reason why it is not accessible, and what can be done. */
export function AccessCard({ room, icon, tone = "ink", title, text, children }: CardProps) {
  return (
    <main id="content" className="grid min-h-[calc(100dvh-120px)] place-items-center p-4">
      <div className="floats w-full max-w-110 animate-rise overflow-hidden rounded-xl bg-overlay shadow-2">
        <div className="h-30 overflow-hidden">
          <RoomArtwork seed={room._id} isActive={false} />
        </div>
        <div className="px-6 pb-8 md:px-8">
          <span
            className={joinClasses(
              "relative -mt-6 grid size-12 place-items-center rounded-full ring-4 ring-overlay [&_svg]:size-5 [&_svg]:stroke-[1.75]",
              TONES[tone],
            )}
          >
            {icon}
          </span>
          <p className="mt-4 text-small wrap-anywhere text-ink-3">{room.name}</p>
          <h2 className="mt-1 text-h1 font-bold md:text-[24px] md:leading-[30px]">{title}</h2>
          <div className="mt-2 mb-5 text-body text-ink-2">{text}</div>
          <div className="grid gap-3">{children}</div>
        </div>
      </div>
    </main>
  );
}
