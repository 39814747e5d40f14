import { concern, sentences, spanishVerb } from "../topic.ts"
import type { Phrases } from "./en.ts"

const numbers = ["nadie", "uno", "dos", "tres", "cuatro", "cinco", "seis"]

export const es: Phrases = {
  code: "es",
  gap: " ",
  quote: (text) => `«${text}»`,
  choose: (option) => (spanishVerb.test(option.split(" ")[0] ?? "") ? option : `elegir «${option}»`),
  blend: (first, second) => ({
    plan: `empezar con «${first}» y dejar «${second}» para los casos que lo necesiten`,
    label: "una mezcla de las dos cosas",
  }),
  tally: (count, label) => `${numbers[count] ?? count} a favor de ${label}`,
  list: (items) => (items.length < 2 ? items.join("") : `${items.slice(0, -1).join(", ")} y ${items.at(-1)}`),
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
      Calculo que {x} nos costará menos al final. | Aunque falte dinero, podemos pagar {x}. | Por lo que cuesta, {x} es lo que más nos da.
      Alguien tendrá que pagar la factura de {x}. | Si contamos las horas, {x} no sale barato. | El precio de {x} llega después, y no es pequeño.`),
    time: concern(`el tiempo que lleva | ¿cuánto tiempo llevaría?
      Con {x} veríamos antes un resultado. | La semana que viene podríamos empezar con {x}. | El camino más rápido para aprender algo es {x}.
      Llevaría más tiempo de lo que parece: {x}. | Dudo que {x} esté a tiempo. | Seguiríamos esperando {x} cuando otros ya hayan acabado.`),
    maintenance: concern(`el mantenimiento | ¿quién se ocupa de ello cuando esté hecho?
      Una vez en marcha, {x} pide poca atención. | Dentro de un año {x} seguirá funcionando. | Nadie tendrá que estar siempre encima de {x}.
      Con {x} hay trabajo cada semana, ¿y para quién? | Alguien tendría años de trabajo con {x}. | Me pregunto quién cuidará de {x} dentro de dos años.`),
    undo: concern(`la vuelta atrás | ¿cómo volveríamos atrás si falla?
      Si {x} es un error, aún podemos volver atrás. | Con {x} los demás caminos siguen abiertos. | Cuando queramos podemos parar {x}.
      Después de {x} no hay vuelta atrás fácil. | Con {x} nos atamos las manos por mucho tiempo. | Quien empieza con {x} tiene que llegar hasta el final.`),
    people: concern(`el efecto en la gente | ¿quién saldría perdiendo?
      Casi todos los afectados podrían aceptar {x}. | A quien lo trata a diario le conviene {x}. | Oigo a pocas personas quejarse de {x}.
      Con {x} cargan personas a las que nadie preguntó. | Se me ocurren personas mal servidas con {x}. | Quienes tengan que vivir con {x} elegirían otra cosa.`),
    newcomers: concern(`la acogida de la gente nueva | ¿cómo se lo explicarías a alguien nuevo?
      Alguien nuevo entiende {x} el primer día. | Es fácil explicar {x} a quien llegue después. | En cinco minutos se le enseña {x} a cualquiera.
      Hay que explicar {x} a cada uno que llega. | Cada persona nueva tropezaría una vez con {x}. | Solo quien estuvo allí entendería {x}.`),
    failure: concern(`el riesgo | ¿qué pasa el día en que salga mal?
      Cuando algo sale mal, {x} hace menos daño. | En un día malo yo querría {x} y nada más. | Aunque falle todo lo demás, {x} resiste.
      Si {x} sale mal, lo notamos todos a la vez. | No veo cómo {x} aguanta un mal día. | Bastaría un error para echar abajo {x}.`),
    simple: concern(`la sencillez | ¿puedes decirlo en una frase?
      Es sencillo, y lo sencillo se hace: {x}. | Hay poco que entender mal en {x}. | Me cabe en una servilleta la explicación de {x}.
      Hay en {x} demasiadas piezas. | Con {x} vendrá una excepción tras otra. | Me pierdo en {x} antes de acabar de explicarlo.`),
    growth: concern(`el margen para crecer | ¿sigue sirviendo cuando haya el doble de trabajo?
      Con el doble de trabajo, {x} aún sirve. | Me gusta que {x} deje sitio para crecer. | Si va bien, {x} puede llegar más lejos con nosotros.
      Por ahora vale {x}, pero no por mucho tiempo. | En un año {x} se nos quedaría pequeño. | El día que tengamos éxito, {x} no alcanzará.`),
    measure: concern(`la posibilidad de probarlo | ¿en qué notaríamos que funciona?
      Con {x} sabríamos en un mes si funciona. | Podemos ensayar {x} antes de confiar en ello. | Hay un número por el que se puede juzgar {x}.
      Con {x} no distinguiría el éxito del fracaso. | No veo qué señal daría la razón a {x}. | Discutiríamos siempre sobre si {x} funciona.`),
  },

  open: {
    steady: ["Lo he sopesado, y mi respuesta es {plan}.", "Propongo {plan}; una buena razón aún me movería."],
    curious: ["Mi primera idea es {plan}, y quiero saber qué se me escapa.", "¿Y si la respuesta fuera {plan}?"],
    sceptic: ["La respuesta que menos me preocupa es {plan}.", "Con cautela y con dudas: {plan}."],
    terse: ["Lo mejor es {plan}.", "Respuesta corta: {plan}."],
    bold: ["Decidámoslo hoy: {plan}.", "De esto estoy seguro. Hay que {plan}."],
    warm: ["Creo que todos podríamos apoyar esto: {plan}.", "Lo que podría unirnos es {plan}."],
  },
  openOn: ["Sobre {matter}, mi respuesta es {plan}.", "A {matter} respondo lo siguiente: {plan}."],
  openDeed: ["Para {deed}, lo mejor es {plan}.", "Si queremos {deed}, hay que {plan}."],
  same: ["Coincido con {name}: hay que {plan}.", "{name} y yo estamos cerca: también quiero {plan}."],
  differ: ["{name} quiere {other}; yo prefiero {plan}.", "Lo veo de otro modo que {name}: hay que {plan}."],
  briefing: ["De antemano me dijeron esto: {quote}.", "Traigo una cosa conmigo: {quote}."],
  person: ["{name} dice {quote}, y eso tiene que estar en la respuesta.", "Recojo las palabras de {name}: {quote}."],
  credit: ["{name} tiene razón sobre {theme}.", "Lo que dice {name} sobre {theme} también cuenta para mí."],
  grant: sentences(`Le doy a {name} el punto sobre {theme}; para mí pesa más otro.
    Sobre {theme} sigo a {name}, y aun así llego a otro sitio.
    {name} hace bien en nombrar {theme}, pero no es lo único que importa.`),
  doubt: ["No me convence, {name}.", "Hay algo que {name} deja fuera.", "Aquí no estoy de acuerdo con {name}."],
  objection: ["Voy a buscar el punto débil.", "Tengo una objeción a {x}.", "¿Qué podría romperse?"],
  noObjection: sentences(`He buscado otro punto débil en {x} y no lo encuentro.
    Contra {x} ya he dicho lo que había que decir. | No tengo más objeciones a {x}.`),
  recap: ["Hasta ahora cuento {tally}.", "Mi cuenta: {tally}.", "Estamos así: {tally}."],
  mostNamed: ["Lo más nombrado: {theme}.", "Casi todo gira en torno a esto: {theme}."],
  hold: ["Me quedo con {mine}.", "Sigo queriendo {plan}.", "Mi respuesta no cambia: {plan}.", "Aún prefiero {mine}."],
  moveFor: ["{name} me ha convencido con {theme}: {plan}.", "Por {theme} cambio de opinión, {name}: {plan}."],
  move: ["Me sumo a lo que propone {name}: {plan}.", "Ya no insisto; como {name}, quiero {plan}."],
  propose: ["Lo he pensado otra vez: {plan}.", "Quizá todos aceptemos algo nuevo: {plan}."],
  agreed: sentences(`De acuerdo, {name}: {plan}. | Entonces decimos lo mismo, {name}: {plan}.
    Con eso me basta: {plan}. | {name} y yo pedimos lo mismo: {plan}.`),
  condition: sentences(`Solo vigilaría {theme}. | No hay que olvidar {theme}. | Que alguien vigile {theme}.
    Sigo pensando en {theme}. | Yo miraría también {theme}.`),
  figure: ["Como cifra tomaría {amount}.", "Mi cifra es {amount}."],
  askBack: ["{name}, {ask}", "Una pregunta para {name}: {ask}"],
  step: sentences(`Escribamos la razón. | Conviene revisarlo dentro de un mes. | Hay que contárselo a los afectados.
    Acordemos quién empieza. | Convendría fijar una fecha.`),
  tooShort: ["Estoy de acuerdo.", "Lo mismo que antes.", "Por mí, sin objeciones."],
  passes: ["[PASS]", "[NO RESPONSE]", "No tengo nada que añadir."],
  smallTalk: sentences(`¡Hola! Soy un modelo de ensayo. Pregúntame algo en lo que personas sensatas discrepen.
    Encantado. Danos una pregunta con dos lados y verás el ensayo de un debate.
    ¡Hola también de mi parte! Para un ensayo vale cualquier pregunta: ¿mar o montaña?
    Te damos la bienvenida. Somos modelos de ensayo y hacemos nuestro papel con la pregunta que quieras.`),

  synthesis: {
    voted: ["La votación sobre {matter} decidió: {plan}."],
    settled: ["La respuesta de la mesa a {matter} es {plan}.", "Sobre {matter} coinciden las posturas: {plan}."],
    unsettled: ["La mesa no ha resuelto {matter}. Lo que más apoyo tiene es {plan}."],
    tied: ["La mesa no ha resuelto {matter}. Está dividida entre {tally}."],
    reasons: "Razones",
    doubts: "Dudas que no hay que perder de vista",
    noDoubts: "Nadie nombró ninguna.",
    dissent: "Desacuerdo",
    noDissent: "Nadie mantiene otra respuesta.",
    next: "Siguiente paso",
    who: (name, words) => `${name}: ${words}`,
    would: (plan) => `quiere ${plan}.`,
  },

  vote: {
    yes: sentences(`{name} y yo queremos {plan}. | Lo apoyo: {plan}. Queda por ver {theme}.
      Ya nada me separa de {name}: {plan}. | Esto puedo apoyarlo: {plan}.`),
    no: sentences(`{name} quiere {other}; yo quiero {plan}.
      Nos separa {theme}: {name} quiere {other} y yo quiero {plan}.
      Yo quiero {plan}, mientras que {name} quiere {other}.
      Mientras {name} quiera {other}, no hay acuerdo: yo quiero {plan}.`),
    alone: ["Yo quiero {plan}, y aún no sé qué piensan los demás."],
    proseYes: ["Estoy de acuerdo con {name}: {plan}.", "Sí, estoy de acuerdo. Lo mejor es {plan}."],
    proseNo: ["Todavía no estoy de acuerdo. Prefiero {plan}.", "No estoy de acuerdo por ahora: prefiero {plan}."],
    vague: ["Mmm, déjame pensarlo un poco más."],
    callYes: sentences(`Podemos votar. | Ya sé qué piensa cada uno. | Otra ronda no cambiaría mi voto.
      Lo importante ya está dicho.`),
    callNo: sentences(`Es pronto: hay que hablar más sobre {theme}. | Quisiera otra ronda antes. | Todavía no.
      Aún me falta aclarar {theme}.`),
    choice: sentences(`Elijo {quote}, sobre todo por {theme}.
      Mi elección es {quote}; para mí cuenta sobre todo {theme}.
      Para mí lo mejor es {quote}: basta pensar en {theme}. | Me inclino por {quote}, pensando en {theme}.`),
    moved: sentences(`Empecé en otro sitio; {theme} me ha llevado a {quote}.
      Antes lo veía de otro modo; ahora elijo {quote}.`),
    prose: ["Elijo {quote}.", "Mi voto es para {quote}."],
  },
}
