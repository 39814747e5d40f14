/** A fault, the expected behaviour, and the tests that inject it, each by a part of its title. */
export interface Fault {
  readonly id: string
  /** The injected fault, and how often `npm run faults` injects it. */
  readonly done: string
  readonly checked: string
  readonly proofs: readonly string[]
  /** The part that no test covers. */
  readonly gap?: string
}

/** `npm run faults` runs them all, prints the results and writes docs/reference/faults.md. */
export const faults: readonly Fault[] = [
  fault("C1", "kill -9 at 20 random moments on each database, workers killed in turns", {
    checked: "no acknowledged write is lost, no turn occurs twice, all discussions end",
    proofs: [
      ...["killed at any moment, the embedded database loses nothing", "killed at any moment, a server loses nothing"],
      ...["die one after the other, and the others finish their discussions"],
    ],
    gap: "npm run bench -- recovery prints how soon they continue",
  }),
  fault("C2", "the process dies between a reply and its commit", {
    checked: "one turn, one additional call",
    proofs: ["calls in flight when a process died are retried as the next attempt"],
    gap: "in one process; the kills of C1 do not count calls",
  }),
  fault("C3", "kill -9 during a turn that is being watched", {
    checked: "the text restarts, attempts are not joined",
    proofs: ["gets no live text of a process that died", "when the server is killed and restarted in mid-turn"],
  }),
  fault("C4", "PostgreSQL restarts, up to 40 times", {
    checked: "all discussions finish, nothing is lost",
    proofs: ["a database that restarts repeatedly", "writers continue through restarts of PostgreSQL"],
    gap: "30 discussions, not 5,000 turns",
  }),
  fault("C5", "three processes write one embedded file and are killed, 42 kills", {
    checked: "no acknowledged write is lost, the file is intact, no start is refused",
    proofs: ["three processes on one file, killed repeatedly"],
  }),
  fault("C6", "SIGTERM during a turn, and while the database does not answer", {
    checked: "the turn is finished or handed over, the process exits with 0",
    proofs: [
      ...["a loop that is asked to leave finishes the current turn", "SIGTERM ends the server, even if the database"],
    ],
    gap: "the limit of 10 s is not asserted",
  }),
  fault("N1", "the network to PostgreSQL drops everything", {
    checked: "not ready, continues when it is back, a late write is refused",
    proofs: [
      "a database that does not answer makes the server unready",
      "an append whose position was taken meanwhile",
    ],
    gap: "one server: a takeover by another within 30 s is not covered",
  }),
  fault("N2", "100 watchers whose cable is pulled", {
    checked: "released within 60 s",
    proofs: ["watchers whose cable is pulled"],
    gap: "Linux only",
  }),
  fault("N3", "writes of 1 to 7 bytes, CRLF, BOM and comments, for every provider", {
    checked: "the same text, byte for byte",
    proofs: ["reads the same text through"],
  }),
  fault("N4", "60 s of silence", {
    checked: "a comment at least every 15 s",
    proofs: ["comments keep the connection alive, never more than 15 s apart"],
    gap: "with a fake clock",
  }),
  fault("P1", "429 and 529 with Retry-After", {
    checked: "the delay is respected, up to a maximum",
    proofs: ["the delay that a provider asks for is respected", "a delay above the maximum fails at once"],
  }),
  fault("P2", "hangs before and during a reply, every provider", {
    checked: "the timeouts end the call",
    proofs: ["aborts a call whose first token is late", "aborts a call that falls silent in mid-reply"],
  }),
  fault("P3", "cut after every chunk, every provider", {
    checked: "a partial reply never becomes a turn",
    proofs: ["wherever the reply breaks off, its text is a prefix"],
  }),
  fault("P4", "malformed chunks, HTML or a JSON error with 200: 38 faults for every provider", {
    checked: "a typed error and no text, never an empty reply",
    proofs: ["has its expected result, and no invented text"],
  }),
  fault("P5", "missing finish reason, length, refusal, every provider", {
    checked: "distinguished",
    proofs: ["reports the finish reason"],
  }),
  fault("P6", "empty replies, and replies of spaces", {
    checked: "retried; neither a pass nor consent",
    proofs: ["an empty reply is retried"],
  }),
  fault("P7", "replies and lines that never end", {
    checked: "aborted after a few MB, cut at the token limit",
    proofs: [
      ...["that never ends a line is aborted before it fills", "that never ends is aborted at the maximum length"],
      ...["a reply far beyond its token limit is cut"],
    ],
    gap: "counts the bytes sent, not the memory",
  }),
  fault("P8", "usage that is negative, huge or missing, every provider", {
    checked: "corrected and marked",
    proofs: ["impossible figures are corrected and marked"],
  }),
  fault("P9", "one model dead, all models dead", {
    checked: "the others continue; the outcome says so",
    proofs: ["a round in which every seat fails ends the discussion", "if one model is dead the other seats continue"],
  }),
  fault("R1", "100 equal POSTs with one key at two servers", {
    checked: "one effect, one body, no 409",
    proofs: ["a hundred equal requests at two servers"],
  }),
  fault("R2", "the same key with another body", { checked: "422", proofs: ["another body is a 422"] }),
  fault("R3", "three loops on one discussion; three processes on one database", {
    checked: "gapless, no turn twice",
    proofs: ["two loops on one discussion never commit a turn twice", "die one after the other, and the others finish"],
    gap: "one call per turn is only guaranteed while one process has the claim",
  }),
  fault("R4", "50 concurrent answers for the last place, on five connections to each database", {
    checked: "exactly one is accepted, the prompt resolves once",
    proofs: ["for the last place: one gets it, and the prompt resolves once"],
    gap: "the connections belong to one process",
  }),
  fault("R5", "200 answers at the timeout, on five connections to each database", {
    checked: "one winner, the same for every reader",
    proofs: ["there is one winner, the same for every reader", "the time at which an answer gets the lock counts"],
    gap: "200 races, not 1,000; the connections belong to one process",
  }),
  fault("R6", "two concurrent aborts at every moment of a discussion", {
    checked: "one outcome, the same for both",
    proofs: [
      "abort ends it, keeps its turns, and can be repeated",
      "a discussion aborted twice at any moment ends once",
    ],
  }),
  fault("R7", "random histories of crashed loops, pauses, comments and rival loops", {
    checked: "event numbers are unique and in order, nothing is lost",
    proofs: ["in any order lose nothing and duplicate nothing"],
  }),
  fault("S1", "a reader that stalls while 40 MB are streamed", {
    checked: "less than 1 MB is buffered for it",
    proofs: ["a stalled reader is held to less than 1 MB"],
    gap: "one reader; npm run bench -- server prints the effect on others",
  }),
  fault("S2", "500 watchers of one discussion", {
    checked: "one read of the database",
    proofs: ["five hundred watchers of one discussion cost one read"],
  }),
  fault("S3", "20 cut connections, four client libraries", {
    checked: "every id once",
    proofs: ["over 20 cut connections, every id once"],
  }),
  fault("S4", "Last-Event-ID that is garbage or in the future", {
    checked: "400",
    proofs: ["invalid and future event ids are refused"],
    gap: "pruned events cannot be requested: a discussion is pruned as a whole, and is then 404",
  }),
  fault("S5", "disconnecting at every position of a discussion and returning", {
    checked: "exactly the rest, no gap",
    proofs: ["a reader that leaves at any position and returns later gets exactly"],
    gap: "every position of two discussions, not 1,000 subscriptions",
  }),
  fault("S6", "reconnecting after the end", {
    checked: "the rest, then 204",
    proofs: ["a client that has seen the end gets 204"],
  }),
  fault("F1", "5,000 requests generated from the OpenAPI document", {
    checked: "no 5xx",
    proofs: ["requests made from the OpenAPI document end without"],
    gap: "with fast-check; Portman is not used",
  }),
  fault("F2", "every operation with an invalid body or none, and bytes that are hardly HTTP", {
    checked: "4xx, the server survives",
    proofs: ["requests made from the OpenAPI document end without", "malformed HTTP ends in a 4xx"],
  }),
  fault("F3", "NUL, lone surrogates, 100,000 levels, large bodies", {
    checked: "4xx, before the body is parsed or read",
    proofs: ["are refused before they are parsed", "a body that is too large is refused by its length"],
  }),
  fault("X1", "a speaker's label in a text", {
    checked: "remains its author's text",
    proofs: ["a forged label, vote or pass remains the forger's text"],
  }),
  fault("X2", "a quoted vote in a text", {
    checked: "is not a vote",
    proofs: ["a forged label, vote or pass remains the forger's text"],
  }),
  fault("X3", "[PASS] in a sentence, code or quote", { checked: "is not a pass", proofs: ["stays as it is, "] }),
  fault("X4", "one of five seats forges votes in 200 ways", {
    checked: "each seat has one vote, its own",
    proofs: ["a seat that forges votes in 200 ways has one vote"],
  }),
  fault("X5", "scripts in every text of the page, in Chromium", {
    checked: "none runs",
    proofs: ["run nothing and load nothing"],
  }),
  fault("X6", "images of every kind, in Chromium", { checked: "no request", proofs: ["run nothing and load nothing"] }),
  fault("X7", "escape sequences in the terminal", {
    checked: "none gets through",
    proofs: ["never lets a control character through"],
  }),
  fault("X8", "private addresses in every notation, by name, redirect and rebinding", {
    checked: "no connection",
    proofs: [
      ...["makes no connection to http://", "refuses a name that resolves to a private address"],
      ...["a name that changes its address is checked at each connection"],
    ],
    gap: "rebinding needs a machine with a public address; it is skipped elsewhere",
  }),
  fault("X9", "another organisation's ids, on every operation", {
    checked: "404, and they stay unchanged",
    proofs: ["answers 404 for another organisation's resources"],
  }),
  fault("X10", "a key with too small a scope, in either header, on every operation", {
    checked: "refused",
    proofs: ["refuses a key whose scope is too small"],
  }),
  fault("X11", "a provider's key, with every kind of failure", {
    checked: "in no error and no event",
    proofs: ["is in no error, whatever went wrong", "has no key in any event"],
  }),
  fault("X12", "foreign hosts, origins and forms", {
    checked: "403",
    proofs: ["a form of another site changes nothing", "a rebound host name"],
  }),
  fault("X13", "fifty concurrent discussions with one budget", {
    checked: "the budget is never exceeded",
    proofs: ["fifty discussions at once stay within"],
  }),
  fault("X14", "a flood from one client, and thirty hanging discussions of one client", {
    checked: "429 for it, the others unaffected",
    proofs: [
      ...[
        "each key has its own limit, and its responses tell",
        "a client with many hanging discussions does not delay",
      ],
    ],
  }),
]

function fault(id: string, done: string, rest: Omit<Fault, "id" | "done">): Fault {
  return { id, done, ...rest }
}
