/**
 * The shape of the Russian texts: the keys of the English ones, where a plural has the forms one, few, many and other
 * instead of one and other. A missing or superfluous key does not compile.
 */
export type RussianTexts<English> = {
  readonly [Key in keyof English as Key extends `${infer _Stem}_${"one" | "other"}` ? never : Key]: English[Key] extends string
    ? string
    : RussianTexts<English[Key]>;
} & {
  readonly [Key in keyof English as Key extends `${infer Stem}_one`
    ? `${Stem}_${"one" | "few" | "many" | "other"}`
    : never]: string;
};
