import type { ComponentProps } from "react"
import { classNames } from "./class-names.ts"
import { Spinner } from "./spinner.tsx"

const looks = {
  primary: "bg-accent text-on-accent hover:bg-accent-strong",
  plain: "bg-surface text-ink border border-line hover:border-line-strong",
  quiet: "text-quiet hover:text-ink hover:bg-sunken",
  danger: "bg-surface text-bad border border-line hover:border-bad",
}

const sizes = {
  small: "min-h-8 px-3 text-sm gap-1.5 rounded-lg",
  medium: "min-h-10 px-4 text-sm gap-2 rounded-xl",
  large: "min-h-12 px-6 text-base gap-2 rounded-xl",
}

export interface ButtonLook {
  readonly look?: keyof typeof looks
  readonly size?: keyof typeof sizes
}

/** Button styles for links, such as the router's. */
export function buttonClass({ look = "plain", size = "medium" }: ButtonLook = {}): string {
  return classNames(
    "inline-flex shrink-0 items-center justify-center max-w-full font-medium transition-colors select-none sm:whitespace-nowrap",
    "disabled:cursor-not-allowed disabled:opacity-60 aria-disabled:cursor-not-allowed aria-disabled:opacity-60",
    looks[look],
    sizes[size],
  )
}

interface ButtonProps extends ComponentProps<"button">, ButtonLook {
  /** Shows a spinner and blocks a second click. */
  readonly isBusy?: boolean
}

export function Button({ look, size, isBusy = false, type = "button", className, children, ...rest }: ButtonProps) {
  return (
    <button
      type={type}
      className={classNames(buttonClass({ ...(look && { look }), ...(size && { size }) }), className)}
      aria-disabled={isBusy || undefined}
      {...rest}
      {...(isBusy && { onClick: (event) => event.preventDefault() })}
    >
      {isBusy && <Spinner />}
      {children}
    </button>
  )
}

interface IconButtonProps extends ComponentProps<"button"> {
  /** Accessible name, also shown as the tooltip. */
  readonly label: string
}

export function IconButton({ label, type = "button", className, ...rest }: IconButtonProps) {
  return (
    <button
      type={type}
      aria-label={label}
      title={label}
      className={classNames(
        "inline-flex size-9 shrink-0 items-center justify-center rounded-lg text-quiet transition-colors",
        "hover:bg-sunken hover:text-ink disabled:cursor-not-allowed disabled:opacity-50",
        className,
      )}
      {...rest}
    />
  )
}
