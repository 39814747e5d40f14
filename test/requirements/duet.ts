import { promises } from "./requirement.ts"

export const duet = promises("2.5", {
  "duet.order": "Model A speaks, then Model B, then both are asked for consensus, A first.",
  "duet.sees-all": "Both are shown the whole discussion, labelled by speaker.",
  "duet.rounds-exact": "A duet that never agrees runs exactly its rounds, 10 by default.",
  "duet.sampling": "Turns use temperature 0.7, 2,048 tokens and 120 s, votes temperature 0.3 and 1,024 tokens.",
  "duet.total-timeout": "A duet may take 30 minutes, then it ends with the reason `timeout`.",
  "duet.both-agree": "It ends with consensus when both agree, not when one does.",
  "duet.min-rounds": "A vote counts only after the least number of rounds, 1 by default.",
  "duet.vote-retries": "A vote that cannot be read is asked for at most 2 more times.",
  "duet.call-retries": "A failed call is retried twice, first after 1 s.",
  "duet.vote-markers": "A vote is read from its block markers.",
  "duet.vote-structured": "A model with structured output is asked for an object, and that is read as the vote.",
  "duet.vote-prose":
    "A vote without markers is read from its prose, marked as inferred, with a confidence of 30 to 70.",
  "duet.vote-unreadable":
    "An unreadable vote counts neither for nor against, and blocks agreement where all must agree.",
  "duet.solution": "The solution is the one proposed with the higher confidence.",
  "duet.partner": "Each is told that the other is a partner, not an opponent.",
  "duet.phases": "A duet moves through its named phases, and each move is recorded with its time.",
  "duet.legal-moves": "Only legal moves between phases are possible; another one throws `STATE_INVALID`.",
  "duet.stopping-reasons":
    "The outcome names why it stopped: consensus, rounds, abort, error, model unavailable, timeout.",
})
