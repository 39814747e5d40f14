import type { ThemeId } from "../themes.ts"
import type { ThemeWords } from "./phrase-book.ts"

export const themesEs: Readonly<Record<ThemeId, ThemeWords>> = {
  wrong: {
    name: "el coste de equivocarnos",
    signs: ["si nos equivocamos", "error caro"],
    say: [
      "Supongamos que elegimos mal en lo de {key}: ¿quién lo nota primero y cuánto nos cuesta arreglarlo?",
      "Un error aquí no haría ruido; nos costaría un poco cada semana hasta que alguien sumara la cuenta.",
      "Prefiero comparar los dos errores posibles antes que los dos éxitos con los que soñamos.",
    ],
    risk: ["elegimos con mucha seguridad, resulta que no era eso y no hemos guardado nada para arreglarlo"],
  },
  undo: {
    name: "la posibilidad de dar marcha atrás",
    signs: ["reversib", "deshacer", "volver atrás"],
    say: [
      "Hay puertas que se abren en los dos sentidos y puertas que se cierran detrás de uno; quiero saber de cuál se trata en {key}.",
      "Si podemos desandar el paso en una semana, decidamos rápido; si no, merece una mirada más lenta.",
      "Lo que se puede retirar sin gran gasto merece menos debate del que le estamos dando.",
    ],
    risk: ["lo llamamos provisional y, medio año después, nadie sabe cómo retirarlo"],
  },
  bearer: {
    name: "el reparto del riesgo",
    signs: ["asume el riesgo", "quién paga", "carga con el riesgo"],
    say: [
      "Quienes deciden sobre {key} rara vez son quienes se despiertan de madrugada cuando sale mal.",
      "Yo preguntaría quién paga si esto falla, porque esa persona debería opinar antes de que sigamos.",
      "Lo bueno nos lo repartimos en esta mesa, pero lo malo le cae a alguien en concreto.",
    ],
    risk: ["lo malo recae en personas que nunca dieron su acuerdo"],
  },
  measure: {
    name: "la forma de medirlo",
    signs: ["medir", "métrica", "indicador"],
    say: [
      "Deberíamos nombrar hoy un solo dato que nos diga dentro de un mes si lo de {key} salió bien.",
      "Sin un antes no hay un después: anotemos cómo están las cosas ahora, aunque sea a grandes rasgos.",
      "Si ninguna observación pudiera quitarnos la razón, no estamos decidiendo, sino expresando un gusto.",
    ],
    risk: ["nadie anota cómo están las cosas ahora, y después cada parte podrá decir que tenía razón"],
  },
  upkeep: {
    name: "el mantenimiento",
    signs: ["mantenimiento", "mantenerlo"],
    say: [
      "Empezar es lo barato; pienso en el tercer año, cuando ya no queda entusiasmo y solo quedan las tareas.",
      "Cada respuesta a {key} es también una promesa de cuidarla, y las promesas se acumulan.",
      "Elijamos lo que elijamos, alguien tendrá que quitarle el polvo cada semana, y ese trabajo nunca sale en el plan.",
    ],
    risk: ["las tareas semanales que genera no están en el plan de nadie y se van comiendo la ventaja"],
  },
  deadline: {
    name: "el calendario",
    signs: ["plazo", "fecha límite", "calendario"],
    say: [
      "No tenemos tardes infinitas para {key}; una buena respuesta el viernes vale más que una perfecta la próxima temporada.",
      "Fijemos el día en que dejamos de discutir y veamos qué respuesta cabe todavía antes de ese día.",
      "Las fechas también argumentan: lo que no se puede terminar a tiempo no es de verdad una opción.",
    ],
    risk: ["el plan se ajusta a la idea y no a las fechas, y en la última semana recortamos por donde no era"],
  },
  ripple: {
    name: "el efecto en cadena",
    signs: ["efecto secundario", "consecuencias", "efectos secundarios"],
    say: [
      "El primer efecto gusta enseguida; yo pensaría en el segundo, cuando los demás se adapten a lo que hicimos.",
      "La gente reaccionará a nuestra respuesta sobre {key}, y entonces viviremos con su reacción y no con nuestro plan.",
      "Si tiramos de este hilo, se mueven al menos dos cosas que están al lado.",
    ],
    risk: ["los demás se adaptan de un modo que anula el beneficio"],
  },
  precedent: {
    name: "el precedente",
    signs: ["precedente"],
    say: [
      "Lo que digamos sobre {key} nos lo citarán la próxima vez, así que debería gustarnos la regla y no solo el caso.",
      "La primera excepción se hace por buenas razones; la décima, porque ya hubo nueve.",
      "Yo comprobaría si seguiríamos defendiendo esto cuando lo usara alguien con quien no coincidimos.",
    ],
    risk: ["un caso especial se vuelve norma porque nadie escribió por qué era especial"],
  },
  simple: {
    name: "la versión más sencilla",
    signs: ["sencillo", "más simple", "simplicidad"],
    say: [
      "¿Qué es lo más llano que todavía contaría como respuesta a {key}? Empezaría por ahí y añadiría lo demás a regañadientes.",
      "Entre dos respuestas que sirven, me quedo con la que cabe en una tarjeta.",
      "La mitad de lo que hace difícil esto lo hemos puesto encima nosotros.",
    ],
    risk: ["resolvemos un problema más interesante que el que nos plantearon"],
  },
  affected: {
    name: "la persona a la que más le toca",
    signs: ["afectad", "usuarios", "implicad"],
    say: [
      "Antes de cerrar lo de {key} imaginaría a una persona que tenga que vivir con ello a diario y preguntaría cómo es su mañana.",
      "Quienes más hablamos de esto no somos quienes más lo notamos.",
      "Para la mayoría cambia poco; para unos pocos lo cambia todo, y yo pensaría en esos pocos.",
    ],
    risk: ["funciona para la mayoría y les falla a los pocos a quienes más les importa"],
  },
  delay: {
    name: "el precio de esperar",
    signs: ["seguir esperando", "statu quo", "aplazar"],
    say: [
      "No decidir sobre {key} también es una decisión, solo que nadie la firma.",
      "Cada mes que lo dejamos para luego pagamos el arreglo actual, y esa factura se ve menos.",
      "Esperar parece seguro porque sus pérdidas no llevan fecha.",
    ],
    risk: ["lo estudiamos tanto tiempo que al final deciden las circunstancias"],
  },
  habit: {
    name: "la fuerza de la costumbre",
    signs: ["costumbre", "hábito"],
    say: [
      "La gente hará el lunes lo mismo que el lunes pasado, acordemos lo que acordemos sobre {key}.",
      "Un cambio que obliga a todo el mundo a acordarse de algo nuevo cada día tiene que merecer ese esfuerzo.",
      "Yo buscaría la respuesta en la que lo correcto sea también lo cómodo.",
    ],
    risk: ["todo el mundo asiente en la reunión y a la mañana siguiente sigue como antes"],
  },
  owner: {
    name: "la cuestión de quién responde",
    signs: ["responsable", "a cargo"],
    say: [
      "Una decisión sobre {key} sin un nombre al lado es un deseo.",
      "Quiero una persona a la que se le pregunte por esto dentro de tres meses y que lo sepa desde hoy.",
      "Cuando todos cuidan algo un poco, el día que se rompe no le toca a nadie.",
    ],
    risk: ["todos somos un poco responsables y, el día que se rompe, no lo es nadie"],
  },
  awkward: {
    name: "el caso incómodo",
    signs: ["caso límite", "casos límite", "excepción"],
    say: [
      "Probemos nuestra respuesta con el caso más incómodo que se nos ocurra, porque los fáciles no demuestran nada sobre {key}.",
      "Los días corrientes se cuidan solos; es el día raro el que enseña si la regla valía.",
      "Se me ocurre al menos una situación en la que la respuesta evidente resulta absurda.",
    ],
    risk: ["la regla se rompe con el primer caso en el que nadie de esta mesa ha pensado"],
  },
  learn: {
    name: "la ocasión de aprender",
    signs: ["experimento", "piloto", "aprender"],
    say: [
      "Incluso un intento fallido nos enseñaría sobre {key} algo que no se aprende hablando.",
      "De los primeros pasos posibles me gusta aquel tras el cual sabemos más, aunque no sea el que más gana.",
      "Estamos adivinando desde el sillón; una semana de práctica cambiaría la mitad de nuestras opiniones.",
    ],
    risk: ["lo probamos, pero de tal manera que el resultado no puede enseñarnos nada"],
  },
  explain: {
    name: "la necesidad de explicarlo",
    signs: ["explicar", "comunicar", "justificar"],
    say: [
      "Si no sabemos decir en dos frases por qué respondimos así a {key}, nos lo preguntarán siempre.",
      "Me imagino contándoselo a alguien cansado que no opina como yo: ¿vería al menos nuestro motivo?",
      "Una respuesta que necesita un esquema para defenderse no sobrevive a su primera mala semana.",
    ],
    risk: ["la gente obedece sin entenderlo y lo abandona en cuanto nadie mira"],
  },
  onerule: {
    name: "la ventaja de una sola regla",
    signs: ["coherencia", "uniforme", "estándar"],
    say: [
      "En lo de {key} quizá importe menos qué respuesta damos que el hecho de dar todos la misma.",
      "Dos buenas reglas a la vez son peores que una regla justa que nadie tiene que consultar.",
      "Que cada cual haga una cosa es el único resultado que no aceptaría.",
    ],
    risk: ["las dos maneras conviven y las costuras entre ambas se vuelven el verdadero problema"],
  },
  exit: {
    name: "la condición para parar",
    signs: ["plan b", "salida", "criterio de parada"],
    say: [
      "Acordemos ahora, cuando nadie tiene nada que defender, qué nos haría parar.",
      "Me fío más de un plan para {key} que diga qué día y por qué motivo lo dejaríamos.",
      "Es mucho más fácil escribir la regla de parada antes de enamorarse de la idea.",
    ],
    risk: ["nadie ha dicho cómo se reconoce el fracaso, así que nunca se le podrá llamar así"],
  },
  assumption: {
    name: "el supuesto oculto",
    signs: ["supuesto", "suponemos", "damos por hecho"],
    say: [
      "Hay algo que todos damos por sentado sobre {key}, y me gustaría que alguien lo dijera en voz alta para poder ponerlo a prueba.",
      "Casi todo nuestro desacuerdo parece venir de una creencia que nadie ha comprobado.",
      "Quitemos lo único que todos creemos sin haberlo mirado y veamos qué queda del argumento.",
    ],
    risk: ["todo el plan cuelga de una creencia que nadie ha comprobado aún"],
  },
  growth: {
    name: "el problema de crecer",
    signs: ["escala", "escalar", "crece"],
    say: [
      "Lo que funciona con cinco personas puede crujir con cincuenta; ¿cuál de nuestras respuestas a {key} se dobla y cuál se parte?",
      "Yo imaginaría el mismo arreglo a un tamaño diez veces mayor y miraría qué parte nos avergüenza primero.",
      "Hay cosas que al crecer se abaratan y otras que solo hacen más ruido, y no sé de cuáles es esta.",
    ],
    risk: ["va bien con el tamaño de hoy y, cuando cruja, ya estará en todas partes"],
  },
  fair: {
    name: "la equidad",
    signs: ["justicia", "injusto", "equidad", "equitativ"],
    say: [
      "Me pregunto si aceptaría nuestra respuesta a {key} sin saber de qué lado me va a tocar.",
      "Si un grupo pone el esfuerzo y otro se lleva la comodidad, por lo menos deberíamos decirlo.",
      "Un arreglo que parece justo desde todas las sillas de esta mesa bien vale una pequeña pérdida de eficacia.",
    ],
    risk: ["un grupo pone todo el esfuerzo, se da cuenta y deja de colaborar"],
  },
  attention: {
    name: "la atención que exige",
    signs: ["prioridad", "coste de oportunidad", "distrae"],
    say: [
      "Cada hora dedicada a {key} se la quitamos a otra cosa, y me gustaría oír a cuál.",
      "Podemos permitírnoslo; lo que dudo es que podamos permitirnos pensar en ello tanto como va a pedir.",
      "Yo preguntaría qué estamos dejando caer sin decirlo para hacerle sitio.",
    ],
    risk: ["desplaza algo más importante que no tiene quien lo defienda aquí"],
  },
  newcomer: {
    name: "la mirada de quien acaba de llegar",
    signs: ["recién llegad", "principiante", "nuevas incorporaciones"],
    say: [
      "Quien llegue el mes que viene se encontrará nuestra respuesta a {key} sin haber oído nada de esto; ¿la entendería?",
      "Unos ojos nuevos seguramente se reirían de algo que nosotros damos por evidente.",
      "La mejor prueba que conozco es un primer día: ¿se puede acertar sin tener que preguntar?",
    ],
    risk: ["solo lo entiende quien estuvo en la sala"],
  },
  trust: {
    name: "la confianza",
    signs: ["confianza", "credibilidad"],
    say: [
      "Cómo decidamos lo de {key} se recordará más tiempo que lo que decidamos.",
      "La gente perdona antes un rumbo equivocado que la sensación de que se decidió a sus espaldas.",
      "Si los interesados creen que hemos escuchado, casi cualquiera de estas respuestas puede salir bien.",
    ],
    risk: ["parece decidido de antemano y perdemos la buena voluntad que necesitaremos para lo siguiente"],
  },
  half: {
    name: "el problema de las medias tintas",
    signs: ["a medias", "medias tintas"],
    say: [
      "Hecho con desgana, lo de {key} nos da el gasto de los dos caminos y la ventaja de ninguno.",
      "Un intento tímido fracasará, y luego concluiremos sin razón que la idea era mala.",
      "Existe una versión demasiado pequeña para funcionar, y la gente prudente suele escoger justo esa.",
    ],
    risk: ["hacemos demasiado poco para que funcione y concluimos que no puede funcionar"],
  },
  badday: {
    name: "el día malo",
    signs: ["peor caso", "peor escenario"],
    say: [
      "Yo juzgaría lo de {key} por su peor día y no por un día cualquiera.",
      "Imaginemos que ha salido mal y que dentro de un año volvemos a estar aquí: ¿cuál es la primera frase de la disculpa?",
      "Cuando todo va bien, cualquiera de estas opciones sirve; hablemos de cuando todo va mal.",
    ],
    risk: ["cuando todo falla a la vez, no hay un plan de reserva sencillo"],
  },
  goal: {
    name: "el fin que buscamos",
    signs: ["objetivo", "meta"],
    say: [
      "Antes de los medios, el fin: ¿qué se vería mejor dentro de un año si acertáramos con {key}?",
      "Sospecho que estamos contestando a preguntas distintas porque queremos cosas distintas.",
      "Digamos de qué queremos más; la mitad de las opciones se descartará sola.",
    ],
    risk: ["cada cual tiene un fin distinto en la cabeza, así que cualquier resultado decepcionará a alguien"],
  },
  absent: {
    name: "la silla vacía",
    signs: ["no está en la mesa", "no están aquí", "sin voz"],
    say: [
      "Quien pondría reparos a nuestra respuesta sobre {key} no está sentado aquí, y quisiera hablar una vez desde esa silla.",
      "Todos miramos esto desde el mismo lado del mostrador.",
      "Yo le haría la pregunta a alguien que no gane nada con ninguna de las respuestas.",
    ],
    risk: ["la objeción más fuerte viene de alguien a quien no preguntamos, y llega tarde"],
  },
  momentum: {
    name: "el impulso",
    signs: ["impulso", "ponernos en marcha"],
    say: [
      "Ahora mismo a la gente le importa {key}; esas ganas no se conservan, y un primer paso visible las aprovecharía.",
      "Algo pequeño terminado esta semana convence más que algo grande anunciado.",
      "En cuanto algo se mueve, la decisión siguiente cuesta menos, y nosotros seguimos discutiendo parados.",
    ],
    risk: ["perdemos puliendo el plan las ganas que hoy existen"],
  },
}
