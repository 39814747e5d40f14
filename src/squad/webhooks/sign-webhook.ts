import { createHmac } from "node:crypto"

/** The value of `conclave-signature`: the time in seconds, and the HMAC of time and body under the webhook's secret. */
export function signWebhook(secret: string, body: string, seconds: number): string {
  const digest = createHmac("sha256", secret).update(`${seconds}.${body}`).digest("hex")
  return `t=${seconds},v1=${digest}`
}
