/** One thing that goes wrong, what must hold then, and the tests that do it for real, by a part of their titles. */
export interface Fault {
  readonly id: string
  readonly what: string
  readonly proofs: readonly string[]
  /** Where something of it is not shown. */
  readonly gap?: string
}

/** `npm run faults` runs them all and prints what came of each. */
export const faults: readonly Fault[] = [
  fault("C1", "kill -9 at random points: nothing acknowledged lost, no turn twice, goes on", [
    ...["killed at any moment, the embedded database loses nothing", "killed at any moment, a server loses nothing"],
    ...["die one after the other, and the others finish what they ran"],
  ]),
  fault("C2", "killed between answer and commit: one turn, one call more at most", [
    "what was open when its process died is begun again as the next attempt",
  ]),
  fault("C3", "killed in mid-stream: the text begins anew, nothing is spliced", [
    ...["hears nothing of it from a process that died", "the server is killed in mid-turn and started again"],
  ]),
  fault("C4", "the database restarts again and again: all finish", [
    ...["a database that restarts again and again", "writers go on through restarts of PostgreSQL"],
  ]),
  fault("C5", "three processes on one embedded folder", ["three processes on one file, killed again and again"]),
  fault("C6", "SIGTERM: handed over, ends in time", [
    ...["a loop that is to leave soon finishes what is being said", "told to end, it ends, also where the database"],
  ]),
  fault("N1", "the database's network is a black hole: waits, goes on, fenced", [
    ...["a database that does not answer makes it unready", "an append whose place another took meanwhile"],
  ]),
  fault("N2", "watchers that vanish are freed within 60 s", ["watchers whose cable is pulled"], "Linux only"),
  fault("N3", "1 to 7 bytes a write, CRLF, BOM, comments: the same bytes", ["reads the same text through"]),
  fault("N4", "a comment at least every 15 s", ["comments keep the line alive, never more than 15 s apart"]),
  fault("P1", "429 and 529 with Retry-After: kept, capped", [
    ...["the wait that a provider asks for is kept", "a wait beyond the ceiling is not waited for"],
  ]),
  fault("P2", "hangs before and in the middle of an answer: time-outs", [
    ...["gives up a call whose first words are late", "gives up a call that falls silent in mid-answer"],
  ]),
  fault("P3", "cut after any chunk: part of an answer is never a turn", ["wherever the answer breaks, what was heard"]),
  fault("P4", "malformed chunks, HTML or JSON errors with 200: typed errors", ["has its named result, and no text"]),
  fault("P5", "end without finish, length, refusal: told apart", ["tells how the answer ended"]),
  fault("P6", "empty answers: no pass, no consent", ["an empty answer is asked for again"]),
  fault("P7", "20 MB of answer, one endless line: cut", [
    ...["that never ends a line is given up before it fills", "that never ends is given up at the longest answer"],
    ...["an answer far beyond the tokens asked for is cut"],
  ]),
  fault("P8", "usage that cannot be: put right and flagged", ["figures that cannot be are put right and flagged"]),
  fault("P9", "some or all models dead: an end that says so", ["a round in which nobody could be heard ends it"]),
  fault("R1", "100 equal POSTs with one key: one effect, one body", ["a hundred equal requests at two servers"]),
  fault("R2", "the same key with another body: 422", ["another body is a 422"]),
  fault("R3", "several loops on one discussion: gapless", ["two loops on one discussion never commit a turn twice"]),
  fault("R4", "more answers than places: exactly as many", ["for the last place: one gets it, and it resolves once"]),
  fault("R5", "an answer against the time-out: one winner", [
    "an answer against the time-out",
    "what counts is when an",
  ]),
  fault("R6", "cancel against finish, twice: one end", ["abort ends it, keeps what was said, and can be repeated"]),
  fault("R7", "random histories: unique, in order, nothing lost", ["in any order lose nothing and double nothing"]),
  fault("S1", "stalled readers: little memory, nobody slowed", ["a reader that stalls is held to less than 1 MB"]),
  fault("S2", "500 watchers: one read", ["five hundred watchers of one discussion cost one read"]),
  fault("S3", "random disconnects, foreign clients: every id once", ["over 20 cut connections, every id once"]),
  fault("S4", "Last-Event-ID that is garbage or in the future: 400", ["ids that are none of ours are refused"]),
  fault("S5", "subscribing while it commits: no gap", ["whoever leaves anywhere and comes back later gets exactly"]),
  fault("S6", "reconnecting after the end: the rest, then 204", ["the end seen is 204"]),
  fault("F1", "requests made from the OpenAPI document: no 5xx", [
    "requests made from the OpenAPI document end without",
  ]),
  fault("F2", "every call with a wrong or no body: alive", ["bytes that are hardly HTTP end in a 4xx"]),
  fault("F3", "NUL, half characters, 100,000 levels, large bodies: 4xx", [
    ...["are refused before they are parsed", "what is too large is refused by its length"],
  ]),
  fault("X1", "a speaker's label in a text", ["a forged label, vote or pass stays the forger's text"]),
  fault("X2", "a quoted vote", ["a forged label, vote or pass stays the forger's text"]),
  fault("X3", "[PASS] in a sentence, code or quote", ["stays as it is, "]),
  fault("X4", "one malicious seat: one vote", ["a forged label, vote or pass stays the forger's text"]),
  fault("X5", "scripts in everything that is shown: none runs", ["run nothing and load nothing"]),
  fault("X6", "images of every kind: no request", ["run nothing and load nothing"]),
  fault("X7", "escape sequences in the terminal: none", ["never lets a control character through"]),
  fault("X8", "addresses that lead inside, in every notation", ["refuses a name that leads to a private address"]),
  fault("X9", "another organisation's ids: 404", ["knows nothing of another organisation's things: 404"]),
  fault("X10", "a key of small scope, by either header: refused", ["refuses a key whose scope is too small"]),
  fault("X11", "a key in logs, events or errors: never", [
    "is in no error, whatever went wrong",
    "has no key in any event",
  ]),
  fault("X12", "foreign hosts, origins, forms: 403", [
    "a form of another site changes nothing",
    "a name that was rebound",
  ]),
  fault("X13", "fifty at once against one budget: kept", ["fifty discussions at once stay within"]),
  fault("X14", "a flood of one client: 429, others unaffected", [
    ...["each key has its own, and is told how much is left", "who has many discussions that hang does not hold up"],
  ]),
]

function fault(id: string, what: string, proofs: readonly string[], gap?: string): Fault {
  return { id, what, proofs, ...(gap !== undefined && { gap }) }
}
