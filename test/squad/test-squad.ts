import { afterAll, beforeAll, beforeEach } from "vitest"
import { modelCatalogue } from "../../src/main/available-models.ts"
import { rehearsalModel, rehearsalNames } from "../../src/models/rehearsal/index.ts"
import type { Models } from "../../src/ports/model.ts"
import type { SquadContext } from "../../src/squad/context.ts"
import * as squad from "../../src/squad/index.ts"
import { ManualClock } from "../../src/testing/index.ts"
import type { SquadFixture } from "../contracts/squad-store.ts"
import { openTest, type TestDatabase } from "../support/databases.ts"
import { squadFixture } from "./squad-fixture.ts"

/** A separate squad for each test of a file, on the embedded database, with rehearsal models and a stopped clock. */
export class TestSquad {
  #database!: TestDatabase
  fixture!: SquadFixture
  clock!: ManualClock
  context!: SquadContext

  constructor() {
    beforeAll(async () => {
      this.#database = await openTest({ data: "memory" })
    })
    afterAll(() => this.#database.storage.close())
    beforeEach(async () => {
      this.fixture = await squadFixture(this.#database)
      this.clock = new ManualClock()
      const models = modelCatalogue([{ names: rehearsalNames, find: (name) => rehearsalModel(name) }])
      this.context = { squad: this.fixture.squad, clock: this.clock, models }
    })
  }

  useModels(models: Models): void {
    this.context = { ...this.context, models }
  }

  async ask(input: Partial<squad.PostPromptInput> = {}) {
    const asked = { requester_agent: "planner", prompt_message: "Should we drop Node 20?", ...input }
    return (await squad.postPrompt({ context: this.context, input: asked })).prompt
  }

  answer(promptId: string, agent_name: string, more: Partial<squad.AnswerPromptInput> = {}) {
    const input = { promptId, agent_name, message: `${agent_name} agrees`, ...more }
    return squad.answerPrompt({ context: this.context, input })
  }

  get(promptId: string) {
    return squad.waitForPrompt({ context: this.context, input: { promptId, seconds: 0 } })
  }
}
