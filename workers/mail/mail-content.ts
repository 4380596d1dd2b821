import { PROVIDER_NAMES, type Provider } from "#app/domain/accounts/provider.ts";
import type { Locale } from "#app/i18n/config.ts";

/** The mails that the application sends, with the data that each needs. */
export type MailKind =
  | { readonly kind: "reset"; readonly link: string; readonly expiresAtMs: number }
  /** `providers` are those that remain linked. */
  | { readonly kind: "password-changed"; readonly providers: readonly Provider[] }
  | { readonly kind: "provider-linked"; readonly provider: Provider }
  | { readonly kind: "provider-unlinked"; readonly provider: Provider }
  | { readonly kind: "account-deleted" }
  /** Sent to the previous address, which was never verified: it must not contain text that a user chose. */
  | { readonly kind: "email-changed" };

/** The texts of one mail. `action` is its button. */
export type MailContent = {
  readonly subject: string;
  readonly paragraphs: readonly string[];
  readonly action: { readonly label: string; readonly link: string } | null;
  readonly footnote: string;
};

export function getMailContent(locale: Locale, mail: MailKind): MailContent {
  const texts = TEXTS[locale];
  switch (mail.kind) {
    case "reset":
      return { ...texts.reset, action: { label: texts.reset.label, link: mail.link } };
    case "password-changed":
      return { ...texts.passwordChanged(formatProviders(locale, mail.providers)), action: null };
    case "provider-linked":
      return { ...texts.providerLinked(PROVIDER_NAMES[mail.provider]), action: null };
    case "provider-unlinked":
      return { ...texts.providerUnlinked(PROVIDER_NAMES[mail.provider]), action: null };
    case "account-deleted":
      return { ...texts.accountDeleted, action: null };
    case "email-changed":
      return { ...texts.emailChanged, action: null };
  }
}

/** A list such as "Google and GitHub"; null if there are no providers. */
function formatProviders(locale: Locale, providers: readonly Provider[]): string | null {
  if (providers.length === 0) return null;
  return new Intl.ListFormat(locale).format(providers.map((provider) => PROVIDER_NAMES[provider]));
}

type MailTexts = {
  readonly reset: Omit<MailContent, "action"> & { readonly label: string };
  readonly passwordChanged: (providers: string | null) => Omit<MailContent, "action">;
  readonly providerLinked: (provider: string) => Omit<MailContent, "action">;
  readonly providerUnlinked: (provider: string) => Omit<MailContent, "action">;
  readonly accountDeleted: Omit<MailContent, "action">;
  readonly emailChanged: Omit<MailContent, "action">;
};

const TEXTS: Record<Locale, MailTexts> = {
  en: {
    reset: {
      subject: "Set a new password",
      paragraphs: [
        "We received a request to reset the password of your Tutti account. If it was you, set a new password here:",
      ],
      label: "Set a new password",
      footnote: "The link works once and expires in one hour. If it was not you, ignore this email: nothing has changed.",
    },
    passwordChanged: (providers) => ({
      subject: "Your password was changed",
      paragraphs: [
        "The password of your Tutti account was changed, and all other devices were signed out.",
        ...(providers ? [`You can still sign in with ${providers} too. Unlink any account that is not yours.`] : []),
        "If it was not you, choose “Forgot password?” on the sign-in page and set a new password right away.",
      ],
      footnote: "You received this email because it concerns the security of your account.",
    }),
    providerLinked: (provider) => ({
      subject: `${provider} was linked to your account`,
      paragraphs: [
        `From now on you can also sign in to your Tutti account with ${provider}.`,
        `If it was not you, unlink ${provider} on the account page and change your password right away.`,
      ],
      footnote: "You received this email because it concerns the security of your account.",
    }),
    providerUnlinked: (provider) => ({
      subject: `${provider} was unlinked from your account`,
      paragraphs: [
        `You can no longer sign in to your Tutti account with ${provider}.`,
        "If it was not you, choose “Forgot password?” on the sign-in page and set a new password right away.",
      ],
      footnote: "You received this email because it concerns the security of your account.",
    }),
    accountDeleted: {
      subject: "Your account was deleted",
      paragraphs: [
        "Your Tutti account was deleted, together with the tracks you uploaded. It cannot be restored.",
        "If it was not you, contact the operators of this site right away.",
      ],
      footnote: "You received this email because the account used this address. You will not receive any more.",
    },
    emailChanged: {
      subject: "Your email was changed",
      paragraphs: [
        "The email address of your Tutti account was changed. This address no longer belongs to the account.",
        "If it was not you, someone else has access to your account: contact the operators of this site right away.",
      ],
      footnote: "You received this email because it concerns the security of your account.",
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
        ...(providers ? [`Войти по-прежнему можно и через ${providers}. Отвяжите аккаунты, которые вам не принадлежат.`] : []),
        "Если это не вы, нажмите «Забыли пароль?» на странице входа и сразу задайте новый.",
      ],
      footnote: "Вы получили это письмо, потому что оно касается безопасности вашего аккаунта.",
    }),
    providerLinked: (provider) => ({
      subject: `К вашему аккаунту привязан ${provider}`,
      paragraphs: [
        `Теперь в ваш аккаунт в Tutti можно войти и через ${provider}.`,
        `Если это не вы, отвяжите ${provider} на странице аккаунта и сразу смените пароль.`,
      ],
      footnote: "Вы получили это письмо, потому что оно касается безопасности вашего аккаунта.",
    }),
    providerUnlinked: (provider) => ({
      subject: `${provider} отвязан от вашего аккаунта`,
      paragraphs: [
        `Войти в ваш аккаунт в Tutti через ${provider} больше нельзя.`,
        "Если это не вы, нажмите «Забыли пароль?» на странице входа и сразу задайте новый.",
      ],
      footnote: "Вы получили это письмо, потому что оно касается безопасности вашего аккаунта.",
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
        "Адрес электронной почты вашего аккаунта в Tutti изменён. Этот адрес больше не связан с аккаунтом.",
        "Если это не вы, к вашему аккаунту получил доступ кто-то другой: сразу сообщите об этом владельцам сайта.",
      ],
      footnote: "Вы получили это письмо, потому что оно касается безопасности вашего аккаунта.",
    },
  },
};
