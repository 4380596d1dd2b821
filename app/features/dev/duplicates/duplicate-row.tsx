import { Link } from "@remix-run/react";
import { Fragment } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import type { FunctionValue } from "#app/server-client/functions.ts";
import { Cell, DataRow } from "../data-table.tsx";
import { useFormats } from "../use-formats.ts";

type Track = FunctionValue<"dev.listDuplicates">["groups"][number]["tracks"][number];

type DuplicateRowProps = {
  /** The name that the radio buttons of a group share. */
  readonly name: string;
  readonly track: Track;
  readonly isKept: boolean;
  readonly onKeep: () => void;
};

export function DuplicateRow({ name, track, isKept, onKeep }: DuplicateRowProps) {
  const { t } = useTranslation("devData");
  const { bytes, time, duration } = useFormats();
  const { owner, sizeBytes, durationMs, createdAtMs } = track;
  return (
    <DataRow>
      <Cell>
        <label className="grid size-8 place-items-center pointer-coarse:size-11">
          <input
            type="radio"
            name={name}
            checked={isKept}
            onChange={onKeep}
            aria-label={t("duplicates.keepTrack", { owner: owner.name, time: time(createdAtMs) })}
            className="size-4.5 accent-(--ink) outline-offset-2 focus-visible:outline-2 focus-visible:outline-focus"
          />
        </label>
      </Cell>
      <Cell isLong>{owner.name}</Cell>
      <Cell align="right">{bytes(sizeBytes)}</Cell>
      <Cell align="right" isOptional>
        {duration(durationMs)}
      </Cell>
      <Cell isOptional>{time(createdAtMs)}</Cell>
      <Cell isLong>
        <RoomLinks rooms={track.rooms} />
      </Cell>
    </DataRow>
  );
}

function RoomLinks({ rooms }: Pick<Track, "rooms">) {
  const { t } = useTranslation("devData");
  if (rooms.length === 0) return <span className="text-ink-3">{t("duplicates.noRooms")}</span>;
  return rooms.map(({ id, name }, i) => (
    <Fragment key={id}>
      {i > 0 && ", "}
      <Link to={`/dev/rooms/${id}`} className="rounded-sm text-info-ink underline underline-offset-3">
        {name}
      </Link>
    </Fragment>
  ));
}
