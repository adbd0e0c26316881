import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import pages from "./vite.config.ts";

// The stores need no browser, only the few browser functions that tests/browser.ts provides.
export default defineConfig((env) =>
  mergeConfig(
    pages(env),
    defineConfig({
      resolve: { conditions: ["browser"] },
      test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/browser.ts"], environment: "node" },
    }),
  ),
);
