import { Ban, DoorOpen } from "lucide-react";
import { useState } from "react";
import { useTranslation } from "react-i18next";
import { timeUntil } from "#app/i18n/format.ts";
import { AvatarStack } from "#app/ui/avatar.tsx";
import { Button, LinkButton } from "#app/ui/button.tsx";
import { Spinner } from "#app/ui/spinner.tsx";
import { GateCard } from "./gate-card.tsx";
import { PasswordGate } from "./password-gate.tsx";
import { useRequest } from "./use-request.ts";
import type { GateProps } from "./use-room-info.ts";

/** The request is on its way; the room opens by itself. */
export function WaitingGate({ room, outside, onRetry }: GateProps) {
  const { t, i18n } = useTranslation("people");
  const { withdraw, isBusy } = useRequest(room._id, onRetry);
  const { managers } = outside;
  const names = new Intl.ListFormat(i18n.language, { type: "conjunction" }).format(managers.map(({ name }) => name));
  return (
    <GateCard
      seed={room._id}
      icon={<Spinner />}
      roomName={room.name}
      title={t("gate.waiting.title")}
      text={t("gate.waiting.text")}
    >
      {managers.length > 0 && (
        <div className="mb-2 flex items-center gap-3 text-small text-ink-2 [--ring:var(--overlay)]">
          <AvatarStack people={managers} size={28} max={5} />
          {t("gate.waiting.who", { names })}
        </div>
      )}
      <Button size="lg" isWide isBusy={isBusy} onPress={() => void withdraw()}>
        {t("request.withdraw")}
      </Button>
    </GateCard>
  );
}

/** Denied: by the password still, or again in a day. */
export function DeniedGate(gate: GateProps) {
  const { room, outside, onRetry } = gate;
  const { t, i18n } = useTranslation("people");
  const { ask, isBusy } = useRequest(room._id, onRetry);
  const [hasPassword, setHasPassword] = useState(false);
  const againAtMs = outside.askAgainAtMs ?? 0;
  const mayAsk = Date.now() >= againAtMs;
  if (hasPassword) return <PasswordGate {...gate} isExpired={false} />;
  return (
    <GateCard
      seed={room._id}
      icon={<Ban />}
      tone="danger"
      roomName={room.name}
      title={t("gate.denied.title")}
      text={
        <>
          {t("gate.denied.text")} {!mayAsk && t("gate.denied.again", { when: timeUntil(againAtMs, Date.now(), i18n.language) })}
        </>
      }
    >
      {mayAsk && (
        <Button variant="primary" size="lg" isWide isBusy={isBusy} onPress={() => void ask()}>
          {t("request.askAgain")}
        </Button>
      )}
      <LinkButton to="/" variant={mayAsk ? "secondary" : "primary"} size="lg" isWide>
        {t("gate.browse")}
      </LinkButton>
      <Button variant="ghost" isWide onPress={() => setHasPassword(true)}>
        {t("gate.denied.password")}
      </Button>
    </GateCard>
  );
}

/** Somebody has put the visitor out of the room. */
export function ExpelledGate({ room, outside, onRetry }: GateProps) {
  const { t } = useTranslation("people");
  return (
    <GateCard
      seed={room._id}
      icon={<DoorOpen />}
      tone="danger"
      roomName={room.name}
      title={t("gate.putOut.title")}
      text={t("gate.putOut.text")}
    >
      <LinkButton to="/" variant="primary" size="lg" isWide>
        {t("gate.browse")}
      </LinkButton>
      <Button variant="ghost" isWide onPress={onRetry}>
        {t(outside.requiresPassword ? "gate.putOut.password" : "gate.putOut.listen")}
      </Button>
    </GateCard>
  );
}
