interface ComparedTurn {
  readonly role: string
  readonly content: string
}

/** Number of leading turns that all discussions share. */
export function countSameTurns(discussions: readonly (readonly ComparedTurn[])[]): number {
  const [first = [], ...others] = discussions
  const isSame = ({ role, content }: ComparedTurn, index: number) =>
    others.every((turns) => turns[index]?.role === role && turns[index].content === content)
  const differs = first.findIndex((turn, index) => !isSame(turn, index))
  return differs < 0 ? first.length : differs
}
