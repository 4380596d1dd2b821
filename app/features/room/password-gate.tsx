import { Lock } from "lucide-react";
import { type FormEvent, useState } from "react";
import { useTranslation } from "react-i18next";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { mutation } from "#app/server-client/functions.ts";
import { browserSessionId, storeRoomAccessToken } from "#app/server-client/room/room-access-tokens.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { GateCard } from "./gate-card.tsx";
import { useRequest } from "./use-request.ts";
import type { GateProps } from "./use-room-info.ts";

/** Asks for the room's password; whoever has none may ask the room. */
export function PasswordGate({ room, outside, onRetry, isExpired }: GateProps & { readonly isExpired: boolean }) {
  const { t } = useTranslation("people");
  const host = outside.host?.name ?? "";
  return (
    <GateCard
      seed={room._id}
      icon={<Lock />}
      roomName={room.name}
      title={t("gate.password.title")}
      text={t("gate.password.text", { host })}
    >
      {isExpired && <Note tone="warn">{t("gate.password.expired")}</Note>}
      <PasswordForm room={room} onOpen={onRetry} />
      <AskInstead roomId={room._id} onAsked={onRetry} />
    </GateCard>
  );
}

function PasswordForm({ room, onOpen }: { readonly room: GateProps["room"]; readonly onOpen: () => void }) {
  const { t } = useTranslation("people");
  const errorText = useErrorText();
  const [password, setPassword] = useState("");
  const [error, setError] = useState<ErrorCode | null>(null);
  const [isBusy, setBusy] = useState(false);

  const submit = async (event: FormEvent) => {
    event.preventDefault();
    if (password.trim() === "") return setError("field-required");
    setBusy(true);
    const args = { room_url: room._id, password, session_id: browserSessionId() };
    const made = await mutation("rooms.generateAccessToken", args);
    setBusy(false);
    if (!made.ok) return setError(made.error);
    storeRoomAccessToken(room, made.value.token);
    onOpen();
  };

  return (
    <form noValidate onSubmit={(event) => void submit(event)} className="grid gap-4">
      <TextField
        label={t("gate.password.label")}
        name="room-password"
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next);
          setError(null);
        }}
        error={error && errorText(error)}
      />
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isBusy}>
        {t("gate.password.open")}
      </Button>
    </form>
  );
}

/** Guests are asked in first: a request has a name. */
function AskInstead({ roomId, onAsked }: { readonly roomId: GateProps["room"]["_id"]; readonly onAsked: () => void }) {
  const { t } = useTranslation("people");
  const isSignedIn = useUser() !== null;
  const { ask, isBusy } = useRequest(roomId, onAsked);
  useIntent("ask-to-join", { accepts: (intent) => intent.roomId === roomId, run: () => void ask() });
  if (!isSignedIn) {
    return (
      <Button
        variant="ghost"
        isWide
        onPress={() => openDialog({ name: "sign-in", tab: "login", intent: { to: "ask-to-join", roomId } })}
      >
        {t("gate.password.signIn")}
      </Button>
    );
  }
  return (
    <Button variant="ghost" isWide isBusy={isBusy} onPress={() => void ask()}>
      {t("gate.password.ask")}
    </Button>
  );
}
