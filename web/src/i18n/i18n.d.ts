// The parts of the message files, made by vite.config.ts.
declare module "i18n:*" {
  const words: Record<string, string>;
  export default words;
}
