import { buildPage } from "../test/support/build-page.ts"
import { discussionModels, takeDiscussionScreens } from "./screens/discussion.ts"
import { languages, startScreens } from "./screens/kit.ts"
import { takePageScreens } from "./screens/pages.ts"

/**
 * Takes the screens of the page in every language, as docs/screenshots/README.md shows them:
 * `node scripts/take-screens.ts`, by hand, with Chromium, a Chinese font and cwebp. The server and the page are the real
 * ones; rehearsal models speak, and scripted ones where a screen is about what a model rarely does.
 */
buildPage()
const discussions = await startScreens(discussionModels)
try {
  for (const language of languages) await takeDiscussionScreens(discussions, language)
} finally {
  await discussions.close()
}
for (const language of languages) {
  // A server of its own: the first look is at an empty one.
  const pages = await startScreens()
  try {
    await takePageScreens(pages, language)
  } finally {
    await pages.close()
  }
}
