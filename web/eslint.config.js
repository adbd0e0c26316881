// What the formatter and the compiler do not see. Layout is the formatter's, types are svelte-check's.
import js from "@eslint/js";
import svelte from "eslint-plugin-svelte";
import globals from "globals";
import ts from "typescript-eslint";

export default ts.config(
  // Made by tools/ts_types.py
  { ignores: ["src/protocol/messages.ts", "src/protocol/observation.ts"] },
  js.configs.recommended,
  ts.configs.recommended,
  svelte.configs.recommended,
  {
    languageOptions: { globals: globals.browser },
    rules: {
      eqeqeq: ["error", "always"],
      // svelte-check knows the names of types, which this rule does not
      "no-undef": "off",
      // What is not wanted of an #each or a callback is called _
      "@typescript-eslint/no-unused-vars": ["error", { argsIgnorePattern: "^_", varsIgnorePattern: "^_" }],
      // Our maps and sets are made anew for each view and never change afterwards
      "svelte/prefer-svelte-reactivity": "off",
      // {" "} keeps a space where the formatter breaks the line
      "svelte/no-useless-mustaches": "off",
      // A page that needs no id still has to take it
      "no-empty-pattern": "off",
    },
  },
  { files: ["*.ts", "*.js"], languageOptions: { globals: globals.node } },
  { files: ["**/*.svelte", "**/*.svelte.ts"], languageOptions: { parserOptions: { parser: ts.parser } } },
);
