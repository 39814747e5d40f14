import { promises } from "./requirement.ts"

export const record = promises("records", {
  "record.event": "A discussion can close with a decision record, which is an event and whose cost counts.",
  "record.default":
    "It is on for panel, duet and assembly without another closing, off otherwise; `record` turns it on or off.",
  "record.recorder": "`recorder` names the seat, or the model, that writes it.",
  "record.private": "The writer of the record sees no persona, briefing or memory.",
  "record.text": "A record under headings instead of in an object can be read.",
  "record.fallback": "If its writer's model fails, another seat's model writes it; if all fail, the reason is given.",
  "record.reserve": "A budget has a reserve, so that a discussion that it ends still has a record.",
  "record.citations": "Every published citation names a turn that exists, and every quotation is in that turn.",
  "record.bad-input":
    "Records that have no citations or wrong ones, are empty, too long or in another language, or contain instructions have a defined result.",
  "record.exports":
    "Markdown, HTML, JSON and ADR state question, date, models, seats, changed settings, tally, dissent, costs and id.",
  "result.valid": "`result: <JSON schema>` gives `outcome.result`, which matches the schema.",
  "result.invalid": "An invalid result is retried once with the error, else it is null with the reason.",
  "result.schema": "A schema that cannot be checked is refused with the field.",
  "result.zod": "In the library the schema can be a zod schema.",
  "cli.markdown": "A terminal shows Markdown rendered to its width; a pipe gets the source.",
  "record.screen": "The terminal shows the answer first, then the reasons, then the figures.",
})
