import { expect, test } from "vitest"
import { completeMention, matchingNames, mentionAt } from "./mention.ts"

test("a mention starts at an @ that is not part of an email address", () => {
  expect(mentionAt("ask @re", 7)).toEqual({ start: 4, typed: "re" })
  expect(mentionAt('ask @"Long N', 12)).toEqual({ start: 4, typed: "Long N" })
  expect(mentionAt("@", 1)).toEqual({ start: 0, typed: "" })
  expect(mentionAt("mail ann@example", 16)).toBeUndefined()
  expect(mentionAt("ask @re then", 12)).toBeUndefined()
})

test("completion replaces the text up to the caret and keeps what follows", () => {
  const text = "ask @re, please"
  expect(completeMention(text, 7, mentionAt(text, 7)!, "reviewer")).toEqual({
    text: "ask @reviewer , please",
    caret: 14,
  })
  expect(completeMention('@"Lo"', 4, mentionAt('@"Lo"', 4)!, "Long Name").text).toBe('@"Long Name" ')
})

test("names with the typed prefix come first", () => {
  expect(matchingNames(["planner", "Ann", "anna"], "an")).toEqual(["Ann", "anna", "planner"])
})
