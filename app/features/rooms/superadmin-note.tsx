import { KeyRound } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Note } from "#app/ui/note.tsx";

/** Tells the owner of an installation's first account how to administer it. */
export function SuperadminNote({ username }: { readonly username: string }) {
  const { t } = useTranslation("home");
  return (
    <div className="my-3">
      <Note tone="info" icon={<KeyRound aria-hidden />}>
        <b>{t("firstAccount.title")}</b>
        <p className="mt-0.5">{t("firstAccount.text")}</p>
        <code className="mt-1.5 block break-words select-all">npm run admin -- grant {username} --data DIR</code>
      </Note>
    </div>
  );
}
