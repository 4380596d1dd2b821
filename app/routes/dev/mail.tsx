import { data, type HeadersFunction, type LoaderFunctionArgs } from "@remix-run/cloudflare";
import { useLoaderData } from "@remix-run/react";
import { OutboxMail } from "#app/features/dev/outbox-mail.tsx";
import { requireSuperadmin } from "#app/features/dev/require-superadmin.server.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { RESET_LINK_PATH } from "#app/protocol/http.ts";

export { loadFromServer as clientLoader } from "#app/routes/load-from-server.ts";

export async function loader({ context }: LoaderFunctionArgs) {
  await requireSuperadmin(context);
  const listed = await context.call("dev.listMails", {});
  const mails = listed.ok ? listed.value.mails : [];
  const withOrigin = (body: string) => completeLinks(body, context.origin);
  const shown = mails.map((mail) => ({ ...mail, text: withOrigin(mail.text), html: withOrigin(mail.html) }));
  // the links in these mails grant access to accounts
  return data({ mails: shown }, { headers: { "Cache-Control": "no-store" } });
}

/** Puts this page's origin in front of links of which the mail has only the path: the server did not know its own origin. */
function completeLinks(body: string, origin: string): string {
  const isPathOnly = (index: number) => /[\s">]/.test(body[index - 1] ?? "\n");
  return body.replaceAll(RESET_LINK_PATH, (path, index) => (isPathOnly(index) ? `${origin}${path}` : path));
}

export const headers: HeadersFunction = ({ loaderHeaders }) => loaderHeaders;

export default function DevMail() {
  const { t } = useTranslation("dev");
  const { mails } = useLoaderData<typeof loader>();
  return (
    <main id="content" className="mx-auto max-w-360 px-4 py-4 font-mono text-small md:px-8">
      <p className="mb-3 text-ink-2">{mails.length > 0 ? t("mailText") : t("mail.none")}</p>
      {mails.map((mail) => (
        <OutboxMail key={mail.id} mail={mail} />
      ))}
    </main>
  );
}
