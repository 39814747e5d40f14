import type { SeatQuestion } from "../discussion/seat-question.ts"
import type { DiscussionState, OpenCall } from "../discussion/state.ts"
import { languageFor } from "../languages/index.ts"
import { buildSeatView } from "./build-seat-view.ts"
import { writeInstruction } from "./write-prompt.ts"

/** Holds nothing of what the seat alone knows: everyone may see it. */
export function describeQuestion(state: DiscussionState, call: OpenCall): SeatQuestion {
  const view = buildSeatView(state, call)
  const { ask } = view
  const language = languageFor(view.language)
  switch (ask.kind) {
    case "turn": {
      const question = writeInstruction(view, language, false)
      return { question, form: "text", ...(ask.mayPass && { mayPass: true }), example: language.example.statement }
    }
    case "synthesis":
    // Nobody but a model is asked for a record or a result.
    case "record":
    case "result":
      return { question: writeInstruction(view, language, false), form: "text", example: language.example.statement }
    case "choose": {
      const options = ask.candidates.map(view.shownName)
      return { question: writeInstruction(view, language, false), form: "name", options, example: options[0] ?? "" }
    }
    case "vote": {
      const { asks, options, form = "single" } = ask
      if (asks !== "choice") {
        const question = ask.instruction ?? language.voteQuestions[asks]
        return { question, form: "yes-no", mayPass: true, example: language.voteExamples[asks]() }
      }
      const question = ask.instruction ?? language.ballotQuestions[form].ask
      return { question, form, options, mayPass: true, example: language.voteExamples.choice({ options, form }) }
    }
  }
}
