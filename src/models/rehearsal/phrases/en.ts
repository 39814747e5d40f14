import { concern, sentences, verbs } from "../topic.ts"

const numbers = ["none", "one", "two", "three", "four", "five", "six"]

/**
 * Sentences with slots. Verb phrases: {plan} the speaker's answer, {other} another seat's, {deed} the action in question.
 * Noun phrases: {x} and {mine} an answer, {theme} a concern, {name} a speaker; {quote} and {matter} come in quotation
 * marks. `^` capitalises. Each argument must contain words of its own, by which it is recognised in a transcript.
 */
export const en = {
  code: "en",
  gap: " ",
  quote: (text: string) => `“${text}”`,
  /** An option as a verb phrase. */
  choose: (option: string) => {
    const [first = "", second] = option.split(" ")
    if (verbs.has(first)) return option
    const isVerb = second !== undefined && verbs.has(first.toLowerCase())
    return isVerb ? option.charAt(0).toLowerCase() + option.slice(1) : `choose “${option}”`
  },
  blend: (first: string, second: string) => ({
    plan: `begin with “${first}” and keep “${second}” for the cases that need it`,
    label: "a mix of the two",
  }),
  tally: (count: number, label: string) => `${numbers[count] ?? count} for ${label}`,
  list: (items: readonly string[]) =>
    items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} and ${items.at(-1)}`,
  thisQuestion: "this question",
  stances: {
    yes: { plan: "go ahead with it", label: "the change" },
    no: { plan: "leave it as it is", label: "the present way" },
    trial: { plan: "try it on a small scale first", label: "a small trial" },
    small: { plan: "start with one small step", label: "a small first step" },
    full: { plan: "do it properly from the start", label: "a thorough solution" },
    look: { plan: "find out first where the trouble lies", label: "a close look first" },
    low: { plan: "keep the number low", label: "a low number" },
    high: { plan: "plan for a high number", label: "a high number" },
    range: { plan: "give a range and check it soon", label: "a range" },
  },
  /** Answers to questions about what is the case. */
  factStances: {
    yes: { plan: "give a clear yes", label: "a clear yes" },
    no: { plan: "give a clear no", label: "a clear no" },
    trial: { plan: "leave it open until we know more", label: "an open answer" },
  } as Partial<Record<string, { readonly plan: string; readonly label: string }>>,
  concerns: {
    cost: concern(`the cost | what would that cost, and who would pay for it?
      I expect {x} to cost us less in the end. | If money is short, we can still afford {x}. | Pound for pound, {x} gives us the most.
      Somebody will have to pay the bill for {x}. | {x^} looks cheap until we count the hours. | The price of {x} comes later, and it is not small.`),
    time: concern(`the time it takes | how long would that take?
      With {x} we would see a result sooner. | We could begin with {x} next week. | {x^} is the quickest way to learn something.
      {x^} takes longer than it sounds. | I doubt that {x} would be ready in time. | We would still be waiting for {x} when others are done.`),
    maintenance: concern(`the maintenance | who looks after it once it is there?
      Once it runs, {x} needs little attention. | A year from now {x} still runs by itself. | Nobody will have to nurse {x} along.
      {x^} makes work every week, and for whom? | Somebody has to look after {x} for years. | I ask myself who still cares for {x} in two years.`),
    undo: concern(`the way back | how would we go back if it fails?
      If {x} is a mistake, we can still go back. | {x^} leaves the other ways open. | We can stop {x} whenever we like.
      After {x} there is no easy way back. | {x^} ties our hands for a long time. | Whoever begins with {x} has to see it through.`),
    people: concern(`the effect on people | who would be worse off?
      Most of those concerned could accept {x}. | {x^} asks least of those who meet it every day. | I hear few people who would complain about {x}.
      {x^} burdens people who were not asked. | I can think of people for whom {x} is hard. | Those who must live with {x} would choose otherwise.`),
    newcomers: concern(`the learning curve | how would you explain it to somebody new?
      Somebody new understands {x} on the first day. | {x^} is easy to explain to whoever joins later. | You can show {x} to somebody in five minutes.
      {x^} must be explained to everyone who joins. | Every newcomer would stumble over {x} once. | Only those who were there would understand {x}.`),
    failure: concern(`the risk | what happens on the day it goes wrong?
      When something goes wrong, {x} does least harm. | On a bad day I would want {x} and nothing else. | Even if all else breaks, {x} still holds.
      If {x} goes wrong, all of us feel it at once. | I do not see how {x} survives a bad day. | One mistake would be enough to bring {x} down.`),
    simple: concern(`simplicity | can you say it in one sentence?
      {x^} is simple, and simple things get done. | There is little to misunderstand about {x}. | I can explain {x} on the back of an envelope.
      {x^} has too many parts to keep in mind. | {x^} will need one exception after another. | I lose track of {x} before I have finished explaining it.`),
    growth: concern(`the room to grow | does it still work when there is twice as much to do?
      {x^} still works with twice as much to do. | I like that {x} leaves us room to grow. | If it goes well, {x} can go further with us.
      {x^} is fine for now, but not for long. | We would outgrow {x} within a year. | The day it succeeds, {x} becomes too small.`),
    measure: concern(`the chance to check it | how would we notice that it works?
      With {x} we know within a month if it works. | We can test {x} before we rely on it. | There is a number by which {x} can be judged.
      With {x} I could not tell success from failure. | I see no sign by which {x} would prove itself. | We would argue for ever about whether {x} works.`),
  },

  open: {
    steady: ["I have weighed it, and I would {plan}.", "My answer is to {plan}; a good reason could still move me."],
    curious: ["My first idea is to {plan}, and I want to hear what I am missing.", "What if we {plan}?"],
    sceptic: ["The answer that troubles me least is to {plan}.", "Carefully, and with doubts: I would {plan}."],
    terse: ["I would {plan}.", "Short answer: {plan}."],
    bold: ["Let us decide this today: {plan}.", "I am sure about this one. We should {plan}."],
    warm: ["I believe all of us could accept it if we {plan}.", "What could unite us is to {plan}."],
  },
  openOn: ["On {matter} I would {plan}.", "My answer to {matter} is to {plan}."],
  openDeed: ["To {deed}, I would {plan}.", "If we want to {deed}, we should {plan}."],
  same: ["Like {name}, I would {plan}.", "{name} and I are close: I would {plan} too."],
  differ: ["{name} would {other}; I would rather {plan}.", "I see it differently from {name}: I would {plan}."],
  briefing: ["I was told this beforehand: {quote}.", "I bring one thing along: {quote}."],
  person: ["{name} says {quote}, and that belongs in the answer.", "Let me take up {name}'s words: {quote}."],
  credit: ["{name} is right about {theme}.", "What {name} said about {theme} counts for me too."],
  grant: sentences(`I give {name} the point about {theme}; another weighs more with me.
    On {theme} I follow {name}, and still I come out elsewhere.
    {name} is right to name {theme}, but it is not all that matters.`),
  doubt: ["I am not convinced, {name}.", "There is one thing that {name} leaves out.", "Here I disagree with {name}."],
  objection: ["Let me look for the weak spot.", "I have an objection to {x}.", "What could break?"],
  noObjection: sentences(`I looked for another weak spot in {x} and found none.
    Against {x} I have said what there is to say. | I have no further objection to {x}.`),
  recap: ["So far I count {tally}.", "My count: {tally}.", "This is where we are: {tally}."],
  mostNamed: ["Named most often: {theme}.", "Most of it turns on {theme}."],
  hold: ["I stay with {mine}.", "I would still {plan}.", "My answer remains: {plan}.", "I still prefer {mine}."],
  moveFor: ["{name} convinced me with {theme}: {plan}.", "Because of {theme} I change my mind, {name}: {plan}."],
  move: ["I have come round to {name}'s answer: {plan}.", "I no longer insist; like {name}, I would {plan}."],
  propose: ["I have thought again: {plan}.", "Perhaps all of us can accept something new: {plan}."],
  agreed: sentences(`We agree, {name}: {plan}. | Then we say the same, {name}: {plan}. | That settles it: {plan}.
    {name} and I want the same: {plan}.`),
  condition: sentences(`I would keep an eye on {theme}. | We must not forget {theme}.
    Somebody should watch {theme}. | What remains open for me is {theme}. | My only worry is {theme}.`),
  figure: ["As the figure I would take {amount}.", "My figure is {amount}."],
  askBack: ["{name}, {ask}", "A question to {name}: {ask}"],
  step: sentences(`Let us write down the reason. | We should look at it again in a month.
    Let us tell those concerned. | Let us agree on who begins. | We should set a date for it.`),
  tooShort: ["I agree.", "Same as before.", "No objection from me."],
  passes: ["[PASS]", "[NO RESPONSE]", "I have nothing to add."],
  smallTalk: sentences(`Hello! I am a rehearsal model. Ask me something on which sensible people disagree.
    Good to meet you. Give us a question with two sides, and you will see a rehearsal of a discussion.
    Hello, too! For a rehearsal any question will do: tabs or spaces, sea or mountains.
    Welcome. We are rehearsal models and play our parts on any question you like.`),

  synthesis: {
    voted: ["The vote on {matter} decided: {plan}."],
    settled: ["The table's answer to {matter} is to {plan}.", "On {matter} all stated positions agree: {plan}."],
    unsettled: ["The table did not settle {matter}. The answer with the most support: {plan}."],
    tied: ["The table did not settle {matter}. It is split between {tally}."],
    reasons: "Reasons",
    doubts: "Doubts to keep in view",
    noDoubts: "Nobody named one.",
    dissent: "Dissent",
    noDissent: "Nobody holds another answer.",
    next: "Next step",
    who: (name: string, words: string) => `${name}: ${words}`,
    would: (plan: string) => `would ${plan}.`,
  },

  vote: {
    yes: sentences(`{name} and I would both {plan}. | I stand behind it: {plan}. What is left is {theme}.
      Nothing divides me from {name} any more: {plan}. | I can support this: {plan}.`),
    no: sentences(`{name} would {other}; I would {plan}.
      We differ over {theme}: {name} would {other}, and I would {plan}.
      I would {plan}, while {name} would {other}.
      As long as {name} would {other}, we do not agree: I would {plan}.`),
    alone: ["I would {plan}, and do not know yet where the others stand."],
    proseYes: ["I agree with {name}: {plan}.", "Yes, I agree. Let us {plan}."],
    proseNo: ["I do not agree yet. I would {plan}.", "No, I disagree for now: I would {plan}."],
    vague: ["Hmm, let me think about it a little longer."],
    callYes: sentences(`We can vote. | I know where everyone stands. | Another round would not change my vote.
      Everything that matters has been said.`),
    callNo: sentences(`It is too early: we should talk more about {theme}. | I would like another round first.
      Not yet. | I have not made up my mind about {theme}.`),
    choice: sentences(`My choice is {quote}, above all for {theme}.
      I choose {quote}; what counts most for me is {theme}. | For me {quote} is best: think of {theme}.
      I take {quote}, because of {theme}.`),
    moved: ["I began elsewhere; {theme} brought me to {quote}.", "I used to see it differently; now I choose {quote}."],
    prose: ["I choose {quote}.", "My vote goes to {quote}."],
  },
}

/** A language that lacks an entry does not compile. */
export type Phrases = typeof en
export type Sentences = readonly string[]

/** What an answer can be good or bad for, on any topic. */
export type ConcernId = keyof Phrases["concerns"]
export const concernIds = Object.keys(en.concerns) as readonly ConcernId[]

/** Generic answers to questions that name no options. */
export type StanceId = keyof Phrases["stances"]
