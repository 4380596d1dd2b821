import { CircleAlert } from "lucide-react";
import { useErrorText } from "#app/i18n/use-error-text.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";
import { SegmentedRadios } from "#app/ui/segmented-radios.tsx";
import { TextField } from "#app/ui/text-field.tsx";
import { useFocusInvalid } from "#app/ui/use-focus-invalid.ts";
import { ConnectCard } from "./connect-card.tsx";
import { listFields } from "./server-form.ts";
import { useServerForm } from "./use-server-form.ts";

type ConnectServerProps = { readonly isAgain: boolean; readonly onConnected: () => void };

/** Connects a person's own server with a password or an API key. */
export function ConnectServer({ isAgain, onConnected }: ConnectServerProps) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const server = useServerForm(onConnected);
  const form = useFocusInvalid(server.submission);
  return (
    <ConnectCard service="subsonic" isBusy={server.isBusy} isAgain={isAgain} formRef={form} onSubmit={server.submit}>
      <div className="flex flex-wrap items-center gap-3">
        <span aria-hidden className="text-small font-label text-ink-2">
          {t("connect.signIn")}
        </span>
        <SegmentedRadios
          label={t("connect.signIn")}
          options={[
            { id: "password", label: t("connect.withPassword") },
            { id: "api-key", label: t("connect.withApiKey") },
          ]}
          selected={server.kind}
          onSelect={server.chooseKind}
        />
      </div>
      <ServerFields server={server} />
      {server.failure && (
        <Note tone="danger" role="alert" icon={<CircleAlert />}>
          {errorText(server.failure)}
        </Note>
      )}
    </ConnectCard>
  );
}

function ServerFields({ server }: { readonly server: ReturnType<typeof useServerForm> }) {
  const { t } = useTranslation("imports");
  const errorText = useErrorText();
  const { draft, kind, errors, isBusy, edit } = server;
  return (
    <>
      {listFields(kind).map((field) => {
        const error = errors[field];
        return (
          <TextField
            key={field}
            label={t(`connect.${field}`)}
            type={field === "password" || field === "apiKey" ? "password" : "text"}
            autoComplete="off"
            value={draft[field]}
            onChange={(value) => edit(field, value)}
            isReadOnly={isBusy}
            error={error ? errorText(error) : null}
            {...(field === "address" && { inputMode: "url" as const, hint: t("connect.addressHint") })}
          />
        );
      })}
    </>
  );
}
