import type { RequestLocale } from "../http/request-locale.ts";

/** What is told to somebody by mail. */
export type MailKind =
  | { readonly kind: "reset"; readonly link: string; readonly expiresAtMs: number }
  | { readonly kind: "password-changed" }
  /** To the address that was the account's until now. `name` is the account's. */
  | { readonly kind: "email-changed"; readonly name: string };

/** A mail in words: paragraphs, what to press, and what stands below in small letters. */
export type MailText = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly link: string } | null;
  readonly footnote: string;
};

export function mailText(locale: RequestLocale, mail: MailKind): MailText {
  const words = WORDS[locale];
  switch (mail.kind) {
    case "reset":
      return { ...words.reset, action: { label: words.reset.label, link: mail.link } };
    case "password-changed":
      return { ...words.passwordChanged, action: null };
    case "email-changed":
      return { ...words.emailChanged(mail.name), action: null };
  }
}

type Words = {
  readonly reset: Omit<MailText, "action"> & { readonly label: string };
  readonly passwordChanged: Omit<MailText, "action">;
  readonly emailChanged: (name: string) => Omit<MailText, "action">;
};

const WORDS: Record<RequestLocale, Words> = {
  en: {
    reset: {
      subject: "Set a new password",
      paragraphs: ["Somebody asked for a new password for your account on Tutti. Was it you? Then set one here:"],
      label: "Set a new password",
      footnote: "The link works once, within one hour. If it was not you, ignore this mail: nothing has changed.",
    },
    passwordChanged: {
      subject: "Your password was changed",
      paragraphs: [
        "The password of your account on Tutti was changed, and all other devices were signed out.",
        "If it was not you, press “Forgot your password?” at the sign-in and set a new one at once.",
      ],
      footnote: "You get this mail because it is about the safety of your account.",
    },
    emailChanged: (name) => ({
      subject: "Your email was changed",
      paragraphs: [
        `The account of ${name} on Tutti has another email now. This address no longer belongs to it.`,
        "If it was not you, somebody else is in your account: tell whoever runs this site at once.",
      ],
      footnote: "You get this mail because it is about the safety of your account.",
    }),
  },
  ru: {
    reset: {
      subject: "Новый пароль",
      paragraphs: ["Кто-то запросил новый пароль для вашего аккаунта в Tutti. Если это вы, задайте его здесь:"],
      label: "Задать новый пароль",
      footnote: "Ссылка сработает один раз в течение часа. Если это не вы, ничего не делайте: всё осталось как было.",
    },
    passwordChanged: {
      subject: "Ваш пароль изменён",
      paragraphs: [
        "Пароль вашего аккаунта в Tutti изменён, на всех остальных устройствах выполнен выход.",
        "Если это не вы, нажмите «Забыли пароль?» на странице входа и сразу задайте новый.",
      ],
      footnote: "Вы получили это письмо, потому что речь о безопасности вашего аккаунта.",
    },
    emailChanged: (name) => ({
      subject: "Ваша почта изменена",
      paragraphs: [
        `У аккаунта «${name}» в Tutti теперь другая почта. Этот адрес к нему больше не относится.`,
        "Если это не вы, в ваш аккаунт вошёл кто-то другой: сразу сообщите об этом владельцам сайта.",
      ],
      footnote: "Вы получили это письмо, потому что речь о безопасности вашего аккаунта.",
    }),
  },
};
