import { describe, expect, test } from "vitest"
import { novelty } from "./novelty.ts"

describe("novelty [hive.nothing-new]", () => {
  test("a first text is all new, the same text again brings nothing", () => {
    const text = ["Migrations should be reversible because deployments fail."]
    expect(novelty(text, [])).toBe(1)
    expect(novelty(text, text)).toBe(0)
  })

  test("the same words in another order bring nothing", () => {
    expect(
      novelty(
        ["Because deployments fail, migrations should be reversible!"],
        ["Migrations should be reversible because deployments fail."],
      ),
    ).toBe(0)
  })

  test("a new angle counts by its share", () => {
    const share = novelty(["deployments fail; measure latency first"], ["deployments fail often"])
    expect(share).toBeGreaterThan(0.3)
    expect(share).toBeLessThan(0.9)
  })

  test("Chinese is read without spaces", () => {
    expect(novelty(["我们应该先测量延迟"], ["我们应该先测量延迟"])).toBe(0)
    expect(novelty(["成本太高"], ["我们应该先测量延迟"])).toBe(1)
  })

  test("text without words brings nothing new", () => {
    expect(novelty(["…", "!!"], [])).toBe(0)
    expect(novelty([], ["anything"])).toBe(0)
  })
})
