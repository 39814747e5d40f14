import type { ThemeId } from "../themes.ts"
import type { ThemeWords } from "./phrase-book.ts"

export const themesEn: Readonly<Record<ThemeId, ThemeWords>> = {
  wrong: {
    name: "the cost of being wrong",
    signs: ["if we are wrong", "if we're wrong", "costly mistake"],
    say: [
      "Suppose we pick badly on {key}: who notices first, and what does the repair cost us?",
      "A mistake here would not be loud; it would quietly cost us a little every week until somebody adds it up.",
      "I would rather compare the two mistakes we could make than the two successes we hope for.",
    ],
    risk: ["we choose with confidence, turn out mistaken, and have set nothing aside for the repair"],
  },
  undo: {
    name: "the way back",
    signs: ["reversib", "roll back", "rollback", "undo"],
    say: [
      "Some choices are doors that swing both ways and some lock behind you; I want to know which kind {key} is.",
      "If we can take the step back within a week, we may decide quickly; if we cannot, we owe it a slower look.",
      "Anything we can take back cheaply deserves less debate than we are giving it.",
    ],
    risk: ["we call it temporary, and six months later nobody knows how to take it back"],
  },
  bearer: {
    name: "the burden of risk",
    signs: ["bear the risk", "bears the risk", "carry the risk", "who pays"],
    say: [
      "The people who decide on {key} are rarely the ones who are woken at night when it goes badly.",
      "I would ask who pays when this fails, because that person should have a say before we go on.",
      "We share the upside around this table, but the downside lands on somebody in particular.",
    ],
    risk: ["the downside lands on people who never agreed to it"],
  },
  measure: {
    name: "the measure of success",
    signs: ["metric", "measure", "baseline"],
    say: [
      "We should name one number, today, that would tell us in a month whether {key} went well.",
      "Without a before there is no after: let us write down how things stand now, however roughly.",
      "If no observation could prove us mistaken, we are not deciding, we are only stating a taste.",
    ],
    risk: ["nobody writes down how things stand now, so later every side can claim it was right"],
  },
  upkeep: {
    name: "the upkeep",
    signs: ["maintenance", "maintain", "upkeep"],
    say: [
      "Starting is the cheap part; I am thinking of the third year, when the enthusiasm has gone and the chores remain.",
      "Every answer to {key} is also a promise to look after it, and promises add up.",
      "Whatever we choose, somebody will have to dust it every week, and that work never shows up in the plan.",
    ],
    risk: ["the weekly chores it creates are in nobody's plan and slowly eat the gain"],
  },
  deadline: {
    name: "the calendar",
    signs: ["deadline", "time frame", "timeline"],
    say: [
      "We do not have endless evenings for {key}; a good answer by Friday beats a perfect one next season.",
      "Let us fix the day on which we stop arguing, and then see which answer still fits into it.",
      "The calendar is an argument too: whatever cannot be finished in the time we have is not really an option.",
    ],
    risk: ["the plan fits the idea and not the calendar, and we cut the wrong corner in the last week"],
  },
  ripple: {
    name: "the knock-on effect",
    signs: ["second-order", "side effect", "knock-on", "unintended"],
    say: [
      "The first effect is easy to like; it is the second one, when others adjust to what we did, that I would think through.",
      "People will react to our answer on {key}, and then we will be living with their reaction and not with our plan.",
      "Pull this one thread and at least two neighbouring things move with it.",
    ],
    risk: ["others adapt to what we do in a way that cancels the benefit"],
  },
  precedent: {
    name: "the precedent",
    signs: ["precedent"],
    say: [
      "Whatever we say about {key} will be quoted back to us the next time, so we should like the rule and not only the case.",
      "The first exception is made for good reasons; the tenth is made because there were nine before it.",
      "I would check whether we would still defend this if somebody we disagree with used the same reasoning.",
    ],
    risk: ["a special case becomes the rule because nobody wrote down why it was special"],
  },
  simple: {
    name: "the simplest version",
    signs: ["simplest", "keep it simple", "simplicity"],
    say: [
      "What is the plainest thing that would still count as an answer to {key}? I would begin there and add only under protest.",
      "Of two answers that do the job I would take the one that fits on an index card.",
      "Half of what makes this hard is stuff we have piled on top of it ourselves.",
    ],
    risk: ["we solve a more interesting problem than the one that was asked"],
  },
  affected: {
    name: "the person it touches most",
    signs: ["stakeholder", "end user", "affected"],
    say: [
      "Before we settle {key} I would picture one person who has to live with it every day, and ask what their morning looks like.",
      "Those of us who talk most about this are not those who feel it most.",
      "For most people this changes little; for a few it changes everything, and I would design for the few.",
    ],
    risk: ["it works for the average and fails the few for whom it matters most"],
  },
  delay: {
    name: "the price of waiting",
    signs: ["status quo", "cost of delay", "keep waiting"],
    say: [
      "Not deciding on {key} is also a decision, only one that nobody signs.",
      "Every month we put this off we pay for the present arrangement, and that bill is simply harder to see.",
      "Waiting feels safe because its losses have no date on them.",
    ],
    risk: ["we study it for so long that circumstances decide for us"],
  },
  habit: {
    name: "the pull of habit",
    signs: ["habit", "used to it", "culture"],
    say: [
      "People will do on Monday what they did last Monday, whatever we resolve about {key}.",
      "A change that asks everyone to remember something new every day has to be worth that much remembering.",
      "I would look for the answer that makes the right thing the lazy thing.",
    ],
    risk: ["everyone agrees in the meeting and goes on as before the next morning"],
  },
  owner: {
    name: "the question of ownership",
    signs: ["ownership", "who owns", "accountab", "responsible for"],
    say: [
      "A decision about {key} without a name beside it is a wish.",
      "I want one person who will be asked about this in three months and who knows today that they will be asked.",
      "When everyone looks after a thing a little, it is nobody's turn on the day it breaks.",
    ],
    risk: ["everyone is a little responsible and so, on the day it breaks, nobody is"],
  },
  awkward: {
    name: "the awkward case",
    signs: ["edge case", "corner case", "exception"],
    say: [
      "Let us try our answer on the most awkward case we can think of, because the easy ones prove nothing about {key}.",
      "The ordinary day will look after itself; it is the odd one out that shows whether a rule was any good.",
      "I can think of at least one situation in which the obvious answer becomes plainly silly.",
    ],
    risk: ["the rule breaks on the first case that nobody at this table has in mind"],
  },
  learn: {
    name: "the chance to learn",
    signs: ["experiment", "pilot", "feedback", "iterate"],
    say: [
      "Even a failed attempt would teach us something about {key} that no amount of talk can.",
      "Of the possible first moves I like the one after which we know more, even if it is not the one that gains most.",
      "We are guessing from the armchair; a week of doing would replace half of our opinions.",
    ],
    risk: ["we try it, but in such a way that the result could not teach us anything"],
  },
  explain: {
    name: "the need to explain it",
    signs: ["explain", "communicat", "justify"],
    say: [
      "If we cannot say in two sentences why we answered {key} this way, we will be asked about it forever.",
      "I imagine telling this to somebody who disagrees and is tired: would they at least see our reason?",
      "An answer that needs a diagram to defend it will not survive its first bad week.",
    ],
    risk: ["people obey without understanding, and drop it as soon as nobody looks"],
  },
  onerule: {
    name: "the need for one rule",
    signs: ["consistency", "consistent", "standardi"],
    say: [
      "With {key} it may matter less which answer we give than that everyone gives the same one.",
      "Two good rules side by side are worse than one fair rule that nobody has to look up.",
      "Mixed practice is the one outcome that I would not accept.",
    ],
    risk: ["both ways live on side by side, and the seams between them become the real problem"],
  },
  exit: {
    name: "the stopping rule",
    signs: ["exit", "stop rule", "kill criteria", "plan b"],
    say: [
      "Let us agree now, while nobody has anything to defend, on what would make us stop.",
      "I trust a plan for {key} more when it says on which day and for what reason we would give it up.",
      "It is far easier to write the stopping rule before we have fallen in love with the idea.",
    ],
    risk: ["no one has said what failure looks like, so it can never be called one"],
  },
  assumption: {
    name: "the hidden assumption",
    signs: ["assumption", "assume", "presuppos"],
    say: [
      "There is something we all take for granted about {key}, and I would like somebody to say it aloud so that we can poke it.",
      "Most of our disagreement seems to come from one belief that neither side has tested.",
      "Take away the one thing we all believe without having checked, and see what is left of the argument.",
    ],
    risk: ["the whole plan hangs on one belief that nobody has checked"],
  },
  growth: {
    name: "the strain of growth",
    signs: ["scale", "scaling", "grows"],
    say: [
      "What works for five people may creak at fifty; which of our answers to {key} bends and which one breaks?",
      "I would picture the same arrangement at ten times the size, and see which part embarrasses us first.",
      "Some things get cheaper as they get bigger, others only get louder, and I am not sure which this is.",
    ],
    risk: ["it is fine at today's size, and by the time it creaks it is everywhere"],
  },
  fair: {
    name: "fairness",
    signs: ["fairness", "unfair", "equitab"],
    say: [
      "I ask myself whether I would accept our answer on {key} without knowing which side of it I would end up on.",
      "If one group does the adapting and another gets the comfort, we should at least say so.",
      "An arrangement that looks fair from every chair at this table is worth a small loss of efficiency.",
    ],
    risk: ["one group does all the adapting, sees it, and stops cooperating"],
  },
  attention: {
    name: "the attention it needs",
    signs: ["opportunity cost", "priorit", "distract"],
    say: [
      "Every hour spent on {key} is taken from something else, and I would like to hear what that something is.",
      "We can afford this; what I doubt is that we can afford to think about it as much as it will demand.",
      "I would ask what we are quietly dropping in order to make room for it.",
    ],
    risk: ["it crowds out something more important that has no advocate here"],
  },
  newcomer: {
    name: "the newcomer's view",
    signs: ["newcomer", "onboarding", "beginner", "new hire"],
    say: [
      "Somebody who arrives next month will meet our answer to {key} without any of this talk; would it make sense to them?",
      "A fresh pair of eyes would probably laugh at one thing that we treat as obvious.",
      "The best test I know is a person's first day: can they do the right thing without asking?",
    ],
    risk: ["it makes sense only to those who were in the room"],
  },
  trust: {
    name: "trust",
    signs: ["trust", "credib"],
    say: [
      "How we decide {key} will be remembered longer than what we decide.",
      "People forgive a wrong turn far sooner than the feeling that it was settled over their heads.",
      "If those concerned believe that we listened, almost any of these answers can be made to work.",
    ],
    risk: ["it looks settled in advance, and the goodwill we need for the next thing is gone"],
  },
  half: {
    name: "the trouble with half-measures",
    signs: ["half-measure", "half measure", "all in", "fully commit"],
    say: [
      "Done by halves, {key} gives us the cost of both ways and the benefit of neither.",
      "A hesitant try will fail, and then we will wrongly conclude that the idea was bad.",
      "There is a version of this that is too small to work, and careful people like us tend to pick exactly that one.",
    ],
    risk: ["we do too little for it to work and conclude that it cannot work"],
  },
  badday: {
    name: "the bad day",
    signs: ["worst case", "worst-case", "failure mode"],
    say: [
      "I would judge {key} by its worst day and not by its average one.",
      "Imagine it has gone wrong and we are sitting here again in a year: what is the first sentence of the apology?",
      "On a good day every one of these options works; let us talk about the other kind of day.",
    ],
    risk: ["on the day when everything goes wrong at once, there is no plain fallback"],
  },
  goal: {
    name: "the aim behind it",
    signs: ["objective", "our goal", "the goal", "success look"],
    say: [
      "Before the means, the end: what would be visibly better a year from now if we got {key} right?",
      "I suspect that two of us are answering two different questions, because we want two different things.",
      "Let us say what we are trying to get more of; half of the options will then rule themselves out.",
    ],
    risk: ["each of us has another aim in mind, so any result will disappoint somebody"],
  },
  absent: {
    name: "the empty chair",
    signs: ["not in the room", "not at the table", "unheard", "underrepresented"],
    say: [
      "Somebody who would object to our answer on {key} is not sitting here, and I would like to argue for that chair once.",
      "All of us look at this from the same side of the counter.",
      "I would put the question to one person who gains nothing from either answer.",
    ],
    risk: ["the strongest objection comes from someone we never asked, and it comes late"],
  },
  momentum: {
    name: "momentum",
    signs: ["momentum", "quick win", "get going"],
    say: [
      "Right now people care about {key}; that energy will not keep, and a visible first step would use it.",
      "A small thing finished this week convinces more people than a large thing announced.",
      "Once something moves, the next decision gets easier, and we are still arguing at a standstill.",
    ],
    risk: ["we lose the willingness that is there now by polishing the plan"],
  },
}
