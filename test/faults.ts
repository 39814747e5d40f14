/** One thing that goes wrong, what must hold then, and the tests that do it for real, by a part of their titles. */
export interface Fault {
  readonly id: string
  /** What is done, with how much of it in `npm run faults`. */
  readonly done: string
  readonly checked: string
  readonly proofs: readonly string[]
  /** What of it is not shown. */
  readonly gap?: string
}

/** `npm run faults` runs them all, prints what came of each and writes docs/reference/faults.md. */
export const faults: readonly Fault[] = [
  fault("C1", "kill -9 at 20 random moments on each database, workers killed in turns", {
    checked: "nothing acknowledged lost, no turn twice, all discussions end",
    proofs: [
      ...["killed at any moment, the embedded database loses nothing", "killed at any moment, a server loses nothing"],
      ...["die one after the other, and the others finish what they ran"],
    ],
    gap: "how soon they go on is printed by npm run bench -- recovery",
  }),
  fault("C2", "the process ends between an answer and its commit", {
    checked: "one turn, one call more",
    proofs: ["what was open when its process died is begun again as the next attempt"],
    gap: "in one process; the kills of C1 do not count calls",
  }),
  fault("C3", "kill -9 in the middle of an answer that is watched", {
    checked: "the text begins anew, nothing is spliced",
    proofs: ["hears nothing of it from a process that died", "the server is killed in mid-turn and started again"],
  }),
  fault("C4", "PostgreSQL restarts, up to 40 times", {
    checked: "all discussions finish, nothing lost",
    proofs: ["a database that restarts again and again", "writers go on through restarts of PostgreSQL"],
    gap: "30 discussions, not 5,000 turns",
  }),
  fault("C5", "three processes write one embedded file and are killed, 42 kills", {
    checked: "nothing acknowledged lost, the file is whole, no start is refused",
    proofs: ["three processes on one file, killed again and again"],
  }),
  fault("C6", "SIGTERM while something is said, and while the database never answers", {
    checked: "what is said is finished or handed over, the process ends with 0",
    proofs: [
      ...["a loop that is to leave soon finishes what is being said", "told to end, it ends, also where the database"],
    ],
    gap: "that it takes at most 10 s is not asserted",
  }),
  fault("N1", "the network to PostgreSQL swallows everything", {
    checked: "not ready, goes on when it is back, a late write is refused",
    proofs: ["a database that does not answer makes it unready", "an append whose place another took meanwhile"],
    gap: "one server: that another takes over within 30 s is not shown",
  }),
  fault("N2", "100 watchers whose cable is pulled", {
    checked: "freed within 60 s",
    proofs: ["watchers whose cable is pulled"],
    gap: "Linux only",
  }),
  fault("N3", "1 to 7 bytes a write, CRLF, BOM, comments, of every provider", {
    checked: "the same text, byte by byte",
    proofs: ["reads the same text through"],
  }),
  fault("N4", "60 s of silence", {
    checked: "a comment at least every 15 s",
    proofs: ["comments keep the line alive, never more than 15 s apart"],
    gap: "by a clock that the test moves",
  }),
  fault("P1", "429 and 529 with Retry-After", {
    checked: "the wait is kept, and capped",
    proofs: ["the wait that a provider asks for is kept", "a wait beyond the ceiling is not waited for"],
  }),
  fault("P2", "hangs before and in the middle of an answer, every provider", {
    checked: "the time-outs end the call",
    proofs: ["gives up a call whose first words are late", "gives up a call that falls silent in mid-answer"],
  }),
  fault("P3", "cut after every chunk, every provider", {
    checked: "part of an answer is never a turn",
    proofs: ["wherever the answer breaks, what was heard"],
  }),
  fault("P4", "malformed chunks, HTML or a JSON error with 200: 38 faults of every provider", {
    checked: "a typed error and no text, never an empty answer",
    proofs: ["has its named result, and no text"],
  }),
  fault("P5", "end without finish, length, refusal, every provider", {
    checked: "told apart",
    proofs: ["tells how the answer ended"],
  }),
  fault("P6", "empty answers, and answers of spaces", {
    checked: "asked again; no pass, no consent",
    proofs: ["an empty answer is asked for again"],
  }),
  fault("P7", "answers and lines that never end", {
    checked: "given up after a few MB, cut at what was asked for",
    proofs: [
      ...["that never ends a line is given up before it fills", "that never ends is given up at the longest answer"],
      ...["an answer far beyond the tokens asked for is cut"],
    ],
    gap: "what was sent is counted, not the memory",
  }),
  fault("P8", "usage that is negative, huge or missing, every provider", {
    checked: "put right and flagged",
    proofs: ["figures that cannot be are put right and flagged"],
  }),
  fault("P9", "one model dead, all models dead", {
    checked: "the others go on; an end that says so",
    proofs: ["a round in which nobody could be heard ends it", "where one model is dead the others go on"],
  }),
  fault("R1", "100 equal POSTs with one key at two servers", {
    checked: "one effect, one body, no 409",
    proofs: ["a hundred equal requests at two servers"],
  }),
  fault("R2", "the same key with another body", { checked: "422", proofs: ["another body is a 422"] }),
  fault("R3", "three loops on one discussion; three processes on one database", {
    checked: "gapless, no turn twice",
    proofs: ["two loops on one discussion never commit a turn twice", "die one after the other, and the others finish"],
    gap: "one call per turn holds only while one process has the claim",
  }),
  fault("R4", "50 answers at once for the last place, by five processes", {
    checked: "exactly one is accepted, it resolves once",
    proofs: ["for the last place: one gets it, and it resolves once"],
    gap: "PostgreSQL; on SQLite one transaction writes at a time",
  }),
  fault("R5", "200 answers against the time-out, by five processes", {
    checked: "one winner, the same for every reader",
    proofs: ["there is one winner, the same for every reader", "what counts is when an"],
    gap: "200 races, not 1,000",
  }),
  fault("R6", "aborted twice at once at every moment of a discussion", {
    checked: "one end, the same for both",
    proofs: ["abort ends it, keeps what was said, and can be repeated", "aborted twice at any moment it ends once"],
  }),
  fault("R7", "random histories of loops that die, pauses, comments and rivals", {
    checked: "numbers unique and in order, nothing lost",
    proofs: ["in any order lose nothing and double nothing"],
  }),
  fault("S1", "a reader that stalls while 40 MB are said", {
    checked: "less than 1 MB is held for it",
    proofs: ["a reader that stalls is held to less than 1 MB"],
    gap: "one reader; what others feel is printed by npm run bench -- server",
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
    proofs: ["ids that are none of ours are refused"],
    gap: "there are no pruned events to ask for: a discussion is pruned as a whole, and is then 404",
  }),
  fault("S5", "leaving at every place of a discussion and coming back", {
    checked: "exactly the rest, no gap",
    proofs: ["whoever leaves anywhere and comes back later gets exactly"],
    gap: "every place of two discussions, not 1,000 subscriptions",
  }),
  fault("S6", "reconnecting after the end", { checked: "the rest, then 204", proofs: ["the end seen is 204"] }),
  fault("F1", "5,000 requests made from the OpenAPI document", {
    checked: "no 5xx",
    proofs: ["requests made from the OpenAPI document end without"],
    gap: "by fast-check; Portman is not used",
  }),
  fault("F2", "every call with a wrong body or none, and bytes that are hardly HTTP", {
    checked: "4xx, the server lives",
    proofs: ["requests made from the OpenAPI document end without", "bytes that are hardly HTTP end in a 4xx"],
  }),
  fault("F3", "NUL, half characters, 100,000 levels, large bodies", {
    checked: "4xx, before it is parsed or read",
    proofs: ["are refused before they are parsed", "what is too large is refused by its length"],
  }),
  fault("X1", "a speaker's label in a text", {
    checked: "stays the text of who wrote it",
    proofs: ["a forged label, vote or pass stays the forger's text"],
  }),
  fault("X2", "a quoted vote in a text", {
    checked: "is no vote",
    proofs: ["a forged label, vote or pass stays the forger's text"],
  }),
  fault("X3", "[PASS] in a sentence, code or quote", { checked: "is no pass", proofs: ["stays as it is, "] }),
  fault("X4", "one of five seats forges votes in 200 ways", {
    checked: "one vote of each seat, its own",
    proofs: ["in 200 ways a seat that forges votes has one vote"],
  }),
  fault("X5", "scripts in everything that the page shows, in Chromium", {
    checked: "none runs",
    proofs: ["run nothing and load nothing"],
  }),
  fault("X6", "images of every kind, in Chromium", { checked: "no request", proofs: ["run nothing and load nothing"] }),
  fault("X7", "escape sequences in the terminal", {
    checked: "none gets through",
    proofs: ["never lets a control character through"],
  }),
  fault("X8", "addresses that lead inside, in every notation, by name, redirect and rebinding", {
    checked: "no connection",
    proofs: [
      ...["connects to nobody at http://", "refuses a name that leads to a private address"],
      ...["a name that changes its address is checked at each connection"],
    ],
    gap: "rebinding needs a machine with a public address; it is skipped elsewhere",
  }),
  fault("X9", "another organisation's ids, on every call", {
    checked: "404, and they stay as they are",
    proofs: ["knows nothing of another organisation's things: 404"],
  }),
  fault("X10", "a key of small scope, by either header, on every call", {
    checked: "refused",
    proofs: ["refuses a key whose scope is too small"],
  }),
  fault("X11", "a key of a provider, whatever goes wrong", {
    checked: "in no error and no event",
    proofs: ["is in no error, whatever went wrong", "has no key in any event"],
  }),
  fault("X12", "foreign hosts, origins and forms", {
    checked: "403",
    proofs: ["a form of another site changes nothing", "a name that was rebound"],
  }),
  fault("X13", "fifty discussions at once against one budget", {
    checked: "never more is spent",
    proofs: ["fifty discussions at once stay within"],
  }),
  fault("X14", "a flood of one client, and a hundred discussions of one key that hang", {
    checked: "429 for it, the others unaffected",
    proofs: [
      ...["each key has its own, and is told how much is left", "who has many discussions that hang does not hold up"],
    ],
  }),
]

function fault(id: string, done: string, rest: Omit<Fault, "id" | "done">): Fault {
  return { id, done, ...rest }
}
