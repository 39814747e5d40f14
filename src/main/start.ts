import { showDiscussion } from "../cli/show-discussion.ts"
import { conclave } from "./conclave.ts"

const { stdout, env, argv } = process
const live = stdout.isTTY === true

const table = conclave({ paced: live })
const run = table.discuss({
  format: "hive",
  topic: argv[2] ?? "Should a small team rewrite its ageing billing system, or keep mending it?",
  ...(env.CONCLAVE_SEED !== undefined && { seed: Number(env.CONCLAVE_SEED) }),
})

process.once("SIGINT", () => void run.abort())

await showDiscussion(run, {
  write: (text) => void stdout.write(text),
  width: stdout.columns ?? 80,
  colour: live && env.NO_COLOR === undefined,
})
if (live) stdout.write('Ask something of your own: npm start -- "Tabs or spaces?"\n')
