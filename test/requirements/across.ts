import { issues, promises } from "./requirement.ts"

export const across = [
  ...promises("3", {
    "across.parallel": "In a parallel round no seat sees another's turn of that round; turns are shown in seat order.",
    "across.independent-first": "Only the first round can be made independent, with any order after it.",
    "across.consensus-check": "A consensus check can ask for all, any, or a threshold of the voters.",
    "across.budget-tokens": "An exhausted token budget ends a discussion cleanly with its partial result.",
    "across.budget-time": "An exhausted time budget ends a discussion cleanly with its partial result.",
    "across.usage": "Prompt, cached and completion tokens are counted per seat and add up to the total.",
    "across.shared-prefix":
      "Prompts start with the part that all seats share, byte-identical and append-only; a seat's own part comes last.",
    "across.reusable-share": "Over 3 seats and 10 rounds at least 90% of the prompt text is a reusable prefix.",
    "across.no-forging":
      "A seat's text that imitates a speaker label, a vote block or a pass marker remains that seat's text.",
    "across.votes-from-ballots": "A vote is read only from a reply to a ballot.",
    "across.protocols": "Any format can decide by plurality, approval, Borda, run-off, confidence or a chair.",
    "across.options": "The options of a ballot are given, or taken from the proposals.",
    "across.recount":
      "The same ballots can be recounted under every protocol, and the outcome shows where the result differs.",
    "across.ledger": "The ledger shows for each seat its position by round, when it changed and after whose turn.",
    "across.dissent": "The outcome names the dissenters and their reasons.",
    "across.interject":
      "A person can interject, pause, resume and stop at any time; a comment is visible from the next turn on.",
    "across.interrupt": "An interrupted turn keeps its text so far, marked as cut.",
    "across.fork": "A fork continues from any turn of an old discussion with other seats, models or settings.",
    "across.vote-first":
      "A table can answer and vote before it discusses; it discusses only if votes differ, and while that improves them.",
    "across.protected-answer":
      "With votes first, the first vote takes precedence over a later one that no argument of the discussion supports.",
    "across.first-vote-shown":
      "Outcome and reports show the first vote beside the last, and where another protocol gives another result.",
    "across.novelty":
      "The novelty of a round is measured by its words in any language, or by embeddings if a model is given; never before the minimum number of rounds.",
    "across.novelty-fallback": "If embeddings fail, the log says so and the words decide.",
    "across.best-so-far": "A limit that ends a discussion leaves the best answer so far, and the outcome says so.",
    "across.people":
      "People and external agents can take seats, be awaited, interject, join, leave and chair in every format.",
    "across.budget-money": "An exhausted money budget ends a discussion cleanly with its partial result.",
    "across.sub-discussion": "A sub-discussion of some seats returns to its parent as one turn.",
  }),
  ...promises("3", { "across.cost": "A seat's cost is counted if the price of its model is known." }, issues.models),
]
