import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import type { RequestLocale } from "#workers/http/request-locale.ts";

/** What is told to somebody by mail. */
export type MailKind =
  | { readonly kind: "reset"; readonly link: string; readonly expiresAtMs: number }
  /** `providers` are linked still. */
  | { readonly kind: "password-changed"; readonly providers: readonly Provider[] }
  | { readonly kind: "provider-linked"; readonly provider: Provider }
  | { readonly kind: "provider-unlinked"; readonly provider: Provider }
  | { readonly kind: "account-deleted" }
  /** To the address that was the account's until now. Nobody has proven that it was theirs: nothing in it is chosen. */
  | { readonly kind: "email-changed" };

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
      return { ...words.passwordChanged(listed(locale, mail.providers)), action: null };
    case "provider-linked":
      return { ...words.providerLinked(PROVIDER_NAMES[mail.provider]), action: null };
    case "provider-unlinked":
      return { ...words.providerUnlinked(PROVIDER_NAMES[mail.provider]), action: null };
    case "account-deleted":
      return { ...words.accountDeleted, action: null };
    case "email-changed":
      return { ...words.emailChanged, action: null };
  }
}

function listed(locale: RequestLocale, providers: readonly Provider[]): string | null {
  if (providers.length === 0) return null;
  return new Intl.ListFormat(locale).format(providers.map((provider) => PROVIDER_NAMES[provider]));
}

type Words = {
  readonly reset: Omit<MailText, "action"> & { readonly label: string };
  readonly passwordChanged: (providers: string | null) => Omit<MailText, "action">;
  readonly providerLinked: (provider: string) => Omit<MailText, "action">;
  readonly providerUnlinked: (provider: string) => Omit<MailText, "action">;
  readonly accountDeleted: Omit<MailText, "action">;
  readonly emailChanged: Omit<MailText, "action">;
};

const WORDS: Record<RequestLocale, Words> = {
  en: {
    reset: {
      subject: "Set a new password",
      paragraphs: ["Somebody asked for a new password for your account on Tutti. Was it you? Then set one here:"],
      label: "Set a new password",
      footnote: "The link works once, within one hour. If it was not you, ignore this mail: nothing has changed.",
    },
    passwordChanged: (providers) => ({
      subject: "Your password was changed",
      paragraphs: [
        "The password of your account on Tutti was changed, and all other devices were signed out.",
        ...(providers ? [`You can still sign in with ${providers} too. Unlink what is not yours.`] : []),
        "If it was not you, press “Forgot your password?” at the sign-in and set a new one at once.",
      ],
      footnote: "You get this mail because it is about the safety of your account.",
    }),
    providerLinked: (provider) => ({
      subject: `${provider} was linked with your account`,
      paragraphs: [
        `From now on you can sign in to your account on Tutti with ${provider} too.`,
        `If it was not you, unlink ${provider} on the account page and change your password at once.`,
      ],
      footnote: "You get this mail because it is about the safety of your account.",
    }),
    providerUnlinked: (provider) => ({
      subject: `${provider} was unlinked from your account`,
      paragraphs: [
        `You can no longer sign in to your account on Tutti with ${provider}.`,
        "If it was not you, press “Forgot your password?” at the sign-in and set a new one at once.",
      ],
      footnote: "You get this mail because it is about the safety of your account.",
    }),
    accountDeleted: {
      subject: "Your account was deleted",
      paragraphs: [
        "Your account on Tutti was deleted, with the tracks that you had uploaded. It cannot be brought back.",
        "If it was not you, tell whoever runs this site at once.",
      ],
      footnote: "You get this mail because the account had this address. There will be no more of them.",
    },
    emailChanged: {
      subject: "Your email was changed",
      paragraphs: [
        "The account on Tutti that had this address has another email now. This address no longer belongs to it.",
        "If it was not you, somebody else is in your account: tell whoever runs this site at once.",
      ],
      footnote: "You get this mail because it is about the safety of your account.",
    },
  },
  ru: {
    reset: {
      subject: "Новый пароль",
      paragraphs: ["Кто-то запросил новый пароль для вашего аккаунта в Tutti. Если это вы, задайте его здесь:"],
      label: "Задать новый пароль",
      footnote: "Ссылка сработает один раз в течение часа. Если это не вы, ничего не делайте: всё осталось как было.",
    },
    passwordChanged: (providers) => ({
      subject: "Ваш пароль изменён",
      paragraphs: [
        "Пароль вашего аккаунта в Tutti изменён, на всех остальных устройствах выполнен выход.",
        ...(providers ? [`Войти по-прежнему можно и через ${providers}. Отвяжите то, что не ваше.`] : []),
        "Если это не вы, нажмите «Забыли пароль?» на странице входа и сразу задайте новый.",
      ],
      footnote: "Вы получили это письмо, потому что речь о безопасности вашего аккаунта.",
    }),
    providerLinked: (provider) => ({
      subject: `К вашему аккаунту привязан ${provider}`,
      paragraphs: [
        `Теперь в ваш аккаунт в Tutti можно войти и через ${provider}.`,
        `Если это не вы, отвяжите ${provider} на странице аккаунта и сразу смените пароль.`,
      ],
      footnote: "Вы получили это письмо, потому что речь о безопасности вашего аккаунта.",
    }),
    providerUnlinked: (provider) => ({
      subject: `${provider} отвязан от вашего аккаунта`,
      paragraphs: [
        `Войти в ваш аккаунт в Tutti через ${provider} больше нельзя.`,
        "Если это не вы, нажмите «Забыли пароль?» на странице входа и сразу задайте новый.",
      ],
      footnote: "Вы получили это письмо, потому что речь о безопасности вашего аккаунта.",
    }),
    accountDeleted: {
      subject: "Ваш аккаунт удалён",
      paragraphs: [
        "Ваш аккаунт в Tutti удалён вместе с треками, которые вы загрузили. Вернуть его нельзя.",
        "Если это не вы, сразу сообщите об этом владельцам сайта.",
      ],
      footnote: "Вы получили это письмо, потому что этот адрес был указан в аккаунте. Больше писем не будет.",
    },
    emailChanged: {
      subject: "Ваша почта изменена",
      paragraphs: [
        "У аккаунта в Tutti с этим адресом теперь другая почта. Этот адрес к нему больше не относится.",
        "Если это не вы, в ваш аккаунт вошёл кто-то другой: сразу сообщите об этом владельцам сайта.",
      ],
      footnote: "Вы получили это письмо, потому что речь о безопасности вашего аккаунта.",
    },
  },
};
