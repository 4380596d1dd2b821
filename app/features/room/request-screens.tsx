import { Ban, DoorOpen } from "lucide-react";
import { useState } from "react";
import { formatTimeUntil } from "#app/i18n/format.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { AvatarStack } from "#app/ui/avatar-stack.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { AccessCard, type AccessProps } from "./access-card.tsx";
import { PasswordScreen } from "./password-screen.tsx";
import { useAccessRequest } from "./use-access-request.ts";

/** The user has requested access. The room opens when a manager approves it. */
export function WaitingScreen({ room, preview, onRetry }: AccessProps) {
  const { t, language } = useTranslation("people");
  const { withdraw, isBusy } = useAccessRequest(room._id, onRetry);
  const { managers } = preview;
  const names = new Intl.ListFormat(language, { type: "conjunction" }).format(managers.map(({ name }) => name));
  return (
    <AccessCard room={room} icon={<Spinner />} title={t("access.waiting.title")} text={t("access.waiting.text")}>
      {managers.length > 0 && (
        <div className="mb-2 flex items-center gap-3 text-small text-ink-2 [--ring:var(--overlay)]">
          <AvatarStack people={managers} size={28} max={5} />
          {t("access.waiting.who", { names })}
        </div>
      )}
      <Button size="lg" isWide isBusy={isBusy} onPress={() => void withdraw()}>
        {t("request.withdraw")}
      </Button>
    </AccessCard>
  );
}

/** The request was rejected. The user may enter with the password, or request access again after a while. */
export function RejectedScreen(props: AccessProps) {
  const { room, preview, onRetry } = props;
  const { t } = useTranslation("people");
  const { send, isBusy } = useAccessRequest(room._id, onRetry);
  const [isPasswordPrompt, setPasswordPrompt] = useState(false);
  const nextRequestAtMs = preview.askAgainAtMs ?? 0;
  const canRequest = Date.now() >= nextRequestAtMs;
  if (isPasswordPrompt) return <PasswordScreen {...props} tokenError={null} />;
  return (
    <AccessCard
      room={room}
      icon={<Ban />}
      tone="danger"
      title={t("access.rejected.title")}
      text={<RejectedText nextRequestAtMs={canRequest ? null : nextRequestAtMs} />}
    >
      {canRequest && (
        <Button variant="primary" size="lg" isWide isBusy={isBusy} onPress={() => void send()}>
          {t("request.askAgain")}
        </Button>
      )}
      <LinkButton to="/" variant={canRequest ? "secondary" : "primary"} size="lg" isWide>
        {t("access.browse")}
      </LinkButton>
      <Button variant="ghost" isWide onPress={() => setPasswordPrompt(true)}>
        {t("access.rejected.password")}
      </Button>
    </AccessCard>
  );
}

/** `nextRequestAtMs` is null if the user may request access now. */
function RejectedText({ nextRequestAtMs }: { readonly nextRequestAtMs: number | null }) {
  const { t, language } = useTranslation("people");
  return (
    <>
      {t("access.rejected.text")}{" "}
      {nextRequestAtMs !== null && t("access.rejected.again", { when: formatTimeUntil(nextRequestAtMs, Date.now(), language) })}
    </>
  );
}

/** A manager has removed the user from the room. */
export function RemovedScreen({ room, preview, onRetry }: AccessProps) {
  const { t } = useTranslation("people");
  return (
    <AccessCard
      room={room}
      icon={<DoorOpen />}
      tone="danger"
      title={t("access.excluded.title")}
      text={t("access.excluded.text")}
    >
      <LinkButton to="/" variant="primary" size="lg" isWide>
        {t("access.browse")}
      </LinkButton>
      <Button variant="ghost" isWide onPress={onRetry}>
        {t(preview.requiresPassword ? "access.excluded.password" : "access.excluded.listen")}
      </Button>
    </AccessCard>
  );
}
