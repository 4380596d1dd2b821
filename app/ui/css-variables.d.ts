import "react";

declare module "react" {
  /** A style sheet reads what a component knows. */
  interface CSSProperties {
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}
