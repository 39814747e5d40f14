import { describe, expect, test } from "vitest"
import { answer, type Expected, read } from "./read-vote.test-helper.ts"
import { type LanguageCode, languageCodes } from "./words/index.ts"

const prose: Readonly<Record<LanguageCode, readonly (readonly [string, Expected])[]>> = {
  en: [
    [
      "Overall, I think we're aligned on using Postgres, and I don't see any remaining blockers. I'm comfortable calling this consensus.",
      true,
    ],
    ["I think we've converged. The proposal covers everything that matters to me.", true],
    ["We're close, but I still have concerns about cost. I would not call this consensus.", false],
    [
      "I appreciate your points and I agree with many of them. However, I cannot accept the timeline as it stands.",
      false,
    ],
    ["While I agree with much of this, there are unresolved issues.", false],
    ["Consensus has not been reached.", false],
    ["We haven't yet reached a consensus.", false],
    ["I don't think we've reached consensus yet.", false],
    ["I'm not sure that we agree.", false],
    ["I'm not against it.", true],
    ["I do agree.", true],
    ["I strongly agree with the proposed solution, it addresses my concerns.", true],
    ["My concerns have been addressed and I support the plan.", true],
    ["You addressed all my objections. Yes, we have consensus.", true],
    ["I can live with this.", true],
    ["I can't live with this.", false],
    ["This works for me.", true],
    ["This doesn't work for me.", false],
    ["I'm on board.", true],
    ["I'm not on board.", false],
    ["Nothing here I disagree with.", true],
    ["There is nothing I disagree with.", true],
    ["It's not that I disagree.", true],
    ["We agree on nothing.", false],
    ["I agree on the goal, not on the means.", "unreadable"],
    ["I no longer disagree.", true],
    ["I no longer agree.", false],
    ["Agreed!", true],
    ["Absolutely.", true],
    ["Absolutely not.", false],
    ["Definitely, yes.", true],
    ["Consensus: YES", true],
    ["Consensus? No.", false],
    ["Vote: NO", false],
    ["Answer: yes, we have one.", "unreadable"],
    ["Have we reached consensus? Yes, we have.", true],
    ["Do I agree? Not at all.", false],
    ["I agree wholeheartedly; there's no but.", true],
    ["No buts: I agree.", true],
    ["I was going to disagree but you convinced me.", true],
    ["I would like to say that I agree, but I can't.", "unreadable"],
    ["I want to agree.", "unreadable"],
    ["I used to agree. Now I do not.", "unreadable"],
    ["I'm inclined to agree.", true],
    ["I must disagree.", false],
    ["I have to disagree.", false],
    ["I have to agree.", true],
    ["Unless you object, we have consensus.", "unreadable"],
    ["As long as we agree on cost, fine.", "unreadable"],
    ["They may agree, I do not.", "unreadable"],
    ["It would be wrong to say we agree.", false],
    ["It is false that we have consensus.", false],
    ["We failed to reach consensus.", false],
    ["We have yet to agree.", false],
    ["Consensus is impossible here.", false],
    ["The consensus in the literature is that X works.", "unreadable"],
    ["I vote no.", false],
    ["I vote yes.", true],
    ["My vote is no.", false],
    ["My vote is YES.", true],
    ["I say no.", false],
    ["Both of us agree that Postgres is the right choice.", true],
    ["We both agree; therefore consensus is reached.", true],
    ["The proposal is acceptable.", true],
    ["The proposal is not acceptable.", false],
    [
      "I agree with your analysis. I agree with your conclusion. I agree with the plan. But I disagree on the date.",
      "unreadable",
    ],
    ["i agree w/ u", true],
    ["AGREE", true],
    ["DISAGREE", false],
    ["Strongly disagree", false],
    ["I agree.", true],
    ["Yes.", true],
    ["Yes, let us vote.", true],
    ["We have reached consensus.", true],
    ["I couldn't agree more.", true],
    ["I don't disagree.", true],
    ["I am not opposed.", true],
    ["No objections from me.", true],
    ["I see no problem and I agree.", true],
    ["I can't say I don't agree.", true],
    ["Not only do I agree, I would go further.", true],
    ["Even if it costs more, I agree.", true],
    ["My partner and I are on the same page.", true],
    ["We all agree on the solution and I fully support the plan.", true],
    ["No doubt, we agree.", true],
    ["I disagree.", false],
    ["No.", false],
    ["Not yet.", false],
    ["I do not agree.", false],
    ["I don’t agree.", false],
    ["I do not\nagree.", false],
    ["I do not, in the end, agree.", false],
    ["I cannot agree to this.", false],
    ["I doubt we agree.", false],
    ["We have not reached consensus yet.", false],
    ["There is no consensus.", false],
    ["Nobody here agreed to that.", false],
    ["I agree with neither proposal.", false],
    ["I agree that we have not reached consensus.", false],
    ["I reject the claim that we agree.", false],
    ["We agree to disagree.", false],
    ["I remain unconvinced.", false],
    ["It is too early to say that we agree.", false],
    ["No, we are not there yet.", false],
    ["If we agree on the price, we have consensus.", "unreadable"],
    ["I agree if you drop the second point.", "unreadable"],
    ["I agree, provided that the price falls.", "unreadable"],
    ["Do we agree? Have we reached consensus?", "unreadable"],
    ['Bob said "I agree with everything".', "unreadable"],
    ["Bob said 'I agree with everything'.", "unreadable"],
    ["I neither agree nor disagree.", "unreadable"],
    ["We should agree on a date first.", "unreadable"],
    ["I agree. I disagree.", "unreadable"],
  ],
  es: [
    ["Coincido plenamente con la propuesta.", true],
    ["No coincido.", false],
    ["No creo que hayamos llegado a un consenso.", false],
    ["Creo que ya hay consenso.", true],
    ["Voto que sí.", true],
    ["Voto no.", false],
    ["Mi voto es sí.", true],
    ["No hay acuerdo todavía.", false],
    ["Estoy en desacuerdo.", false],
    ["No estoy en desacuerdo.", true],
    ["Estoy de acuerdo en parte.", false],
    ["Si bien coincido en el objetivo, rechazo el método.", false],
    ["Me parece bien, adelante.", true],
    ["No me parece bien.", false],
    ["Ni de lejos estamos de acuerdo.", false],
    ["Claro que sí.", true],
    ["Claro que no.", false],
    ["Por supuesto que estoy de acuerdo.", true],
    ["Estaría de acuerdo si bajara el precio.", "unreadable"],
    ["Estoy de acuerdo siempre que baje el precio.", "unreadable"],
    ["Hemos alcanzado un acuerdo.", true],
    ["No hemos alcanzado un acuerdo.", false],
    ["No se ha alcanzado el consenso.", false],
    ["Quedan dudas.", false],
    ["No quedan dudas: hay consenso.", true],
    ["Tengo mis reservas.", false],
    ["Acepto sin reservas.", true],
    ["No solo estoy de acuerdo, sino que lo apoyo.", true],
    ["Sí, pero con reservas.", false],
    ["Para nada.", false],
    ["En absoluto.", false],
    ["Estoy de acuerdo.", true],
    ["Sí, hemos llegado a un consenso.", true],
    ["Si, estamos de acuerdo.", true],
    ["Acepto la propuesta y la apoyo.", true],
    ["No tengo ninguna objeción.", true],
    ["No puedo estar más de acuerdo.", true],
    ["No estoy en contra.", true],
    ["I agree with the plan.", true],
    ["No estoy de acuerdo.", false],
    ["NO ESTOY DE ACUERDO", false],
    ["No estoy nada de acuerdo.", false],
    ["No estoy del todo de acuerdo con el plan.", false],
    ["Aún no estamos de acuerdo.", false],
    ["Todavía no hay consenso.", false],
    ["Nunca he estado de acuerdo con eso.", false],
    ["Tampoco yo acepto el plan.", false],
    ["Discrepo.", false],
    ["No lo acepto.", false],
    ["De acuerdo con los datos, el coste sube.", "unreadable"],
    ["Si estamos de acuerdo en el precio, hay consenso.", "unreadable"],
    ["¿Estamos de acuerdo?", "unreadable"],
    ["Ana dijo: «estoy de acuerdo».", "unreadable"],
    ["No, estoy de acuerdo.", "unreadable"],
  ],
  zh: [
    ["我认为已经达成共识。", true],
    ["我觉得我们还没达成一致。", false],
    ["我投赞成票。", true],
    ["我投反对票。", false],
    ["我完全同意，没有任何异议。", true],
    ["不完全同意。", false],
    ["我不太赞成。", false],
    ["我不是不同意。", true],
    ["同意，但需要修改预算。", "unreadable"],
    ["我同意方案，不过预算还要谈。", "unreadable"],
    ["可以。", true],
    ["不可以。", false],
    ["不行。", false],
    ["达成共识为时过早。", false],
    ["我不得不反对。", false],
    ["没有人同意。", false],
    ["没有人反对。", true],
    ["毫无异议。", true],
    ["毫无共识。", false],
    ["我持保留意见。", false],
    ["我愿意接受这个方案。", true],
    ["我不愿意接受这个方案。", false],
    ["很难同意。", false],
    ["只要降价我就同意。", "unreadable"],
    ["是否达成共识？是。", true],
    ["是否达成共识：否", false],
    ["我对此表示赞同", true],
    ["我不赞同你的观点，但我接受结果。", true],
    ["我同意。", true],
    ["是的，我同意。", true],
    ["我们已经达成共识。", true],
    ["我没有异议。", true],
    ["我不反对。", true],
    ["没有不同意见。", true],
    ["不得不同意。", true],
    ["不仅同意，而且支持。", true],
    ["没有分歧，可以接受。", true],
    ["我不同意。", false],
    ["否。", false],
    ["尚未。", false],
    ["我们还没有达成共识。", false],
    ["我不认为我们现在已经达成共识。", false],
    ["无法接受。", false],
    ["我有不同意见。", false],
    ["大家仍有分歧。", false],
    ["对方同意，我反对。", false],
    ["部分同意。", false],
    ["如果大家同意，我们就达成共识。", "unreadable"],
    ["我们达成共识了吗？", "unreadable"],
    ["他说“我同意”。", "unreadable"],
    ["需要达成共识才能继续。", "unreadable"],
    ["未来我们会看到。", "unreadable"],
    ["我不同意也不反对。", "unreadable"],
  ],
}

describe("prose [duet.vote-prose]", () => {
  for (const code of languageCodes) {
    test.each(prose[code])(`${code} %j [assembly.languages]`, (text, expected) => {
      expect(answer(text, code)).toBe(expected)
    })
  }

  const contrasts: readonly (readonly [LanguageCode, string, Expected])[] = [
    ["en", "I agree with your aim, but the cost is far too high.", "unreadable"],
    ["en", "I agree with your aim, but not with the means.", "unreadable"],
    ["en", "I agree with your aim, but can we afford it?", "unreadable"],
    ["en", "I would agree, but only if the price falls.", "unreadable"],
    ["en", "I agree with the goal. However, the plan ignores the cost.", "unreadable"],
    ["en", "Although I agree with the aim, the price is too high.", "unreadable"],
    ["en", "I agree, although I have doubts about the price.", true],
    ["en", "I had doubts, but now I agree.", true],
    ["en", "I disagree with the wording, but we have consensus on all that matters.", true],
    ["es", "Estoy de acuerdo con tu objetivo, pero el coste es excesivo.", "unreadable"],
    ["es", "Estoy de acuerdo, pero ¿quién lo paga?", "unreadable"],
    ["es", "Aunque estoy de acuerdo con el fin, el precio no convence.", "unreadable"],
    ["es", "Tenía dudas, pero ahora estoy de acuerdo.", true],
    ["zh", "我同意你的目标，但是成本太高。", "unreadable"],
    ["zh", "虽然我同意目标，但方案不可行。", false],
    ["zh", "我曾有顾虑，但现在我同意。", true],
  ]
  test.each(contrasts)("what a sentence takes back is asked again [traps.contrast] %s %j", (code, text, expected) => {
    expect(answer(text, code)).toBe(expected)
  })

  const explicit: readonly (readonly [LanguageCode, string, Expected])[] = [
    ["en", "Yes, I agree.\n\nHowever, it's worth noting that the price may rise, and some doubts remain.", true],
    ["en", "I agree with the proposed solution. However, I disagree with the second footnote. It reads badly.", true],
    ["en", "I disagree with the plan. That said, we agree on the goal, and I support the budget.", false],
    ["en", "Thank you all. Yes, we have reached consensus. But let me add one thing.", true],
    ["es", "Sí, estoy de acuerdo.\n\nSin embargo, conviene señalar que el precio puede subir.", true],
    ["es", "No estoy de acuerdo con la propuesta. Ahora bien, apoyo el presupuesto.", false],
    ["zh", "是的，我同意。\n\n不过，值得注意的是价格可能上涨。", true],
    ["zh", "我不同意这个方案。但是我支持预算。", false],
  ]
  test.each(explicit)("an explicit first answer stands %s %j", (code, text, expected) => {
    expect(answer(text, code)).toBe(expected)
  })

  const marked: readonly (readonly [LanguageCode, string, Expected])[] = [
    ["en", "[AGREE]\n\nHowever, I would like to add a note on the concerns raised.", true],
    ["en", "The others have said it all. I have nothing against them. [DISAGREE]", false],
    ["en", "As an architect, I [DISAGREE] that the plan cannot be improved.", false],
    ["en", "Much was said.\n\n**Vote: AGREE**", true],
    ["en", "We have talked at length.\n\nMy vote: no", false],
    ["en", "[AGREE] and then again [DISAGREE]", "unreadable"],
    ["en", "My vote: yes, at first.\n\nThe price is open, though.\n\nMy vote: no", false],
    ["en", "Points of agreement: no single one was left out.", "unreadable"],
    ["en", "If you agree, answer with [AGREE], else with [DISAGREE].", "unreadable"],
    ["es", "Hemos hablado mucho.\n\nMi voto: sí", true],
    ["es", "[EN DESACUERDO] Falta el precio.", false],
    ["zh", "讨论了很久。\n\n我的投票：同意", true],
    ["zh", "【不同意】价格未定。", false],
  ]
  test.each(marked)("a mark or a marked line counts before the prose %s %j", (code, text, expected) => {
    expect(answer(text, code)).toBe(expected)
  })

  const answers: readonly (readonly [LanguageCode, string, Expected])[] = [
    ["en", "I agree with the current solution. The final answer is: B) No", true],
    ["en", "I disagree with the current solution.\n\nThe improved solution remains:\n\nA) Yes", false],
    ["en", "Winter is cold.\n\nThe final answer is: B) No", "unreadable"],
    ["en", "Yes, the sun is a star and not a planet.", "unreadable"],
    ["en", "Rome fell long before. Final answer: No", "unreadable"],
    ["es", "El invierno es frío.\n\nRespuesta final: No", "unreadable"],
    ["zh", "冬天很冷。\n\n最终答案：否", "unreadable"],
  ]
  test.each(answers)("the answer to a topic of yes or no is not the vote %s %j", (code, text, expected) => {
    expect(answer(text, code)).toBe(expected)
  })

  const indicators: Readonly<Record<LanguageCode, { yes: readonly string[]; no: readonly string[] }>> = {
    en: {
      yes: [
        "We have reached consensus.",
        "I agree with my partner's last proposal.",
        "We agree that Postgres should be used.",
        "Consensus has been reached.",
        "I concur.",
        "The solution is to use Postgres.",
        "Our agreed solution uses Postgres.",
      ],
      no: [
        "I disagree.",
        "We have not reached a decision.",
        "No consensus.",
        "We still need to discuss the price.",
        "Further discussion needed.",
        "I think differently.",
      ],
    },
    es: {
      yes: [
        "Hemos alcanzado un consenso.",
        "Estoy de acuerdo con la última propuesta.",
        "Estamos de acuerdo en que conviene Postgres.",
        "Se ha alcanzado el consenso.",
        "Coincido.",
        "La solución es usar Postgres.",
        "Nuestra solución acordada usa Postgres.",
      ],
      no: [
        "No estoy de acuerdo.",
        "No hemos alcanzado una decisión.",
        "Sin consenso.",
        "Todavía tenemos que discutir el precio.",
        "Se necesita más debate.",
        "Pienso de otra manera.",
      ],
    },
    zh: {
      yes: [
        "我们已经达成共识。",
        "我同意对方的最后提议。",
        "我们一致认为应使用这个数据库。",
        "共识已达成。",
        "我赞同。",
        "解决方案是使用这个数据库。",
        "我们商定的方案使用这个数据库。",
      ],
      no: [
        "我不同意。",
        "我们尚未达成决定。",
        "没有共识。",
        "我们仍需讨论价格。",
        "需要进一步讨论。",
        "我有不同看法。",
      ],
    },
  }
  for (const code of languageCodes) {
    test.each(indicators[code].yes)(`${code} %j alone is a yes`, (text) => expect(answer(text, code)).toBe(true))
    test.each(indicators[code].no)(`${code} %j alone is a no`, (text) => expect(answer(text, code)).toBe(false))
  }

  const solutions: readonly (readonly [LanguageCode, string, string | undefined])[] = [
    ["en", "I agree. The solution is to use Postgres in May.", "to use Postgres in May"],
    ["en", "We agree that Postgres is used from May on. Thank you.", "Postgres is used from May on"],
    [
      "en",
      "Yes, we have consensus. Our final answer is: Postgres, in version 3.5, from May on.",
      "Postgres, in version 3.5, from May on",
    ],
    ["en", "I agree. The solution is:\n\nUse Postgres from May on.", "Use Postgres from May on"],
    ["en", "I agree. The solution is fine.", undefined],
    ["en", "I agree.", undefined],
    ["en", "I disagree. The solution is to use Postgres in May.", undefined],
    ["es", "Estamos de acuerdo en que Postgres se usa desde mayo.", "Postgres se usa desde mayo"],
    ["es", "Sí, hay consenso. Nuestra respuesta final es: usar Postgres.", "usar Postgres"],
    ["zh", "我同意。解决方案是从五月起使用新的数据库。", "从五月起使用新的数据库"],
  ]
  test.each(solutions)("a solution is read from prose %s %j", (code, text, solution) => {
    const vote = read(text, code)
    expect("proposedSolution" in vote ? vote.proposedSolution : undefined).toBe(solution)
  })

  test("confidence lies between 30 and 70 and grows with clarity", () => {
    const texts = [
      "[AGREE]",
      "I agree.",
      "Much was said on this. It was long. It was good. I agree.",
      "We agree that winds blow.",
    ]
    const sure = texts.map((text) => {
      const vote = read(text)
      return vote.reading === "inferred" ? vote.confidence : Number.NaN
    })
    expect(sure).toEqual(sure.toSorted((a, b) => b - a))
    expect(new Set(sure).size).toBe(texts.length)
    expect(sure.every((confidence) => confidence >= 30 && confidence <= 70)).toBe(true)
  })

  test("code and quotations are not one's own prose", () => {
    expect(answer("> I agree.\n\nI disagree.")).toBe(false)
    expect(answer("```\nI agree. I agree. I agree.\n```\nI disagree.")).toBe(false)
  })
})
