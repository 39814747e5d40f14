import { buildPage } from "../test/support/build-page.ts"
import { discussionModels, takeDiscussionScreens } from "./screens/discussion.ts"
import { languages, startScreens } from "./screens/kit.ts"
import { takePageScreens } from "./screens/pages.ts"

/**
 * Takes the screenshots of docs/screenshots/README.md in every language: `node scripts/take-screens.ts`, by hand, with
 * Chromium, a Chinese font and cwebp. Server and page are real; models are rehearsal models, or scripted ones for rare
 * behaviour.
 */
buildPage()
const discussions = await startScreens(discussionModels)
try {
  for (const language of languages) await takeDiscussionScreens(discussions, language)
} finally {
  await discussions.close()
}
for (const language of languages) {
  // A new server, because the first screenshot needs an empty one.
  const pages = await startScreens()
  try {
    await takePageScreens(pages, language)
  } finally {
    await pages.close()
  }
}
