import { Link, useNavigate, useRevalidator } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { storeIntent, useIntent } from "#app/app-state/pending-intent.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { parseRoomName, roomUrlFromName } from "#app/domain/room/room-naming.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { mutation } from "#app/server-client/functions.ts";
import { Button } from "#app/ui/button.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { TextField } from "#app/ui/text-field.tsx";

/** Asks one thing: the name. The face and the address are drawn from it while it is typed. */
export function NewRoom({ host }: { readonly host: string }) {
  const { t } = useTranslation(["home", "shell"]);
  const errorText = useErrorText();
  const navigate = useNavigate();
  const revalidator = useRevalidator();
  const user = useUser();
  const [name, setName] = useState("");
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);
  const parsed = parseRoomName(name);
  const isTooLong = countChars(name.trim()) > roomLimits.roomNameChars;

  const create = async (wanted: string) => {
    setBusy(true);
    const made = await mutation("rooms.create", { name: wanted });
    if (made.ok) return navigate(`/room/${made.value.room_url}`, { state: { addTracks: true } });
    setBusy(false);
    setError(made.error);
    if (made.error !== "login-required") return;
    // the session has ended meanwhile: the page's loader leads to the sign-in, and back here
    if (user) storeIntent({ to: "name-room", name: wanted, by: user.id });
    revalidator.revalidate();
  };
  useIntent("name-room", {
    run: ({ name: wanted, by }) => {
      setName(wanted);
      // somebody else may have signed in, who has not asked for a room
      if (by === user?.id) void create(wanted);
    },
  });

  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (parsed.ok) void create(name);
    else setError(parsed.error);
  };

  return (
    <div className="mx-auto max-w-120 px-4 pt-4 pb-16 md:px-0 md:pt-6">
      <Link to="/" className="mb-5 inline-flex items-center gap-2 rounded-sm font-label text-ink-2 hover:text-ink">
        <ArrowLeft size={16} aria-hidden />
        {t("shell:backToRooms")}
      </Link>
      <div className="mb-7 h-30 overflow-hidden rounded-lg">
        <RoomArtwork seed={name.trim() || "tutti"} isLit={name.trim() !== ""} />
      </div>
      <h2 className="text-h1 font-bold">{t("newRoom.title")}</h2>
      <p className="mt-1.5 mb-6 text-lead text-ink-2">{t("newRoom.text")}</p>
      <form noValidate onSubmit={submit} className="grid gap-4">
        <TextField
          label={t("newRoom.name")}
          name="name"
          autoFocus
          autoComplete="off"
          placeholder={t("newRoom.placeholder")}
          value={name}
          onChange={(next) => {
            setName(next);
            setError(null);
          }}
          count={{ value: countChars(name.trim()), max: roomLimits.roomNameChars }}
          error={isTooLong ? errorText("room-name-too-long") : error && errorText(error)}
          hint={
            <span className="break-all">
              {t("newRoom.address", { host })}
              <b className="font-bold text-ink">{parsed.ok ? roomUrlFromName(parsed.value) : "…"}</b>
            </span>
          }
        />
        <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy} isDisabled={!parsed.ok}>
          {t("create")}
        </Button>
      </form>
    </div>
  );
}
