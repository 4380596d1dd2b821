import { Check } from "lucide-react";
import { useId } from "react";
import { useTranslation } from "react-i18next";
import { COLUMNS, permissionRows } from "#app/domain/access/permission-table.ts";

const STICKY = "sticky left-0 bg-surface text-left";

/** The one table of who may do what. On a telephone it scrolls in itself; what is asked stays in view. */
export function PermissionTable() {
  const { t } = useTranslation(["help", "shell"]);
  const captionId = useId();
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a keyboard must reach what scrolls
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg bg-surface shadow-1"
    >
      <table className="w-full border-separate border-spacing-0">
        <caption id={captionId} className="sr-only">
          {t("table.title")}
        </caption>
        <thead className="text-caption">
          <tr>
            <th scope="col" className={`${STICKY} py-3 pr-2 pl-4 align-bottom font-label text-ink-3`}>
              {t("table.what")}
            </th>
            {COLUMNS.map((effectiveRoles) => (
              <th key={effectiveRoles[0]} scope="col" className="px-1 py-3 align-bottom font-strong text-ink-2 md:px-2">
                {/* all of them side by side on a telephone too */}
                <span className="max-md:rotate-180 max-md:[writing-mode:vertical-rl]">
                  {effectiveRoles.map((effectiveRole) => t(`shell:role.${effectiveRole}`)).join(" / ")}
                </span>
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {permissionRows().map(({ action, allowed }) => (
            <tr key={action} className="[&>*]:shadow-[inset_0_1px_0_var(--line)]">
              <th scope="row" className={`${STICKY} min-w-33 py-2.5 pr-2 pl-4 font-label max-md:text-small`}>
                {t(`action.${action}`)}
              </th>
              {allowed.map((isAllowed, column) => (
                <td key={COLUMNS[column]?.[0]} className="px-1 py-2.5 text-center md:px-2">
                  <Answer isYes={isAllowed} />
                </td>
              ))}
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

function Answer({ isYes }: { readonly isYes: boolean }) {
  const { t } = useTranslation("help");
  return (
    <>
      {isYes ? (
        <Check aria-hidden size={18} className="mx-auto" />
      ) : (
        <span aria-hidden className="text-ink-3">
          –
        </span>
      )}
      <span className="sr-only">{t(isYes ? "table.yes" : "table.no")}</span>
    </>
  );
}
