import { RotateCcw } from "lucide-react";
import { useTranslation } from "#app/i18n/use-translation.ts";
import { Button, LinkButton } from "#app/ui/button.tsx";

type ErrorPageProps = {
  readonly status: number;
  /** `title` and `text` replace the texts of the status, as for a room that does not exist. */
  readonly title?: string;
  readonly text?: string;
  /** The requested path. */
  readonly path?: string;
  /** Names the request in the server's log. */
  readonly requestId?: string;
};

/** The page for 404, and for 500 and all other statuses. */
export function ErrorPage({ status, title, text, path, requestId }: ErrorPageProps) {
  const { t } = useTranslation();
  const isMissing = status === 404;
  return (
    <main id="content" className="mx-auto grid max-w-160 justify-items-center px-4 pt-14 pb-16 text-center md:pt-24">
      <Score isMissing={isMissing} />
      <p className="mt-9 font-bold text-ink-3 tabular-nums">{status}</p>
      <h1 className="mt-1 max-w-full text-h1 font-bold wrap-anywhere md:text-display">
        {title ?? t(isMissing ? "errorPage.notFound" : "errorPage.internal")}
      </h1>
      <p className="mt-3 text-lead text-ink-2">{text ?? t(isMissing ? "errorPage.notFoundText" : "errorPage.internalText")}</p>
      {path && <p className="mt-3 max-w-full truncate font-mono text-small text-ink-3">{path}</p>}
      {requestId && <p className="mt-3 text-small text-ink-3">{t("errorPage.requestId", { id: requestId })}</p>}
      <div className="mt-7 flex flex-wrap justify-center gap-3">
        <LinkButton to="/" variant="primary" size="lg">
          {t("backToRooms")}
        </LinkButton>
        {!isMissing && (
          <Button size="lg" icon={<RotateCcw />} onPress={() => location.reload()}>
            {t("errorPage.reload")}
          </Button>
        )}
      </div>
    </main>
  );
}

/** The notes of six lanes before and after the bar line: start and length in percent of the width. The fourth lane is empty. */
const BEFORE = [[9, 23], [23, 12], [5, 29], null, [14, 20], [30, 9]] as const;
const AFTER = [[50, 28], [50, 39], [50, 22], null, [50, 33], [50, 25]] as const;
const LANE_PX = 27;

/**
 * An illustration in the style of the room artwork. A missing page has a dashed circle in place of a note after the bar line;
 * after an error no lane continues past the bar line.
 */
function Score({ isMissing }: { readonly isMissing: boolean }) {
  return (
    <svg aria-hidden viewBox="0 0 620 173" className="w-full max-w-155">
      {BEFORE.map((note, lane) => {
        const y = 17 + lane * LANE_PX;
        const after = AFTER[lane];
        return (
          // biome-ignore lint/suspicious/noArrayIndexKey: the lanes are constant
          <g key={lane}>
            <path d={`M0 ${y}H620`} strokeWidth={1} className="stroke-line" />
            {note && <NoteBar from={note[0]} length={note[1]} y={y} className="fill-(--quiet-b)" />}
            {after && isMissing && <NoteBar from={after[0]} length={after[1]} y={y} className="fill-(--quiet-a)" />}
            {!note && isMissing && (
              <circle
                cx={317}
                cy={y}
                r={7}
                fill="none"
                strokeWidth={1.75}
                strokeDasharray="3 2.5"
                className="stroke-danger-ink"
              />
            )}
            {!note && !isMissing && <NoteBar from={18} length={16} y={y} className="fill-(--quiet-b)" />}
          </g>
        );
      })}
      <path d="M302 0V173" strokeWidth={1.75} strokeDasharray={isMissing ? undefined : "5 5"} className="stroke-ink-3" />
    </svg>
  );
}

type NoteBarProps = {
  /** Percent of the width. */
  readonly from: number;
  /** Percent of the width. */
  readonly length: number;
  readonly y: number;
  readonly className: string;
};

function NoteBar({ from, length, y, className }: NoteBarProps) {
  return <rect x={from * 6.2} y={y - 6.5} width={length * 6.2} height={13} rx={6.5} className={className} />;
}
