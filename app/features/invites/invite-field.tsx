import { ExternalLink } from "lucide-react";
import type { ReactNode } from "react";
import { useTranslation } from "react-i18next";

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
      className="inline-flex items-center gap-1 rounded-sm text-ink-2 underline underline-offset-3 hover:text-ink"
    >
      {t("make.whatMay")}
      <ExternalLink size={14} aria-hidden />
      <span className="sr-only">({t("make.newTab")})</span>
    </a>
  );
}
