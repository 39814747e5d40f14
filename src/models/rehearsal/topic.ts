import { clean, hasHan, sentencesIn, shorten } from "./clean.ts"

const wordsOf = (text: string) => new Set(text.split(/\s+/))

/** Sentences separated by bars or line breaks. */
export const oneOf = (text: string) => text.split(/[|\n]/).map((sentence) => sentence.trim())

/** Parses a concern: its name and question, then the sentences for it, then those against it, one line each. */
export function concern(text: string) {
  const [[name = "", ask = ""] = [], good = [], bad = []] = text.split("\n").map(oneOf)
  return { name, ask, good, bad }
}

/** Function words: a side of a question never begins with one. */
const stopWords = wordsOf(
  `a an the this that these those it its is are was were be been being am do does did done doing has have had having
  will would can could should shall may might must ought we i you they he she us me him her them our my your their his
  of to in on at for from by with without into onto over under about as than then so if or and but nor not no yes
  what which who whom whose when where why how whether there here any some all each every more most much many less
  better best good well just only also too very really ever never still now today soon please let lets make makes get
  way ways think thing things need want like per via versus vs between within across during after before again
  el la los las un una unos unas lo al del de en con sin por para sobre entre hasta desde hacia según y e o u ni que
  qué cuál cuáles quién quiénes cómo cuándo dónde cuánto cuánta cuántos cuántas porque si no sí es son era fue ser
  estar está están hay ha han he hemos debe deben debemos deberíamos debería deberían podemos puede pueden conviene
  nos nosotros yo tú él ella ellos ellas usted ustedes se su sus mi mis tu tus nuestro nuestra nuestros nuestras este
  esta estos estas ese esa eso esto aquel más menos muy mejor peor bien hacer tener forma manera vale pena`,
)

/** Verbs that can begin a side of a question ("keep the monolith or split it"). */
export const verbs = wordsOf(
  `use keep choose pick adopt prefer buy rent build move stay split write rewrite hire train ship launch wait start stop
  work learn teach eat drink take go migrate switch invest save open close merge rebase deploy host run allow ban
  require give meet travel fix ignore raise lower cut extend drop add remove support store put send call live outsource
  leave try spend make bring find help pay plant cook read walk ride drive fly sell lease repair replace upgrade refactor
  automate offer charge publish share join become lend borrow grow reduce improve introduce design create increase
  handle organise organize plan contain include look cost happen decide matter mean cover belong settle
  approve accept reject revise request
  usamos elegimos compramos alquilamos mantenemos dejamos hacemos preferimos tomamos vamos`,
)

export const spanishVerb = /(?:ar|er|ir)(?:nos|se|lo|la|los|las|le|les)?$/

/** What follows a side says for whom, where or when. */
const sideEnd =
  /\s+(?:for|in|when|as|on|at|with|if|given|during|from|across|this|next|to become|para|en|cuando|como|con|si|durante|este|esta)\s.*$/i

const questionWord =
  /^¿?(?:how|what|which|when|where|who|why|cómo|qué|cuál(?:es)?|cuándo|dónde|quién(?:es)?)(?!\p{L})/iu
const leadIn = "^¿?(?:(?:so|and|ok|okay|hey)[, ]+)?"
const asksWhether = new RegExp(
  `${leadIn}(?:should|shall|is|are|was|were|do|does|did|can|could|would|will|must|may|has|have|ought|whether)\\b|\\bor not\\b|` +
    `${leadIn}(?:deber?íamos|debemos|debería|deberían|debe|deben|conviene|vale la pena|es|son|podemos|puede|pueden|hay que|` +
    "tiene sentido|merece|\\p{L}+rán?)(?!\\p{L})|\\bo no\\b|\\bsi (?:deber|conviene)|" +
    "是否|该不该|要不要|能不能|值不值得|可不可以|好不好|会不会|是不是|行不行|吗",
  "iu",
)
/** Yes or no, but nothing to do: what is the case, not what to decide. */
const asksForFact = new RegExp(
  `${leadIn}(?:is|are|was|were|do|does|did|will|would|has|have|can|could)\\b(?! (?:it|we|i|you)\\b)|` +
    `${leadIn}(?:es|son|puede|pueden|\\p{L}+rán?)(?!\\p{L})(?! (?:hora|mejor|necesario|conveniente|buena idea))|` +
    "^(?!.*(?:应该|该不该|要不要|值得|应当)).*(?:会不会|是不是|(?:会|是|有).+吗)",
  "iu",
)
const asksHow =
  /\bhow (?:to|do|does|should|can|could|would|might|will|shall|best)\b|(?<![\p{L}])cómo(?![\p{L}])|如何|怎么|怎样|怎麼/iu
const asksHowMuch =
  /\bhow (?:many|much|long|often|big|large|far|soon|fast|high|old)\b|(?<![\p{L}])cuánt[oa]s?(?![\p{L}])|多少|多久|多长|几个|几年|几天|多大|多高/iu
const hanDeed =
  /(?:是否应该|应该如何|应该怎样|应该怎么|如何|怎样|怎么|是否|该不该|要不要|应该|能不能)(?:才能)?([^，。？]+?)吗?$/u
const hanSideStart = /(?:应该|应当|我们|咱们|选择|采用|使用|到底|究竟|喜欢|该|用|选|要|是|做|[，：:,])/g
const hanSideEnd = /(?:更|比较|最|好|合适|来|吗|呢|对|，|？|。|：).*$/

export interface Topic {
  readonly kind: "choice" | "whether" | "fact" | "howto" | "estimate" | "open"
  /** The question in one line; empty if it is too long to be quoted. */
  readonly question: string
  /** With `choice`: the options that the topic names. */
  readonly sides: readonly string[]
  /** The action in question as a verb phrase: "reduce flaky tests in CI". */
  readonly deed?: string
}

const ends = /^[\s¿¡,.;:!?，。；：！？、‘’]+|[\s,.;:，。；：、‘’]+$/gu

/** The last question in the text, else its first sentence. */
function questionIn(text: string): string {
  const sentences = sentencesIn(text.replace(/["“„«「『]([^"“”„«»「」『』\n]+)["”»」』]/g, "‘$1’"), 12)
  const asked = sentences.findLast((sentence) => /[?？]/.test(sentence))
  return clean(asked ?? sentences[0] ?? "", 400)
}

const itemEnd = /[.?!。？！](?:\s.*)?$|[,，;；]?\s*(?:\b(?:or|and|o|u|y)|还是|或者)?\s*$/isu

function asItems(items: readonly string[]): string[] {
  if (items.length < 2 || items.length > 8) return []
  return items.map((item) => shorten(clean(item.trim().replace(itemEnd, ""), 200).replace(ends, "")))
}

/** Options marked by consecutive letters or numbers: "a) tea b) coffee". */
function markedItems(text: string): string[] {
  const marks = [...text.matchAll(/(?<![\p{L}\p{N}.])\(?([a-h]|[1-9])(?:[)）]|[.、](?!\d))\s*(?=\S)/giu)]
  const isConsecutive = marks.every(
    ([, mark = ""], index) => "12345678"[index] === mark || "abcdefgh"[index] === mark.toLowerCase(),
  )
  return isConsecutive
    ? asItems(marks.map((mark, index) => text.slice(mark.index + mark[0].length, marks[index + 1]?.index)))
    : []
}

const isVerb = (word: string) => verbs.has(word) || (spanishVerb.test(word) && word.length > 3)

function latinSides(question: string): string[] {
  const bare = question.replace(/^[¿¡\s]+|[?!.\s]+$/g, "")
  if (/\b(?:or|o) no(?:t)?$/i.test(bare)) return []
  const [head = "", ...rest] = bare.split(/,?\s+(?:or|vs\.?|versus|o|u)\s+/i)
  if (rest.length === 0 || rest.length > 4) return []
  const right = rest.map((side) => side.replace(sideEnd, ""))
  const parts = (head.split(/\s*[:;—–]\s+/).at(-1) ?? "").split(/\s*,\s+/)
  // "How do we share it, by need or by lot?": what precedes the comma is the question.
  const enumeration = parts.length > 1 && questionWord.test(parts[0]!) ? parts.slice(1) : parts
  const list = enumeration.length > 1 && enumeration.slice(1).every((part) => part.split(" ").length <= 4)
  const starts = list ? enumeration : enumeration.slice(-1)
  const first = (starts[0] ?? "").split(" ")
  const verbAt = first.findLastIndex((word, index) => isVerb(index === 0 ? word.toLowerCase() : word))
  const content = first.findIndex((word) => !stopWords.has(word.toLowerCase()))
  const longest = Math.max(3, right[0]?.split(" ").length ?? 0)
  if (enumeration === parts) {
    starts[0] =
      verbAt >= 0
        ? first.slice(isVerb(right[0]?.split(" ")[0] ?? "") ? verbAt : verbAt + 1).join(" ")
        : first.slice(Math.max(content, 0)).slice(-longest).join(" ")
  }
  const sides = [...starts, ...right].map((side) =>
    side.replace(/^(?:either|whether|with|for|con)\s+/i, "").replace(ends, ""),
  )
  if (sides.some((side) => side === "" || side.length > 48 || side.split(" ").length > 7)) return []
  const [one = "", two = ""] = sides
  if (/^[A-ZÁÉÍÓÚÑ][a-záéíóúñ]/.test(one) && !/^[A-Z]/.test(two)) sides[0] = one.charAt(0).toLowerCase() + one.slice(1)
  return sides
}

function hanSides(question: string): string[] {
  const [head = "", ...rest] = question.replace(/[？?。！\s]+$/u, "").split(/，?(?:还是|或者|或是|\s*vs\.?\s*)/i)
  if (rest.length === 0 || rest.length > 4) return []
  const last = [...head.matchAll(hanSideStart)].at(-1)
  const left = last === undefined ? head : head.slice(last.index + last[0].length)
  const sides = [...left.split("、"), ...rest.map((side) => side.replace(hanSideEnd, ""))].map((side) =>
    side.replace(ends, ""),
  )
  return sides.some((side) => side === "" || side.length > 14) ? [] : sides
}

const adverbs = "(?:(?:really|still|now|also|just|even|ever|always|finally|first)\\s+)*"
const deedPatterns = [
  /\bhow (?:(?:do|can|could|should|would|might|shall|will) (?:we|one|you)|(?:best )?to) (.+)$/i,
  new RegExp(
    `${leadIn}(?:(?:should|shall|must|can|could|may) (?:we|one|you)|do we (?:need|have|want) to) ${adverbs}(?!be\\b|not\\b|never\\b)(.+)$`,
    "i",
  ),
  /^¿?(?:cómo )?(?:deberíamos|debemos|podemos|podríamos|conviene|hay que|vale la pena|tiene sentido) (\p{L}+[aei]r(?:nos|se|l[oae]s?)?(?!\p{L}).*)$/iu,
]
/** "Should the library close?": the plan is to let it. */
const letPattern = /^(?:should|must|may) (?!(?:i|we|you|one|it|he|she|they|this|that|there|my)\b)(.+)$/i

/** The action in question, if the question names one that "we" or a third party would take. */
function deedIn(question: string, isHan: boolean): string | undefined {
  const bare = question.replace(/(?: or not| o no)?[?？!.。\s]+$/g, "")
  if (isHan) {
    const deed = hanDeed.exec(bare)?.[1]
    return deed !== undefined && deed.length >= 2 && deed.length <= 16 ? deed.replace(ends, "") : undefined
  }
  const [own] = deedPatterns.flatMap((pattern) => pattern.exec(bare)?.[1] ?? [])
  const others = letPattern.exec(bare)?.[1]
  const deed = own ?? (others && `let ${others}`)
  return deed?.includes(" ") && deed.length <= 60 ? deed.replace(ends, "") : undefined
}

function kindOf(question: string): Topic["kind"] {
  if (asksHowMuch.test(question)) return "estimate"
  if (asksHow.test(question)) return "howto"
  if (!asksWhether.test(question)) return "open"
  return asksForFact.test(question) ? "fact" : "whether"
}

export function analyseTopic(text: string): Topic {
  const [prose = ""] = text.slice(0, 4_000).split(/^(?:diff --git |@@ -|\+\+\+ |```|\s*\S+\s+\| +\d+ [+-])/m, 1)
  const question = questionIn(prose)
  const isHan = hasHan(question)
  const bullets = prose.split("\n", 60).flatMap((line) => /^\s*[-*•]\s+(\S.*)$/.exec(line)?.[1] ?? [])
  const candidates = [markedItems(prose), isHan ? hanSides(question) : latinSides(question), asItems(bullets)]
  const sides = [...new Set(candidates.find((items) => items.length >= 2))].slice(0, 6)
  const deed = deedIn(question, isHan)
  const named = question.replace(/^[\s,.;:，。；：]+|[\s,.;:，。；：]+$/gu, "")
  const common = { question: named.length <= 90 ? named : "", ...(deed !== undefined && { deed }) }
  return sides.length >= 2 ? { ...common, kind: "choice", sides } : { ...common, kind: kindOf(question), sides: [] }
}
