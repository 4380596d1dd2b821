import { RefreshCw } from "lucide-react";
import { useTranslation } from "react-i18next";
import { formatMs } from "#app/i18n/format.ts";
import { Button } from "#app/ui/button.tsx";
import { useSyncWords } from "./sync-badge.tsx";
import type { Player } from "./use-player.ts";

/** The number, and the facts it rests on. */
export function SyncPanel({ player }: { readonly player: Player }) {
  const { t, i18n } = useTranslation("room");
  const { status, isLit } = player;
  const { lamp, label } = useSyncWords(player);
  const ms = (value: number) => t("sync.ms", { ms: formatMs(value, i18n.language) });
  const { clock, means } = status;
  const facts = [
    { name: t("sync.clock"), text: t("sync.clockText"), value: clock ? `± ${ms(clock.boundMs)}` : "–" },
    { name: t("sync.roundTrip"), text: t("sync.roundTripText"), value: clock ? ms(clock.roundTripMs) : "–" },
    { name: t("sync.output"), text: t("sync.outputText"), value: ms(status.outputLatencyMs) },
    {
      name: t("sync.trim"),
      text: t("sync.trimText"),
      value: new Intl.NumberFormat(i18n.language, {
        style: "percent",
        maximumFractionDigits: 3,
        signDisplay: "exceptZero",
      }).format(status.trimPpm / 1e6),
    },
    { name: t("sync.slips"), text: t("sync.slipsText"), value: String(status.jumps + status.starvedBlocks) },
  ];
  return (
    <div className="px-6 py-5">
      <h2 className="flex items-center gap-3 text-h2 font-bold">
        {lamp}
        {isLit ? t("sync.title") : label}
      </h2>
      <p className="mt-3.5 flex items-baseline gap-2.5">
        <span className="text-[48px] leading-12 font-bold tracking-[-.03em] tabular-nums">
          {status.errorMs === null ? "–" : formatMs(Math.abs(status.errorMs), i18n.language)}
        </span>
        <span className="text-ink-2">
          {t("sync.ms", { ms: "" }).trim()} {t("sync.apart")}
        </span>
      </p>
      <dl className="my-4">
        {facts.map(({ name, text, value }) => (
          <div key={name} className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1.5 text-small">
            <dt className="text-ink-2">
              {name}
              <span className="block text-caption text-ink-3">{text}</span>
            </dt>
            <dd className="font-strong whitespace-nowrap tabular-nums">{value}</dd>
          </div>
        ))}
        {means && (
          <div className="flex min-h-9 items-center justify-between gap-4 border-t border-line py-1.5 text-small">
            <dt className="text-ink-2">{t("sync.means")}</dt>
            <dd className="text-right font-strong">{t(`sync.${means}`)}</dd>
          </div>
        )}
      </dl>
      <Button icon={<RefreshCw />} onPress={player.resync}>
        {t("player.resync")}
      </Button>
    </div>
  );
}
