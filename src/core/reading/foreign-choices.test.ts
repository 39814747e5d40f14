import { expect, test } from "vitest"
import { readPreference } from "./read-preference.ts"
import type { LanguageCode } from "./words/index.ts"

/**
 * Replies in the styles of many models, written without looking at how the readers work. `undefined`: the reply does not
 * say which option it chooses, so the seat must be asked again.
 */
const energy = ["A) Wind power", "B) Solar power", "C) Nuclear power", "D) None of these"]
const plain = ["Wind power", "Solar power", "Do nothing"]
const cities = ["Lisbon", "Porto (in winter)", "Madrid – by train", "Faro, Portugal"]
const letters = ["A", "B", "C", "D"]
const fees = ["1. Raise the fee", "2. Keep the fee", "3. Abolish the fee"]
const roman = ["I. Merge the teams", "II. Split the teams", "III. Wait a year", "IV. Ask the board"]
const answers = ["A) Yes", "B) No"]
const stack = ["TypeScript", "Rust", "Go", "C++"]
const floors = ["Maximum floor", "Maximum average", "Average with a floor", "Average with a range"]
const energia = ["A) Energía eólica", "B) Energía solar", "C) Energía nuclear"]
const tasas = ["1. Subir la tasa", "2. Mantener la tasa", "3. Suprimir la tasa"]
const suelos = ["Máximo suelo", "Máximo promedio", "Promedio con suelo", "Promedio con rango"]
const nengyuan = ["A) 风能", "B) 太阳能", "C) 核能"]
const chengshi = ["北京", "上海", "广州"]
const yuanze = ["最低收入最大化", "平均收入最大化", "有底线的平均收入", "有范围的平均收入"]

type Case = readonly [options: readonly string[], text: string, option: number | undefined, amount?: number]

const english: readonly Case[] = [
  // A preface, and the usual text of a chat model around its answer.
  [energy, "Great question! After weighing everything, I'd go with **B) Solar power**.", 1],
  [energy, "Thank you all for the lively debate. My vote goes to option C.", 2],
  [energy, "Certainly! Here is my choice:\n\n**A) Wind power**", 0],
  [energy, "Based on the discussion so far, the best option is B) Solar power because it is cheap.", 1],
  [energy, "I'm casting my vote for wind power.", 0],
  [energy, "I will vote for nuclear power.", 2],
  [energy, "I would pick B.", 1],
  [energy, "I'd choose option A here.", 0],
  [energy, "My pick: C", 2],
  [energy, "My final choice is D) None of these.", 3],
  [energy, "Selected option: B", 1],
  [energy, "Let's go with solar power.", 1],
  [energy, "We should go with A) Wind power.", 0],
  [energy, "Option B seems the most reasonable to me.", 1],
  [energy, "Overall, B is the strongest choice.", 1],
  [energy, "The best choice here is clearly nuclear power.", 2],
  // Final lines.
  [energy, "Wind is loud. Sun is cheap.\n\n---\n\n**Final Answer: B**", 1],
  [energy, "Solar power is cheap, wind power is loud.\n\nFinal answer: A) Wind power", 0],
  [energy, "1. Wind power is loud.\n2. Solar power is cheap.\n3. Nuclear power is slow.\n\n**Answer:** B", 1],
  [energy, "### Analysis\nWind power and solar power both work.\n\n### Conclusion\nI choose C) Nuclear power.", 2],
  [energy, "A) is loud.\nB) is cheap.\n\nSo the answer is (B).", 1],
  [energy, "Therefore, the correct answer is \\boxed{C}.", 2],
  [energy, "$$\\boxed{\\text{B}}$$", 1],
  [energy, "Thus my answer is $\\boxed{A}$", 0],
  [energy, "> **Vote: B**\n\nI vote A.", 0],
  [energy, "ANSWER: C", 2],
  [energy, "Answer - B", 1],
  [energy, "Answer = D", 3],
  [energy, "`B`", 1],
  [energy, "**B**", 1],
  [energy, "(B)", 1],
  [energy, "[B]", 1],
  [energy, "B.", 1],
  [energy, "b", 1],
  [energy, "b) solar power", 1],
  [energy, "Option (c)", 2],
  [energy, "B) Solar power — it is the cheapest, and nobody minds it.", 1],
  [energy, "B: Solar power", 1],
  [energy, "The answer is: B) Solar power.", 1],
  [energy, "I vote: **Option A – Wind power**", 0],
  [energy, "🗳️ My vote: **B** ☀️", 1],
  [energy, "✅ B) Solar power\n❌ A) Wind power\n❌ C) Nuclear power", 1],
  // Tables, code and objects.
  [energy, "| Option | Score |\n|---|---|\n| Wind power | 6 |\n| Solar power | 9 |\n\nMy choice: **Solar power**", 1],
  [energy, '```json\n{\n  "choice": "B",\n  "confidence": 80\n}\n```', 1],
  [energy, '```json\n{"answer": "C) Nuclear power", "reason": "steady"}\n```\nHope this helps!', 2],
  [energy, 'Here you go:\n\n```\n{"choice": "Wind power"}\n```', 0],
  [energy, '{"reasoning": "My partner said {\\"choice\\": \\"A\\"}", "choice": "B"}', 1],
  [energy, '{"choice": "B", "partnerVote": {"choice": "A"}}', 1],
  [energy, "{'choice': 'B', 'confidence': 70}", 1],
  [energy, '{"vote": {"choice": "C"}}', 2],
  [energy, "<answer>B</answer>", 1],
  [energy, "<choice>A) Wind power</choice>", 0],
  // Leftover reasoning.
  [energy, "Hmm, A looks fine. I choose A. Wait, no.\n</think>\n\nI choose B) Solar power.", 1],
  [energy, "<think>The answer is A.</think>\nAnswer: C", 2],
  [energy, "okay so B\n</think>\n**D) None of these**", 3],
  // Negations and comparisons.
  [energy, "I prefer solar power rather than wind power.", 1],
  [energy, "I choose B rather than A.", 1],
  [energy, "I would choose B over A.", 1],
  [energy, "Solar power is better than wind power, so I choose solar power.", 1],
  [energy, "Anything but nuclear power.", undefined],
  [energy, "I would not choose A.", undefined],
  [energy, "The answer is not A but B.", 1],
  [energy, "I don't support wind power. I support solar power.", 1],
  [energy, "Instead of wind power, I choose solar power.", 1],
  [energy, "A is wrong. C is wrong. B is correct.", 1],
  [energy, "Option A is incorrect, because the wind drops at night.", undefined],
  [energy, "I was leaning towards A, but now I choose B.", 1],
  [energy, "I initially chose A. However, after hearing the others, I now vote for B.", 1],
  [energy, "My partner chose A, but I choose C.", 2],
  [energy, 'You said "A is the answer". I say B is the answer.', 1],
  [energy, "As Model A argued, sunlight is free. I choose B.", 1],
  // Hedges, refusals and several options at once.
  [energy, "Either A or B would be fine.", undefined],
  [energy, "A or B", undefined],
  [energy, "Both wind power and solar power are good.", undefined],
  [energy, "I cannot help with that request.", undefined],
  [energy, "As an AI language model, I don't have preferences.", undefined],
  [energy, "It depends on the location.", undefined],
  [energy, "I need more information before I can choose.", undefined],
  [energy, "If it is windy I choose A.", undefined],
  [energy, "What about B?", undefined],
  [energy, "I choose A. I choose B.", 1],
  [energy, "I choose E) Coal.", undefined],
  [energy, "Wind.", 0],
  [energy, "", undefined],
  [energy, "Choose one of: A, B, C, D", undefined],
  [energy, "None of these", 3],
  [energy, "I choose none of these.", 3],
  [energy, "I probably lean towards B, though A has its merits.", 1],
  [energy, "While A has its merits, I would ultimately choose B.", 1],
  // Judges of two answers.
  [letters, "Assistant A is more thorough.\n\n[[A>>B]]", 0],
  [letters, "My final verdict is: [[B>A]]", 1],
  [letters, "My final verdict is tie: [[A=B]]", undefined],
  [letters, "[[C]]", 2],
  [letters, "Final verdict: [[B]]", 1],
  // Options without labels, with punctuation.
  [plain, "2", 1],
  [plain, "#2", 1],
  [plain, "2. Solar power", 1],
  [plain, "Option 2 (Solar power)", 1],
  [plain, "I choose doing nothing.", 2],
  [plain, "I'd go for the second option.", 1],
  [plain, "The first one.", 0],
  [plain, "My choice: number 3", 2],
  [plain, "I choose the solar power.", 1],
  [cities, "I choose Porto (in winter).", 1],
  [cities, "My vote is Madrid by train.", 2],
  [cities, "Faro, Portugal, is the best choice.", 3],
  [cities, "Lisbon is lovely, but I vote for Faro.", 3],
  [cities, "Madrid - by train", 2],
  [stack, "I would pick Rust.", 1],
  [stack, "I choose C++.", 3],
  [stack, "Go is the right choice.", 2],
  [stack, "Let's go with Rust.", 1],
  [stack, "TypeScript over Rust, any day: I vote TypeScript.", 0],
  [fees, "I vote for 2.", 1],
  [fees, "Option 3: Abolish the fee", 2],
  [fees, "Final answer: **3**", 2],
  [fees, "We should raise the fee.", 0],
  [fees, "I choose to keep the fee.", 1],
  [fees, "I'm in favor of abolishing the fee.", 2],
  [roman, "II", 1],
  [roman, "I choose III.", 2],
  [roman, "Option II", 1],
  [roman, "**IV. Ask the board**", 3],
  [roman, "Final answer: II", 1],
  [roman, "I think we should wait a year.", 2],
  [roman, "I. Merge the teams", 0],
  [answers, "Yes, whales are mammals.", 0],
  [answers, "No. A spider has eight legs.", 1],
  [answers, "The answer is no.", 1],
  [answers, "B) No", 1],
  // Amounts.
  [floors, "3 | 12000", 2, 12_000],
  [floors, "Average with a floor, with a floor of $12,000.", 2, 12_000],
  [floors, "Option 3 with a constraint of $12k", 2, 12_000],
  [floors, "I choose option 3 with an amount of 15,000.", 2, 15_000],
  [floors, "**Choice:** Average with a range\n**Amount:** $20,000", 3, 20_000],
  [floors, '{"choice": 3, "amount": "12 thousand"}', 2, 12_000],
  [floors, '{"choice": "Average with a floor", "amount": 15000}', 2, 15_000],
  [floors, "Final answer: **3**", 2],
  [floors, "My choice: 1", 0],
  [floors, "3, $12.5k", 2, 12_500],
  [floors, "I choose the average with a floor of 14k.", 2, 14_000],
]

const spanish: readonly Case[] = [
  [energia, "¡Claro! Mi voto es para la opción B.", 1],
  [energia, "Gracias a todos. Elijo A) Energía eólica.", 0],
  [energia, "Tras analizarlo, me decanto por la energía solar.", 1],
  [energia, "La respuesta correcta es **C**.", 2],
  [energia, "Respuesta final: B", 1],
  [energia, "Mi elección: **A**", 0],
  [energia, "Yo elegiría la opción B.", 1],
  [energia, "Votaría por la energía nuclear.", 2],
  [energia, "Voto por B, no por A.", 1],
  [energia, "No elijo A, sino B.", 1],
  [energia, "Prefiero la energía solar a la eólica.", 1],
  [energia, "Prefiero B en lugar de A.", 1],
  [energia, "Cualquiera menos la nuclear.", undefined],
  [energia, "Ni A ni C.", undefined],
  [energia, "A o B, da igual.", undefined],
  [energia, "Depende del lugar.", undefined],
  [energia, "Lo siento, no puedo ayudar con eso.", undefined],
  [energia, "Si hay viento, elijo A.", undefined],
  [energia, "¿Y si elegimos B?", undefined],
  [energia, "Aunque A es barata, elijo C.", 2],
  [energia, "Al principio prefería A, pero ahora elijo B.", 1],
  [energia, "B) Energía solar, porque es barata.", 1],
  [energia, "**Conclusión:** la mejor opción es la B.", 1],
  [energia, "Por lo tanto, la opción correcta es la A.", 0],
  [energia, "La energía solar es la mejor opción.", 1],
  [energia, "Me quedo con la opción C.", 2],
  [energia, "Apoyo la energía eólica.", 0],
  [energia, "Deberíamos elegir la energía solar.", 1],
  [energia, '```json\n{"elección": "B", "confianza": 80}\n```', 1],
  [energia, '{"respuesta": "Energía nuclear"}', 2],
  [energia, "\\boxed{B}", 1],
  [energia, "… y por eso A\n</think>\nRespuesta: C", 2],
  [energia, "Opción b)", 1],
  [energia, "La B.", 1],
  [energia, "la segunda opción", 1],
  [tasas, "3", 2],
  [tasas, "Elijo la opción 2: Mantener la tasa.", 1],
  [tasas, "Creo que hay que subir la tasa.", 0],
  [tasas, "Respuesta: 3", 2],
  [suelos, "3 | 15.000", 2, 15_000],
  [suelos, "Elijo el promedio con suelo, con una cantidad de 15.000 dólares.", 2, 15_000],
  [suelos, "Opción 3 con restricción de 15 mil", 2, 15_000],
  [suelos, "Mi elección: 3\nCantidad: $12,000", 2, 12_000],
  [suelos, "Elección: 4, 20.000", 3, 20_000],
  [suelos, "Mi elección: 1", 0],
]

const chinese: readonly Case[] = [
  [nengyuan, "谢谢大家的讨论。我选择B。", 1],
  [nengyuan, "我的选择是：A) 风能", 0],
  [nengyuan, "答案：C", 2],
  [nengyuan, "最终答案：**B**", 1],
  [nengyuan, "我投票给太阳能。", 1],
  [nengyuan, "我支持B方案。", 1],
  [nengyuan, "综上所述，正确答案是B。", 1],
  [nengyuan, "因此，我选B) 太阳能。", 1],
  [nengyuan, "我认为太阳能是最好的选择。", 1],
  [nengyuan, "选项B", 1],
  [nengyuan, "选B", 1],
  [nengyuan, "B。因为便宜。", 1],
  [nengyuan, "我不选A，我选B。", 1],
  [nengyuan, "我选择B而不是A。", 1],
  [nengyuan, "比起风能，我更喜欢太阳能。", 1],
  [nengyuan, "除了核能都可以。", undefined],
  [nengyuan, "A或者B都可以。", undefined],
  [nengyuan, "抱歉，我无法回答这个问题。", undefined],
  [nengyuan, "如果有风，我选A。", undefined],
  [nengyuan, "选A还是选B？", undefined],
  [nengyuan, "虽然风能不错，但我选择核能。", 2],
  [nengyuan, "我原来选A，现在选C。", 2],
  [nengyuan, "第二个", 1],
  [nengyuan, "第二个选项", 1],
  [nengyuan, '```json\n{"选择": "B"}\n```', 1],
  [nengyuan, '{"答案": "核能"}', 2],
  [nengyuan, "\\boxed{C}", 2],
  [nengyuan, "先看看A\n</think>\n我选择B。", 1],
  [nengyuan, "【答案】B", 1],
  [nengyuan, "答案是（B）。", 1],
  [nengyuan, "我倾向于太阳能。", 1],
  [chengshi, "我选上海。", 1],
  [chengshi, "北京很好，但我投票给广州。", 2],
  [chengshi, "2", 1],
  [chengshi, "我的选择：3", 2],
  [yuanze, "3 | 15000", 2, 15_000],
  [yuanze, "我选择有底线的平均收入，金额为1万5千。", 2, 15_000],
  [yuanze, "选择：3，金额：1.5万", 2, 15_000],
  [yuanze, "我的选择：原则3，约束12000元", 2, 12_000],
  [yuanze, "原则一", 0],
]

/** Clear to a person. Asking again is allowed, any other result is not. */
const mayBeUnread: readonly Case[] = [
  [energy, "Not A, not C: B.", 1],
  [energy, "I rule out A and C, which leaves B.", 1],
  [energy, "B is not bad, and I choose it.", 1],
  [answers, "I would say yes.", 0],
  [energy, "There is not much to say against B.", 1],
]

const cases = (code: LanguageCode, replies: readonly Case[]) =>
  replies.map(([options, text, option, amount]) => ({ code, options, text, option, amount }))

test.each([...cases("en", english), ...cases("es", spanish), ...cases("zh", chinese)])(
  "$code: $text",
  ({ code, options, text, option, amount }) => {
    const read = readPreference({ text, options, form: "single", language: { code } })
    const said = read.reading === "unreadable" ? undefined : { choice: read.choice, amount: read.amount }
    expect(said).toEqual(option === undefined ? undefined : { choice: options[option], amount })
  },
)

test.each(cases("en", mayBeUnread))("$text is not misread", ({ code, options, text, option }) => {
  const read = readPreference({ text, options, form: "single", language: { code } })
  expect([undefined, options[option!]]).toContain(read.reading === "unreadable" ? undefined : read.choice)
})
