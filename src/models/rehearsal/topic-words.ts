const words = (text: string) => new Set(text.split(/\s+/))

/** A line with what it is called and how it is asked about, one with what speaks for it, one with what speaks against. */
export function concern(text: string) {
  const [[name = "", ask = ""] = [], good = [], bad = []] = text
    .split("\n")
    .map((line) => line.split("|").map((part) => part.trim()))
  return { name, ask, good, bad }
}

/** Words that carry no topic of their own; no side begins with one. */
export const stopWords = words(
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
export const verbs = words(
  `use keep choose pick adopt prefer buy rent build move stay split write rewrite hire train ship launch wait start stop
  work learn teach eat drink take go migrate switch invest save open close merge rebase deploy host run allow ban
  require give meet travel fix ignore raise lower cut extend drop add remove support store put send call live outsource
  leave try spend stay make bring find help close  pay plant cook read walk ride drive fly sell lease repair replace upgrade refactor automate offer
  charge publish share join become lend borrow teach grow build reduce improve introduce design create increase handle organise organize plan contain include look cost happen decide matter mean cover belong settle
  usamos elegimos compramos alquilamos mantenemos dejamos hacemos preferimos tomamos vamos`,
)

export const spanishVerb = /(?:ar|er|ir)(?:nos|se|lo|la|los|las|le|les)?$/

/** Where a side ends: what follows says for whom, where or when. */
export const sideEnd =
  /\s+(?:for|in|when|as|on|at|with|if|given|during|from|across|this|next|to become|para|en|cuando|como|con|si|durante|este|esta)\s.*$/i

export const asksWhether =
  /^(?:(?:so|and|ok|okay|hey)[, ]+)?(?:should|shall|is|are|do|does|can|could|would|will|must|may|ought|whether)\b|^¿?(?:deber?íamos|debemos|debería|deberían|debe|deben|conviene|vale la pena|es|son|podemos|puede|hay que|tiene sentido|merece)(?![\p{L}])|\bor not\b|\bo no\b|\bsi (?:deber|conviene)|是否|该不该|要不要|能不能|值不值得|可不可以|好不好|会不会|行不行|吗/iu
export const asksHow =
  /\bhow (?:to|do|does|should|can|could|would|might|will|shall|best)\b|(?<![\p{L}])cómo(?![\p{L}])|如何|怎么|怎样|怎麼/iu
export const asksHowMuch =
  /\bhow (?:many|much|long|often|big|large|far|soon|fast|high|old)\b|(?<![\p{L}])cuánt[oa]s?(?![\p{L}])|多少|多久|多长|几个|几年|几天|多大|多高/iu
export const hanDeed =
  /(?:是否应该|应该如何|应该怎样|应该怎么|如何|怎样|怎么|是否|该不该|要不要|应该|能不能)(?:才能)?([^，。？]+?)吗?$/u
export const hanSideStart = /(?:应该|应当|我们|咱们|选择|采用|使用|到底|究竟|喜欢|该|用|选|要|是|做|[，：:,])/g
export const hanSideEnd = /(?:更|比较|最|好|合适|来|吗|呢|对|，|？|。|：).*$/
