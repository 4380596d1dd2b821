import { Check } from "lucide-react";
import { useId } from "react";
import { listPermissionRows, PERMISSION_COLUMNS, type PermissionRow } from "#app/domain/access/permission-table.ts";
import { useTranslation } from "#app/i18n/use-translation.ts";

const STICKY_COLUMN = "sticky left-0 bg-surface text-left";

/** The permissions of each role. On phones the table scrolls horizontally, and its first column remains visible. */
export function PermissionTable() {
  const { t } = useTranslation("help");
  const captionId = useId();
  return (
    <section
      aria-labelledby={captionId}
      // biome-ignore lint/a11y/noNoninteractiveTabindex: a scrolling area must be reachable by keyboard
      tabIndex={0}
      className="relative overflow-x-auto rounded-lg bg-surface shadow-1"
    >
      <table className="w-full border-separate border-spacing-0">
        <caption id={captionId} className="sr-only">
          {t("table.title")}
        </caption>
        <thead className="text-caption">
          <RoleRow />
        </thead>
        <tbody>
          {listPermissionRows().map((row) => (
            <ActionRow key={row.action} row={row} />
          ))}
        </tbody>
      </table>
    </section>
  );
}

function RoleRow() {
  const { t } = useTranslation(["help", "shell"]);
  return (
    <tr>
      <th scope="col" className={`${STICKY_COLUMN} py-3 pr-2 pl-4 align-bottom font-label text-ink-3`}>
        {t("help:table.what")}
      </th>
      {PERMISSION_COLUMNS.map((effectiveRoles) => (
        <th key={effectiveRoles[0]} scope="col" className="px-1 py-3 align-bottom font-strong text-ink-2 md:px-2">
          {/* vertical text on phones, so that all columns fit */}
          <span className="max-md:rotate-180 max-md:[writing-mode:vertical-rl]">
            {effectiveRoles.map((effectiveRole) => t(`shell:role.${effectiveRole}`)).join(" / ")}
          </span>
        </th>
      ))}
    </tr>
  );
}

function ActionRow({ row: { action, allowed } }: { readonly row: PermissionRow }) {
  const { t } = useTranslation("help");
  return (
    <tr className="[&>*]:shadow-[inset_0_1px_0_var(--line)]">
      <th scope="row" className={`${STICKY_COLUMN} min-w-33 py-2.5 pr-2 pl-4 font-label max-md:text-small`}>
        {t(`action.${action}`)}
      </th>
      {allowed.map((isAllowed, column) => (
        <td key={PERMISSION_COLUMNS[column]?.[0]} className="px-1 py-2.5 text-center md:px-2">
          <PermissionMark isAllowed={isAllowed} />
        </td>
      ))}
    </tr>
  );
}

function PermissionMark({ isAllowed }: { readonly isAllowed: boolean }) {
  const { t } = useTranslation("help");
  return (
    <>
      {isAllowed ? (
        <Check aria-hidden size={18} className="mx-auto" />
      ) : (
        <span aria-hidden className="text-ink-3">
          –
        </span>
      )}
      <span className="sr-only">{t(isAllowed ? "table.yes" : "table.no")}</span>
    </>
  );
}
