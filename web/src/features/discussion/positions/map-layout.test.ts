import { expect, test } from "vitest"
import { layoutMap, type MapNode } from "./map-layout.ts"

const nodes: readonly MapNode[] = [
  { turn: "t1", seat: "ash", position: "in stages", answers: [] },
  { turn: "t2", seat: "birch", position: "at once", answers: ["t1"] },
  { turn: "t3", seat: "cedar", position: "at once", answers: ["t2", "t0"] },
  { turn: "t4", seat: "ash", position: "at once", answers: ["t3"] },
]

test("turns lie inside their position's group, and edges lead from answers to the turns they answer", () => {
  const map = layoutMap(nodes)
  for (const { turn, x, y, position } of map.nodes) {
    const group = map.groups.find((one) => one.position === position)!
    expect(x > group.x && x < group.x + group.width && y > group.y && y < group.y + group.height, turn).toBe(true)
  }
  expect(map.groups.map(({ position }) => position)).toEqual(["in stages", "at once"])
  expect(map.edges.map(({ from, to }) => `${from} ${to}`)).toEqual(["t2 t1", "t3 t2", "t4 t3"])
  const [first] = map.edges
  const [from, to] = [map.nodes[1]!, map.nodes[0]!]
  const distance = (point: { x: number; y: number }, node: { x: number; y: number }) =>
    Math.hypot(point.x - node.x, point.y - node.y)
  expect(distance(first!.points[0]!, from)).toBeLessThan(distance(first!.points[0]!, to))
})

test.each(["move the archive in stages", "分阶段搬迁档案馆的全部藏书"])(
  "a group is at least as wide as its name: %s",
  (position) => {
    const [group] = layoutMap([{ turn: "t1", seat: "ash", position, answers: [] }]).groups
    expect(group!.width).toBeGreaterThan([...position].length * 6)
  },
)

test("without positions the map is empty", () => {
  expect(layoutMap([])).toMatchObject({ nodes: [], groups: [], edges: [] })
})
