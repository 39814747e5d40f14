import { clean, hasHan, shorten } from "./clean.ts"

const wordsOf = (text: string) => new Set(text.split(/\s+/))

/** A line with what it is called and how it is asked about, one with what speaks for it, one with what speaks against. */
export function concern(text: string) {
  const [[name = "", ask = ""] = [], good = [], bad = []] = text
    .split("\n")
    .map((line) => line.split("|").map((part) => part.trim()))
  return { name, ask, good, bad }
}

/** Words that carry no topic of their own; no side begins with one. */
const stopWords = wordsOf(
  `a an the this that these those it its is are was were be been being am do does did done doing has have had having
  will would can could should shall may might must ought we i you they he she us me him her them our my your their his
  of to in on at for from by with without into onto over under about as than then so if or and but nor not no yes
  what which who whom whose when where why how whether there here any some all each every more most much many less
  better best good well just only also too very really ever never still now today soon please let lets make makes get
  best way ways think thing things need want like per via versus vs between within across during after before again
  el la los las un una unos unas lo al del de en con sin por para sobre entre hasta desde hacia según y e o u ni que
  qué cuál cuáles quién quiénes cómo cuándo dónde cuánto cuánta cuántos cuántas por porque si no sí es son era fue ser
  estar está están hay ha han he hemos debe deben debemos deberíamos debería deberían podemos puede pueden conviene
  nos nosotros yo tú él ella ellos ellas usted ustedes se su sus mi mis tu tus nuestro nuestra nuestros nuestras este
  esta estos estas ese esa eso esto aquel más menos muy mejor peor bien hacer tener mejor forma manera vale pena`,
)

/** Verbs by which a side of a question can begin ("keep the monolith or split it"). */
export const verbs = wordsOf(
  `use keep choose pick adopt prefer buy rent build move stay split write rewrite hire train ship launch wait start stop
  work learn teach eat drink take go migrate switch invest save open close merge rebase deploy host run allow ban
  require give meet travel fix ignore raise lower cut extend drop add remove support store put send call live outsource
  leave try spend stay make bring find help close  pay plant cook read walk ride drive fly sell lease repair replace upgrade refactor automate offer
  charge publish share join become lend borrow teach grow build reduce improve introduce design create increase handle organise organize plan contain include look cost happen decide matter mean cover belong settle
  usamos elegimos compramos alquilamos mantenemos dejamos hacemos preferimos tomamos vamos`,
)

export const spanishVerb = /(?:ar|er|ir)(?:nos|se|lo|la|los|las|le|les)?$/

/** Where a side ends: what follows says for whom, where or when. */
const sideEnd =
  /\s+(?:for|in|when|as|on|at|with|if|given|during|from|across|this|next|to become|para|en|cuando|como|con|si|durante|este|esta)\s.*$/i

const asksWhether =
  /^(?:(?:so|and|ok|okay|hey)[, ]+)?(?:should|shall|is|are|do|does|can|could|would|will|must|may|ought|whether)\b|^¿?(?:deber?íamos|debemos|debería|deberían|debe|deben|conviene|vale la pena|es|son|podemos|puede|hay que|tiene sentido|merece)(?![\p{L}])|\bor not\b|\bo no\b|\bsi (?:deber|conviene)|是否|该不该|要不要|能不能|值不值得|可不可以|好不好|会不会|行不行|吗/iu
const asksHow =
  /\bhow (?:to|do|does|should|can|could|would|might|will|shall|best)\b|(?<![\p{L}])cómo(?![\p{L}])|如何|怎么|怎样|怎麼/iu
const asksHowMuch =
  /\bhow (?:many|much|long|often|big|large|far|soon|fast|high|old)\b|(?<![\p{L}])cuánt[oa]s?(?![\p{L}])|多少|多久|多长|几个|几年|几天|多大|多高/iu
const hanDeed =
  /(?:是否应该|应该如何|应该怎样|应该怎么|如何|怎样|怎么|是否|该不该|要不要|应该|能不能)(?:才能)?([^，。？]+?)吗?$/u
const hanSideStart = /(?:应该|应当|我们|咱们|选择|采用|使用|到底|究竟|喜欢|该|用|选|要|是|做|[，：:,])/g
const hanSideEnd = /(?:更|比较|最|好|合适|来|吗|呢|对|，|？|。|：).*$/

/** What a topic turns out to be about. */
export interface Topic {
  readonly kind: "choice" | "whether" | "howto" | "estimate" | "open"
  /** The question itself, one line; empty where it is too long to be named. */
  readonly question: string
  /** The answers that a choice names. */
  readonly sides: readonly string[]
  /** What is to be done, as a verb phrase: "reduce flaky tests in CI". */
  readonly deed?: string
}

const ends = /^[\s¿¡,.;:!?，。；：！？、]+|[\s,.;:，。；：、]+$/gu

function theQuestion(text: string): string {
  const sentences = text
    .split(/(?<=[.!?。！？])\s*(?=[^.!?。！？\s])|\n+/u, 12)
    .filter((sentence) => sentence.trim() !== "")
  const asked = sentences.findLast((sentence) => /[?？]/.test(sentence))
  return clean(asked ?? sentences[0] ?? "", 400)
}

/** Answers set out as a list: one a line, numbered or with a dash. */
function listed(text: string): string[] {
  const lines = text.split("\n", 60)
  const items = lines.flatMap((line) => /^\s*(?:[-*•]|\(?[a-h1-9][.)、）])\s+(\S.*)$/i.exec(line)?.[1] ?? [])
  return items.length >= 2 && items.length <= 8 ? items.map((item) => shorten(clean(item, 200).replace(ends, ""))) : []
}

function isVerb(word: string): boolean {
  return verbs.has(word) || (spanishVerb.test(word) && word.length > 3)
}

function latinSides(question: string): string[] {
  const bare = question.replace(/^[¿¡\s]+|[?!.\s]+$/g, "")
  if (/\b(?:or|o) no(?:t)?$/i.test(bare)) return []
  const [head = "", ...rest] = bare.split(/,?\s+(?:or|vs\.?|versus|o|u)\s+/i)
  if (rest.length === 0 || rest.length > 4) return []
  const right = rest.map((side) => side.replace(sideEnd, ""))
  const enumeration = (head.split(/\s*[:;—–]\s+/).at(-1) ?? "").split(/\s*,\s+/)
  const list = enumeration.length > 1 && enumeration.slice(1).every((part) => part.split(" ").length <= 4)
  const starts = list ? enumeration : enumeration.slice(-1)
  const first = (starts[0] ?? "").split(" ")
  const verbAt = first.findLastIndex((word, index) => isVerb(index === 0 ? word.toLowerCase() : word))
  const content = first.findIndex((word) => !stopWords.has(word.toLowerCase()))
  const longest = Math.max(3, right[0]?.split(" ").length ?? 0)
  starts[0] =
    verbAt >= 0
      ? first.slice(isVerb(right[0]?.split(" ")[0] ?? "") ? verbAt : verbAt + 1).join(" ")
      : first.slice(Math.max(content, 0)).slice(-longest).join(" ")
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

/** What is to be done, where the question says it. */
function deedIn(question: string, han: boolean): string | undefined {
  const bare = question.replace(/[?？!.。\s]+$/g, "")
  const tokens = bare.split(" ")
  const at = tokens.findIndex((word, index) => index > 0 && (isVerb(word) || word === "make"))
  const deed = han ? hanDeed.exec(bare)?.[1] : at < 0 ? undefined : tokens.slice(at).join(" ")
  const fits =
    deed !== undefined && (han ? deed.length >= 3 && deed.length <= 16 : deed.includes(" ") && deed.length <= 60)
  return fits ? deed.replace(ends, "") : undefined
}

function kindOf(question: string): Topic["kind"] {
  if (asksHowMuch.test(question)) return "estimate"
  if (asksHow.test(question)) return "howto"
  return asksWhether.test(question) ? "whether" : "open"
}

export function analyseTopic(text: string): Topic {
  const start = text.slice(0, 4_000)
  const question = theQuestion(start)
  const han = hasHan(question)
  const inline = han ? hanSides(question) : latinSides(question)
  const sides = [...new Set(inline.length >= 2 ? inline : listed(start))].slice(0, 6)
  const deed = deedIn(question, han)
  const named = question.replace(/^[\s,.;:，。；：]+|[\s,.;:，。；：]+$/gu, "")
  const common = { question: named.length <= 90 ? named : "", ...(deed !== undefined && { deed }) }
  return sides.length >= 2 ? { ...common, kind: "choice", sides } : { ...common, kind: kindOf(question), sides: [] }
}
