/**
 * The shape that Russian texts must have to match the English ones: the same keys, but for plurals, which take
 * one, few, many and other in place of one and other. A missing or a superfluous key does not compile.
 */
export type RussianOf<English> = {
  readonly [Key in keyof English as Key extends `${infer _Stem}_${"one" | "other"}` ? never : Key]: English[Key] extends string
    ? string
    : RussianOf<English[Key]>;
} & {
  readonly [Key in keyof English as Key extends `${infer Stem}_one`
    ? `${Stem}_${"one" | "few" | "many" | "other"}`
    : never]: string;
};
