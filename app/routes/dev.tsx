import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Link } from "@remix-run/react";
import { Bug } from "lucide-react";
import { useTranslation } from "react-i18next";
import { requireSuperadmin } from "#app/features/dev/require-superadmin.server.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("devTools"), icon: <Bug aria-hidden /> }) };
export const meta: MetaFunction = () => [{ title: "Dev · Tutti" }];
export const loader = ({ context }: LoaderFunctionArgs) => requireSuperadmin(context);

export default function DevTools() {
  const { t } = useTranslation("dev");
  return (
    <main id="content" className="mx-auto max-w-360 px-4 py-4 md:px-8">
      <ul className="grid gap-1 font-mono text-small">
        <li>
          <Link to="/dev/ui" className="text-info-ink underline underline-offset-3">
            /dev/ui
          </Link>{" "}
          <span className="text-ink-3">{t("uiText")}</span>
        </li>
        <li>
          <Link to="/dev/mail" className="text-info-ink underline underline-offset-3">
            /dev/mail
          </Link>{" "}
          <span className="text-ink-3">{t("mailText")}</span>
        </li>
      </ul>
    </main>
  );
}
