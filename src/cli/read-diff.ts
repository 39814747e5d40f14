import { execFile } from "node:child_process"
import { promisify } from "node:util"
import { ConclaveError, invalidField } from "../core/errors.ts"

const maxDiffBytes = 10_000_000

/** The git diff of a range, such as `main...HEAD`, or of uncommitted changes. */
export async function readDiff(range: string | undefined, folder: string): Promise<string> {
  if (range?.startsWith("-")) {
    throw invalidField("range", `"${range}" looks like an option; use commits, such as main...HEAD`)
  }
  // The repository's own configuration must not run programs or change the output.
  const show = ["diff", "--no-color", "--no-ext-diff", "--no-textconv", "--src-prefix=a/", "--dst-prefix=b/"]
  const args = ["-c", "core.quotePath=false", ...show, "-U8", range ?? "HEAD", "--"]
  try {
    return (await promisify(execFile)("git", args, { cwd: folder, maxBuffer: maxDiffBytes })).stdout
  } catch (error) {
    throw diffError(error as GitError, folder, range)
  }
}

type GitError = NodeJS.ErrnoException & { readonly stderr?: string }

function diffError({ code, stderr = "" }: GitError, folder: string, range: string | undefined): Error {
  if (code === "ENOENT") {
    return new ConclaveError(
      "INITIALIZATION_FAILED",
      "git was not found; install it, or pipe a diff to `conclave review -`",
    )
  }
  if (code === "ERR_CHILD_PROCESS_STDIO_MAXBUFFER") {
    return invalidField("range", "the change is larger than 10 MB; use fewer commits")
  }
  if (/not a git repository/i.test(stderr)) {
    return invalidField("range", `${folder} is not in a git repository; run it in one, or pipe a diff in`)
  }
  const [reason = "git failed"] = stderr.trim().split("\n")
  const fix = range === undefined ? "run it in a repository, or pipe a diff in" : "use commits, such as main...HEAD"
  return invalidField("range", `${reason}; ${fix}`)
}
