import { Link } from "@remix-run/react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { DEV_TOOLS } from "./dev-tools.ts";

export function DevToolList() {
  const { t } = useTranslation("dev");
  return (
    <ul className="mx-auto grid max-w-360 gap-x-8 gap-y-5 px-4 pt-4 pb-16 sm:grid-cols-2 md:px-8 lg:grid-cols-3">
      {DEV_TOOLS.map((tool) => (
        <li key={tool}>
          <Link to={`/dev/${tool}`} className="rounded-sm font-mono text-small text-info-ink underline underline-offset-3">
            /dev/{tool}
          </Link>
          <p className="mt-1 text-small text-ink-2">{t(`tools.${tool}`)}</p>
        </li>
      ))}
    </ul>
  );
}
