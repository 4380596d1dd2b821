import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Bug } from "lucide-react";
import { superadminOnly } from "#app/features/dev/superadmin-only.server.ts";
import { UiShow } from "#app/features/dev/ui-show.tsx";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("devTitle", { page: "ui" }), icon: <Bug aria-hidden /> }) };
export const meta: MetaFunction = () => [{ title: "Dev: ui · Tutti" }];
export const loader = ({ context }: LoaderFunctionArgs) => superadminOnly(context);

export default function DevUi() {
  return (
    <main id="content">
      <UiShow />
    </main>
  );
}
