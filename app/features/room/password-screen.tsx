import { Lock } from "lucide-react";
import { type FormEvent, useState } from "react";
import { openDialog } from "#app/app-state/dialogs.ts";
import { useIntent } from "#app/app-state/pending-intent.ts";
import type { ErrorCode } from "#app/domain/errors.ts";
import { fail } from "#app/domain/result.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { useSubmit } from "#app/lib/use-submit.ts";
import { useUser } from "#app/server-client/account/use-user.ts";
import { type FunctionValue, mutation, query } from "#app/server-client/functions.ts";
import { browserSessionId, storeRoomAccessToken } from "#app/server-client/room-access-tokens.ts";
import { Button } from "#app/ui/button.tsx";
import { Note } from "#app/ui/note.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { AccessCard, type AccessProps } from "./access-card.tsx";
import { useAccessRequest } from "./use-access-request.ts";

type PasswordScreenProps = AccessProps & {
  /** Why access with an earlier password entry has ended. Null if there was none. */
  readonly tokenError: ErrorCode | null;
};

/** Prompts for the room's password. A user without it may request access instead. */
export function PasswordScreen({ room, preview, onRetry, tokenError }: PasswordScreenProps) {
  const { t } = useTranslation("people");
  const errorText = useErrorText();
  const host = preview.host?.name ?? "";
  const title = errorText("room-password-required");
  return (
    <AccessCard room={room} icon={<Lock />} title={title} text={t("access.password.text", { host })}>
      {tokenError && <Note tone="warn">{t("access.password.enterAgain", { reason: errorText(tokenError) })}</Note>}
      <PasswordForm room={room} onAccess={onRetry} />
      <RequestAccessButton roomId={room._id} onDone={onRetry} />
    </AccessCard>
  );
}

type PasswordFormProps = { readonly room: AccessProps["room"]; readonly onAccess: () => void };

function PasswordForm({ room, onAccess }: PasswordFormProps) {
  const { t } = useTranslation("people");
  const errorText = useErrorText();
  const [password, setPassword] = useState("");
  const { submit, reset, error, isPending } = useAccessToken(room, onAccess);
  const onSubmit = (event: FormEvent) => {
    event.preventDefault();
    void submit(password);
  };
  return (
    <form noValidate onSubmit={onSubmit} className="grid gap-4">
      <TextField
        label={t("access.password.label")}
        name="room-password"
        type="password"
        autoComplete="off"
        autoFocus
        value={password}
        onChange={(next) => {
          setPassword(next);
          reset();
        }}
        error={error && errorText(error)}
      />
      <Button type="submit" variant="primary" size="lg" isWide isBusy={isPending}>
        {t("access.password.open")}
      </Button>
    </form>
  );
}

/** Checks the password and exchanges it for a token, which opens the room for this browser session. */
function useAccessToken(room: AccessProps["room"], onAccess: () => void) {
  return useSubmit<[string], FunctionValue<"rooms.generateAccessToken">, ErrorCode>(async (password) => {
    if (password.trim() === "") return fail("field-required");
    const args = { room_url: room._id, password };
    const checked = await query("rooms.checkPassword", args);
    if (!checked.ok) return checked;
    if (!checked.value.valid) return fail("room-password-wrong");
    const created = await mutation("rooms.generateAccessToken", { ...args, session_id: browserSessionId() });
    if (created.ok) {
      storeRoomAccessToken(room, created.value.token);
      onAccess();
    }
    return created;
  });
}

type RequestAccessButtonProps = { readonly roomId: AccessProps["room"]["_id"]; readonly onDone: () => void };

/** Guests sign in first, because a request carries a name. */
function RequestAccessButton({ roomId, onDone }: RequestAccessButtonProps) {
  const { t } = useTranslation("people");
  const isSignedIn = useUser() !== null;
  const request = useAccessRequest(roomId, onDone);
  useIntent("request-access", { accepts: (intent) => intent.roomId === roomId, run: () => void request.send() });
  if (!isSignedIn) {
    return (
      <Button
        variant="ghost"
        isWide
        onPress={() => openDialog({ name: "sign-in", tab: "login", intent: { to: "request-access", roomId } })}
      >
        {t("access.password.signIn")}
      </Button>
    );
  }
  return (
    <Button variant="ghost" isWide isBusy={request.isBusy} onPress={() => void request.send()}>
      {t("access.password.ask")}
    </Button>
  );
}
