import { each, phrases, type ReaderWords } from "./reader-words.ts"

export const spanishWords: ReaderWords = {
  code: "es",
  noSolution:
    /\b(?:no|sin|ni|falta de)\b.{0,30}\b(?:consenso|acuerdo|soluci[oó]n)\b|\bconsenso\b.{0,20}\bno\b|^\W*(?:todav[ií]a|a[uú]n) no\b/iu,
  votes: {
    agree: phrases(`
      solución es correcta, solución es acertada, no hace falta ningún cambio,
      acordamos, hemos acordado,
      voto sí, voto que sí, voto es sí, digo que sí, creo que sí, por supuesto que sí, de acuerdo,
      estoy de acuerdo, estamos de acuerdo, estamos todos de acuerdo, estamos ambos de acuerdo,
      totalmente de acuerdo, completamente de acuerdo, plenamente de acuerdo, absolutamente de acuerdo,
      muy de acuerdo, del todo de acuerdo, no puedo estar más de acuerdo, no podría estar más de acuerdo,
      no podemos estar más de acuerdo, coincido, coincidimos, concuerdo, concordamos, acepto, aceptamos,
      aceptar, aceptable, apruebo, aprobamos, suscribo, respaldo, respaldamos, respaldar, apoyo la, apoyo el,
      apoyo esta, apoyo este, apoyo esa, apoyo tu, apoyamos, apoyar, comparto, compartimos, a favor,
      me parece bien, me parece correcto, me convence, me has convencido, me sumo, conforme, conformes,
      adelante, hay consenso, hay un consenso, hay acuerdo, hay un acuerdo, tenemos consenso,
      tenemos un consenso, tenemos acuerdo, tenemos un acuerdo, existe consenso, existe un consenso,
      existe acuerdo, llegado a un consenso, llegado a un acuerdo, llegado al consenso, llegamos a un consenso,
      llegamos a un acuerdo, alcanzado un consenso, alcanzado el consenso, alcanzado consenso,
      alcanzado un acuerdo, alcanzado el acuerdo, alcanzamos un consenso, alcanzamos un acuerdo, sin reservas,
      sin problema, ningún problema, votemos, votemos ya, votemos ahora, votar ya, lo confirmo, confirmo,
    `),
    settled: [
      ...each(
        "no hace falta, no es necesario, no hay necesidad de, no hay razón para, no hay motivo para, no veo razón para, no veo motivo para, no veo necesidad de",
        "mejorar, mejorarla, cambiar, cambiarla, modificar, modificarla, revisar, revisarla, ajustar, corregir, cambios, modificaciones, mejoras, discrepar",
      ),
      ...each(
        "no requiere, no necesita, no requiere más, no necesita más, no se requieren, no se necesitan, no hacen falta, no son necesarios, no son necesarias, no se requieren más, no se necesitan más, no hacen falta más",
        "cambios, modificaciones, mejoras, correcciones, ajustes, revisiones, revisión",
      ),
      ...each(
        "nada que, no hay nada que, no veo nada que, no tengo nada que",
        "mejorar, cambiar, modificar, revisar, ajustar, corregir, objetar",
      ),
      ...each(
        "creo que, considero que, pienso que",
        "tenemos suficiente información, tenemos información suficiente, ya tenemos suficiente",
      ),
    ],
    disagree: phrases(`
      áreas de mejora, áreas que podrían mejorarse, áreas que pueden mejorarse, la solución se puede mejorar, la solución podría mejorarse,
      no hemos alcanzado, no hemos llegado, todavía hay que discutir, aún hay que discutir, todavía tenemos que discutir, aún tenemos que discutir, todavía debemos discutir, aún debemos discutir, hace falta más debate, se necesita más debate, hace falta más discusión, se necesita más discusión, pienso de otra manera, pienso diferente, pienso distinto, opino diferente, opino distinto,
      voto no, voto que no, voto es no, digo que no, creo que no, por supuesto que no,
      estoy de acuerdo en parte, estamos de acuerdo en parte, estoy de acuerdo solo en parte,
      estoy de acuerdo parcialmente, desacuerdo, en desacuerdo, desacuerdos, discrepo, discrepamos,
      discrepancia, discrepancias, disiento, disentimos, difiero, diferimos, rechazo, rechazamos, me opongo,
      nos oponemos, en contra, me niego, objeción, objeciones, inaceptable, dudas, reparos, reservas,
      sin consenso, sin acuerdo, falta consenso, falta de consenso, falta de acuerdo, lejos del consenso,
      lejos de un consenso, lejos de un acuerdo, cerca del consenso, cerca de un acuerdo, casi de acuerdo,
      parcialmente de acuerdo, en parte de acuerdo, de acuerdo en parte, de acuerdo solo en parte, no logramos,
      no hemos logrado, no pudimos llegar, difícil de aceptar, escéptico, escéptica, prematuro,
      demasiado pronto, seguir debatiendo, continuar el debate, seguir con el debate, seguir discutiendo, seguir hablando, más debate, más tiempo,
      puntos pendientes, cuestiones pendientes, cuestiones abiertas, sin resolver,
    `),
    speakers: [],
    listeners: phrases("tu, tú, tus, su, sus, usted, ustedes, vuestro, vuestra, ellos"),
    matters: phrases(
      "solución, propuesta, plan, respuesta, conclusión, consenso, decisión, borrador, compromiso, recomendación, todo, resultado",
    ),
    agreed: phrases("la solución es, nuestra solución es, nuestra solución acordada, la solución acordada"),
    solutions: phrases(`
      la solución es, nuestra solución es, nuestra solución acordada es, la solución acordada es, nuestra respuesta final es, la respuesta final es, estamos de acuerdo en que, estamos de acuerdo en, acordamos que, acordamos, hemos acordado que, hemos acordado, coincidimos en que, coincidimos en,
    `),
    negations: phrases(`
      no, ni, nunca, jamás, tampoco, nadie, nada, ninguno, ninguna, ningún, sin, lejos de, apenas, dudo,
      dudo que, en vez de, en lugar de, imposible,
    `),
    denials: phrases(`
      no en, no con, no sobre, todavía no, aún no, no todavía, no aún, no del todo, no por ahora,
      de ningún modo, de ninguna manera, en absoluto, para nada,
    `),
    doubleNegation: "stresses",
    contrasts: phrases(`
      pero, sin embargo, no obstante, ahora bien, dicho esto, por otro lado, sino, salvo, salvo en, excepto,
      excepto en, con la excepción de,
    `),
    concessions: phrases("aunque, si bien, a pesar de, pese a, aun cuando, por más que"),
    hedges: each(
      "casi, mayormente, en gran parte, parcialmente, en general",
      "correcta, correcto, acertada, acertado, completa, completo",
    ),
    partners: phrases("con"),
    complements: phrases("en que, que"),
    conditions: phrases(`
      en principio, con una excepción, con cambios, con un cambio, si, solo si, sólo si, siempre que, siempre y cuando, a menos que, a no ser que, salvo que,
      con tal de que, con la condición de, a condición de, en caso de, mientras no, hasta que, cuando,
      una vez que, antes de que, suponiendo,
    `),
    conclusions: phrases(`
      así que, por tanto, por lo tanto, por consiguiente, en conclusión, en resumen,
    `),
    joints: phrases("y, e, porque, ya que, pues, puesto que, entonces"),
    neutral: phrases(`
      sino que, aun si, si tuviera que elegir, si tuviera que escoger, si tengo que elegir, si hay que elegir, si debo elegir, ni de acuerdo ni en desacuerdo, incluso si, como si, sin duda, sin lugar a dudas,
      no solo, no sólo, no solamente, sino también, sino que también, de vez en cuando, ni siquiera hace falta,
      está de acuerdo, están de acuerdo, estás de acuerdo, estaba de acuerdo, no está de acuerdo,
      no están de acuerdo, ponernos de acuerdo, ponerse de acuerdo, hay que aceptar, debemos aceptar,
      deberíamos aceptar, podríamos aceptar, podría aceptar, hacia adelante, más adelante, no importa,
    `),
    neutralOpenings: phrases("de acuerdo con, de acuerdo a, conforme a"),
    yes: phrases(`
      sí, claro que sí, si, afirmativo, de acuerdo, verdadero, claro, por supuesto, desde luego, yes, true,
    `),
    no: phrases("no, negativo, falso, todavía no, aún no, no aún, en absoluto, claro que no, false"),
    courtesies: phrases("claro, por supuesto, desde luego, excelente, perfecto, muy bien, bien"),
    greetings: phrases(`
      gracias, muchas gracias, hola, buenos días, buenas tardes, buenas noches, estimado, estimada, estimados, agradezco,
      agradecemos, aprecio, valoro, gran debate, buena pregunta, aquí está, permítanme,
    `),
    votes: phrases("voto, consenso, acuerdo, mi decisión, mi veredicto, mi posición, mi postura"),
    choosing: phrases(`
      respuesta es, respuesta final, respuesta correcta es, respuesta correcta, respuesta, solución es, solución, elección es, elección, elijo, escojo, selecciono, opto por,
      voto por, mi voto es, mi voto, voto, me quedo con, prefiero, apoyo, decisión, opción es, opción correcta es, mejor opción es, elegiría, escogería, votaría por, optaría por,
      corresponde a la opción, coincide con la opción,
      me inclino por, me inclino hacia, inclinándome por, inclinándome hacia, se inclina hacia, se inclina por, me decanto por, preferencia es, preferencia principal es, preferencia sigue siendo,
      debemos adoptar, deberíamos adoptar, debemos elegir, deberíamos elegir, mi evaluación es, mi evaluación, mi veredicto es, mi veredicto, mi juicio es, mi juicio, mi recomendación es, mi recomendación,
    `),
    choices: phrases(
      "respuesta, respuesta final, respuesta correcta, solución, elección, decisión, mi voto, mi evaluación, mi veredicto, mi juicio, mi recomendación",
    ),
    links: phrases("es, será, sería, sigue siendo, queda"),
    chosen: phrases(`
      es la respuesta, es la respuesta correcta, es la correcta, es el correcto, es correcta, es correcto, es la mejor opción, es mi elección, es la opción correcta,
      es el camino a seguir, es la opción más justa, es el mejor camino, es mi preferencia,
      tiene mi voto, como la respuesta correcta, : correcta, : correcto, : verdadera, : verdadero, - correcta, - correcto,
    `),
    faults: phrases(
      "error, problema, problemas, demasiado, demasiada, inviable, falla, incorrecta, incorrecto, falsa, falso, errónea, erróneo, equivocada, equivocado, peor, inferior, sería mejor si, sería mejor con",
    ),
    chooses: [],
    choosers: [],
    comparisons: phrases(`
      mejor que, peor que, inferior a, más que, tan buena como, tan bueno como, tan clara como, tan claro como, menos que, en lugar de, en vez de, antes que, contra, evitar, evitaría, descarto, descartar, descartaría, peor opción es, segunda opción es, salvo, excepto, cualquiera menos, todo menos,
    `),
    preferences: phrases("sobre"),
    ordinals: [
      ...["primera, primero, primer", "segunda, segundo", "tercera, tercero, tercer", "cuarta, cuarto"],
      ...["quinta, quinto", "sexta, sexto", "séptima, séptimo", "octava, octavo", "novena, noveno", "décima, décimo"],
    ].map((place) => each(place, "opción, propuesta, alternativa, respuesta")),
    amounts: phrases("amount, constraint_amount, cantidad, cantidad_restriccion, restricción, monto, importe, límite"),
    optionWords: phrases("opción, número, alternativa, propuesta, principio, candidato, candidata, n.º, nº"),
    articles: phrases("el, la, los, las, un, una, unos, unas"),
  },
  numbers: {
    thousands: ".",
    decimal: ",",
    multipliers: { k: 1e3, mil: 1e3, m: 1e6, millón: 1e6, millon: 1e6, millones: 1e6, billón: 1e12, billones: 1e12 },
    digits: {},
  },
}
