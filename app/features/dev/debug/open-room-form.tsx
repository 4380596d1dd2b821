import { useNavigate } from "@remix-run/react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { DataSection } from "../data-page.tsx";

/** Opens the page about a room object, by the room's id or address. */
export function OpenRoomForm() {
  const { t } = useTranslation("devData");
  const navigate = useNavigate();
  const [room, setRoom] = useState("");
  const open = (event: FormEvent) => {
    event.preventDefault();
    const idOrUrl = room.trim();
    if (idOrUrl !== "") navigate(`/dev/rooms/${encodeURIComponent(idOrUrl)}`);
  };
  return (
    <DataSection title={t("debug.roomObject")}>
      <form onSubmit={open} className="flex max-w-160 flex-wrap items-end gap-3">
        <div className="min-w-0 flex-1">
          <TextField
            label={t("debug.roomId")}
            name="room"
            value={room}
            onChange={setRoom}
            prefix="/room/"
            maxLength={100}
            autoComplete="off"
          />
        </div>
        <Button type="submit" variant="primary">
          {t("debug.openRoom")}
        </Button>
      </form>
    </DataSection>
  );
}
