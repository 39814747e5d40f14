import { each, phrases, type ReaderWords } from "./reader-words.ts"

const changes =
  "improvement, improvements, change, changes, alteration, alterations, modification, modifications, revision, revisions, adjustment, adjustments, refinement, refinements, enhancement, enhancements, correction, corrections"

export const englishWords: ReaderWords = {
  code: "en",
  noSolution:
    /\b(?:no|not|without|lack of)\b.{0,30}\b(?:consensus|agreement|agreed|solution)\b|\bconsensus\b.{0,20}\b(?:not|no)\b|^\W*(?:not|none) yet\b/iu,
  votes: {
    agree: phrases(`
      converged, count me in, lgtm, work for me, live with this, live with that, live with it, addresses my concerns,
      addressed my concerns, address my concerns, addresses all my concerns, addressed all my concerns,
      addressed all my objections, addressed my objections, resolved my concerns, concerns have been addressed,
      concerns were addressed, concerns are addressed, concerns are resolved, concerns have been resolved,
      objections have been addressed, objections are resolved, i vote yes, vote is yes, i say yes,
      answer is yes, agree, agreed, in agreement, in full agreement, reached agreement, reached an agreement,
      have agreement, have an agreement, there is agreement, agreement has been reached, have consensus,
      have a consensus, have full consensus, have clear consensus, reached consensus, reached a consensus,
      reached full consensus, reached a full consensus, reached our consensus, achieved consensus,
      at consensus, in consensus, there is consensus, there is a consensus, there is full consensus,
      there's consensus, there's a consensus, consensus has been reached, consensus is reached,
      consensus reached, consensus exists, concur, accept, acceptable, approve, endorse, support this,
      support that, support the, support it, support your, support our, i support, in favour, in favor,
      on board, on the same page, aligned, stand behind, sign off, works for me, sounds good, looks good to me,
      fine with me, good with me, happy with, satisfied with, you convinced me, you have convinced me,
      i am convinced by, go ahead, no problem, no problems, couldn't agree more, could not agree more,
      can't agree more, cannot agree more, can't help but agree, cannot help but agree, can't but agree,
      cannot but agree,
      nothing to add, nothing to change, solution is correct, solution is accurate, solution is sound, solution is sufficient, solution is acceptable,
      solution is comprehensive, solution is thorough, solution is already, is accurate and, is correct and, is well-supported and, solution effectively addresses, solution accurately addresses, solution directly answers, solution effectively answers, solution stands,
      no alternative solution, same as the current solution, stands as is, remains accurate, remains correct, correct as it stands, answer is correct, proposal is sound, plan is sound, vote now, let us vote, let's vote, ready to vote, time to vote, i confirm,
    `),
    settled: [
      ...each(
        "no need to, no need for, no need for any, no need for an, no need for further, no need for additional, no need to further, no need to add or, need to add or, no reason to, no reason for, no basis to",
        "improve, change, alter, modify, revise, adjust, amend, refine, enhance, dispute, challenge, disagree, improved, improvement, improvements, changes, alteration, alterations, modification, modifications, revision, revisions, adjustment, adjustments, refinement, refinements, enhancement, enhancements, corrections, alternative",
      ),
      ...each(
        "don't see a need, don't see any need, don't see the need, do not see a need, do not see any need, don't see any reason, don't see a reason, do not see any reason, do not see a reason",
        "to improve, to change, to alter, to modify, to revise, to adjust, to refine, to add, to disagree, for improvement, for changes, for further, to further",
      ),
      ...each(
        "nothing to, nothing left to, nothing more to, nothing further to",
        "improve, change, alter, modify, revise, adjust, amend, correct",
      ),
      ...each(
        "nothing needs to be, nothing has to be, nothing should be",
        "improved, changed, altered, modified, revised, adjusted, amended, corrected",
      ),
      ...each(
        each(
          "does not, doesn't",
          "require, need, require any, need any, require further, need further, require any further, need any further",
        ).join(),
        changes,
      ),
      ...each("requires no, needs no, requires no further, needs no further", changes),
      ...each(
        "no, no further, no additional, no other",
        each(
          changes,
          "is needed, is necessary, is required, are needed, are necessary, are required, to the current solution is, to the solution is, or corrections are, or modifications are, or changes are",
        ).join(),
      ),
      ...each("no further, no additional, no room for, no room for further", changes),
      ...each(
        "i think, i believe, i feel, i think that, i believe that, i feel that",
        "we have enough, we have sufficient, we now have enough, we now have sufficient, we have all the information, this is enough, this is sufficient, this information is sufficient, this information is enough",
      ),
    ],
    disagree: phrases(`
      solution is incorrect, solution is wrong, solution is flawed, answer is incorrect, answer is wrong,
      have not reached, haven't reached, still need to discuss, need to discuss further, further discussion needed, further discussion is needed, i think differently, think differently,
      consensus has not been reached, consensus has not yet been reached, consensus hasn't been reached,
      consensus was not reached, consensus is not reached, consensus is impossible, agree on nothing,
      agree on little, agree with little, against it, against this, against that, against the proposal,
      against the plan, i vote no, vote is no, i say no, answer is no, disagree with your perspective, disagree with your interpretation, disagree with your position, disagree with your view, disagree with your stance, disagree with your reading, disagree with this perspective, disagree with this interpretation, disagree with this position, disagree with this view, disagree with this stance, disagree with this reading, disagree, disagreement, disagreements,
      agree to disagree, couldn't agree less, could not agree less, agree with none, agree with nothing,
      agree with neither, agree to none, accept none, accept nothing, accept neither, i object, we object,
      object to, objection, objections, oppose, opposed, i am against, i'm against, we are against,
      vote against, reject, i refuse, we refuse, unconvinced, skeptical, sceptical, unresolved, open questions,
      open question, open issues, open points, unacceptable, doubts, reservations, concerns, deal breaker,
      dealbreaker, we differ, still differ, hard to accept, difficult to accept, no consensus, no agreement,
      no common ground, no real consensus, no real agreement, no full consensus, no clear consensus,
      no shared solution, cannot reach, can't reach, could not reach, couldn't reach, did not reach,
      didn't reach, failed to reach, yet to reach, unable to reach, without consensus, without agreement,
      without an agreement, short of consensus, short of agreement, close to consensus, close to a consensus,
      close to agreement, near consensus, almost agree, nearly agree, partially agree, partly agree,
      agree in part, agree only partly, agree only in part, keep discussing, continue discussing, continue the discussion, continuing the discussion, keep talking,
      discuss more, discuss further, more discussion, further discussion, more time, too early, too soon,
      premature, needs improvement, can be improved, could be improved, can be further improved, could be further improved,
      areas for improvement, areas of improvement, areas for enhancement, areas to improve, areas that could be, areas that can be, areas that could use,
      areas that need, areas that still need, areas that require, areas that would benefit, areas that could benefit, areas where it could be,
      i propose the following enhancements, i propose the following improvements, i propose the following changes, i propose the following unique,
      i propose enhancing, i propose improving, i propose changing, needs enhancement, can be enhanced, could be enhanced, can be further enhanced, could be further enhanced, should be revised, needs to be revised, i am not convinced, not convinced, not persuaded, not ready, not so fast,
    `),
    speakers: phrases("i, we, i'm, i've, i'd, i'll, we're, we've, me, my, us, our, both, consensus, agreement"),
    listeners: phrases("you, your, you're, you've, you'd, you'll, yours, they, their, his, her"),
    matters: phrases(
      "solution, solutions, proposal, plan, answer, conclusion, consensus, decision, draft, compromise, recommendation, everything, outcome, result, areas",
    ),
    agreed: phrases("the solution is, our solution is, our agreed solution, the agreed solution"),
    solutions: phrases(`
      the solution is, our solution is, our agreed solution is, the agreed solution is, our final answer is, the final answer is, we agree on, we agree that, we agreed on, we agreed that, we have agreed on, we have agreed that, we all agree that, we all agree on, we both agree that, we both agree on, i agree that,
    `),
    negations: phrases(`
      wrong to say, wrong to claim, wrong that, false that, untrue that, not true that, not, no, never,
      neither, nor, nobody, no one, none, nothing, without, cannot, can't, cant, don't, dont, doesn't, didn't,
      won't, wouldn't, couldn't, shouldn't, isn't, aren't, wasn't, weren't, haven't, hasn't, hadn't, ain't,
      hardly, barely, scarcely, rarely, fail to, failed to, failing to, unable to, unwilling to, reluctant to,
      refuse to, refuses to, yet to, far from, anything but, lack, lacks, lacking, doubt, doubtful, no longer,
      instead of, rather than, inverse of, opposite of, reverse of,
    `),
    denials: phrases(`
      not on, not with, not about, not in, not for, not from, not now, not at this time, not at this point, not yet, not there yet, not quite there, not quite,
      not really, not at all, not entirely, not exactly, not on this, not in full,
    `),
    doubleNegation: "cancels",
    contrasts: phrases(`
      but, however, and yet, nevertheless, nonetheless, that said, having said that, on the other hand, except,
      except for, except that, with the exception of,
    `),
    concessions: phrases(`
      although, though, even though, despite, in spite of, while, whilst, much as i,
    `),
    hedges: each(
      "mostly, largely, almost, nearly, generally, mainly, partly, partially",
      "correct, accurate, right, sound, complete, clear, valid, good",
    ),
    partners: phrases("with"),
    complements: phrases("that"),
    conditions: phrases(`
      in principle, with one exception, with exceptions, with one change, with changes, with some changes, if, if only, only if, whether, unless, provided that, provided the, provided we, provided you, provided it, as long as, so long as,
      assuming, once, until, till, in case, on condition, on the condition, on condition that, suppose,
      supposing, when we, before we, before i, should we, were we to,
    `),
    conclusions: phrases("so, therefore, hence, thus, consequently, in conclusion, overall, in sum"),
    joints: phrases("and, because, since, then"),
    neutral: phrases(`
      no buts, no but, if i had to choose, if i had to pick, if i have to choose, if i have to pick, if i must choose,
      if i must pick, if forced to choose, if i were to choose, if i could only choose one, if i could choose only one, if we vote, if we are voting, if we're voting, if it comes to a vote, want to agree, wanted to agree, wish to agree, love to agree, hope to agree, hope we agree,
      used to agree, used to disagree, going to disagree, tempted to agree, even if,
      neither agree nor disagree, not that i disagree, not that i agree, agree with the criticism, agree with the objection, agree with the objections, as if, if anything, no doubt, without doubt, without a doubt,
      without question, no question, not only, but also, nothing but, all but, no matter, not least,
      last but not least, why not, so far, so that, so much, so many, once more, once again, at once,
      agreed upon, agreed on by, as agreed, previously agreed, confirmed by, initially agreed, agree with the majority, agree with most, agree with many, agree with much, agree with some,
      agree with parts, agree with part, you agree, you agreed, you both agree, they agree, they agreed, he agreed, she agreed, others agree,
      others agreed, partner agreed, you disagree, they disagree, others disagree, you accept, they accept,
      you object, need to agree, should agree, must agree, have yet to see, could agree, might agree,
      may agree, let us agree, let's agree, will agree, agreed to discuss, should accept, must accept,
      could accept, might accept, may accept, need to accept, no later, question of whether, question whether, answer to whether, answer to if,
    `),
    neutralOpenings: [],
    yes: phrases(`
      yes, y, yeah, confirmed, yep, yup, true, agreed, affirmative, absolutely, definitely, certainly,
    `),
    no: phrases("no, n, nope, nah, false, not, not yet, negative, absolutely not, definitely not"),
    courtesies: phrases("absolutely, definitely, certainly, sure, of course, true, great, excellent, good"),
    greetings: phrases(`
      thank you, thanks, hello, hi, hey, dear, good morning, good afternoon, good evening, greetings, i appreciate, we appreciate,
      great discussion, great points, great question, good question, good points, here is, here's, let me, let's,
      i would like to thank, i want to thank, i'd like to thank,
    `),
    votes: phrases("vote, consensus, agreement, agree, my verdict, my decision, my position, my stance"),
    choosing: phrases(`
      answer is, answer remains, answer, solution is, solution remains, solution, choice is, choice, pick is, pick, selection is, selection, selected option, preferred option, chosen option, 
      my vote is for, my vote goes to, my vote, vote, 
      i advocate, i stand by, my preference is, my preference, my preferred option is, my top choice is, option is, conclusion is, verdict,
      corresponds to option, corresponding to option, matches option,
      i'm for, all in on, 
      preference is, preference remains, i keep coming back to, i stick to, my assessment is, my assessment, my judgment is, my judgment, my judgement is, my judgement, my recommendation is, my recommendation, my decision is, my decision,
    `),
    choices: phrases(
      "answer, solution, choice, pick, selection, my vote, my preference, selected option, preferred option, my assessment, my judgment, my judgement, my recommendation, my decision",
    ),
    links: phrases("is, be, was, remains, stays"),
    chosen: [
      ...phrases(`
        is the answer, is correct, is right, as the correct answer, as the answer, as the best answer,
        is the way to go, is my choice, is still my choice, is definitely my choice, remains my choice, is my top choice, is definitely my top choice, is my first choice, is my preference, remains my preference, is my pick, is my vote, remains my vote, is my answer, would be my choice, would be my pick, as my top choice, is the most just, is the fairest,
        is the best way, seems like the most, feels like the most,
        gets my vote, has my vote, : correct, - correct, : true, - true,
      `),
      ...each(
        each(
          "is the, is clearly the, is still the, is actually the, is indeed the, is definitely the, is likely the, is most likely the, remains the, seems the, seems to be the",
          "best, right, correct, factually correct, only, better, strongest, safest, wisest, fairest, soundest, optimal, most accurate, most reasonable, most sensible, most appropriate, most balanced",
        ).join(),
        "answer, choice, option, solution, approach, one",
      ),
    ],
    faults: phrases(
      "incorrect, wrong, false, untrue, worse, inferior, mistake, problem, problems, overrated, unsuitable, unrealistic, fail, fails, failed, is too, are too, seems too, would be too, would be better if, would be better with, would have been better, could be better",
    ),
    chooses: phrases(`
      choose, choosing, pick, picking, select, selecting, vote for, voting for, vote, go with, going with, go for, going for,
      opt for, opting for, favor, favour, prefer, support, recommend, adopt, settle on, in favor of, in favour of, stick with, sticking with, casting my vote for, cast my vote for, lean towards, lean toward, leaning towards, leaning toward, lean slightly towards, lean slightly toward, leaning slightly towards, leaning slightly toward, lean strongly towards, lean strongly toward, leaning strongly towards, leaning strongly toward,
    `),
    choosers: phrases("i, we, i'd, i'll, i'm, i've, we'd, we'll, we're, let's"),
    comparisons: phrases(
      "than, inferior to, rather than, against, avoid, avoiding, worst, least, withdraw, used to, rule out, ruled out, ruling out, exclude, eliminate, discard, dismiss, second choice, third choice, last choice, hard to argue, hard to say, hard to justify, instead of, as opposed to, except, except for, anything but, anyone but, any but, other than, as good as, as strong as, as convincing as, as clear as, as accurate as, as likely as",
    ),
    preferences: phrases("over, above"),
    ordinals: ["first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth"].map(
      (place) => each(place, "one, option, proposal, alternative, answer"),
    ),
    amounts: phrases("amount, constraint, constraint_amount"),
    optionWords: phrases("option, number, choice, no, nr, alternative, proposal, principle, candidate"),
    articles: phrases("the, a, an"),
  },
  numbers: {
    thousands: ",",
    decimal: ".",
    multipliers: { k: 1e3, thousand: 1e3, m: 1e6, mn: 1e6, million: 1e6, bn: 1e9, b: 1e9, billion: 1e9 },
    digits: {},
  },
}
