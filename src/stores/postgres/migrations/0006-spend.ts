import { spendFunctions, spendTables } from "../spend/schema.ts"
import { protect } from "./protect.ts"

export const spendMigration = [
  spendTables,
  protect("spend_accounts"),
  protect("spend_reservations"),
  spendFunctions,
].join("\n")
