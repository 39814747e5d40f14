import { promises } from "./requirement.ts"

export const record = promises("records", {
  "record.event": "A discussion can close with a decision record, which is an event and whose cost counts.",
  "record.default":
    "It is on for panel, duet and assembly without another closing, off elsewhere; `record` turns it on or off.",
  "record.recorder": "`recorder` names the seat, or the model, that writes it.",
  "record.private": "Whoever writes the record is shown no persona, briefing or memory.",
  "record.text": "A record that is written under headings instead of as an object is read.",
  "record.fallback": "Where its writer's model fails, another seat's model writes it; where all fail, that is said.",
  "record.reserve": "A budget keeps a reserve, so that a discussion cut off by it still ends with a record.",
  "record.citations": "Every published citation names a turn that exists, and every quotation is in that turn.",
  "record.bad-input":
    "Records without citations, with wrong ones, empty, too long, in another language or with orders have a named result.",
  "record.exports":
    "Markdown, HTML, JSON and ADR say question, date, models, seats, settings that differ, tally, dissent, costs and id.",
  "result.valid": "`result: <JSON schema>` gives `outcome.result`, which keeps the schema.",
  "result.invalid": "What does not keep it is asked for once more with the error, else it is null with the reason.",
  "result.schema": "A schema that cannot be checked is refused with the field.",
  "result.zod": "In the library the schema can be one of zod's.",
  "cli.markdown": "A terminal shows Markdown rendered to its width; a pipe gets it as it is.",
  "record.screen": "The terminal shows the answer first, then why, then the figures.",
})
