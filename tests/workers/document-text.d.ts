// ambient on purpose: no top-level import or export in this file
/** The text of a document, which Vite imports. */
declare module "*.md?raw" {
  const text: string;
  export default text;
}
/** The headers of static files. */
declare module "*/_headers?raw" {
  const text: string;
  export default text;
}
