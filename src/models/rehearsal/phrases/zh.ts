import { concern, sentences } from "../topic.ts"
import type { Phrases } from "./en.ts"

export const zh: Phrases = {
  code: "zh",
  gap: "",
  quote: (text) => `“${text}”`,
  choose: (option) => `选“${option}”`,
  blend: (first, second) => ({ plan: `以“${first}”为主、必要时才用“${second}”`, label: "两者结合" }),
  tally: (count, label) => `${count}人赞成${label}`,
  list: (items) => items.join("、"),
  thisQuestion: "这个问题",
  stances: {
    yes: { plan: "就这么办", label: "这项改变" },
    no: { plan: "维持现状不动", label: "维持现状" },
    trial: { plan: "先小范围试一试", label: "小范围试行" },
    small: { plan: "先走一小步", label: "先走一小步" },
    full: { plan: "一开始就做彻底", label: "一次做彻底" },
    look: { plan: "先弄清问题在哪里", label: "先弄清问题" },
    low: { plan: "把数字定得低一些", label: "较低的数字" },
    high: { plan: "按较高的数字准备", label: "较高的数字" },
    range: { plan: "给出一个范围并尽快核对", label: "给出范围" },
  },
  factStances: {
    yes: { plan: "给出肯定的回答", label: "肯定的回答" },
    no: { plan: "给出否定的回答", label: "否定的回答" },
    trial: { plan: "先不下结论", label: "暂不下结论" },
  },
  concerns: {
    cost: concern(`成本 | 这要花多少，由谁来付？
      连工时一起算，我估计{x}花费更少。 | 就算手头紧，{x}我们也负担得起。 | 同样的花费，{x}给我们的最多。
      我担心{x}的账单：总得有人付，而且很快。 | {x}看着便宜，把大家的工时加起来就不便宜了。 | {x}的代价来得晚，但不会小。`),
    time: concern(`所需的时间 | 这要多长时间？
      选择{x}，我们能早点看到结果。 | {x}下周就可以动手。 | 要尽快学到东西，{x}是最快的路。
      {x}比听上去费时，在那之前什么都不会变好。 | 等到真正需要的时候，{x}恐怕还没做完。 | 别人都做完了，我们可能还在等{x}。`),
    maintenance: concern(`日常维护 | 做好以后由谁照看？
      一旦就位，{x}最不用操心。 | 一年以后，{x}不用人盯着也还能运转。 | 不需要谁整天守着{x}。
      {x}每周都会带来活儿，我看不出由谁来做。 | 往后好几年都得有人照看{x}。 | 我在想，两年以后还有谁来管{x}。`),
    undo: concern(`退路 | 如果失败，我们怎么退回来？
      万一{x}是错的，回头也容易。 | {x}不会堵住别的路。 | 什么时候想停，都可以把{x}停下来。
      做了{x}，再回头就不容易了。 | {x}会在很长时间里捆住我们的手脚。 | 谁开始做{x}，谁就得做到底。`),
    people: concern(`受影响的人 | 谁会因此吃亏？
      我想多数相关的人都能接受{x}。 | 对天天要面对它的人来说，{x}负担最轻。 | 我没听到几个人会抱怨{x}。
      {x}把负担压在没被问过的人身上。 | 我能想到一些人，{x}对他们并不好。 | 真正要承受{x}的人，会选别的。`),
    newcomers: concern(`新来的人 | 你会怎样向新来的人解释？
      新来的人第一天就能明白{x}。 | 以后有人加入，{x}很容易讲清楚。 | 五分钟就能让人看懂{x}。
      每来一个人，{x}都得重新讲一遍。 | 新来的人都会在{x}上绊一跤。 | 只有当时在场的人才看得懂{x}。`),
    failure: concern(`风险 | 出错的那天会怎么样？
      真出了问题，{x}造成的损失最小。 | 情况糟糕的时候，我宁愿手里是{x}。 | 就算别的都坏了，{x}还撑得住。
      {x}一旦出错，所有人会同时受影响。 | 我看不出{x}怎么撑过糟糕的一天。 | 只要一个失误，{x}就会垮。`),
    simple: concern(`简单明了 | 你能用一句话说清楚吗？
      {x}简单，简单的事才做得成。 | {x}没有多少会被误解的地方。 | 一张便条就能写清楚{x}。
      {x}的环节太多，我们记不过来。 | {x}听起来简单，可每隔一件事就要破一次例。 | 还没解释完{x}，我自己就乱了。`),
    growth: concern(`发展的余地 | 量翻一倍以后还行得通吗？
      就算明年的量翻一倍，{x}也撑得住。 | 我看重{x}，是因为它给我们留了余地。 | 如果顺利，{x}还能陪我们走得更远。
      {x}眼下够用，量一大就不行了。 | 不出一年，{x}就跟不上我们了。 | 等到成功的那一天，{x}就太小了。`),
    measure: concern(`检验的办法 | 我们凭什么看出它有效？
      选择{x}，一个月内就知道行不行。 | {x}可以先检验，再依靠它。 | 有一个数字可以用来衡量{x}。
      换成{x}，我分不清什么算成功什么算失败。 | 凭什么迹象看出{x}有效，我说不上来。 | {x}到底有没有用，我们会一直争下去。`),
  },

  open: {
    steady: ["权衡之后，我主张{plan}。", "我的回答是{plan}；有更好的理由，我可以改。"],
    curious: ["我的第一个想法是{plan}，也想听听我漏了什么。", "如果我们{plan}，会怎么样？"],
    sceptic: ["哪个答案都有麻烦，我最不担心的是{plan}。", "我有保留地说：{plan}。"],
    terse: ["我主张{plan}。", "简单说：{plan}。"],
    bold: ["今天就定下来吧：{plan}。", "这件事我有把握，我们应该{plan}。"],
    warm: ["我相信大家都能接受这一点：{plan}。", "能让我们走到一起的，是{plan}。"],
  },
  openOn: ["关于{matter}，我的回答是{plan}。", "对{matter}这个问题，我主张{plan}。"],
  openDeed: ["要{deed}，我主张{plan}。", "想{deed}的话，我们应该{plan}。"],
  same: ["跟{name}一样，我主张{plan}。", "{name}和我想得很近，我也主张{plan}。"],
  differ: ["{name}主张{other}，我宁愿{plan}。", "与{name}不同，我主张{plan}。", "我的看法和{name}不同：{plan}。"],
  briefing: ["事先有人告诉我：{quote}。", "我带来一句话：{quote}。"],
  person: ["{name}说{quote}，答案必须考虑到它。", "我接着{name}的话说：{quote}。"],
  credit: ["关于{theme}，{name}说得对。", "{name}说到的{theme}，我也很看重。", "我要强调{name}提到的{theme}。"],
  grant: sentences(`关于{theme}，{name}有道理，只是另一点在我这里更重。 | 在{theme}上我同意{name}，结论却不一样。
    {name}说{theme}要紧，可要紧的不止这一点。`),
  doubt: ["{name}，我还没有被说服。", "有一点{name}没有提到。", "这里我不同意{name}。"],
  objection: ["我来找找弱点。", "我对{x}有一个异议。", "哪里可能出问题？"],
  noObjection: ["我又找了一遍{x}的弱点，没有找到新的。", "反对{x}的话，我都说过了。", "对{x}我没有别的异议了。"],
  recap: ["到目前为止，{tally}。", "据我听到的，{tally}。", "现在的情况是：{tally}。"],
  mostNamed: ["提得最多的是{theme}。", "大部分争论都绕着{theme}。"],
  hold: ["我还是选{mine}。", "我仍然主张{plan}。", "我的回答不变：{plan}。", "我依然更看好{mine}。"],
  moveFor: ["{name}用{theme}说服了我：我现在主张{plan}。", "我改主意了。关于{theme}，{name}是对的，我们就{plan}吧。"],
  move: ["我转到{name}的提议上来：{plan}。", "我不再坚持，跟{name}一样主张{plan}。"],
  propose: ["我又想了一遍：{plan}。", "也许大家都能接受一个新办法：{plan}。"],
  agreed: sentences(`我们一致了，{name}：{plan}。 | {name}，那我们说的是同一件事：{plan}。 | 这样就行了：{plan}。
    {name}和我想要的一样：{plan}。`),
  condition: sentences(`我只想多留意{theme}。 | 不能忘记的是{theme}。 | 我唯一的条件是有人盯着{theme}。
    在我看来还没说清的是{theme}。 | 唯一让我放心不下的是{theme}。`),
  figure: ["数字上我取{amount}。", "我的数字是{amount}。"],
  askBack: ["{name}，{ask}", "想问{name}：{ask}"],
  step: ["把理由写下来。", "一个月后再回头看一次。", "要告诉相关的人。", "先商量好由谁开始。", "应该定一个日期。"],
  tooShort: ["我同意。", "和之前一样。", "我没有意见。"],
  passes: ["[PASS]", "[NO RESPONSE]", "我没有要补充的。"],
  smallTalk: sentences(`你好！我是排练用的模型。问我一件明白人也会有分歧的事吧。
    很高兴见到你。给我们一个有两面的问题，你就能看到一场讨论的排练。
    我也向你问好！排练用什么问题都行：去海边还是去山里？ | 欢迎。我们是排练用的模型，什么问题都能演一演。`),

  synthesis: {
    voted: ["关于{matter}，投票决定：{plan}。"],
    settled: ["对{matter}，大家的答案是{plan}。", "关于{matter}，已表明的立场一致：{plan}。"],
    unsettled: ["大家没有就{matter}达成一致。支持最多的答案是{plan}。"],
    tied: ["大家没有就{matter}达成一致，分歧在{tally}之间。"],
    reasons: "理由",
    doubts: "需要留意的疑虑",
    noDoubts: "没有人提出。",
    dissent: "不同意见",
    noDissent: "没有人坚持别的答案。",
    next: "下一步",
    who: (name, words) => `${name}：${words}`,
    would: (plan) => `主张${plan}。`,
  },

  vote: {
    yes: sentences(`{name}和我都主张{plan}。 | 我支持这个答案：{plan}。剩下的是{theme}。
      我和{name}之间已经没有分歧：{plan}。 | 这个我可以支持：{plan}。`),
    no: sentences(`{name}主张{other}，我主张{plan}。 | {theme}还没有谈清楚：{name}主张{other}，我主张{plan}。
      我主张{plan}，而{name}主张{other}。 | 只要{name}还主张{other}，我们就没有一致：我主张{plan}。`),
    alone: ["我主张{plan}，还不知道别人怎么想。"],
    proseYes: ["我同意{name}：{plan}。", "是的，我同意，就{plan}。"],
    proseNo: ["我还不同意，我主张{plan}。", "不，目前我不同意，我主张{plan}。"],
    vague: ["嗯，让我再想一想。"],
    callYes: ["可以投票了。", "每个人的立场我都清楚了。", "再谈一轮，我的票也不会变。", "要紧的都说过了。"],
    callNo: ["还太早：{theme}应该多谈谈。", "我想先再谈一轮。", "还不行。", "关于{theme}，我还没有想好。"],
    choice: sentences(`我选{quote}，主要是为了{theme}。 | 我的选择是{quote}，最要紧的是{theme}。
      在我看来{quote}最好：想想{theme}。 | 我偏向{quote}，理由是{theme}。`),
    moved: ["我原来的想法不同，是{theme}让我转向{quote}。", "我以前不这么看，现在选{quote}。"],
    prose: ["我选择{quote}。", "我的票投给{quote}。"],
  },
}
