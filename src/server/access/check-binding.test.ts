import { expect, test } from "vitest"
import { checkBinding } from "./check-binding.ts"

const noKeys = { hasAny: async () => false }
const someKeys = { hasAny: async () => true }

test.each(["127.0.0.1", "127.9.9.9", "::1", "[::1]", "::ffff:127.0.0.1", "localhost"])(
  "%s is local to this machine and needs no key [access.loopback]",
  async (host) => {
    expect(await checkBinding({ host, keys: noKeys })).toEqual({ keysRequired: false })
    expect(await checkBinding({ host, hosts: ["localhost:80"], keys: someKeys })).toEqual({ keysRequired: false })
  },
)

test.each(["0.0.0.0", "::", "[::]", "", "192.168.1.5", "10.0.0.1", "::ffff:0.0.0.0", "2001:db8::1", "8.8.8.8"])(
  'without a key the server does not start on "%s", and says how to create one [access.other-address]',
  async (host) => {
    await expect(checkBinding({ host, keys: noKeys })).rejects.toMatchObject({
      code: "INPUT_INVALID",
      problems: [{ field: "host", message: expect.stringContaining("conclave keys create") }],
    })
    expect(await checkBinding({ host, keys: someKeys })).toEqual({ keysRequired: true })
  },
)

test("behind a proxy it has a public name, and needs keys as on any other address [access.other-address]", async () => {
  const given = { host: "127.0.0.1", hosts: ["table.example"] }
  await expect(checkBinding({ ...given, keys: noKeys })).rejects.toMatchObject({ code: "INPUT_INVALID" })
  expect(await checkBinding({ ...given, keys: someKeys })).toEqual({ keysRequired: true })
})

test("a host name that cannot be resolved is reported", async () => {
  await expect(checkBinding({ host: "no-such-host.invalid", keys: someKeys })).rejects.toMatchObject({
    problems: [{ field: "host", message: expect.stringContaining("no-such-host.invalid") }],
  })
})
