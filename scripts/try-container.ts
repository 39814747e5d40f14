import { execFileSync, spawnSync } from "node:child_process"
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from "node:fs"
import { tmpdir } from "node:os"
import { join } from "node:path"

/**
 * Runs the steps of the Dockerfile without a container runtime: `node scripts/try-container.ts`, as root on Linux. Each
 * stage is an overlay over this machine's root, so nothing outside changes; the server then runs as the image's user on a
 * read-only root. Unlike a container, the base image is this machine with the repository's Node.
 */

interface Instruction {
  readonly name: string
  readonly value: string
}

const root = join(import.meta.dirname, "..")
const folder = mkdtempSync(join(tmpdir(), "conclave-container-"))

if (process.platform !== "linux" || process.getuid?.() !== 0) {
  console.error("This needs Linux and root, because it mounts an overlay. Nothing was run.")
  process.exit(1)
}
const context = join(folder, "context")
mkdirSync(context)
// The build context is what a clone contains.
execFileSync("sh", ["-c", `git ls-files -z | tar --null -T - -cf - | tar -xf - -C ${context}`], { cwd: root })
const steps = join(folder, "steps.sh")
writeFileSync(steps, writeSteps(parseDockerfile(readFileSync(join(root, "Dockerfile"), "utf8"))))
const { status } = spawnSync("unshare", ["--mount", "bash", "-euo", "pipefail", steps], { stdio: "inherit" })
rmSync(folder, { recursive: true, force: true })
process.exitCode = status ?? 1

function parseDockerfile(text: string): readonly Instruction[] {
  const lines = text.replaceAll("\\\n", " ").split("\n")
  const instructions = lines.filter((line) => line.trim() !== "" && !line.startsWith("#"))
  return instructions.map((line) => {
    const [name = "", ...value] = line.split(" ")
    return { name, value: value.join(" ").trim() }
  })
}

/** One shell script for all stages; `in_image` runs a command inside the current stage. */
function writeSteps(instructions: readonly Instruction[]): string {
  const last = new Map(instructions.map(({ name, value }) => [name, value]))
  const words = (name: string) => (JSON.parse(last.get(name) ?? "[]") as string[]).map(quote).join(" ")
  const health = last.get("HEALTHCHECK")?.replace(/^.*?CMD /, "") ?? "[]"
  return [
    `status() { curl -s -o /dev/null -w '%{http_code}' "$@" http://127.0.0.1:4600/api/v1/discussions; }`,
    `cd ${folder}; mkdir mounts; mount -t tmpfs tmpfs mounts`,
    `stage() { mkdir -p mounts/$1/{upper,work,root}; image=$PWD/mounts/$1/root; at=/; user=root`,
    `  mount -t overlay overlay -o lowerdir=/,upperdir=mounts/$1/upper,workdir=mounts/$1/work $image`,
    `  mount --bind /proc $image/proc; mount --rbind /dev $image/dev; mkdir -p $image/usr/local/bin`,
    `  cp ${join(root, "node_modules/node/bin/node")} $image/usr/local/bin/node`,
    `  chroot $image sh -c 'id node >/dev/null 2>&1 || useradd --create-home node'; }`,
    `enter() { exec chroot $image setpriv --reuid=$user --regid=$user --init-groups env -i PATH=/usr/local/bin:/usr/bin:/bin HOME=/tmp sh -c "cd $at && $1"; }`,
    `in_image() { (enter "$1"); }`,
    ...instructions.map(writeStep),
    `echo "== read-only root, user $user, volume ${last.get("VOLUME")}"`,
    `chroot $image mount -t tmpfs tmpfs /tmp`,
    `mkdir volume; cp -a $image${last.get("VOLUME")}/. volume/; chown --reference=$image${last.get("VOLUME")} volume; chmod 700 volume`,
    `mount --bind volume $image${last.get("VOLUME")}; mount -o remount,ro $image`,
    `in_image 'touch /app/x' 2>/dev/null && { echo "the root can be written"; exit 1; }`,
    `export image at user; export -f enter in_image status; unshare --net bash -euo pipefail <<'RUN'`,
    `ip link set lo up`,
    `key=$(in_image ${quote(`${words("ENTRYPOINT")} keys create me --scope admin --json`)} | grep -o 'cnk_[A-Za-z0-9_-]*' | awk 'length > 20')`,
    `for start in first second; do`,
    `  enter ${quote(`exec ${words("ENTRYPOINT")} ${words("CMD")}`)} & server=$!`,
    `  for second in $(seq 30); do in_image ${quote((JSON.parse(health) as string[]).map(quote).join(" "))} && break; sleep 1; done`,
    `  echo "$start start: without a key $(status), with a key $(status -H "x-api-key: $key")"`,
    `  kill -TERM $server; code=0; wait $server || code=$?; echo "after SIGTERM: exit code $code"`,
    `done`,
    `RUN`,
    `find volume -printf '%M %u %P\\n'`,
  ].join("\n")
}

function writeStep({ name, value }: Instruction): string {
  const say = `echo ${quote(`== ${name} ${value}`)}`
  if (name === "FROM") return `${say}; stage ${/ AS (\S+)/.exec(value)?.[1] ?? "final"}`
  if (name === "WORKDIR") return `${say}; at=${value}; mkdir -p $image$at`
  if (name === "USER") return `${say}; user=${value}`
  if (name === "RUN") return `${say}; in_image ${quote(value)}`
  if (name !== "COPY") return say
  const [, from, source, target] = /^(?:--from=(\S+) )?(\S+) (\S+)$/.exec(value) ?? []
  const origin = from ? `mounts/${from}/root${source}` : "context"
  const place = target === "." ? "$image$at" : `$image${target}`
  return `${say}; mkdir -p ${place}; cp -a ${origin}/. ${place}/`
}

function quote(text: string): string {
  return `'${text.replaceAll("'", "'\\''")}'`
}
