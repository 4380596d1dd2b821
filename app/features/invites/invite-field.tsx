import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "#app/i18n/use-translation.ts";

type InviteFieldProps = { readonly caption: string; readonly aside?: ReactNode; readonly children: ReactNode };

/** A select with a visible caption, which is hidden from screen readers: the select has the same accessible name. */
export function InviteField({ caption, aside, children }: InviteFieldProps) {
  return (
    <div className="grid gap-1.5">
      <div className="flex flex-wrap justify-between gap-x-2 text-small leading-[18px]">
        <span aria-hidden className="font-label text-ink-2">
          {caption}
        </span>
        {aside}
      </div>
      {children}
    </div>
  );
}

/** Opens the help in another tab, because leaving the room would stop its sound. */
export function RoleHelpLink() {
  const { t } = useTranslation("invites");
  return (
    <a
      href="/help#roles"
      target="_blank"
      rel="noreferrer"
      className="relative inline-flex items-center gap-1 rounded-sm text-ink-2 underline underline-offset-3 after:absolute after:inset-x-0 after:-inset-y-1 hover:text-ink pointer-coarse:after:-inset-y-3.5"
    >
      {t("make.whatMay")}
      <ExternalLink size={14} aria-hidden />
      <span className="sr-only">({t("make.newTab")})</span>
    </a>
  );
}
