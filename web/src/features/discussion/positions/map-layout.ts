import { Graph, layout } from "@dagrejs/dagre"
import type { Item } from "../../../../../src/core/public/view.ts"
import { turnAnswered, turnsOf } from "./position-history.ts"

export interface MapNode {
  readonly turn: string
  readonly seat: string
  readonly position: string
  /** The turns it replies to. */
  readonly answers: readonly string[]
}

interface Box {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

export interface MapLayout {
  readonly width: number
  readonly height: number
  readonly nodes: readonly (MapNode & { readonly x: number; readonly y: number })[]
  readonly groups: readonly (Box & { readonly position: string })[]
  readonly edges: readonly {
    readonly from: string
    readonly to: string
    readonly points: readonly { x: number; y: number }[]
  }[]
}

/** Maximum number of turns in one map. */
const maxNodes = 120
export const nodeSize = 36
const maxLabelLength = 30

/** Label of a position's group. */
export function mapLabel(position: string): string {
  const letters = [...position]
  return letters.length <= maxLabelLength ? position : `${letters.slice(0, maxLabelLength - 1).join("")}…`
}

/** Approximate label width in pixels; a Chinese character is twice as wide as a letter. */
function labelWidth(position: string): number {
  return [...mapLabel(position)].reduce((sum, letter) => sum + (letter > "\u2e80" ? 12 : 6.5), 16)
}

/** The newest turns with a stance, and the turns they reply to. */
export function mapNodes(items: readonly Item[]): readonly MapNode[] {
  const stated = turnsOf(items).flatMap(({ key, seat, turn }): MapNode[] => {
    if (!turn?.stance) return []
    const { position, answers } = turn.stance
    return [{ turn: key, seat, position, answers: answers.flatMap((other) => turnAnswered(items, key, other) ?? []) }]
  })
  return stated.slice(-maxNodes)
}

/** Layout: positions as groups, turns as nodes, replies as edges, in order of time. */
export function layoutMap(nodes: readonly MapNode[]): MapLayout {
  const graph = new Graph({ compound: true })
  graph.setGraph({ rankdir: "LR", nodesep: 14, ranksep: 44, marginx: 12, marginy: 26 })
  graph.setDefaultEdgeLabel(() => ({}))
  const positions = [...new Set(nodes.map(({ position }) => position))]
  const groupId = (position: string) => `group ${positions.indexOf(position)}`
  for (const position of positions) {
    graph.setNode(groupId(position), {})
    // An invisible node makes the group as wide as its label.
    graph.setNode(`label ${groupId(position)}`, { width: labelWidth(position), height: 0 })
    graph.setParent(`label ${groupId(position)}`, groupId(position))
  }
  const known = new Set(nodes.map(({ turn }) => turn))
  for (const { turn, position } of nodes) {
    graph.setNode(turn, { width: nodeSize, height: nodeSize })
    graph.setParent(turn, groupId(position))
  }
  const edges = nodes.flatMap(({ turn, answers }) =>
    answers.filter((answered) => known.has(answered)).map((answered) => ({ from: turn, to: answered })),
  )
  for (const { from, to } of edges) graph.setEdge(to, from)
  layout(graph)
  const { width = 0, height = 0 } = graph.graph() as Partial<Box>
  const boxOf = (name: string) => graph.node(name) as unknown as Box
  return {
    ...{ width, height },
    nodes: nodes.map((node) => ({ ...node, x: boxOf(node.turn).x, y: boxOf(node.turn).y })),
    groups: positions.map((position) => {
      const { x, y, width: w, height: h } = boxOf(groupId(position))
      return { position, x: x - w / 2, y: y - h / 2, width: w, height: h }
    }),
    edges: edges.map(({ from, to }) => {
      const { points } = graph.edge(to, from) as unknown as { points: readonly { x: number; y: number }[] }
      return { from, to, points: points.toReversed() }
    }),
  }
}
