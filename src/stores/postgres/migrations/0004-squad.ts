import { squadFunctions, squadNames } from "../squad/functions.ts"
import { squadColumns } from "../squad/schema.ts"
import { protect } from "./protect.ts"

const counters = protect("squad_counters", { may: "SELECT, INSERT, UPDATE" })

export const squadMigration = [squadNames, squadColumns, counters, squadFunctions].join("\n")
