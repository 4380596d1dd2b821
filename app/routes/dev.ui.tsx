import type { LoaderFunctionArgs, MetaFunction } from "@remix-run/cloudflare";
import { Bug } from "lucide-react";
import { ComponentDemo } from "#app/features/dev/component-demo.tsx";
import { requireSuperadmin } from "#app/features/dev/require-superadmin.server.ts";
import type { PageHandle } from "#app/root.tsx";

export const handle: PageHandle = { header: (t) => ({ title: t("devTitle", { page: "ui" }), icon: <Bug aria-hidden /> }) };
export const meta: MetaFunction = () => [{ title: "Dev: ui · Tutti" }];
export const loader = ({ context }: LoaderFunctionArgs) => requireSuperadmin(context);

export default function DevUi() {
  return (
    <main id="content">
      <ComponentDemo />
    </main>
  );
}
