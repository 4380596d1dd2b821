import "react";

declare module "react" {
  /** Allows custom properties in `style`. */
  interface CSSProperties {
    readonly [variable: `--${string}`]: string | number | undefined;
  }
}
