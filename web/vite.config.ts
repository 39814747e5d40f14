import tailwind from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const server = `http://127.0.0.1:${process.env.PORT ?? 4600}`

/** What the first view needs anyway comes in two files: over HTTP/1.1 thirty small ones wait for each other. */
const firstVendor =
  /node_modules\/(react|react-dom|scheduler|@tanstack\/(react-query|query-core|react-router|router-core|history|react-store|store))\//
const firstBase =
  /web\/src\/(texts\/(languages|use-|\w+\/(language|shell|home)\.ts)|preferences\/|shell\/texts|features\/home\/(texts|composer\/(format-picture|use-format-name))|components\/(announcer|badge|button|card|class-names|copy-text|dialog|field|icon|page-header|problem-note|relative-time|seat-chip|spinner|strip-unsafe|toaster)|api\/(api-error|api-key|discussions|invitation|models|query-client|request|tables|use-idempotency-key))/

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    manifest: true,
    // A data: address in a style sheet would need font-src or img-src to allow it.
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: {
      checks: { bundlerTimings: false },
      output: {
        entryFileNames: "assets/[name]-[hash].js",
        codeSplitting: {
          groups: [
            { name: "vendor", test: firstVendor },
            { name: "base", test: firstBase },
          ],
        },
      },
    },
  },
  server: { proxy: { "/api": server, "/health": server, "/docs": server, "/openapi.json": server } },
})
