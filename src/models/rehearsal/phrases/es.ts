import { concern, oneOf, spanishVerb } from "../topic.ts"
import type { Phrases } from "./en.ts"

export const es: Phrases = {
  code: "es",
  gap: " ",
  quote: (text) => `«${text}»`,
  choose: (option) => (spanishVerb.test(option.split(" ")[0] ?? "") ? option : `elegir «${option}»`),
  blend: (first, second) => ({
    plan: `empezar con «${first}» y dejar «${second}» para los casos que lo necesiten`,
    label: "una mezcla de las dos cosas",
  }),
  tally: (count, label) => `${count} a favor de ${label}`,
  list: (items) => new Intl.ListFormat("es").format(items),
  thisQuestion: "esta pregunta",
  stances: {
    yes: { plan: "seguir adelante", label: "la propuesta" },
    no: { plan: "dejarlo como está", label: "la situación actual" },
    trial: { plan: "probarlo primero a pequeña escala", label: "una prueba pequeña" },
    small: { plan: "empezar con un paso pequeño", label: "un primer paso pequeño" },
    full: { plan: "hacerlo bien desde el principio", label: "una solución completa" },
    look: { plan: "averiguar antes dónde está el problema", label: "un análisis previo" },
    low: { plan: "mantener baja la cifra", label: "una cifra baja" },
    high: { plan: "contar con una cifra alta", label: "una cifra alta" },
    range: { plan: "dar un margen y revisarlo pronto", label: "un margen" },
  },
  factStances: {
    yes: { plan: "responder con un sí claro", label: "un sí claro" },
    no: { plan: "responder con un no claro", label: "un no claro" },
    trial: { plan: "dejarlo abierto hasta saber más", label: "una respuesta abierta" },
  },
  concerns: {
    cost: concern(`el coste | ¿cuánto costaría eso y quién lo pagaría?
      Calculo que {x} nos costará menos al final. | Aunque falte dinero, podemos pagar {x}. | Por el mismo dinero, {x} es lo que más nos da. | Basta un presupuesto pequeño para {x}.
      Alguien tendrá que pagar {x}. | Si contamos las horas, {x} no sale barato. | El coste de {x} llega después, y no es pequeño. | Yo no gastaría tanto en {x}.`),
    time: concern(`el tiempo que lleva | ¿cuánto tiempo llevaría?
      Con {x} veríamos antes un resultado. | El camino más rápido es {x}. | Ahorramos tiempo si elegimos {x}. | Perdemos menos tiempo con {x}.
      Tardaríamos más de lo que parece con {x}. | No tenemos tiempo para {x}. | Habría que esperar más por un resultado con {x}. | Todo lo demás se retrasa por {x}.`),
    maintenance: concern(`el mantenimiento | ¿quién se ocupa de ello cuando esté hecho?
      Una vez en marcha, {x} pide poca atención. | Más adelante {x} nos dará poco trabajo. | Nadie tendrá que estar siempre pendiente de {x}. | Sin mucho esfuerzo, {x} seguirá funcionando.
      Cada semana {x} da más trabajo. | Alguien tendrá años de trabajo con {x}. | No sé quién se ocupará de {x} dentro de dos años. | Necesita atención constante: {x}.`),
    undo: concern(`la vuelta atrás | ¿cómo volveríamos atrás si falla?
      Si {x} es un error, aún podemos corregirlo. | Las demás opciones siguen abiertas con {x}. | Todavía podemos cambiar de rumbo después de {x}. | Es fácil dar marcha atrás con {x}.
      Después de {x} no hay vuelta atrás fácil. | Las demás opciones se cierran con {x}. | Si nos arrepentimos de {x}, será tarde. | Es difícil deshacer {x}.`),
    people: concern(`el efecto en la gente | ¿quién saldría perdiendo?
      Casi todos los afectados podrían aceptar {x}. | Es justo con la gente afectada: {x}. | Espero pocas quejas sobre {x}. | Lo que menos pide a la gente es {x}.
      Perjudica a personas a las que nadie preguntó: {x}. | Se me ocurren personas a las que {x} no les conviene. | Quienes tengan que vivir con {x} elegirían otra cosa. | Habría gente descontenta con {x}.`),
    newcomers: concern(`el aprendizaje | ¿cómo se lo explicarías a alguien nuevo?
      Alguien nuevo entiende {x} el primer día. | Es fácil explicar {x} a quien llegue después. | Cinco minutos bastan para explicar {x}. | Se aprende en poco tiempo: {x}.
      Hay que explicar {x} a cada uno que llega. | A la gente nueva le costaría entender {x}. | Solo quien estuvo desde el principio entendería {x}. | Se tarda mucho en aprender {x}.`),
    failure: concern(`el riesgo | ¿qué pasa si sale mal?
      Cuando algo sale mal, {x} hace menos daño. | La opción más segura es {x}. | Si nos equivocamos, {x} es lo que menos nos perjudica. | Veo menos riesgos en {x}.
      Si {x} sale mal, lo notamos todos a la vez. | Yo no correría el riesgo de {x}. | No veo qué nos protege si falla {x}. | Un solo error con {x} podría perjudicarnos.`),
    simple: concern(`la sencillez | ¿puedes decirlo en una frase?
      Es sencillo, y lo sencillo se hace: {x}. | Hay poco que entender mal en {x}. | Todos saben enseguida qué significa {x}. | La opción más sencilla es {x}.
      Complica las cosas: {x}. | Habrá una excepción tras otra con {x}. | Es difícil decir qué significa {x} en la práctica. | Quedan demasiadas preguntas abiertas con {x}.`),
    growth: concern(`el margen para crecer | ¿sigue sirviendo cuando haya el doble de trabajo?
      Con el doble de trabajo, {x} aún sirve. | Me gusta que {x} deje sitio para crecer. | Más tarde podemos ampliar {x}. | Dentro de cinco años {x} aún será suficiente.
      Por ahora vale {x}, pero no por mucho tiempo. | En un año {x} se nos quedaría pequeño. | Nos deja poco margen: {x}. | Si tenemos éxito, {x} no será suficiente.`),
    measure: concern(`la posibilidad de comprobarlo | ¿cómo sabríamos que funciona?
      Podemos probar {x} antes de confiar en ello. | Pronto veríamos si acertamos con {x}. | Es fácil saber si funciona {x}. | Da resultados que podemos medir: {x}.
      No veo cómo probar {x}. | No notaríamos nuestros errores con {x}. | Discutiríamos mucho tiempo sobre si funciona {x}. | No da nada que podamos medir: {x}.`),
  },

  open: {
    steady: ["En conjunto, propongo {plan}.", "Por ahora, mi respuesta es {plan}.", "He comparado opciones: {plan}."],
    curious: ["Mi primera idea es {plan}.", "¿Y si la respuesta fuera {plan}?", "Quizá olvido algo: prefiero {plan}."],
    sceptic: ["De esto tengo pocas dudas: {plan}.", "Con algunas dudas: {plan}.", "Si hay que elegir: {plan}."],
    terse: ["Lo mejor es {plan}.", "Respuesta corta: {plan}.", "Estoy a favor de esto: {plan}."],
    bold: ["Decidámoslo hoy: {plan}.", "De esto estoy seguro. Hay que {plan}.", "Lo veo claro: {plan}."],
    warm: ["Creo que todos lo apoyaríamos: {plan}.", "Podríamos acordar esto: {plan}.", "A todos nos serviría {plan}."],
  },
  openOn: ["Sobre {matter}, mi respuesta es {plan}.", "A {matter} respondo lo siguiente: {plan}."],
  openDeed: ["Para {deed}, lo mejor es {plan}.", "Si queremos {deed}, hay que {plan}."],
  same: ["Coincido con {name}: hay que {plan}.", "{name} y yo estamos cerca: también quiero {plan}."],
  differ: oneOf(`{name} quiere {other}; yo prefiero {plan}. | Lo veo de otro modo que {name}: hay que {plan}.
    A diferencia de {name}, propongo {plan}. | {name} propone {other}. Mi respuesta es otra: {plan}.`),
  briefing: ["En mis instrucciones dice: {quote}.", "Sé esto por mis instrucciones: {quote}."],
  person: ["{name} dice {quote}, y eso tiene que estar en la respuesta.", "Vuelvo a lo que dijo {name}: {quote}."],
  credit: ["{name} tiene razón sobre {theme}.", "Lo que dice {name} sobre {theme} también cuenta para mí."],
  grant: oneOf(`{name} tiene parte de razón sobre {theme}, pero para mí hay algo más importante.
    Sobre {theme} coincido con {name}, pero no en la conclusión. | {name} hace bien en mencionar {theme}, pero no es lo único que importa.`),
  doubt: ["No me convence, {name}.", "Hay algo que {name} deja fuera.", "Aquí no estoy de acuerdo con {name}."],
  objection: ["Voy a buscar el punto débil.", "Tengo una objeción a {x}.", "¿Qué podría salir mal?"],
  noObjection: oneOf(`He buscado otro punto débil en {x} y no lo encuentro. | Ya he dicho mis objeciones a {x}.
    No tengo más objeciones a {x}.`),
  recap: ["Hasta ahora cuento {tally}.", "Mi cuenta: {tally}.", "Estamos así: {tally}."],
  mostNamed: ["Lo más mencionado: {theme}.", "La mayoría de los argumentos trata de esto: {theme}."],
  hold: oneOf(`Me quedo con {mine}. | Sigo queriendo {plan}. | Mi respuesta no cambia: {plan}. | Aún prefiero {mine}.
    Por ahora nada ha cambiado mi respuesta: {plan}. | Mi primera opción sigue siendo {mine}.`),
  moveFor: oneOf(`Lo que dice {name} sobre {theme} me ha convencido: {plan}.
    Por {theme} cambio de opinión, {name}: {plan}. | No había pensado bastante en {theme}; ahora coincido con {name}: {plan}.`),
  move: ["Me sumo a lo que propone {name}: {plan}.", "Ya no insisto; como {name}, quiero {plan}."],
  propose: ["Lo he pensado otra vez: {plan}.", "Quizá todos aceptemos algo nuevo: {plan}."],
  agreed: oneOf(`De acuerdo, {name}: {plan}. | Pienso lo mismo que tú, {name}: {plan}. | Con eso me basta: {plan}.
    {name} y yo pedimos lo mismo: {plan}.`),
  condition: oneOf(`Solo vigilaría {theme}. | No hay que olvidar {theme}. | Que alguien vigile {theme}.
    Aún tengo dudas sobre {theme}. | Yo miraría también {theme}.`),
  figure: ["Como cifra tomaría {amount}.", "Mi cifra es {amount}."],
  askBack: ["{name}, {ask}", "Una pregunta para {name}: {ask}"],
  step: oneOf(`Escribamos las razones. | Conviene revisarlo dentro de un mes.
    Hay que contárselo a los afectados. | Alguien debería explicar la decisión a los demás.`),
  start: ["Acordemos quién empieza.", "Convendría fijar una fecha.", "Alguien debería escribir un plan breve."],
  undecided: ["Hay que averiguar qué lo decidiría.", "Preguntemos a los afectados antes de decidir."],
  tooShort: ["Estoy de acuerdo.", "Lo mismo que antes.", "Por mí, sin objeciones."],
  passes: ["[PASS]", "[NO RESPONSE]", "No tengo nada que añadir."],
  smallTalk: oneOf(`¡Hola! Soy un modelo de ensayo. Pregúntame algo en lo que personas sensatas discrepen.
    Encantado. Haznos una pregunta con dos lados y verás el ensayo de un debate. | Te damos la bienvenida. Para un ensayo vale cualquier pregunta: ¿mar o montaña?`),

  synthesis: {
    voted: ["La votación sobre {matter} decidió: {plan}."],
    settled: ["La respuesta de la mesa a {matter} es {plan}.", "Sobre {matter} coinciden las posturas: {plan}."],
    unsettled: ["La mesa no ha resuelto {matter}. Lo que más apoyo tiene es {plan}."],
    tied: ["La mesa no ha resuelto {matter}. Está dividida entre {tally}."],
    titles: {
      reasons: "Razones",
      doubts: "Dudas pendientes",
      dissent: "Desacuerdo",
      next: "Siguiente paso",
    },
    none: { doubts: "Nadie nombró ninguna.", dissent: "Nadie mantiene otra respuesta." },
    who: (name, words) => `${name}: ${words}`,
    would: (plan) => `quiere ${plan}.`,
  },

  vote: {
    yes: oneOf(`{name} y yo queremos {plan}. | Lo apoyo: {plan}. Queda por ver {theme}.
      {name} y yo ya no discrepamos: {plan}. | Esto puedo apoyarlo: {plan}. | También es mi respuesta: {plan}.`),
    no: oneOf(`{name} quiere {other}; yo quiero {plan}. | Nos separa {theme}: {name} quiere {other} y yo quiero {plan}.
      Yo quiero {plan}, mientras que {name} quiere {other}. | Mientras {name} quiera {other}, no hay acuerdo: yo quiero {plan}.`),
    alone: ["Yo quiero {plan}, y aún no sé qué piensan los demás."],
    proseYes: ["Estoy de acuerdo con {name}: {plan}.", "Sí, estoy de acuerdo. Lo mejor es {plan}."],
    proseNo: ["Todavía no estoy de acuerdo. Prefiero {plan}.", "No estoy de acuerdo por ahora: prefiero {plan}."],
    vague: ["Mmm, déjame pensarlo un poco más."],
    callYes: oneOf(`Podemos votar. | Ya sé qué piensa cada uno. | Otra ronda no cambiaría mi voto.
      Lo importante ya está dicho. | He oído bastante.`),
    callNo: oneOf(`Es pronto: hay que hablar más sobre {theme}. | Quisiera otra ronda antes. | Todavía no.
      Aún me falta aclarar {theme}. | Quiero oír más antes.`),
    choice: oneOf(`Elijo {quote}, sobre todo por {theme}. | Mi elección es {quote}; lo que más cuenta es {theme}.
      Para mí lo mejor es {quote}, también por {theme}. | Me inclino por {quote}, pensando en {theme}.`),
    moved: oneOf(`Al principio tenía otra respuesta; {theme} me ha llevado a {quote}.
      Antes lo veía de otro modo; ahora elijo {quote}.`),
    prose: ["Elijo {quote}.", "Mi voto es para {quote}."],
  },
}
