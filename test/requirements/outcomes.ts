import { promises } from "./requirement.ts"

export const outcomes = promises("3", {
  "outcome.sentence": "Every ending has one sentence, in the discussion's language, that says only what decided it.",
  "outcome.ballot-lines":
    "Every ballot line states the question and the result, with differing amounts and unsure votes.",
  "outcome.one-is-no-agreement":
    "A seat that decides alone is a judge or a chair: the outcome mentions neither agreement nor a tie.",
  "outcome.secret": "A secret ballot is published as counts and reasons, never with a name.",
  "outcome.required-roles":
    "A seat that a table requires can neither be omitted nor leave, and is never played by a rehearsal model.",
  "outcome.choices-decide":
    "If options are given the last round ends with a ballot, or the outcome says how many seats wanted to vote.",
  "outcome.ranked-answers":
    "A council's seats rank each other's answers without names and without their own; ranks equal a manual count.",
  "outcome.baseline":
    "On request one seat is asked alone for as many answers as the table made calls; the outcome has its majority and both costs.",
  "stance.streamed-equals-content":
    "A stance line is held back from the live text, which equals the final text of the turn.",
  "stance.ledger": "Positions come from stances and votes among options, never from yes-or-no votes on agreement.",
  "stance.moves": "A change of mind names the turn that it responds to.",
  "stance.off": "Stances can be turned off, and are off on the originals' routes.",
})
