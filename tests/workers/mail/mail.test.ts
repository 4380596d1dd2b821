import { createExecutionContext, env, waitOnExecutionContext } from "cloudflare:test";
import { afterEach, beforeEach, describe, expect, it, vi } from "vitest";
import { mailLimits } from "#app/domain/mail/mail-limits.ts";
import { createDb } from "#db/client.ts";
import { MAIL_URL, type MailFault, startMailServer } from "#tests/support/mail-server.ts";
import { newMember } from "#tests/workers/support/client.ts";
import { requestLocale } from "#workers/http/request-locale.ts";
import { sweep } from "#workers/jobs/sweep.ts";
import { deliverDueMails, retryAfterMs } from "#workers/mail/deliver-mail.ts";
import { mailPage, mailPlain } from "#workers/mail/mail-page.ts";
import { parseSender, platformMailer } from "#workers/mail/platform-mailer.ts";
import { sendMail } from "#workers/mail/send-mail.ts";
import { type MailKind, mailText } from "#workers/mail/texts.ts";

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

/** Sends it as a request does, and waits until all behind the answer is done. */
async function send(mail: MailKind, { nowMs = Date.now(), bindings = SENDING, locale = "en" as "en" | "ru" } = {}) {
  const context = createExecutionContext();
  const requestContext = {
    env: bindings,
    db: createDb(env.DB),
    nowMs,
    waitUntil: (p: Promise<unknown>) => context.waitUntil(p),
  };
  await sendMail(requestContext, { to: TO, locale, mail });
  await waitOnExecutionContext(context);
}

const CHANGED: MailKind = { kind: "password-changed", providers: [] };
const resetUntil = (expiresAtMs: number): MailKind => ({ kind: "reset", link: LINK, expiresAtMs });

/** What is logged of a mail that was not taken. */
function quietFaults() {
  const said: string[] = [];
  vi.spyOn(console, "error").mockImplementation((line) => void said.push(String(line)));
  return said;
}

describe("mail through a provider", () => {
  it("goes out and is gone from the database", async () => {
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

  it.each<MailFault>(["500", "page", "garbage", "elsewhere", "silent", "gone"])(
    "is tried again by the sweep where the provider fails: %s",
    async (fault) => {
      const said = quietFaults();
      vi.spyOn(AbortSignal, "timeout").mockImplementation((ms) => {
        expect(ms).toBe(10_000);
        const controller = new AbortController();
        setTimeout(() => controller.abort(new DOMException("", "TimeoutError")), 20);
        return controller.signal;
      });
      const nowMs = Date.now();
      server.setFault(fault);
      await send(CHANGED, { nowMs });
      expect(server.asked()).toBe(1);
      expect(await stored()).toMatchObject([{ tries: 1, next_try_at_ms: nowMs + MINUTE_MS }]);

      await sweep(SENDING, nowMs + MINUTE_MS - 1);
      expect(server.asked()).toBe(1);
      await sweep(SENDING, nowMs + MINUTE_MS);
      expect(server.asked()).toBe(2);
      expect(await stored()).toMatchObject([{ tries: 2, next_try_at_ms: nowMs + 3 * MINUTE_MS }]);

      server.setFault("none");
      await sweep(SENDING, nowMs + 5 * MINUTE_MS);
      expect(server.mails()).toMatchObject([{ to: TO, subject: "Your password was changed" }]);
      expect(await stored()).toEqual([]);
      expect(said).toHaveLength(2);
      expect(said.join()).not.toContain(TO);
    },
  );

  it("waits longer after each try, an hour at most, and gives up after a day", async () => {
    expect([1, 2, 3, 6, 7, 20].map((tries) => retryAfterMs(tries) / MINUTE_MS)).toEqual([1, 2, 4, 32, 60, 60]);
    const said = quietFaults();
    const startMs = Date.now();
    server.setFault("500");
    await send(CHANGED, { nowMs: startMs });
    let nowMs = startMs;
    for (; (await stored()).length > 0 && nowMs < startMs + 2 * mailLimits.mailTriedMs; nowMs += 5 * MINUTE_MS) {
      await deliverDueMails({ env: SENDING, db: createDb(env.DB), nowMs });
    }
    expect((nowMs - startMs) / mailLimits.mailTriedMs).toBeGreaterThan(0.9);
    expect((nowMs - startMs) / mailLimits.mailTriedMs).toBeLessThan(1.02);
    expect(said.at(-1)).toContain("given up");
    expect(server.asked()).toBeLessThan(35);
  });

  it("never sends a link that leads nowhere any more", async () => {
    quietFaults();
    const nowMs = Date.now();
    server.setFault("500");
    await send(resetUntil(nowMs + 10 * MINUTE_MS), { nowMs });
    server.setFault("none");
    await sweep(SENDING, nowMs + 10 * MINUTE_MS);
    expect(server.mails()).toEqual([]);
    expect(await stored()).toEqual([]);
  });

  it("is sent once where two sweeps run at the same time", async () => {
    quietFaults();
    const nowMs = Date.now();
    server.setFault("500");
    await send(CHANGED, { nowMs });
    server.setFault("none");
    await Promise.all([1, 2, 3].map(() => sweep(SENDING, nowMs + MINUTE_MS)));
    expect(server.asked()).toBe(2);
  });
});

describe("mail through the platform", () => {
  it("is handed to the binding, and tried again where that refuses", async () => {
    const said = quietFaults();
    const handed: unknown[] = [];
    let isVerified = false;
    const MAIL = {
      async send(mail: unknown) {
        if (!isVerified) throw Object.assign(new Error(`${TO} is unknown`), { code: "E_SENDER_NOT_VERIFIED" });
        handed.push(mail);
        return { messageId: "1" };
      },
    };
    const bindings = { ...env, MAIL_FROM: "Тутти <hello@tutti.test>", MAIL };
    const nowMs = Date.now();
    await send(CHANGED, { bindings, nowMs, locale: "ru" });
    expect(said).toEqual([expect.stringContaining("E_SENDER_NOT_VERIFIED")]);
    expect(said.join()).not.toContain(TO);
    isVerified = true;
    await sweep(bindings, nowMs + MINUTE_MS);
    const from = { name: "Тутти", email: "hello@tutti.test" };
    expect(handed).toMatchObject([{ from, to: TO, subject: "Ваш пароль изменён" }]);
    expect(await stored()).toEqual([]);
  });

  it("knows an address with and without a name", () => {
    expect(parseSender('"Tutti, the" <a@b.c>')).toEqual({ name: "Tutti, the", email: "a@b.c" });
    expect([" a@b.c ", "<a@b.c>"].map(parseSender)).toEqual(["a@b.c", "a@b.c"]);
  });

  it("says no more of a fault than its name", async () => {
    const refusing = platformMailer({ send: () => Promise.reject(new Error(TO)) }, "a@b.c");
    expect(await refusing({ to: TO, subject: "", text: "", html: "" }, "" as never)).toEqual({ ok: false, error: "refused" });
  });
});

describe("the outbox", () => {
  it("keeps what an installation cannot send, sealed, and shows it to superadmins only", async () => {
    const superadmin = await newMember();
    await send(resetUntil(Date.now() + MINUTE_MS), { bindings: env });
    expect(server.asked()).toBe(0);
    const [row] = await stored();
    expect(row).toMatchObject({ tries: 0, next_try_at_ms: null });
    for (const secret of [TO, LINK, "password", "Tutti"]) expect(JSON.stringify(row)).not.toContain(secret);

    const refused = await superadmin.post("/api/query", { path: "dev.listMails", args: {} });
    expect(await refused.json()).toMatchObject({ code: "unknown-function" });
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    const { mails } = await superadmin.call("dev.listMails", {});
    expect(mails).toMatchObject([{ to: TO, subject: "Set a new password", text: expect.stringContaining(LINK) }]);
  });

  it("shows nothing that is on its way, or that was sealed with another secret", async () => {
    const superadmin = await newMember();
    await env.DB.prepare("UPDATE users SET super_admin = 1 WHERE username = ?").bind(superadmin.username).run();
    quietFaults();
    server.setFault("500");
    await send(CHANGED);
    await send(CHANGED, { bindings: { ...env, APP_SECRET: "another secret, as long as the first one is" } });
    expect((await superadmin.call("dev.listMails", {})).mails).toEqual([]);
  });

  it("forgets what is a week old, and what is more than fifty", async () => {
    const nowMs = Date.now();
    await send(CHANGED, { bindings: env, nowMs: nowMs - mailLimits.outboxKeptMs - 1 });
    await send(CHANGED, { bindings: env, nowMs: nowMs - mailLimits.outboxKeptMs + MINUTE_MS });
    await sweep(env, nowMs);
    expect(await stored()).toHaveLength(1);
    for (let i = 0; i < mailLimits.outboxMails; i++) await send(CHANGED, { bindings: env, nowMs: nowMs + i });
    await sweep(env, nowMs);
    expect((await stored()).map((row) => (row as unknown as { created_at_ms: number }).created_at_ms)).toEqual(
      Array.from({ length: mailLimits.outboxMails }, (_, i) => nowMs + i),
    );
  });
});

describe("the words of a mail", () => {
  const KINDS: readonly MailKind[] = [
    resetUntil(0),
    CHANGED,
    { kind: "email-changed" },
    { kind: "account-deleted" },
    { kind: "provider-linked", provider: "google" },
    { kind: "provider-unlinked", provider: "spotify" },
  ];

  it.each(KINDS)("are there in both languages, as text and as a page: $kind", (mail) => {
    const [english, russian] = [mailText("en", mail), mailText("ru", mail)];
    expect(english.subject).toMatch(/^[\x20-\x7e]+$/);
    expect(russian.subject).toMatch(/[а-я]/);
    for (const [locale, text] of [
      ["en", english],
      ["ru", russian],
    ] as const) {
      const page = mailPage(locale, text);
      expect(page).toContain(`<html lang="${locale}">`);
      expect(page).not.toMatch(/<b>|<script|<img|<link|undefined|null/);
      expect(mailPlain(text)).not.toMatch(/undefined|null/);
      if (mail.kind === "reset") expect(mailPlain(text)).toContain(`\n\n${LINK}\n\n`);
    }
  });

  it("name the ways in that are left after a change of the password", () => {
    const changed = (locale: "en" | "ru") =>
      mailPlain(mailText(locale, { kind: "password-changed", providers: ["google", "github", "spotify"] }));
    expect(changed("en")).toContain("Google, GitHub, and Spotify");
    expect(changed("ru")).toContain("Google, GitHub и Spotify");
    expect(mailPlain(mailText("en", CHANGED))).not.toContain("sign in with");
  });

  it("are written for HTML where they stand in HTML", () => {
    const text = { ...mailText("en", CHANGED), paragraphs: ["<b>Мира & Co</b>"] };
    expect(mailPage("en", text)).toContain("&lt;b&gt;Мира &amp; Co&lt;/b&gt;");
    expect(mailPlain(text)).toContain("<b>Мира & Co</b>");
    expect(mailPage("en", mailText("en", { ...resetUntil(0), link: 'https://x/?a="><script>' } as MailKind))).not.toContain(
      "<script>",
    );
  });

  it("are in the language of the request", () => {
    const localeOf = (headers: Record<string, string>) => requestLocale(new Request("https://tutti.test", { headers }));
    expect(localeOf({})).toBe("en");
    expect(localeOf({ "Accept-Language": "de, ru-RU;q=0.8, en;q=0.5" })).toBe("ru");
    expect(localeOf({ "Accept-Language": "en;q=0.5, ru;q=0.9" })).toBe("ru");
    expect(localeOf({ "Accept-Language": "ru;q=0, de" })).toBe("en");
    expect(localeOf({ "Accept-Language": "ru", Cookie: "locale=en" })).toBe("en");
    expect(localeOf({ "Accept-Language": "en", Cookie: "a=b; locale=ru" })).toBe("ru");
    expect(localeOf({ Cookie: "locale=../x" })).toBe("en");
  });
});
