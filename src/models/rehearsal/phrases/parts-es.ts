import type { PartPhrases } from "./parts.ts"

const numbers = ["Ninguno", "Uno", "Dos", "Tres", "Cuatro", "Cinco", "Seis"]

export const partsEs: PartPhrases = {
  motion: {
    pro: {
      plan: "aprobar la moción",
      label: "el sí a la moción",
      because: [
        "La moción pide un cambio cuyas ventajas están a la vista y cuyos costes podemos contar.",
        "Quien prefiere esperar tiene que decir a qué espera, y nadie lo ha dicho.",
        "Cada objeción es una razón para hacerlo con cuidado, y ninguna para no hacerlo.",
        "Lo que hoy tenemos fue un día la idea atrevida, y nadie volvería atrás.",
      ],
    },
    con: {
      plan: "rechazar la moción",
      label: "el no a la moción",
      because: [
        "Quien quiere un cambio tiene que demostrar que vale lo que cuesta, y eso no se ha demostrado.",
        "La moción toma el mejor de los casos por el habitual.",
        "Nada de eso se puede deshacer cuando la gente ya se ha organizado a su alrededor.",
        "Hay un remedio más pequeño para lo que hoy falla, y la moción ni lo mira.",
      ],
    },
  },
  debate: {
    open: [
      "Leo la moción como una pregunta sobre lo que haremos desde ahora, y mi respuesta es {mine}.",
      "Tomada al pie de la letra, la moción pide una sola cosa, y a favor de {mine} hay dos razones.",
    ],
    second: ["Mi segundo argumento trata de {theme}.", "La otra razón es {theme}."],
    grant: [
      "Lo que dice {name} sobre {theme} es lo más fuerte de ese lado, y la mitad es cierta.",
      "Concedo a {name} que {theme} importa; lo que no se sigue es lo demás.",
      "{name} se apoya en {theme}. Es una inquietud justa, y no decide la moción.",
    ],
    turnedOn: [
      "Este debate ha girado en torno a {theme}, y acepto que se me juzgue por ello.",
      "Quitado todo lo demás, lo que nos separa es {theme}.",
    ],
    unanswered: [
      "A lo que dije sobre {theme}, {name} no ha respondido.",
      "{name} ha rodeado {theme} sin atravesarlo nunca.",
    ],
    closePro: [
      "Por eso la moción debe aprobarse.",
      "Un argumento atacado donde es más fuerte, y que sigue en pie, debe ganar: hay que aprobar la moción.",
    ],
    closeCon: [
      "Por eso la moción debe caer.",
      "Lo que no se ha demostrado no debe hacerse: hay que rechazar la moción.",
    ],
  },
  judge: {
    scored: [
      "{name} respondió a más de lo que se le planteó, y sobre {theme} el otro lado no tuvo nada que oponer.",
      "Los dos discursos se sostenían; el argumento de {name} sobre {theme} fue el que quedó sin respuesta.",
    ],
    verdict: ["{name} defendió mejor su causa, por {score} a {less}.", "El debate es para {name}, {score} a {less}."],
    even: ["Ningún lado defendió mejor su causa: ambos quedan en {score}."],
    best: "Lo mejor de cada lado",
    bestOf: (name, theme) => `${name}, sobre ${theme}`,
    missed: "Lo que nadie mostró",
    neither: [
      "Nadie dijo cómo sabríamos que se había equivocado.",
      "Nadie nombró un solo caso en el que el otro tuviera razón.",
    ],
  },
  review: {
    open: ["Lo he leído una vez con cariño y otra como un extraño.", "Desde mi lado, lo más grave primero."],
    grades: ["hay que arreglarlo", "convendría arreglarlo", "cuestión de gusto"],
    settled: ["Con la respuesta sobre {theme} me doy por satisfecho.", "Por mí, {theme} queda resuelto."],
    open2: [
      "Lo que no está resuelto es {theme}: si no se hace nada, {risk}.",
      "Yo no soltaría todavía {theme}. Tal como está, {risk}.",
    ],
    other: [
      "La observación de {name} sobre {theme} es más grave de lo que pensaba.",
      "Después de leer a {name} sobre {theme}, me habría gustado verlo yo.",
    ],
  },
  author: {
    open: ["Gracias a todos; es la mejor lectura que ha tenido el trabajo.", "Empiezo por lo más grave."],
    granted: [
      "{name} tiene razón sobre {theme}, y lo arreglaré antes que nada.",
      "Sobre {theme} doy la razón a {name}: es un hueco y no una cuestión de gusto.",
    ],
    refused: [
      "Sobre {theme} creo que {name} lo lee mal; se dejó fuera a propósito, y debí decirlo.",
      "La observación de {name} sobre {theme} valdría si el trabajo prometiera más de lo que promete.",
    ],
    check: [
      "Sobre {theme} no estoy seguro, {name}, y lo probaría antes de prometer nada.",
      "Aún no sé si {name} acierta sobre {theme}; lo comprobaré y escribiré lo que vea.",
    ],
  },
  editor: {
    decision: ["La decisión: {quote}.", "Lo que recomiendan los revisores, y lo que decido: {quote}."],
    must: "Lo primero que hay que arreglar",
    should: "Lo que conviene mirar",
    differ: "En qué no coincidieron los revisores",
    differed: (name, option) => `${name} estaba por «${option}»`,
    agreed: "Pensaban lo mismo.",
  },
  facilitator: {
    open: ["Así están las respuestas, sin nombres.", "Lo que ha llegado, contado con toda la justicia que puedo."],
    camp: (count, plan) => `${numbers[count] ?? count} de las respuestas: ${plan}.`,
    shared: ["Lo que aparece en más de un lado es {theme}.", "Todas tienen que vérselas con {theme}."],
    apart: ["La diferencia parece girar en torno a {theme}.", "Quien resuelva {theme} acercará las respuestas."],
  },
  advocate: {
    leaning: [
      "La mesa se inclina por esto: {plan}. Sus amigos dirían que nada es tan fácil de defender.",
      "Si paráramos ahora, la respuesta sería {plan}, y nos sentiríamos bien.",
    ],
    against: ["Así que déjenme hablar en contra:", "Alguien tiene que decir qué falla:"],
    met: ["Sobre {theme} se me ha respondido, y lo dejo.", "Lo que dije sobre {theme} está contestado."],
    press: ["Lo que sigue sin respuesta es esto: {risk}.", "Insisto en una objeción, y trata de {theme}: {risk}."],
    stands: [
      "Si pueden vivir con eso, la respuesta se sostiene.",
      "Díganme quién se dará cuenta, y me callo.",
      "Muéstrenme el día en que lo sabríamos, y no tengo más que decir.",
    ],
  },
  figure: ["Como cifra tomaría {amount}.", "La cifra que puedo defender es {amount}."],
}
