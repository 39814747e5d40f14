import { useParams } from "@tanstack/react-router"
import { DiscussionScreen } from "./discussion-screen.tsx"

export function DiscussionPage() {
  const { id } = useParams({ from: "/discussions/$id" })
  return <DiscussionScreen key={id} id={id} />
}
