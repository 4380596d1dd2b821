import { Check } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { TwoPressButton } from "#app/ui/two-press-button.tsx";
import type { ServiceConnection } from "./found.ts";
import { useDisconnect } from "./use-connect.ts";

type ConnectionLineProps = {
  readonly service: ServiceConnection["service"];
  readonly connection: NonNullable<ServiceConnection["connection"]>;
  readonly onDisconnected: () => void;
};

/** The connected account. */
export function ConnectionLine({ service, connection, onDisconnected }: ConnectionLineProps) {
  const { t } = useTranslation("imports");
  const { isPending, submit } = useDisconnect(service, onDisconnected);
  const { account, address } = connection;
  return (
    <div className="flex flex-wrap items-center justify-between gap-x-3 gap-y-1">
      <p className="flex min-w-0 flex-1 basis-50 items-start gap-2 text-small text-ink-3">
        <Check size={16} aria-hidden className="mt-0.5 shrink-0" />
        <span className="min-w-0 [overflow-wrap:anywhere]">
          {[t("connect.account", { account }), address].filter((part) => part !== "").join(" · ")}
        </span>
      </p>
      <TwoPressButton
        size="sm"
        variant="ghost"
        label={t("connect.disconnect")}
        armedLabel={t("connect.disconnectAgain")}
        announcement={t("connect.disconnectArmed", { service: t(`service.${service}`) })}
        isBusy={isPending}
        onConfirm={() => void submit()}
      />
    </div>
  );
}
