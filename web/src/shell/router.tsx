import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from "@tanstack/react-router"
import { Loading } from "../components/spinner.tsx"
import { HomePage } from "../features/home/home-page.tsx"
import { parseFilter } from "../features/home/list/list-filter.ts"
import { ErrorPage, NotFound } from "./error-page.tsx"
import { Shell } from "./shell.tsx"

const root = createRootRoute({ component: Shell, notFoundComponent: NotFound })
const getParentRoute = () => root

/** Home is part of the main bundle; every other page is loaded when first opened. */
const routes = [
  createRoute({
    getParentRoute,
    path: "/",
    validateSearch: parseFilter,
    component: HomePage,
  }),
  createRoute({
    getParentRoute,
    path: "/discussions/$id",
    validateSearch: ({ view }: { readonly view?: unknown }): { readonly view?: "insights" } =>
      view === "insights" ? { view } : {},
    component: lazyRouteComponent(() => import("../features/discussion/discussion-page.tsx"), "DiscussionPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/compare",
    validateSearch: ({ ids }: { readonly ids?: unknown }): { readonly ids?: string } =>
      typeof ids === "string" ? { ids } : {},
    component: lazyRouteComponent(() => import("../features/discussion/compare/compare-page.tsx"), "ComparePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/examples/$name",
    component: lazyRouteComponent(() => import("../features/examples/example-page.tsx"), "ExamplePage"),
  }),
  createRoute({
    getParentRoute,
    path: "/chat",
    component: lazyRouteComponent(() => import("../features/chat/chat-page.tsx"), "ChatPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/projects",
    component: lazyRouteComponent(() => import("../features/projects/projects-page.tsx"), "ProjectsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/projects/$id",
    component: lazyRouteComponent(() => import("../features/projects/project-page.tsx"), "ProjectPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/projects/$id/new",
    component: lazyRouteComponent(() => import("../features/projects/new-discussion-page.tsx"), "NewDiscussionPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/agents",
    component: lazyRouteComponent(() => import("../features/agents/agents-page.tsx"), "AgentsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/models",
    component: lazyRouteComponent(() => import("../features/models/models-page.tsx"), "ModelsPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/admin",
    component: lazyRouteComponent(() => import("../features/admin/admin-page.tsx"), "AdminPage"),
  }),
  createRoute({
    getParentRoute,
    path: "/settings",
    component: lazyRouteComponent(() => import("../features/settings/settings-page.tsx"), "SettingsPage"),
  }),
]

export const router = createRouter({
  routeTree: root.addChildren(routes),
  defaultPreload: "intent",
  scrollRestoration: true,
  defaultPendingComponent: Loading,
  defaultErrorComponent: ErrorPage,
  defaultNotFoundComponent: NotFound,
})

declare module "@tanstack/react-router" {
  interface Register {
    router: typeof router
  }
  interface HistoryState {
    /** Model selected on another page, preselected on Home. */
    readonly model?: string
  }
}
