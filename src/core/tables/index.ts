export { formatSchema } from "../formats/discussion-input.ts"
export { resolveTable, type TableDefaults } from "./resolve-table.ts"
export { tableFileSchema } from "./table-file.ts"
export { validateTable } from "./table-problems.ts"
