import type { PartPhrases } from "./parts.ts"

const numbers = ["None", "One", "Two", "Three", "Four", "Five", "Six"]

export const partsEn: PartPhrases = {
  motion: {
    pro: {
      plan: "carry the motion",
      label: "a yes to the motion",
      because: [
        "The motion asks for a change whose gains are plain to see and whose costs we can count.",
        "Those who would wait must say what they are waiting for, and nobody has.",
        "Every objection that I know of is a reason to do it carefully, and none is a reason not to do it.",
        "What we have today was once the bold idea, and nobody would go back on it.",
      ],
    },
    con: {
      plan: "reject the motion",
      label: "a no to the motion",
      because: [
        "Whoever wants a change has to show that it is worth its price, and that has not been shown.",
        "The motion takes the best case for the usual one.",
        "Nothing in it can be taken back once people have arranged themselves around it.",
        "There is a smaller remedy for what is wrong today, and the motion never looks at it.",
      ],
    },
  },
  debate: {
    open: [
      "I read the motion as a question about what we do from now on, and my answer to it is {mine}.",
      "Taken at its word, the motion asks for one thing, and the case for {mine} has two legs.",
    ],
    second: ["My second argument is about {theme}.", "The other leg of the case is {theme}."],
    grant: [
      "{name}'s point about {theme} is the strongest on that side, and half of it is true.",
      "I grant {name} that {theme} matters; what does not follow is the rest.",
      "{name} leans on {theme}. It is a fair worry, and it does not decide the motion.",
    ],
    turnedOn: [
      "This debate has turned on {theme}, and I am content to be judged by it.",
      "Strip the rest away and what divides us is {theme}.",
    ],
    unanswered: [
      "To what I said about {theme} there has been no answer from {name}.",
      "{name} has walked around {theme} and never through it.",
    ],
    closePro: [
      "That is why the motion should be carried.",
      "A case that has been attacked where it is strongest, and still stands, should win: carry the motion.",
    ],
    closeCon: ["That is why the motion should fall.", "What has not been shown should not be done: reject the motion."],
  },
  judge: {
    scored: [
      "{name} answered more of what was put to it, and on {theme} the other side had nothing to set against it.",
      "Both cases held together; {name}'s argument about {theme} was the one that was not met.",
    ],
    verdict: ["{name} made the better case, by {score} to {less}.", "The debate goes to {name}, {score} to {less}."],
    even: ["Neither side made the better case: both come to {score}."],
    best: "Best of each side",
    bestOf: (name, theme) => `${name} on ${theme}`,
    missed: "What neither side showed",
    neither: [
      "Neither told us how we would find out that it was mistaken.",
      "Neither named a single case in which the other would be right.",
    ],
  },
  review: {
    open: ["I have read it once as a friend and once as a stranger.", "From my side, the gravest first."],
    grades: ["must be mended", "should be mended", "a matter of taste"],
    settled: ["With the author's answer on {theme} I am content.", "{theme^} is settled as far as I am concerned."],
    open2: [
      "What is not settled is {theme}: unless something is done, {risk}.",
      "I would not let go of {theme} yet. As it stands, {risk}.",
    ],
    other: [
      "{name}'s remark on {theme} is graver than I first thought.",
      "Having read {name} on {theme}, I wish I had found that myself.",
    ],
  },
  author: {
    open: ["Thank you all; this is a better reading than the work has had so far.", "Let me take the gravest first."],
    granted: [
      "{name} is right about {theme}, and I will mend it before anything else.",
      "On {theme} I grant {name} the point: that is a hole, and not a matter of taste.",
    ],
    refused: [
      "On {theme} I think {name} misreads it; it was left out on purpose, and I should have said so.",
      "{name}'s remark on {theme} would hold if the work claimed more than it does.",
    ],
    check: [
      "About {theme} I am not sure, {name}, and would try it out before I promise anything.",
      "I cannot tell yet whether {name} is right about {theme}; I will check it and write down what I find.",
    ],
  },
  editor: {
    decision: ["The decision: {quote}.", "What the reviewers recommend, and what I decide: {quote}."],
    must: "To be mended first",
    should: "To be looked at",
    differ: "Where the reviewers differed",
    differed: (name, option) => `${name} was for “${option}”`,
    agreed: "They were of one mind.",
  },
  facilitator: {
    open: ["Here is how the answers lie, without names.", "What came in, as fairly as I can put it."],
    camp: (count, plan) => `${numbers[count] ?? count} would ${plan}.`,
    shared: ["What comes up on more than one side is {theme}.", "All of them have to deal with {theme}."],
    apart: ["The difference seems to turn on {theme}.", "Whoever can settle {theme} will bring the answers together."],
  },
  advocate: {
    leaning: [
      "The table leans to this: {plan}. Its friends would say that nothing else is as easy to defend.",
      "If we stopped now, we would {plan}, and feel good about it.",
    ],
    against: ["So let me speak against it:", "Somebody has to say what is wrong with it:"],
    met: ["On {theme} I have been answered, and I leave it.", "What I said about {theme} has been met."],
    press: ["What has not been met is this: {risk}.", "I press one objection, and it concerns {theme}: {risk}."],
    stands: [
      "If you can live with that, the answer stands.",
      "Tell me who will notice, and I shall be quiet.",
      "Show me the day on which we would find out, and I have no more to say.",
    ],
  },
  figure: ["As the figure I would take {amount}.", "The figure that I can defend is {amount}."],
}
