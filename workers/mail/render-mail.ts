import type { Locale } from "#app/i18n/config.ts";
import type { MailContent } from "./mail-content.ts";

/** Text and background keep the mail client's colors, so that a dark theme stays readable. Only the button has its own. */
const STYLE = {
  body: "margin:0;padding:24px 16px;font:16px/1.5 system-ui,-apple-system,'Segoe UI',Roboto,sans-serif",
  container: "max-width:480px;margin:0 auto",
  name: "margin:0 0 20px;font-size:18px;font-weight:700",
  paragraph: "margin:0 0 16px",
  button:
    "display:inline-block;padding:12px 20px;border-radius:8px;background:#2b59c3;color:#ffffff;font-weight:600;text-decoration:none",
  small: "margin:24px 0 0;font-size:13px;opacity:.75;overflow-wrap:anywhere",
};

/** The HTML body of a mail. It loads nothing, so it cannot report that it was opened. */
export function renderMailHtml(locale: Locale, { subject, paragraphs, action, footnote }: MailContent): string {
  const link = action ? escapeHtml(action.link) : "";
  const button =
    action && `<p style="${STYLE.paragraph}"><a href="${link}" style="${STYLE.button}">${escapeHtml(action.label)}</a></p>`;
  const plainLink = action && `<p style="${STYLE.small}"><a href="${link}" style="color:inherit">${link}</a></p>`;
  return [
    `<!doctype html><html lang="${locale}"><head><meta charset="utf-8">`,
    '<meta name="viewport" content="width=device-width"><meta name="color-scheme" content="light dark">',
    `<title>${escapeHtml(subject)}</title></head>`,
    `<body style="${STYLE.body}"><div style="${STYLE.container}">`,
    `<p style="${STYLE.name}">Tutti</p>`,
    ...paragraphs.map((paragraph) => `<p style="${STYLE.paragraph}">${escapeHtml(paragraph)}</p>`),
    button ?? "",
    `<p style="${STYLE.small}">${escapeHtml(footnote)}</p>`,
    plainLink ?? "",
    "</div></body></html>",
  ].join("\n");
}

/** The plain-text body of a mail. */
export function renderMailText({ paragraphs, action, footnote }: MailContent): string {
  return `${[...paragraphs, ...(action ? [action.link] : []), footnote, "Tutti"].join("\n\n")}\n`;
}

const ENTITIES: Readonly<Record<string, string>> = { "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;", "'": "&#39;" };

function escapeHtml(text: string): string {
  return text.replace(/[&<>"']/g, (char) => ENTITIES[char] ?? char);
}
