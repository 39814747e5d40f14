import pg from "pg"

const int8 = 20

/** How values of rows become values of ours; `pg`'s own settings stay as they are for others in this process. */
export const rowTypes: pg.CustomTypesConfig = {
  getTypeParser(oid: number, format?: "text" | "binary") {
    // Counts and sizes; none of ours gets near 2^53.
    if (oid === int8 && format !== "binary") return Number
    return pg.types.getTypeParser(oid, format as "text")
  },
}
