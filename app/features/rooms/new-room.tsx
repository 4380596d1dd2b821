import { Link } from "@remix-run/react";
import { ArrowLeft } from "lucide-react";
import type { FormEvent } from "react";
import { roomLimits } from "#app/domain/room/room-limits.ts";
import { roomUrlFromName } from "#app/domain/room/room-naming.ts";
import { countChars } from "#app/domain/text/normalize.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { RoomArtwork } from "#app/ui/room-artwork.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useNewRoom } from "./use-new-room.ts";

/** The page for a new room. The name is its only field. The artwork and the address are derived from it while it is typed. */
export function NewRoom({ host }: { readonly host: string }) {
  const { t } = useTranslation(["home", "shell"]);
  const form = useNewRoom();
  const { name, parsedName } = form;
  const reason = parsedName.ok ? null : t(name.trim() === "" ? "newRoom.nameFirst" : "shell:correctFields");
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    form.submit();
  };
  return (
    <div className="mx-auto max-w-120 px-4 pt-4 pb-16 md:px-0 md:pt-6">
      <Link to="/" className="mb-5 inline-flex items-center gap-2 rounded-sm font-label text-ink-2 hover:text-ink">
        <ArrowLeft size={16} aria-hidden />
        {t("shell:backToRooms")}
      </Link>
      <div className="mb-7 h-30 overflow-hidden rounded-lg">
        <RoomArtwork seed={name.trim() || "tutti"} isActive={name.trim() !== ""} />
      </div>
      <h2 className="text-h1 font-bold">{t("newRoom.title")}</h2>
      <p className="mt-1.5 mb-6 text-lead text-ink-2">{t("newRoom.text")}</p>
      <form noValidate onSubmit={onSubmit} className="grid gap-4">
        <NameField form={form} host={host} />
        <Button type="submit" variant="primary" size="lg" isWide isBusy={form.isBusy} disabledReason={reason}>
          {t("create")}
        </Button>
      </form>
    </div>
  );
}

type NameFieldProps = { readonly form: ReturnType<typeof useNewRoom>; readonly host: string };

function NameField({ form, host }: NameFieldProps) {
  const { t } = useTranslation("home");
  const errorText = useErrorText();
  const { name, parsedName, error, changeName } = form;
  const length = countChars(name.trim());
  const shownError = length > roomLimits.roomNameChars ? "room-name-too-long" : error;
  return (
    <TextField
      label={t("newRoom.name")}
      name="name"
      autoFocus
      autoComplete="off"
      placeholder={t("newRoom.placeholder")}
      value={name}
      onChange={changeName}
      count={{ value: length, max: roomLimits.roomNameChars }}
      error={shownError && errorText(shownError)}
      hint={
        <span className="break-all">
          {t("newRoom.address", { host })}
          <b className="font-bold text-ink">{parsedName.ok ? roomUrlFromName(parsedName.value) : "…"}</b>
        </span>
      }
    />
  );
}
