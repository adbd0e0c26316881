import { mergeConfig } from "vite";
import { defineConfig } from "vitest/config";
import pages from "./vite.config.ts";

// The stores need no page, only the little of a browser that tests/browser.ts lends them.
export default defineConfig((env) =>
  mergeConfig(
    pages(env),
    defineConfig({
      resolve: { conditions: ["browser"] },
      test: { include: ["tests/**/*.test.ts"], setupFiles: ["tests/browser.ts"], environment: "node" },
    }),
  ),
);
