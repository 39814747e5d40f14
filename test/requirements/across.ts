import { issues, promises } from "./requirement.ts"

export const across = [
  ...promises("3", {
    "across.parallel": "In a parallel round nobody sees another's words of that round; they are shown in seat order.",
    "across.independent-first": "The first round alone can be independent, with any order after it.",
    "across.consensus-check": "A consensus check can ask for all, any, or a threshold of the voters.",
    "across.budget-tokens": "Reaching the token budget ends a discussion cleanly with what there is.",
    "across.budget-time": "Reaching the time budget ends a discussion cleanly with what there is.",
    "across.usage": "Prompt, cached and completion tokens are kept per seat and add up to the total.",
    "across.shared-prefix":
      "What all seats share comes first, byte-identical and append-only; what is one seat's own comes last.",
    "across.reusable-share": "Over 3 seats and 10 rounds at least 90% of the prompt text is a reusable prefix.",
    "across.no-forging":
      "Text of a seat that imitates a speaker label, a vote block or a pass marker stays that seat's text.",
    "across.votes-from-ballots": "A vote is read from an answer to a ballot and from nothing else.",
    "across.protocols": "Any format can decide by plurality, approval, Borda, run-off, confidence or a chair.",
    "across.options": "The options of a ballot are given, or drawn from the proposals made.",
    "across.recount":
      "The same ballots can be counted again under every protocol, and the outcome shows where it matters.",
    "across.ledger": "The ledger shows for each seat its position by round, when it changed and after whose turn.",
    "across.dissent": "Who dissented, and why, is part of the outcome.",
    "across.interject":
      "A person can interject, pause, resume and stop at any time; a word is seen from the next turn on.",
    "across.interrupt": "An interrupted turn keeps what was said so far, marked as cut.",
    "across.fork": "A fork goes on from any turn of an old discussion with other seats, models or settings.",
    "across.vote-first":
      "A table can answer and vote before it talks; it talks only where it differs, and while that moves votes for the better.",
    "across.protected-answer":
      "Where votes come first, the first one stands against a later one that nothing that was said speaks for.",
    "across.first-vote-shown":
      "Outcome and reports show the first vote beside the last, and where counting otherwise matters.",
    "across.novelty":
      "How new a round is, is read from its words in any language, or from embeddings where a model is named; never before the minimum of rounds.",
    "across.novelty-fallback": "Embeddings that fail are told of in the log, and the words decide.",
    "across.best-so-far":
      "A limit that ends a discussion leaves the best answer so far, and the outcome says that it is that.",
    "across.people": "People and outside agents can sit, wait, cut in, come, go and chair in every format.",
    "across.budget-money": "Reaching the money budget ends a discussion cleanly with what there is.",
    "across.sub-discussion": "A sub-discussion of some seats comes back into its parent as one turn.",
  }),
  ...promises("3", { "across.cost": "A seat's cost is kept where the price of its model is known." }, issues.models),
]
