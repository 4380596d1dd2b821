import type { RequestLocale } from "#workers/http/request-locale.ts";
import type { MailText } from "./texts.ts";

/** Colours of text and ground are the reader's own, so that it is as readable in the dark; only the button brings its own. */
const STYLE = {
  body: "margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  sheet: "max-width:480px;margin:0 auto",
  name: "margin:0 0 20px;font-size:18px;font-weight:700",
  paragraph: "margin:0 0 16px",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#2b59c3;color:#ffffff;font-weight:600;text-decoration:none",
  small: "margin:24px 0 0;font-size:13px;opacity:.75;overflow-wrap:anywhere",
};

/** A mail as a page: no pictures, no styles from elsewhere, nothing that tells that it was read. */
export function mailPage(locale: RequestLocale, { subject, paragraphs, action, footnote }: MailText): string {
  const said = paragraphs.map((paragraph) => `<p style="${STYLE.paragraph}">${escapeHtml(paragraph)}</p>`);
  const link = action ? escapeHtml(action.link) : "";
  const pressed =
    action && `<p style="${STYLE.paragraph}"><a href="${link}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>`;
  const spelled = action && `<p style="${STYLE.small}"><a href="${link}" style="color:inherit">${link}</a></p>`;
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.sheet}">`,
    `<p style="${STYLE.name}">Tutti</p>`,
    ...said,
    pressed ?? "",
    `<p style="${STYLE.small}">${escapeHtml(footnote)}</p>`,
    spelled ?? "",
    "</div></body></html>",
  ].join("\n");
}

/** The same for who reads without HTML. */
export function mailPlain({ paragraphs, action, footnote }: MailText): string {
  return `${[...paragraphs, ...(action ? [action.link] : []), footnote, "Tutti"].join("\n\n")}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
