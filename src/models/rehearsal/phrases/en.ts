import { concern, verbs } from "../topic.ts"

const numbers = ["none", "one", "two", "three", "four", "five", "six"]

/**
 * Sentences with slots. {plan} what the speaker would do and {other} what another would (verb phrases); {x} and {mine}
 * an answer as a noun phrase; {name} a speaker; {theme} a concern; {quote} somebody's words, {matter} the question
 * (both in quotation marks); {deed} what is to be done. `^` begins with a capital. Of the sentences of a
 * concern each has a run of its own words by which it is recognised.
 */
export const en = {
  code: "en",
  gap: " ",
  quote: (text: string) => `“${text}”`,
  /** What choosing one of the given options is called. */
  choose: (option: string) => (verbs.has(option.split(" ")[0] ?? "") ? option : `choose “${option}”`),
  blend: (first: string, second: string) => ({
    plan: `begin with “${first}” and keep “${second}” for the cases that need it`,
    label: "a mix of the two",
  }),
  tally: (count: number, label: string) => `${numbers[count] ?? count} for ${label}`,
  list: (items: readonly string[]) =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`,
  thisQuestion: "this question",
  stances: {
    yes: { plan: "say yes to it", label: "the change" },
    no: { plan: "leave it as it is", label: "the present way" },
    trial: { plan: "try it on a small scale first", label: "a small trial" },
    small: { plan: "start with one small step", label: "a small first step" },
    full: { plan: "do it properly from the start", label: "doing it properly" },
    look: { plan: "find out first where the trouble lies", label: "a close look first" },
    low: { plan: "keep the number low", label: "a low number" },
    high: { plan: "plan for a high number", label: "a high number" },
    range: { plan: "give a range and check it soon", label: "a range" },
  },
  concerns: {
    cost: concern(`the cost | what would that cost, and who would pay for it?
      I expect {x} to cost us less in the end. | If money is short, we can still afford {x}.
      Somebody will have to pay the bill for {x}. | {x^} looks cheap until we count the hours.`),
    time: concern(`the time it takes | how long would that take?
      With {x} we would see a result sooner. | We could begin with {x} next week.
      {x^} takes longer than it sounds. | I doubt that {x} would be ready in time.`),
    maintenance: concern(`the maintenance | who looks after it once it is there?
      Once it runs, {x} needs little attention. | A year from now {x} still runs by itself.
      {x^} makes work every week, and for whom? | Somebody has to look after {x} for years.`),
    undo: concern(`the way back | how would we go back if it fails?
      If {x} is a mistake, we can still go back. | {x^} leaves the other ways open.
      After {x} there is no easy way back. | {x^} ties our hands for a long time.`),
    people: concern(`the people concerned | who would be worse off?
      Most of those concerned could accept {x}. | {x^} asks least of those who meet it every day.
      {x^} burdens people who were not asked. | I can think of people for whom {x} is hard.`),
    newcomers: concern(`the newcomers | how would you explain it to somebody new?
      Somebody new understands {x} on the first day. | {x^} is easy to explain to whoever joins later.
      {x^} must be explained to everyone who joins. | Every newcomer would stumble over {x} once.`),
    failure: concern(`the bad days | what happens on the day it goes wrong?
      When something goes wrong, {x} does least harm. | On a bad day I would want {x} and nothing else.
      If {x} goes wrong, all of us feel it at once. | I do not see how {x} survives a bad day.`),
    simple: concern(`simplicity | can you say it in one sentence?
      {x^} is simple, and simple things get done. | There is little to misunderstand about {x}.
      {x^} has too many parts to keep in mind. | {x^} will need one exception after another.`),
    growth: concern(`the room to grow | does it still work when there is twice as much to do?
      {x^} still works with twice as much to do. | I like that {x} leaves us room to grow.
      {x^} is fine for now, but not for long. | We would outgrow {x} within a year.`),
    measure: concern(`the chance to check it | how would we notice that it works?
      With {x} we know within a month if it works. | We can test {x} before we rely on it.
      With {x} I could not tell success from failure. | I see no sign by which {x} would prove itself.`),
  },

  open: {
    steady: ["I have weighed it, and I would {plan}.", "My answer is to {plan}; a good reason could still move me."],
    curious: ["My first idea is to {plan}, and I want to hear what I am missing.", "What if we {plan}?"],
    sceptic: ["The answer that troubles me least is to {plan}.", "Carefully, and with doubts: I would {plan}."],
    terse: ["I would {plan}.", "Short answer: {plan}."],
    bold: ["Let us decide this today: {plan}.", "I am sure about this one. We should {plan}."],
    warm: ["I believe all of us could accept it if we {plan}.", "What could unite us is to {plan}."],
  },
  openOn: ["On {matter} I would say: {plan}.", "My answer to {matter} is this: {plan}."],
  openDeed: ["To {deed}, I would {plan}.", "If we want to {deed}, we should {plan}."],
  same: ["Like {name}, I would {plan}.", "{name} and I are close: I would {plan} too."],
  differ: ["{name} would {other}; I would rather {plan}.", "I see it differently from {name}: I would {plan}."],
  briefing: ["I was told this beforehand: {quote}.", "I bring one thing along: {quote}."],
  person: ["{name} says {quote}, and that belongs in the answer.", "Let me take up {name}'s words: {quote}."],
  credit: ["{name} is right about {theme}.", "What {name} said about {theme} counts for me too."],
  grant: [
    "I give {name} the point about {theme}; another weighs more with me.",
    "On {theme} I follow {name}, and still I come out elsewhere.",
    "{name} is right to name {theme}, but it is not all that matters.",
  ],
  doubt: ["I am not convinced, {name}.", "There is one thing that {name} leaves out.", "Here I disagree with {name}."],
  objection: ["Let me look for the weak spot.", "I have an objection to {x}.", "What could break?"],
  noObjection: ["I looked for another weak spot in {x} and found none."],
  recap: ["So far I count {tally}.", "My count: {tally}.", "This is where we are: {tally}."],
  mostNamed: ["Named most often: {theme}.", "Most of it turns on {theme}."],
  hold: ["I stay with {mine}.", "I would still {plan}.", "My answer remains: {plan}.", "I still prefer {mine}."],
  moveFor: ["{name} convinced me with {theme}: {plan}.", "Because of {theme} I change my mind, {name}: {plan}."],
  move: ["I have come round to {name}'s answer: {plan}.", "I no longer insist; like {name}, I would {plan}."],
  propose: ["I have thought again: {plan}.", "Perhaps all of us can accept something new: {plan}."],
  agreed: ["We agree, {name}: {plan}.", "Then we say the same, {name}: {plan}.", "That settles it: {plan}."],
  condition: ["I would keep an eye on {theme}.", "We must not forget {theme}.", "Somebody should watch {theme}."],
  figure: ["As the figure I would take {amount}.", "My figure is {amount}."],
  askBack: ["{name}, {ask}", "A question to {name}: {ask}"],
  step: ["Let us write down the reason.", "We should look at it again in a month.", "Let us tell those concerned."],
  tooShort: ["I agree.", "Same as before.", "No objection from me."],
  passes: ["[PASS]", "[NO RESPONSE]", "I have nothing to add."],
  smallTalk: ["Hello! I am a rehearsal model. Ask me something on which sensible people disagree."],

  synthesis: {
    voted: ["The vote on {matter} decided: {plan}."],
    settled: ["The table's answer to {matter} is to {plan}.", "On {matter} the table agrees: {plan}."],
    unsettled: ["The table did not settle {matter}. The answer with the most support: {plan}."],
    reasons: "Reasons",
    doubts: "Doubts to keep in view",
    noDoubts: "Nobody named one.",
    dissent: "Dissent",
    noDissent: "Nobody holds another answer.",
    next: "Next step",
    who: (name: string, words: string) => `${name}: ${words}`,
    would: (name: string, plan: string) => `${name} would ${plan}.`,
  },

  vote: {
    yes: ["{name} and I would both {plan}.", "I stand behind it: {plan}. What is left is {theme}."],
    no: ["{name} would {other}; I would {plan}.", "We differ over {theme}: {name} would {other}, and I would {plan}."],
    alone: ["I would {plan}, and do not know yet where the others stand."],
    solution: ["{plan^}. {step}"],
    proseYes: ["I agree with {name}: {plan}.", "Yes, I agree. Let us {plan}."],
    proseNo: ["I do not agree yet. I would {plan}.", "No, I disagree for now: I would {plan}."],
    vague: ["Hmm, let me think about it a little longer."],
    callYes: ["We can vote.", "I know where everyone stands.", "Another round would not change my vote."],
    callNo: [
      "It is too early: we should talk more about {theme}.",
      "I would like another round first.",
      "Not yet.",
      "I have not made up my mind about {theme}.",
    ],
    choice: ["My choice is {quote}, above all for {theme}.", "I choose {quote}; what counts most for me is {theme}."],
    moved: ["I began elsewhere; {theme} brought me to {quote}."],
    prose: ["I choose {quote}.", "My vote goes to {quote}."],
  },
}

/** What every language has to say; one that lacks a word does not compile. */
export type Phrases = typeof en
export type Sentences = readonly string[]

/** What an answer can be good or bad for, whatever the topic is. */
export type ConcernId = keyof Phrases["concerns"]
export const concernIds = Object.keys(en.concerns) as readonly ConcernId[]

/** Answers to questions that name none of their own. */
export type StanceId = keyof Phrases["stances"]
