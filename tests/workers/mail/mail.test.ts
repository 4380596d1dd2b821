import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { createDb } from "#db/client.ts";
import { insertMail } from "#db/queries/mails.ts";
import { MAIL_URL, type MailFault, startMailServer } from "#tests/support/mail-server.ts";
import { registerUser } from "#tests/workers/support/client.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { deliverDueMails, retryAfterMs } from "#workers/mail/deliver-mail.ts";
import { getMailContent, type MailKind } from "#workers/mail/mail-content.ts";
import { createPlatformMailer, parseSender } from "#workers/mail/platform-mailer.ts";
import { renderMailHtml, renderMailText } from "#workers/mail/render-mail.ts";
import { createMailRow, deliverInBackground } from "#workers/mail/send-mail.ts";

const KEY = "a key of the provider";
const SENDING: Cloudflare.Env = { ...env, MAIL_FROM: "Tutti <hello@tutti.test>", MAIL_API_KEY: KEY, MAIL_API_URL: MAIL_URL };
const MINUTE_MS = 60_000;
const TO = "mira@example.org";
const LINK = "https://tutti.test/reset-password?token=abc";

let server: ReturnType<typeof startMailServer>;
beforeEach(async () => {
  await env.DB.prepare("DELETE FROM mails").run();
  server = startMailServer(KEY);
});
afterEach(() => {
  server.close();
  vi.restoreAllMocks();
});

type Row = { readonly id: string; readonly tries: number; readonly next_try_at_ms: number | null; readonly sealed: string };
const stored = async () => (await env.DB.prepare("SELECT * FROM mails ORDER BY created_at_ms").all<Row>()).results;

/** Sends a mail as a request does, and waits for the work after the response. */
async function send(mail: MailKind, { nowMs = Date.now(), bindings = SENDING, locale = "en" as "en" | "ru" } = {}) {
  const context = createExecutionContext();
  const requestContext = {
    env: bindings,
    db: createDb(env.DB),
    nowMs,
    waitUntil: (p: Promise<unknown>) => context.waitUntil(p),
  };
  const row = createMailRow(requestContext, { to: TO, locale, mail });
  await insertMail(requestContext.db, row);
  deliverInBackground(requestContext, row);
  await waitOnExecutionContext(context);
}

const CHANGED: MailKind = { kind: "password-changed", providers: [] };
const resetUntil = (expiresAtMs: number): MailKind => ({ kind: "reset", link: LINK, expiresAtMs });

/** Captures the log of failed deliveries. */
function captureErrors() {
  const logged: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void logged.push(String(line)));
  return logged;
}

describe("mail through the HTTP API", () => {
  it("is sent and deleted from the database", async () => {
    await send(resetUntil(Date.now() + MINUTE_MS));
    expect(server.mails()).toEqual([
      {
        from: "Tutti <hello@tutti.test>",
        to: TO,
        subject: "Set a new password",
        html: expect.stringContaining(LINK),
        text: expect.stringContaining(LINK),
      },
    ]);
    expect(await stored()).toEqual([]);
  });

  it.each<MailFault>(["500", "html", "garbage", "redirect", "silent", "no-connection"])(
    "is retried by the sweep if the API fails: %s",
    async (fault) => {
      const logged = captureErrors();
      vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
        expect(ms).toBe(10_000);
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), 20);
        return controller.signal;
      });
      const nowMs = Date.now();
      server.setFault(fault);
      await send(CHANGED, { nowMs });
      expect(server.requestCount()).toBe(1);
      expect(await stored()).toMatchObject([{ tries: 1, next_try_at_ms: nowMs + MINUTE_MS }]);

      await sweep(SENDING, nowMs + MINUTE_MS - 1);
      expect(server.requestCount()).toBe(1);
      await sweep(SENDING, nowMs + MINUTE_MS);
      expect(server.requestCount()).toBe(2);
      expect(await stored()).toMatchObject([{ tries: 2, next_try_at_ms: nowMs + 3 * MINUTE_MS }]);

      server.setFault("none");
      await sweep(SENDING, nowMs + 5 * MINUTE_MS);
      expect(server.mails()).toMatchObject([{ to: TO, subject: "Your password was changed" }]);
      expect(await stored()).toEqual([]);
      expect(logged).toHaveLength(2);
      expect(logged.join()).not.toContain(TO);
    },
  );

  it("waits longer after each attempt, at most an hour, and is given up after a day", async () => {
    expect([1, 2, 3, 6, 7, 20].map((tries) => retryAfterMs(tries) / MINUTE_MS)).toEqual([1, 2, 4, 32, 60, 60]);
    const logged = captureErrors();
    const startMs = Date.now();
    server.setFault("500");
    await send(CHANGED, { nowMs: startMs });
    let nowMs = startMs;
    for (; (await stored()).length > 0 && nowMs < startMs + 2 * mailLimits.mailRetryMs; nowMs += 5 * MINUTE_MS) {
      await deliverDueMails({ env: SENDING, db: createDb(env.DB), nowMs });
    }
    expect((nowMs - startMs) / mailLimits.mailRetryMs).toBeGreaterThan(0.9);
    expect((nowMs - startMs) / mailLimits.mailRetryMs).toBeLessThan(1.02);
    expect(logged.at(-1)).toContain("given up");
    expect(server.requestCount()).toBeLessThan(35);
  });

  it("is not sent if its link has expired", async () => {
    captureErrors();
    const nowMs = Date.now();
    server.setFault("500");
    await send(resetUntil(nowMs + 10 * MINUTE_MS), { nowMs });
    server.setFault("none");
    await sweep(SENDING, nowMs + 10 * MINUTE_MS);
    expect(server.mails()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it("is sent once by simultaneous sweeps", async () => {
    captureErrors();
    const nowMs = Date.now();
    server.setFault("500");
    await send(CHANGED, { nowMs });
    server.setFault("none");
    await Promise.all([1, 2, 3].map(() => sweep(SENDING, nowMs + MINUTE_MS)));
    expect(server.requestCount()).toBe(2);
  });
});

describe("mail through the platform", () => {
  it("is sent through the binding, and retried if that fails", async () => {
    const logged = captureErrors();
    const sent: unknown[] = [];
    let isVerified = false;
    const MAIL = {
      async send(mail: unknown) {
        if (!isVerified) throw Object.assign(new Error(`${TO} is unknown`), { code: "E_SENDER_NOT_VERIFIED" });
        sent.push(mail);
        return { messageId: "1" };
      },
    };
    const bindings = { ...env, MAIL_FROM: "Тутти <hello@tutti.test>", MAIL };
    const nowMs = Date.now();
    await send(CHANGED, { bindings, nowMs, locale: "ru" });
    expect(logged).toEqual([expect.stringContaining("E_SENDER_NOT_VERIFIED")]);
    expect(logged.join()).not.toContain(TO);
    isVerified = true;
    await sweep(bindings, nowMs + MINUTE_MS);
    const from = { name: "Тутти", email: "hello@tutti.test" };
    expect(sent).toMatchObject([{ from, to: TO, subject: "Ваш пароль изменён" }]);
    expect(await stored()).toEqual([]);
  });

  it("parses a sender with and without a name", () => {
    expect(parseSender('"Tutti, the" <a@b.c>')).toEqual({ name: "Tutti, the", email: "a@b.c" });
    expect([" a@b.c ", "<a@b.c>"].map(parseSender)).toEqual(["a@b.c", "a@b.c"]);
  });

  it("logs only the code of a failure", async () => {
    const refusing = createPlatformMailer({ send: () => Promise.reject(new Error(TO)) }, "a@b.c");
    expect(await refusing({ to: TO, subject: "", text: "", html: "" }, "" as never)).toEqual({ ok: false, error: "refused" });
  });
});

describe("the outbox", () => {
  it("stores mails that cannot be sent, encrypted, and shows them only to superadmins", async () => {
    const superadmin = await registerUser();
    await send(resetUntil(Date.now() + MINUTE_MS), { bindings: env });
    expect(server.requestCount()).toBe(0);
    const [row] = await stored();
    expect(row).toMatchObject({ tries: 0, next_try_at_ms: null });
    for (const secret of [TO, LINK, "password", "Tutti"]) expect(JSON.stringify(row)).not.toContain(secret);

    const refused = await superadmin.post("/api/query", { path: "dev.listMails", args: {} });
    expect(await refused.json()).toMatchObject({ code: "unknown-function" });
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    const { mails } = await superadmin.call("dev.listMails", {});
    expect(mails).toMatchObject([{ to: TO, subject: "Set a new password", text: expect.stringContaining(LINK) }]);
  });

  it("omits mails that are being sent or were sealed with another secret", async () => {
    const superadmin = await registerUser();
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    captureErrors();
    server.setFault("500");
    await send(CHANGED);
    await send(CHANGED, { bindings: { ...env, APP_SECRET: "another secret, as long as the first one is" } });
    expect((await superadmin.call("dev.listMails", {})).mails).toEqual([]);
  });

  it("keeps at most fifty mails, for a week", async () => {
    const nowMs = Date.now();
    await send(CHANGED, { bindings: env, nowMs: nowMs - mailLimits.outboxRetentionMs - 1 });
    await send(CHANGED, { bindings: env, nowMs: nowMs - mailLimits.outboxRetentionMs + MINUTE_MS });
    await sweep(env, nowMs);
    expect(await stored()).toHaveLength(1);
    for (let i = 0; i < mailLimits.outboxMails; i++) await send(CHANGED, { bindings: env, nowMs: nowMs + i });
    await sweep(env, nowMs);
    expect((await stored()).map((row) => (row as unknown as { created_at_ms: number }).created_at_ms)).toEqual(
      Array.from({ length: mailLimits.outboxMails }, (_, i) => nowMs + i),
    );
  });
});

describe("the content of mails", () => {
  const KINDS: readonly MailKind[] = [
    resetUntil(0),
    CHANGED,
    { kind: "email-changed" },
    { kind: "account-deleted" },
    { kind: "provider-linked", provider: "google" },
    { kind: "provider-unlinked", provider: "spotify" },
  ];

  it.each(KINDS)("exists in both languages, as text and HTML: $kind", (mail) => {
    const [english, russian] = [getMailContent("en", mail), getMailContent("ru", mail)];
    expect(english.subject).toMatch(/^[\x20-\x7e]+$/);
    expect(russian.subject).toMatch(/[а-я]/);
    for (const [locale, text] of [
      ["en", english],
      ["ru", russian],
    ] as const) {
      const page = renderMailHtml(locale, text);
      expect(page).toContain(`<html lang="${locale}">`);
      expect(page).not.toMatch(/<b>|<script|<img|<link|undefined|null/);
      expect(renderMailText(text)).not.toMatch(/undefined|null/);
      if (mail.kind === "reset") expect(renderMailText(text)).toContain(`\n\n${LINK}\n\n`);
    }
  });

  it("names the linked providers after a change of the password", () => {
    const changed = (locale: "en" | "ru") =>
      renderMailText(getMailContent(locale, { kind: "password-changed", providers: ["google", "github", "spotify"] }));
    expect(changed("en")).toContain("Google, GitHub, and Spotify");
    expect(changed("ru")).toContain("Google, GitHub и Spotify");
    expect(renderMailText(getMailContent("en", CHANGED))).not.toContain("sign in with");
  });

  it("is escaped in HTML", () => {
    const text = { ...getMailContent("en", CHANGED), paragraphs: ["<b>Мира & Co</b>"] };
    expect(renderMailHtml("en", text)).toContain("&lt;b&gt;Мира &amp; Co&lt;/b&gt;");
    expect(renderMailText(text)).toContain("<b>Мира & Co</b>");
    expect(
      renderMailHtml("en", getMailContent("en", { ...resetUntil(0), link: 'https://x/?a="><script>' } as MailKind)),
    ).not.toContain("<script>");
  });
});
