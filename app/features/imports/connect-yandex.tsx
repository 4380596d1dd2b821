import { useState } from "react";
import type { ErrorCode } from "#app/domain/errors.ts";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { ConnectCard } from "./connect-card.tsx";
import { useConnect } from "./use-connect.ts";

type ConnectFormProps = { readonly isAgain: boolean; readonly onConnected: () => void };

/** Connects Yandex Music with a token. */
export function ConnectYandex({ isAgain, onConnected }: ConnectFormProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const [token, setToken] = useState("");
  const [isMissing, setMissing] = useState(false);
  const { isPending, error, submit, reset } = useConnect(onConnected);
  const shownError: ErrorCode | null = isMissing ? "field-required" : error;
  const form = useFocusInvalid(shownError);

  const edit = (value: string) => {
    setToken(value);
    setMissing(false);
    reset();
  };
  const connect = () => {
    const isEmpty = token.trim() === "";
    setMissing(isEmpty);
    if (!isEmpty) void submit({ service: "yandex", token });
  };

  return (
    <ConnectCard service="yandex" isBusy={isPending} isAgain={isAgain} formRef={form} onSubmit={connect}>
      <TextField
        label={t("connect.token")}
        type="password"
        autoComplete="off"
        value={token}
        onChange={edit}
        isReadOnly={isPending}
        hint={t("connect.tokenHint")}
        error={shownError === null ? null : errorText(shownError)}
      />
    </ConnectCard>
  );
}
