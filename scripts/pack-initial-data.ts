import { packInitialData } from "../src/stores/postgres/embedded/initial-data.ts"

await packInitialData()
