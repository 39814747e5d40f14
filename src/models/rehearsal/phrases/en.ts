import { concern, oneOf, verbs } from "../topic.ts"

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
  tally: (count: number, label: string) => `${count} for ${label}`,
  list: (items: readonly string[]) => new Intl.ListFormat("en-GB").format(items),
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
      I expect {x} to cost us less in the end. | If money is short, we can still afford {x}. | {x^} gives us the most for our money. | A small budget is enough for {x}.
      Somebody will have to pay for {x}. | {x^} looks cheap until we count the hours. | The cost of {x} comes later, and it is not small. | I would rather not spend that much on {x}.`),
    time: concern(`the time it takes | how long would that take?
      With {x} we would see a result sooner. | {x^} is the quickest way forward. | {x^} saves us time that we need elsewhere. | We lose the least time with {x}.
      {x^} takes longer than it sounds. | {x^} costs us time that we do not have. | We would wait longer for a result with {x}. | Everything else is delayed by {x}.`),
    maintenance: concern(`the maintenance | who looks after it once it is there?
      Once it is in place, {x} needs little attention. | {x^} makes little work for us later. | Nobody has to look after {x} all the time. | Without much effort, {x} keeps working.
      {x^} makes extra work every week. | Somebody has to look after {x} for years. | I do not know who takes care of {x} in two years. | {x^} needs constant attention.`),
    undo: concern(`the way back | how would we go back if it fails?
      If {x} is a mistake, we can still correct it. | {x^} keeps the other options open. | We can still change course after {x}. | {x^} is easy to undo.
      After {x} there is no easy way back. | {x^} closes the other options. | If we regret {x}, it is too late. | It is hard to take {x} back.`),
    people: concern(`the effect on people | who would be worse off?
      Most of those concerned could accept {x}. | {x^} is fair to the people it affects. | I expect few complaints about {x}. | {x^} asks the least of the people involved.
      {x^} burdens people who were not asked. | I can think of people for whom {x} is hard. | Those who must live with {x} would choose otherwise. | Some people would be unhappy with {x}.`),
    newcomers: concern(`the learning curve | how would you explain it to somebody new?
      Somebody new understands {x} on the first day. | {x^} is easy to explain to whoever joins later. | Five minutes are enough to explain {x}. | It takes little time to learn {x}.
      {x^} must be explained to everyone who joins. | Newcomers would have trouble with {x}. | Only those who were there from the start would understand {x}. | It takes long to learn {x}.`),
    failure: concern(`the risk | what happens if it goes wrong?
      When something goes wrong, {x} does the least harm. | {x^} is the safest of our options. | If we are wrong, {x} hurts us the least. | I see the fewest risks in {x}.
      If {x} goes wrong, all of us feel it at once. | {x^} is a risk that I would not take. | I do not see what protects us if {x} fails. | A single mistake with {x} could hurt us.`),
    simple: concern(`simplicity | can you say it in one sentence?
      {x^} is simple, and simple things get done. | There is little to misunderstand about {x}. | Everyone knows at once what {x} means. | {x^} is the simplest of our options.
      {x^} makes things more complicated. | {x^} will need one exception after another. | It is hard to say what {x} means in practice. | There are too many open questions with {x}.`),
    growth: concern(`the room to grow | does it still work when there is twice as much to do?
      {x^} still works with twice as much to do. | I like that {x} leaves us room to grow. | We can build on {x} later. | In five years {x} will still be enough.
      {x^} is fine for now, but not for long. | We would outgrow {x} within a year. | {x^} leaves us too little room. | If we succeed, {x} will not be enough.`),
    measure: concern(`how we would check it | how would we know that it works?
      We can test {x} before we rely on it. | We would soon see whether we are right about {x}. | It is easy to tell whether {x} works. | {x^} gives us results that we can measure.
      I see no way to test {x}. | We would not notice our mistakes with {x}. | We would argue for a long time about whether {x} works. | {x^} gives us nothing that we can measure.`),
  },

  open: {
    steady: ["On balance, I would {plan}.", "For now, my answer is to {plan}.", "I compared the options: {plan}."],
    curious: ["My first idea is to {plan}.", "What if we {plan}?", "I may be missing something, but I would {plan}."],
    sceptic: ["I have few doubts about this: {plan}.", "With some doubts: {plan}.", "If I must choose: {plan}."],
    terse: ["I would {plan}.", "Short answer: {plan}.", "I am for this: {plan}."],
    bold: ["Let us decide today: {plan}.", "I am sure about this one. We should {plan}.", "It is clear to me: {plan}."],
    warm: ["I think we can agree: {plan}.", "Most of us could agree to {plan}.", "This could work for all: {plan}."],
  },
  openOn: ["On {matter} I would {plan}.", "My answer to {matter} is to {plan}."],
  openDeed: ["To {deed}, I would {plan}.", "If we want to {deed}, we should {plan}."],
  same: ["Like {name}, I would {plan}.", "{name} and I are close: I would {plan} too."],
  differ: oneOf(`{name} would {other}; I would rather {plan}. | I see it differently from {name}: I would {plan}.
    Unlike {name}, I would {plan}. | {name} wants to {other}. My answer is another one: {plan}.`),
  briefing: ["My briefing says: {quote}.", "I know this from my briefing: {quote}."],
  person: ["{name} says {quote}, and that belongs in the answer.", "I come back to what {name} said: {quote}."],
  credit: ["{name} is right about {theme}.", "What {name} said about {theme} counts for me too."],
  grant: oneOf(`{name} has a point about {theme}, but something else matters more to me.
    I agree with {name} about {theme}, but not with the conclusion. | {name} is right to mention {theme}, but it is not all that matters.`),
  doubt: ["I am not convinced, {name}.", "{name} leaves something out.", "Here I disagree with {name}."],
  objection: ["Let me look for the weak spot.", "I have an objection to {x}.", "What could go wrong?"],
  noObjection: oneOf(`I looked for another weak spot in {x} and found none.
    I have already made my objections to {x}. | I have no further objection to {x}.`),
  recap: ["So far I count {tally}.", "My count: {tally}.", "This is where we are: {tally}."],
  mostNamed: ["Mentioned most often: {theme}.", "Most of the arguments are about {theme}."],
  hold: oneOf(`I stay with {mine}. | I would still {plan}. | My answer remains: {plan}. | I still prefer {mine}.
    So far nothing has changed my answer: {plan}. | My first choice is still {mine}.`),
  moveFor: oneOf(`{name}'s point about {theme} convinced me: {plan}.
    Because of {theme} I change my mind, {name}: {plan}. | I had not thought enough about {theme}; now I agree with {name}: {plan}.`),
  move: ["I have come round to {name}'s answer: {plan}.", "I no longer insist; like {name}, I would {plan}."],
  propose: ["I have thought about it again: {plan}.", "Perhaps all of us can accept something new: {plan}."],
  agreed: oneOf(`We agree, {name}: {plan}. | I agree with you, {name}: {plan}. | That settles it: {plan}.
    {name} and I want the same: {plan}.`),
  condition: oneOf(`I would keep an eye on {theme}. | We must not forget {theme}. | Somebody should watch {theme}.
    I am still not sure about {theme}. | My only worry is {theme}.`),
  figure: ["As the figure I would take {amount}.", "My figure is {amount}."],
  askBack: ["{name}, {ask}", "A question to {name}: {ask}"],
  step: oneOf(`Let us write down the reasons. | We should look at it again in a month.
    Let us tell everyone concerned. | Somebody should explain the decision to the others.`),
  start: ["Let us agree on who begins.", "We should set a date for it.", "Somebody should write a short plan."],
  undecided: ["We should find out what would settle it.", "Let us ask those concerned before we decide."],
  tooShort: ["I agree.", "Same as before.", "No objection from me."],
  passes: ["[PASS]", "[NO RESPONSE]", "I have nothing to add."],
  smallTalk: oneOf(`Hello! I am a rehearsal model. Ask me something on which sensible people disagree.
    Good to meet you. Ask us a question with two sides, and you will see a rehearsal of a discussion. | Welcome. For a rehearsal any question will do: tabs or spaces, sea or mountains.`),

  synthesis: {
    voted: ["The vote on {matter} decided: {plan}."],
    settled: ["The table's answer to {matter} is to {plan}.", "On {matter} all stated positions agree: {plan}."],
    unsettled: ["The table did not settle {matter}. The answer with the most support: {plan}."],
    tied: ["The table did not settle {matter}. It is split between {tally}."],
    titles: { reasons: "Reasons", doubts: "Doubts to keep in view", dissent: "Dissent", next: "Next step" },
    none: { doubts: "Nobody named one.", dissent: "Nobody holds another answer." },
    who: (name: string, words: string) => `${name}: ${words}`,
    would: (plan: string) => `would ${plan}.`,
  },

  vote: {
    yes: oneOf(`{name} and I would both {plan}. | I support it: {plan}. What remains is {theme}.
      {name} and I no longer disagree: {plan}. | I can support this: {plan}. | This is my answer too: {plan}.`),
    no: oneOf(`{name} would {other}; I would {plan}. | We differ over {theme}: {name} would {other}, and I would {plan}.
      I would {plan}, while {name} would {other}. | As long as {name} would {other}, we do not agree: I would {plan}.`),
    alone: ["I would {plan}, and do not know yet where the others stand."],
    proseYes: ["I agree with {name}: {plan}.", "Yes, I agree. Let us {plan}."],
    proseNo: ["I do not agree yet. I would {plan}.", "No, I disagree for now: I would {plan}."],
    vague: ["Hmm, let me think about it a little longer."],
    callYes: oneOf(`We can vote. | I know where everyone stands. | Another round would not change my vote.
      Everything that matters has been said. | I have heard enough.`),
    callNo: oneOf(`It is too early: we should talk more about {theme}. | I would like another round first.
      Not yet. | I have not made up my mind about {theme}. | I want to hear more first.`),
    choice: oneOf(`My choice is {quote}, mainly because of {theme}.
      I choose {quote}; what counts most for me is {theme}. | For me {quote} is best, also for {theme}. | I take {quote}, because of {theme}.`),
    moved: oneOf(`I had another answer at first; {theme} brought me to {quote}.
      I used to see it differently; now I choose {quote}.`),
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
