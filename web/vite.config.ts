import { readFileSync } from "node:fs";
import { relative, resolve } from "node:path";
import { svelte } from "@sveltejs/vite-plugin-svelte";
import { defineConfig, type Plugin } from "vite";

const SERVER = "http://127.0.0.1:8642";

/** Messages of the pages around the table, which the table does not load. All others are in the bundle of the table. */
const PAGE_MESSAGES = new RegExp(
  "^((lesson|tutorial|award|chapter|kinds|credits|gallery|end|fact|proof|quick|option|set|hero|speed|join_request|fair|chart|unofficial|rulebook|join|new_table|replay|tv" +
    "|alone|analysis|approve|cancel|chair|code|fill|go_on|invite|learn|listed|unlisted|locked|missing|move|nav|open_tables?|options|password|play_now|qr|record|rematch" +
    "|sets|sit_down|status|unfinished|waiting|watchers|watching|who_comes)(\\.|$)|bot\\.(add|level|remove)|bots\\.|host$|cards\\.why|lost\\.why|name\\.default|seats\\.of" +
    "|(large|marks|motion|music|sound|voices)\\.why|(language|theme|verbosity)(\\.|$)|volume$|music$|voices$|unlock$|personality\\.(none|of)|ready\\.on|you\\.are|chat\\.none" +
    "|character\\.(change|face|name|sex)|rules\\.(chapters|count|found|lead|only|why)|problem\\.(?!offline$|server$))",
);

/** Messages of rarely opened parts of the table, loaded with these parts. */
const LAZY_MESSAGES = new RegExp(
  "^((because|charity|give|grave|keys|leave|menu|mute|pace|say|personality|host)\\.|bot\\.|pace$|discards\\.(none|top)|hand\\.backs|more\\.(?!of)|seat\\.(do|known)|trade\\.(do|hint|none|sum|you)|why\\.no|short\\.(?!none))",
);
const partOf = (key: string) => (PAGE_MESSAGES.test(key) ? "pages" : LAZY_MESSAGES.test(key) ? "lazy" : "table");

const relativePath = (file: string) => relative(import.meta.dirname, resolve(import.meta.dirname, file));

/** Split the message file of a language into virtual modules: `i18n:en/table`, `/pages` and `/lazy`. */
function i18n(): Plugin {
  const mark = "\0i18n:";
  return {
    name: "i18n",
    resolveId: (id) => (id.startsWith("i18n:") ? `\0${id}` : null),
    load(id) {
      if (!id.startsWith(mark)) return null;
      const [language = "en", part] = id.slice(mark.length).split("/");
      const file = new URL(`./src/i18n/${language}.json`, import.meta.url).pathname;
      this.addWatchFile(file);
      const all = Object.entries(JSON.parse(readFileSync(file, "utf-8")) as Record<string, string>);
      return `export default ${JSON.stringify(Object.fromEntries(all.filter(([key]) => partOf(key) === part)))}`;
    },
  };
}

/** Make the URLs of pictures and fonts in styles relative, for servers behind a proxy with a path prefix. */
function relativeStyles(): Plugin {
  return {
    name: "relative-styles",
    generateBundle(_, bundle) {
      for (const file of Object.values(bundle))
        if (file.type === "asset" && file.fileName.endsWith(".css"))
          file.source = String(file.source).replaceAll("url(/static/", "url(../");
    },
  };
}

// The bundle is part of the Python package. File names have no hashes, so that a rebuild can be compared byte by byte.
export default defineConfig(({ command }) => ({
  base: command === "build" ? "/static/" : "/",
  // Hash relative paths: absolute ones differ from checkout to checkout
  plugins: [
    i18n(),
    svelte({ compilerOptions: { cssHash: ({ filename, hash }) => `s${hash(relativePath(filename))}` } }),
    relativeStyles(),
  ],
  // Scripts use relative URLs too; the server writes the path prefix into the page itself
  experimental: { renderBuiltUrl: (_, { hostType }) => (hostType === "html" ? undefined : { relative: true }) },
  publicDir: false,
  build: {
    outDir: "../src/kickdoor/server/static",
    emptyOutDir: false,
    assetsDir: "app",
    modulePreload: false,
    rollupOptions: {
      output: {
        entryFileNames: "app/table.js",
        chunkFileNames: "app/[name].js",
        assetFileNames: "app/[name][extname]",
      },
    },
  },
  // During development a server at its default port provides everything except the pages, pictures and fonts included.
  server: {
    fs: { allow: [".."] },
    // Objects, not strings: a string would change the Host header, and the server refuses pages of other hosts.
    proxy: { "/api": { target: SERVER }, "/static": { target: SERVER }, "/ws": { target: SERVER, ws: true } },
  },
}));
