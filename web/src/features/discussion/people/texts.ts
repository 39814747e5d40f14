import type { Texts } from "../../../texts/languages.ts"

interface PeopleTexts {
  readonly you: string
  readonly nobody: string
  readonly elsewhere: (name: string) => string
  readonly readOnly: string
  readonly notify: string
  readonly notifies: string
  readonly yourTurn: string
  readonly yourTurnNow: (name: string) => string
  readonly hidden: string
  readonly chooseToSpeak: string
  readonly namesHidden: string
  readonly position: string
  readonly positionHint: string
  readonly sure: string
  readonly invitations: (name: string) => string
  readonly invitationsLead: string
  readonly noInvitations: string
  readonly newInvitation: string
  readonly share: string
  readonly shareTitle: string
  readonly shareLead: string
  readonly noShares: string
  readonly newShare: string
  readonly shareCopied: string
  readonly plainLink: string
  readonly created: (time: string) => string
  readonly used: (time: string) => string
  readonly unused: string
  readonly revoke: string
  readonly revoked: string
}

const en: PeopleTexts = {
  you: "You are",
  nobody: "Not chosen",
  elsewhere: (name) => `${name} (not at this table)`,
  readOnly: "Read only",
  notify: "Notify me when it is my turn",
  notifies: "You will be notified when it is your turn.",
  yourTurn: "Your turn",
  yourTurnNow: (name) => `It is your turn, ${name}`,
  hidden: "Hidden until you have spoken in this round.",
  chooseToSpeak: "To speak, choose who you are at the top.",
  namesHidden: "Who is who stays hidden until the discussion is over.",
  position: "Your position, in a few words",
  positionHint: "Optional. Shown beside your turn, and counted among the positions.",
  sure: "How sure are you?",
  invitations: (name) => `Invitations for ${name}`,
  invitationsLead: "Whoever opens such a link speaks and votes for this seat, and can do nothing else.",
  noInvitations: "No invitation is valid now.",
  newInvitation: "Copy a new invitation",
  share: "Share",
  shareTitle: "Share this discussion",
  shareLead: "Whoever opens a read-only link can read this discussion, and nothing else. Revoke it whenever you like.",
  noShares: "No read-only link is valid now.",
  newShare: "Copy a read-only link",
  shareCopied: "The read-only link is copied.",
  plainLink: "Copy a link for people who can already open this server",
  created: (time) => `created ${time}`,
  used: (time) => `last used ${time}`,
  unused: "not used yet",
  revoke: "Revoke",
  revoked: "It is revoked. Whoever has it open is asked for another.",
}

const es: PeopleTexts = {
  you: "Eres",
  nobody: "Sin elegir",
  elsewhere: (name) => `${name} (sin asiento en esta mesa)`,
  readOnly: "Solo lectura",
  notify: "Avísame cuando sea mi turno",
  notifies: "Recibirás un aviso cuando sea tu turno.",
  yourTurn: "Tu turno",
  yourTurnNow: (name) => `Es tu turno, ${name}`,
  hidden: "Oculto hasta que hayas hablado en esta ronda.",
  chooseToSpeak: "Para hablar, elige arriba quién eres.",
  namesHidden: "Quién es quién queda oculto hasta que termine la discusión.",
  position: "Tu postura, en pocas palabras",
  positionHint: "Opcional. Se muestra junto a tu turno y cuenta entre las posturas.",
  sure: "¿Qué seguridad tienes?",
  invitations: (name) => `Invitaciones para ${name}`,
  invitationsLead: "Quien abra un enlace así habla y vota por este asiento, y no puede hacer nada más.",
  noInvitations: "Ahora no hay ninguna invitación válida.",
  newInvitation: "Copiar una invitación nueva",
  share: "Compartir",
  shareTitle: "Compartir esta discusión",
  shareLead:
    "Quien abra un enlace de solo lectura puede leer esta discusión y nada más. Puedes revocarlo cuando quieras.",
  noShares: "Ahora no hay ningún enlace de solo lectura válido.",
  newShare: "Copiar un enlace de solo lectura",
  shareCopied: "El enlace de solo lectura está copiado.",
  plainLink: "Copiar un enlace para quienes ya tienen acceso a este servidor",
  created: (time) => `creada ${time}`,
  used: (time) => `último uso ${time}`,
  unused: "sin usar",
  revoke: "Revocar",
  revoked: "Está revocada. A quien la tenga abierta se le pedirá otra.",
}

const zh: PeopleTexts = {
  you: "你是",
  nobody: "未选择",
  elsewhere: (name) => `${name}（不在席上）`,
  readOnly: "只读",
  notify: "轮到我时通知我",
  notifies: "轮到你时会收到通知。",
  yourTurn: "轮到你了",
  yourTurnNow: (name) => `${name}，轮到你了`,
  hidden: "你在本轮发言之后才会显示。",
  chooseToSpeak: "要发言，请先在上方选择你是谁。",
  namesHidden: "讨论结束前，不显示谁是谁。",
  position: "你的立场（几个字即可）",
  positionHint: "可选。显示在你的发言旁，并计入各方立场。",
  sure: "你有多大把握？",
  invitations: (name) => `给 ${name} 的邀请`,
  invitationsLead: "打开此类链接的人可代表该席位发言和投票，不能做其他事。",
  noInvitations: "目前没有有效的邀请。",
  newInvitation: "复制新的邀请",
  share: "分享",
  shareTitle: "分享这场讨论",
  shareLead: "打开只读链接的人只能阅读这场讨论。可随时撤销。",
  noShares: "目前没有有效的只读链接。",
  newShare: "复制只读链接",
  shareCopied: "只读链接已复制。",
  plainLink: "复制链接（给已能访问此服务器的人）",
  created: (time) => `创建于 ${time}`,
  used: (time) => `上次使用 ${time}`,
  unused: "尚未使用",
  revoke: "撤销",
  revoked: "已撤销。正在使用它的人将需要新的链接。",
}

export const peopleTexts: Texts<PeopleTexts> = { en, es, zh }
