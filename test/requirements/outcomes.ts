import { promises } from "./requirement.ts"

export const outcomes = promises("3", {
  "outcome.sentence":
    "Every ending has one sentence, in the discussion's language, that says what settled it and nothing else.",
  "outcome.ballot-lines":
    "Every ballot line says what was asked and what came of it, with differing amounts and unsure votes.",
  "outcome.one-is-no-agreement": "One seat that decides alone is a judge or a chair: no word of agreement, no tie.",
  "outcome.secret": "What a secret ballot holds leaves the process as counts and reasons, never with a name.",
  "outcome.required-roles":
    "A seat that a table needs can neither be left out nor leave, and is never played by a rehearsal model.",
  "outcome.choices-decide":
    "Where options are given the last round ends with a ballot, or the outcome says who would not vote.",
  "outcome.ranked-answers":
    "A council's seats rank each other's answers without names and without their own; ranks equal a hand count.",
  "outcome.baseline":
    "On request one seat is asked alone for as many answers as the table made calls; its majority and both costs stand beside the outcome.",
  "stance.streamed-equals-content":
    "A stance line is held back from the live text, which is what the turn holds in the end.",
  "stance.ledger":
    "Positions come from stances and votes among options, never from yes or no to whether there is agreement.",
  "stance.moves": "A change of mind names the turn that it answers.",
  "stance.off": "Stances can be turned off, and are on the originals' own routes.",
})
