import { expect, test } from "vitest"
import { completeMention, matchingNames, mentionAt } from "./mention.ts"

test("a mention is being written after an @ that names nobody's address", () => {
  expect(mentionAt("ask @re", 7)).toEqual({ start: 4, typed: "re" })
  expect(mentionAt('ask @"Long N', 12)).toEqual({ start: 4, typed: "Long N" })
  expect(mentionAt("@", 1)).toEqual({ start: 0, typed: "" })
  expect(mentionAt("mail ann@example", 16)).toBeUndefined()
  expect(mentionAt("ask @re then", 12)).toBeUndefined()
})

test("it is written out where the caret is, and what follows stays", () => {
  const text = "ask @re, please"
  expect(completeMention(text, 7, mentionAt(text, 7)!, "reviewer")).toEqual({
    text: "ask @reviewer , please",
    caret: 14,
  })
  expect(completeMention('@"Lo"', 4, mentionAt('@"Lo"', 4)!, "Long Name").text).toBe('@"Long Name" ')
})

test("names that begin so come first", () => {
  expect(matchingNames(["planner", "Ann", "anna"], "an")).toEqual(["Ann", "anna", "planner"])
})
