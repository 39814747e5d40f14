import { expect, test } from "vitest"
import { readPreference } from "./read-preference.ts"
import { readVote } from "./read-vote.ts"
import type { LanguageCode } from "./words/index.ts"

/** Forms that replies of models unknown to the readers used, in other words. `undefined`: no option is chosen. */
const energy = ["A) Wind power", "B) Solar power", "C) Do nothing"]
const drafts = ["Draft 1", "Draft 2"]
const databases = ["PostgreSQL", "SQLite", "MongoDB"]
const plans = ["Build - in house", "Buy - off the shelf", "Wait - decide in May"]
const taxes = ["提高税收", "削减开支", "发行债券"]
const small = ["a) Viento", "b) Sol", "c) Nada"]

type Case = readonly [code: LanguageCode, options: readonly string[], text: string, option: number | undefined]

const cases: readonly Case[] = [
  // A bracket that repeats every option chooses none.
  ["en", ["Yes", "No"], "It rains. Therefore, the answer (Yes or No) is No.", 1],
  ["en", ["Yes", "No"], "The answer (yes/no) is: Yes", 0],
  ["en", ["Yes", "No"], "The answer (Yes or No) is not known.", undefined],
  [
    "en",
    ["Yes", "No"],
    "If it is hot, then the answer is yes.\nThe answer (Yes or No) depends on the weather.",
    undefined,
  ],
  ["en", energy, "My choice (A, B, or C) is B.", 1],
  ["en", energy, "The answer is (A or B).", undefined],
  ["es", ["Sí", "No"], "La respuesta (sí o no) es no.", 1],
  ["es", ["Sí", "No"], "La respuesta (Sí/No) es: sí", 0],
  ["zh", ["是", "否"], "答案（是或否）：否", 1],
  ["zh", ["是", "否"], "答案（是/否）是：是", 0],
  // Text that a chat template adds after a reply.
  ["en", energy, "B<|im_end|>", 1],
  ["en", energy, "Answer: B<|eot_id|>", 1],
  ["en", energy, "Solar power</s>", 1],
  ["zh", ["A", "B", "C"], "B<eoa>", 1],
  ["zh", ["A", "B", "C"], "B<eoa>\n风太大。", 1],
  // Other words for a choice.
  ["en", ["A", "B", "C"], "Wind is loud. My assessment is A.", 0],
  ["en", energy, "My judgment: B.", 1],
  ["en", energy, "My recommendation is B.", 1],
  ["en", energy, "My decision remains (C).", 2],
  ["es", energy, "Mi evaluación es B.", 1],
  ["es", energy, "Mi veredicto: B", 1],
  ["es", energy, "La respuesta correcta es la B.", 1],
  ["es", energy, "La alternativa B es la correcta.", 1],
  ["zh", energy, "我的判断是B。", 1],
  ["zh", energy, "我的结论是：B", 1],
  // Lower-case labels.
  ["es", small, "b", 1],
  ["es", small, "b) Sol", 1],
  ["es", small, "La respuesta correcta es la b.", 1],
  ["es", small, "La opción b es correcta.", 1],
  ["es", small, "La opción a es correcta.", 0],
  ["es", small, "Respuesta: c", 2],
  ["es", small, "Elijo la opción b.", 1],
  ["es", small, "Elijo a mi hermano.", undefined],
  ["es", small, "La respuesta a todo esto es difícil.", undefined],
  ["es", ["a", "b", "c"], "La opción c es correcta.", 2],
  ["en", ["(a) Wind", "(b) Sun"], "The answer is (b).", 1],
  ["en", ["(a) Wind", "(b) Sun"], "The answer is a matter of taste.", undefined],
  // Two remaining options are not a choice.
  ["en", ["A", "B", "C"], "Wind is loud. The answer is most likely A) wind or B) sun.", undefined],
  ["es", ["A", "B", "C"], "La respuesta es A) viento o B) sol.", undefined],
  ["zh", ["A", "B", "C"], "答案是A)风能或B)太阳能。", undefined],
  ["en", ["Stop paying", "Stop building"], "Stop paying and stopping the building come later.", undefined],
  // Another person's answer.
  ["en", energy, "My assessment is A: the student is right.\n\nThe student's answer (C) lists them all.", 0],
  // Options that are ruled out, and brackets that contain more than a letter.
  ["en", ["A", "B", "C"], "A is actually the correct answer: it is cheap, and quick (ruling out C).", 0],
  ["en", ["A", "B", "C"], "It is cheap (unlike C), and quick (ruling out B).", undefined],
  ["es", ["A", "B", "C"], "Es barato (se descarta C).", undefined],
  ["zh", ["A", "B", "C"], "价格低（排除C）。", undefined],
  ["zh", energy, "[正确答案]A\n选项A符合要求。而选项B中的“便宜，但慢”、选项C中的“慢，但便宜”均不符合要求。", 0],
  // A copy of the options or of the instructions.
  ["en", ["A", "B", "C"], "A: Wind; B: Sun; C: Nothing.", undefined],
  ["en", energy, "A) Wind power, B) Solar power, C) Do nothing", undefined],
  ["en", energy, "B) Solar power, and neither A) Wind power nor C) Do nothing", 1],
  ["es", ["A", "B", "C"], "A) Viento; B) Sol; C) Nada.", undefined],
  ["zh", ["A", "B", "C"], "A:风能;B:太阳能;C:什么都不做。", undefined],
  ["zh", ["A", "B", "C"], "A: 对风的理解\nB: 对太阳的理解\nC: 其他", undefined],
  ["zh", ["A", "B", "C"], "A：对。B：错。C：错。", 0],
  ["en", energy, "Choose one of them. For example: Answer: C.\nWrite nothing else.", undefined],
  ["es", energy, "Elija una. Por ejemplo: Respuesta: C.\nNada más.", undefined],
  ["zh", energy, "请选出一个。例如[正确答案]C。\n请按照这个格式回答。", undefined],
  // A condition applies to everything that follows from it.
  ["en", ["Yes", "No"], "However, if you mean the wind, then the answer is yes.", undefined],
  ["en", energy, "If it is cold and dark, I choose solar power.", undefined],
  ["es", energy, "Si hace frío y viento, entonces elijo B.", undefined],
  ["zh", energy, "如果天气冷，那么我选B。", undefined],
  // A negated comparison chooses neither option.
  ["en", drafts, "Draft 1 is not better than Draft 2.", undefined],
  ["en", drafts, "Draft 1 is not as good as Draft 2.", undefined],
  ["en", drafts, "Draft 1 is better than Draft 2.", 0],
  ["en", drafts, "I would not choose Draft 1 over Draft 2.", undefined],
  ["en", drafts, "Draft 1 is worse than Draft 2.", undefined],
  ["en", drafts, "Draft 1 is worse.", undefined],
  ["en", drafts, "Draft 1 would be better if it were shorter.", undefined],
  ["es", ["Borrador 1", "Borrador 2"], "El borrador 1 no es mejor que el borrador 2.", undefined],
  ["es", ["Borrador 1", "Borrador 2"], "El borrador 1 es mejor que el borrador 2.", 0],
  ["zh", ["草案一", "草案二"], "草案一不优于草案二。", undefined],
  ["zh", ["草案一", "草案二"], "草案一不如草案二。", undefined],
  ["es", ["Borrador 1", "Borrador 2"], "El borrador 1 es peor que el borrador 2.", undefined],
  ["es", ["A) Viento", "B) Sol"], "La opción A es peor que la opción B.", undefined],
  ["es", ["A) Viento", "B) Sol"], "La opción A es mejor que la opción B.", 0],
  ["en", ["A) Wind", "B) Sun"], "Option A is inferior to option B.", undefined],
  // What another seat chose.
  ["en", ["A) Wind", "B) Sun"], "Bob's choice is B) Sun.", undefined],
  ["en", ["A) Wind", "B) Sun"], "Their answer is B, but it ignores the cost.", undefined],
  ["en", ["A) Wind", "B) Sun"], "Bob's choice is B) Sun. Let's choose A) Wind.", 0],
  ["en", ["A) Wind", "B) Sun"], "Here's my vote: B) Sun.", 1],
  ["en", ["A) Wind", "B) Sun"], "Here's my final answer: B. Wind is loud.", 1],
  ["en", ["A) Wind", "B) Sun"], "So that's my decision: B) Sun.", 1],
  ["zh", ["草案一", "草案二"], "草案一优于草案二。", 0],
  // An option that is spoken against, alone or with its label.
  ["en", databases, "I recommend against MongoDB.", undefined],
  ["en", databases, "I'd avoid MongoDB.", undefined],
  ["en", databases, "SQLite is too slow for this.", undefined],
  ["en", databases, "Choosing MongoDB would be a mistake.", undefined],
  ["en", databases, "The worst option is MongoDB.", undefined],
  ["en", databases, "My least favourite is MongoDB.", undefined],
  ["en", energy, "I reject A) Wind power.", undefined],
  ["en", energy, "I no longer support B) Solar power.", undefined],
  ["en", energy, "I withdraw my vote for A) Wind power.", undefined],
  ["en", energy, "They argued for C) Do nothing. I disagree with them: A) Wind power is better.", 0],
  ["en", energy, "Option A fails. Option B fails. Option C works.", undefined],
  ["es", ["Tren", "Autobús"], "Yo evitaría el tren.", undefined],
  ["es", ["Tren", "Autobús"], "El tren es demasiado caro.", undefined],
  ["zh", taxes, "提高税收太冒险。", undefined],
  ["zh", taxes, "与其提高税收，不如削减开支。", 1],
  // A vote under a condition.
  ["en", databases, "SQLite would be my choice if it were quicker.", undefined],
  ["en", databases, "I choose SQLite as long as nobody else writes.", undefined],
  ["en", ["A", "B", "C"], "The answer is B) ethical as long as she tells them.", 1],
  // Signs in a list.
  ["en", databases, "- PostgreSQL: ❌\n- SQLite: ✅\n- MongoDB: ❌", 1],
  ["en", databases, "PostgreSQL ❌", undefined],
  // Several labels, ranks, and a label with the text of another option.
  ["en", energy, "A, B", undefined],
  ["en", energy, "2, 1, 3", undefined],
  ["en", energy, "First choice: A. Second choice: B.", 0],
  ["en", energy, "B. Wind power is loud.", undefined],
  // A correction.
  ["en", energy, "The answer is A. Wait, no: the sign is negative.", undefined],
  ["en", energy, "The answer is A. On second thought, I choose B.", 1],
  // An option as a sentence of its own, and more words for a choice.
  ["en", databases, "SQLite. PostgreSQL needs a server.", 1],
  ["en", databases, "MongoDB is popular, and PostgreSQL has more features. SQLite.", 1],
  ["en", databases, "PostgreSQL has its merits, but SQLite remains my choice.", 1],
  ["en", databases, "PostgreSQL is strong, SQLite is simple. I lean slightly toward SQLite.", 1],
  ["en", plans, "My vote: Wait", 2],
  // Objects with other keys.
  ["en", energy, '{"selected_option": "B", "rationale": "It is cheap."}', 1],
  ["en", energy, '{"decision": "C) Do nothing"}', 2],
  ["zh", taxes, '{"选项": "发行债券"}', 2],
  ["en", energy, '{"rejected_option": "B"}', undefined],
]

test.each(cases)("%s %j: %j", (code, options, text, option) => {
  const reading = readPreference({ text, options, form: "single", language: { code } })
  expect("choice" in reading ? reading.choice : undefined).toBe(option === undefined ? undefined : options[option])
})

const votes: readonly (readonly [LanguageCode, string, boolean | undefined])[] = [
  ["en", "I see your point, but I respectfully disagree with your interpretation.", false],
  ["en", "Therefore, I disagree with your perspective and maintain that the price is too high.", false],
  ["en", "I disagree with your view that it is cold.", false],
  ["en", "I agree with your view that it is cold.", undefined],
  ["es", "Por eso no estoy de acuerdo con tu interpretación.", false],
  ["zh", "因此，我不同意你的观点。", false],
  // Signs, capitals, headings and other separators.
  ["en", "**YES** ✅", true],
  ["en", "My vote: ✅", true],
  ["en", "My vote: ❌ — one point is open.", false],
  ["en", "👎", false],
  ["en", "YES - and we look at it again in May.", true],
  ["en", "NO, the price leaves out the taxes.", false],
  ["en", "YES, if the price is right.", undefined],
  ["en", "Yes, the price leaves out the taxes.", undefined],
  ["en", "## Final Vote\n\n**NO**\n\nReasons:\n1. Yes, the idea is good, but it is vague.", false],
  ["en", "Vote - No\nConfidence - 65%", false],
  ["en", "My vote: no, the plan leaves out the price.", false],
  ["en", "My vote: yes, but not for this plan.", undefined],
  ["en", "**Vote (please reply with 1 = Yes, 0 = No):**", undefined],
  // A word of agreement is a vote whatever follows it; a yes may answer the topic.
  ["en", "Agreed, this plan covers everything we said.", true],
  ["zh", "同意，这个方案可行。", true],
  // Objects with other keys.
  ["en", '{"consensus": true, "confidence": 88}', true],
  ["en", '{"vote": "no", "reason": "It is vague."}', false],
  ["en", '{"answer": "yes"}', undefined],
  // Faults, hedges and conditions.
  ["en", "The solution is wrong.", false],
  ["en", "The current solution is incorrect: it should be 42.", false],
  ["en", "Yes, no, maybe.", undefined],
  ["en", "It's not that I disagree; I want to see the numbers first.", undefined],
  ["en", "I agree with the criticism raised by Anna.", undefined],
  ["en", "In principle, yes.", undefined],
  ["es", "En principio, sí.", undefined],
  ["zh", "原则上同意。", undefined],
  ["en", "Agreed, with one change.", undefined],
  ["en", "I would love to agree.", undefined],
  ["en", "I agree to continue the discussion.", false],
  ["en", "Count me in.", true],
  ["en", "Is there agreement? Not from me.", false],
  ["en", "Not at this time.", false],
]

test.each(votes)("%s vote: %j", (code, text, hasConsensus) => {
  const reading = readVote({ text, language: { code } })
  expect("hasConsensus" in reading ? reading.hasConsensus : undefined).toBe(hasConsensus)
})
