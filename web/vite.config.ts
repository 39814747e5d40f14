import tailwind from "@tailwindcss/vite"
import react from "@vitejs/plugin-react"
import { defineConfig } from "vite"

const server = `http://127.0.0.1:${process.env.PORT ?? 4600}`

export default defineConfig({
  root: import.meta.dirname,
  plugins: [react(), tailwind()],
  build: {
    manifest: true,
    // A data: address in a style sheet would need font-src or img-src to allow it.
    assetsInlineLimit: 0,
    target: "es2022",
    rolldownOptions: { output: { entryFileNames: "assets/[name]-[hash].js" } },
  },
  server: { proxy: { "/api": server, "/health": server, "/docs": server, "/openapi.json": server } },
})
