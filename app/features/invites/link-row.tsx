import { Check, Copy } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button } from "#app/ui/button.tsx";
import { useCopy } from "./use-copy.ts";

/** A link to read and to copy. Its last part, which distinguishes it from other links, is emphasized. */
export function LinkRow({ address }: { readonly address: string }) {
  const { t } = useTranslation("invites");
  const { isCopied, copy } = useCopy(address);
  const visible = address.replace(/^https?:\/\//, "");
  const lastPartStart = visible.lastIndexOf("/") + 1;
  return (
    <div className="flex items-center gap-2 rounded-[12px] bg-sunken py-1 pr-1 pl-3.5">
      <span className="min-w-0 flex-1 truncate text-small text-ink-3 select-all">
        {visible.slice(0, lastPartStart)}
        <b className="font-strong text-ink">{visible.slice(lastPartStart)}</b>
      </span>
      <Button variant="raised" size="sm" icon={isCopied ? <Check /> : <Copy />} onPress={copy}>
        {t(isCopied ? "copied" : "copy")}
      </Button>
    </div>
  );
}
