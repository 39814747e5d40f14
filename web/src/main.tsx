import "./styles/index.css"
import { QueryClientProvider } from "@tanstack/react-query"
import { RouterProvider } from "@tanstack/react-router"
import { StrictMode } from "react"
import { createRoot } from "react-dom/client"
import { acceptInvitation } from "./api/invitation.ts"
import { queryClient } from "./api/query-client.ts"
import { initTheme } from "./preferences/theme.ts"
import { router } from "./shell/router.tsx"
import { initLanguage } from "./texts/use-language.ts"

acceptInvitation()
initTheme()
initLanguage()

createRoot(document.getElementById("root")!).render(
  <StrictMode>
    <QueryClientProvider client={queryClient}>
      <RouterProvider router={router} />
    </QueryClientProvider>
  </StrictMode>,
)
