import { concern, oneOf } from "../topic.ts"
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
      连工时一起算，我估计{x}花费更少。 | 就算手头紧，{x}我们也负担得起。 | 同样的花费，{x}给我们的最多。 | {x}只要很少的预算。
      总得有人为{x}付钱。 | {x}看着便宜，算上工时就不便宜了。 | {x}的代价来得晚，但不会小。 | 我不想为{x}花这么多钱。`),
    time: concern(`所需的时间 | 这要多长时间？
      选择{x}，我们能早点看到结果。 | 要往前走，{x}是最快的路。 | {x}能给我们省下时间。 | 耽误时间最少的是{x}。
      {x}比听上去费时。 | {x}要的时间，我们拿不出来。 | 选择{x}，要等更久才有结果。 | 别的事都会被{x}耽误。`),
    maintenance: concern(`日常维护 | 做好以后由谁照看？
      一旦就位，{x}最不用操心。 | 以后{x}给我们添的活儿很少。 | 不需要谁整天盯着{x}。 | 不费多少力气，{x}就能一直运转。
      {x}每周都会带来额外的活儿。 | 往后好几年都得有人照看{x}。 | 我不知道两年以后谁来管{x}。 | 需要时刻操心的是{x}。`),
    undo: concern(`退路 | 如果失败，我们怎么退回来？
      万一{x}是错的，还来得及改正。 | {x}不会堵住别的选择。 | 就算定了{x}，以后也能改变方向。 | 想要回头的话，{x}很容易。
      定了{x}，再回头就不容易了。 | 别的选择会被{x}堵住。 | 要是后悔选了{x}，就来不及了。 | 再想把{x}收回来就难了。`),
    people: concern(`受影响的人 | 谁会因此吃亏？
      我想多数相关的人都能接受{x}。 | {x}对受影响的人是公平的。 | 我估计很少有人会抱怨{x}。 | 对大家要求最少的是{x}。
      {x}把负担压在没被问过的人身上。 | 我能想到一些人，{x}对他们并不好。 | 真正要承受{x}的人，会选别的。 | 总会有一些人对{x}不满意。`),
    newcomers: concern(`学起来的难度 | 你会怎样向新来的人解释？
      新来的人第一天就能明白{x}。 | 以后有人加入，{x}很容易讲清楚。 | 五分钟就能讲明白{x}。 | 学会{x}用不了多久。
      每来一个人，{x}都得重新讲一遍。 | 新来的人很难弄懂{x}。 | 只有一开始就在场的人才看得懂{x}。 | 要花很久才能学会{x}。`),
    failure: concern(`风险 | 出了错会怎么样？
      真出了问题，{x}造成的损失最小。 | 我们的选择里最稳妥的是{x}。 | 就算判断错了，{x}对我们的影响也最小。 | 我看{x}的风险最少。
      {x}一旦出错，所有人会同时受影响。 | 我不愿意冒险选{x}。 | 如果{x}失败，我看不出靠什么补救。 | 只要一个失误，{x}就会伤到我们。`),
    simple: concern(`简单明了 | 你能用一句话说清楚吗？
      {x}简单，简单的事才做得成。 | {x}没有多少会被误解的地方。 | 大家一下子就明白{x}是什么意思。 | 我们的选择里最简单的是{x}。
      {x}会把事情弄复杂。 | 选择{x}，以后要不断破例。 | 很难说清{x}实际上是什么意思。 | 关于{x}，没弄清的问题太多。`),
    growth: concern(`发展的余地 | 量翻一倍以后还行得通吗？
      就算明年的量翻一倍，{x}也撑得住。 | 我看重{x}，是因为它给我们留了余地。 | 以后可以在{x}的基础上继续做。 | 再过五年，{x}也还够用。
      {x}眼下够用，量一大就不行了。 | 不出一年，{x}就跟不上我们了。 | {x}给我们留的余地太小。 | 要是做成了，{x}就不够用了。`),
    measure: concern(`检验的办法 | 我们怎么知道它有效？
      {x}可以先检验，再依靠它。 | 我们很快就能看出{x}对不对。 | 要看{x}有没有效，很容易。 | {x}的结果是可以衡量的。
      我看不出怎么检验{x}。 | 选择{x}，我们发现不了自己的错误。 | {x}到底有没有用，我们会一直争下去。 | {x}没有可以衡量的结果。`),
  },

  open: {
    steady: ["权衡之后，我主张{plan}。", "我的回答是{plan}；有更好的理由，我可以改。", "比较之后，我倾向于{plan}。"],
    curious: ["我的第一个想法是{plan}。", "如果我们{plan}，会怎么样？", "也许我漏了什么，不过我倾向于{plan}。"],
    sceptic: ["我疑问最少的答案是{plan}。", "虽然有些疑问，我还是主张{plan}。", "如果一定要选：{plan}。"],
    terse: ["我主张{plan}。", "简单说：{plan}。", "我赞成这一点：{plan}。"],
    bold: ["今天就定下来吧：{plan}。", "这件事我有把握，我们应该{plan}。", "在我看来很清楚：{plan}。"],
    warm: ["我相信大家都能接受这一点：{plan}。", "我们多半都会同意{plan}。", "这对大家都行得通：{plan}。"],
  },
  openOn: ["关于{matter}，我的回答是{plan}。", "对{matter}这个问题，我主张{plan}。"],
  openDeed: ["要{deed}，我主张{plan}。", "想{deed}的话，我们应该{plan}。"],
  same: ["跟{name}一样，我主张{plan}。", "{name}和我想得很近，我也主张{plan}。"],
  differ: ["{name}主张{other}，我宁愿{plan}。", "与{name}不同，我主张{plan}。", "我的看法和{name}不同：{plan}。"],
  briefing: ["事先有人告诉我：{quote}。", "我事先知道这一点：{quote}。"],
  person: ["{name}说{quote}，答案必须考虑到它。", "我接着{name}的话说：{quote}。"],
  credit: ["关于{theme}，{name}说得对。", "{name}说到的{theme}，我也很看重。", "我要强调{name}提到的{theme}。"],
  grant: oneOf(`关于{theme}，{name}有道理，只是另一点在我这里更重。 | 在{theme}上我同意{name}，结论却不一样。
    {name}说{theme}要紧，可要紧的不止这一点。`),
  doubt: ["{name}，我还没有被说服。", "有一点{name}没有提到。", "这里我不同意{name}。"],
  objection: ["我来找找弱点。", "我对{x}有一个异议。", "哪里可能出问题？"],
  noObjection: ["我又找了一遍{x}的弱点，没有找到新的。", "反对{x}的话，我都说过了。", "对{x}我没有别的异议了。"],
  recap: ["到目前为止，{tally}。", "据我听到的，{tally}。", "现在的情况是：{tally}。"],
  mostNamed: ["提得最多的是{theme}。", "大部分理由都与{theme}有关。"],
  hold: oneOf(`我还是选{mine}。 | 我仍然主张{plan}。 | 我的回答不变：{plan}。 | 我依然更看好{mine}。
    到现在没有什么改变我的回答：{plan}。 | 我的首选仍然是{mine}。`),
  moveFor: ["{name}用{theme}说服了我：我现在主张{plan}。", "我改主意了。关于{theme}，{name}是对的：{plan}。"],
  move: ["我转到{name}的提议上来：{plan}。", "我不再坚持，跟{name}一样主张{plan}。"],
  propose: ["我又想了一遍：{plan}。", "也许大家都能接受一个新办法：{plan}。"],
  agreed: oneOf(`我们一致了，{name}：{plan}。 | {name}，那我们说的是同一件事：{plan}。
    这样就行了：{plan}。 | {name}和我想要的一样：{plan}。`),
  condition: oneOf(`我只想多留意{theme}。 | 不能忘记的是{theme}。 | 要有人留意{theme}。
    在我看来还没说清的是{theme}。 | 唯一让我放心不下的是{theme}。`),
  figure: ["数字上我取{amount}。", "我的数字是{amount}。"],
  askBack: ["{name}，{ask}", "想问{name}：{ask}"],
  step: ["把理由写下来。", "一个月后再回头看一次。", "要告诉相关的人。", "应该有人向其他人说明这个决定。"],
  start: ["先商量好由谁开始。", "应该定一个日期。", "先写一份简短的计划。"],
  undecided: ["要弄清楚什么能让我们决定。", "决定之前先问问相关的人。"],
  tooShort: ["我同意。", "和之前一样。", "我没有意见。"],
  passes: ["[PASS]", "[NO RESPONSE]", "我没有要补充的。"],
  smallTalk: oneOf(`你好！我是排练用的模型。问我一件明白人也会有分歧的事吧。
    很高兴见到你。给我们一个有两面的问题，你就能看到一场讨论的排练。 | 欢迎。排练用什么问题都行：去海边还是去山里？`),

  synthesis: {
    voted: ["关于{matter}，投票决定：{plan}。"],
    settled: ["对{matter}，大家的答案是{plan}。", "关于{matter}，已表明的立场一致：{plan}。"],
    unsettled: ["大家没有就{matter}达成一致。支持最多的答案是{plan}。"],
    tied: ["大家没有就{matter}达成一致，分歧在{tally}之间。"],
    titles: { reasons: "理由", doubts: "需要留意的疑虑", dissent: "不同意见", next: "下一步" },
    none: { doubts: "没有人提出。", dissent: "没有人坚持别的答案。" },
    who: (name, words) => `${name}：${words}`,
    would: (plan) => `主张${plan}。`,
  },

  vote: {
    yes: oneOf(`{name}和我都主张{plan}。 | 我支持这个答案：{plan}。剩下的是{theme}。
      我和{name}之间已经没有分歧：{plan}。 | 这个我可以支持：{plan}。 | 这也是我的回答：{plan}。`),
    no: oneOf(`{name}主张{other}，我主张{plan}。 | {theme}还没有谈清楚：{name}主张{other}，我主张{plan}。 | 我主张{plan}，而{name}主张{other}。
      只要{name}还主张{other}，我们就没有一致：我主张{plan}。`),
    alone: ["我主张{plan}，还不知道别人怎么想。"],
    proseYes: ["我同意{name}：{plan}。", "是的，我同意，就{plan}。"],
    proseNo: ["我还不同意，我主张{plan}。", "不，目前我不同意，我主张{plan}。"],
    vague: ["嗯，让我再想一想。"],
    callYes: oneOf(`可以投票了。 | 每个人的立场我都清楚了。 | 再谈一轮，我的票也不会变。
      要紧的都说过了。 | 我听得够多了。`),
    callNo: oneOf(`还太早：{theme}应该多谈谈。 | 我想先再谈一轮。 | 还不行。
      关于{theme}，我还没有想好。 | 我想先多听听。`),
    choice: oneOf(`我选{quote}，主要是为了{theme}。 | 我的选择是{quote}，最要紧的是{theme}。
      在我看来{quote}最好，也考虑到{theme}。 | 我偏向{quote}，理由是{theme}。`),
    moved: ["我原来的想法不同，是{theme}让我转向{quote}。", "我以前不这么看，现在选{quote}。"],
    prose: ["我选择{quote}。", "我的票投给{quote}。"],
  },
}
