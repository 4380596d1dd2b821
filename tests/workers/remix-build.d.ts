// ambient on purpose: no top-level import or export in this file
declare module "virtual:remix/server-build" {
  export const routes: Readonly<Record<string, { readonly id: string; readonly path?: string }>>;
}
