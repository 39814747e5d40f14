import { promises } from "./requirement.ts"

export const duet = promises("2.5", {
  "duet.order": "Model A speaks, then Model B, then both vote on consensus, A first.",
  "duet.sees-all": "Both prompts contain the whole discussion, labelled by speaker.",
  "duet.rounds-exact": "A duet without agreement runs exactly its configured number of rounds, 10 by default.",
  "duet.sampling": "Turns use temperature 0.7, 2,048 tokens and 120 s, votes temperature 0.3 and 1,024 tokens.",
  "duet.total-timeout": "A duet ends after 30 minutes with the reason `timeout`.",
  "duet.both-agree": "It ends with consensus if both agree, not if only one does.",
  "duet.min-rounds": "A vote counts only after the minimum number of rounds, 1 by default.",
  "duet.vote-retries": "An unreadable vote is retried at most twice.",
  "duet.call-retries": "A failed call is retried twice, first after 1 s.",
  "duet.vote-markers": "A vote is read from its block markers.",
  "duet.vote-structured": "A model with structured output is asked for an object, which is read as the vote.",
  "duet.vote-prose":
    "A vote without markers is read from its prose, marked as inferred, with a confidence of 30 to 70.",
  "duet.vote-unreadable": "An unreadable vote counts neither for nor against, and blocks agreement if all must agree.",
  "duet.solution": "The solution is the one proposed with the higher confidence.",
  "duet.partner": "Each prompt calls the other seat a partner, not an opponent.",
  "duet.phases": "A duet passes through its named phases, and each change is recorded with its time.",
  "duet.legal-moves": "Only legal phase changes are possible; any other throws `STATE_INVALID`.",
  "duet.stopping-reasons":
    "The outcome has the stopping reason: consensus, rounds, abort, error, model unavailable, timeout.",
})
