import { type ComponentProps, type CSSProperties, type ReactNode, useId } from "react"
import { classNames } from "./class-names.ts"
import { Icon } from "./icon.tsx"

interface FieldProps {
  readonly label: string
  /** Help text. */
  readonly hint?: ReactNode
  /** Validation message. */
  readonly problem?: string | undefined
  /** For screen readers only. */
  readonly isLabelHidden?: boolean
  readonly className?: string
}

interface ControlProps {
  readonly id: string
  readonly "aria-describedby": string | undefined
  readonly "aria-invalid": true | undefined
}

/** A label, its control, help text and error. The control spreads the props it is given, which link it to them. */
function Field(props: FieldProps & { readonly children: (wiring: ControlProps) => ReactNode }) {
  const { label, hint, problem, isLabelHidden, className, children } = props
  const id = useId()
  const described = [hint !== undefined && `${id}-hint`, problem !== undefined && `${id}-problem`].filter(Boolean)
  return (
    <div className={classNames("flex min-w-0 flex-col gap-1.5", className)}>
      <label htmlFor={id} className={isLabelHidden ? "sr-only" : "text-sm font-medium"}>
        {label}
      </label>
      {children({
        id,
        "aria-describedby": described.length > 0 ? described.join(" ") : undefined,
        "aria-invalid": problem === undefined ? undefined : true,
      })}
      {hint !== undefined && (
        <p id={`${id}-hint`} className="text-sm text-quiet">
          {hint}
        </p>
      )}
      {problem !== undefined && (
        <p id={`${id}-problem`} className="text-sm font-medium text-bad" role="alert">
          {problem}
        </p>
      )}
    </div>
  )
}

const controlClass = classNames(
  "w-full min-w-0 rounded-xl border border-line-strong bg-surface px-3 text-ink transition-colors",
  "hover:border-ink aria-invalid:border-bad disabled:opacity-60",
)

export function TextField({
  className,
  label,
  hint,
  problem,
  isLabelHidden,
  ...rest
}: FieldProps & ComponentProps<"input">) {
  return (
    <Field {...definedFieldProps({ label, hint, problem, isLabelHidden, className })}>
      {(wiring) => <input type="text" className={classNames(controlClass, "h-10")} {...rest} {...wiring} />}
    </Field>
  )
}

/** Grows with its text up to most of the window; browsers without `field-sizing` show the given rows. */
const growingClass = "field-sizing-content max-h-[60vh] min-h-[calc(var(--rows)*1.55em+1.125rem)]"

export function TextArea({
  className,
  label,
  hint,
  problem,
  isLabelHidden,
  rows = 3,
  ...rest
}: FieldProps & ComponentProps<"textarea">) {
  return (
    <Field {...definedFieldProps({ label, hint, problem, isLabelHidden, className })}>
      {(wiring) => (
        <textarea
          rows={rows}
          style={{ "--rows": rows } as CSSProperties}
          className={classNames(controlClass, growingClass, "py-2")}
          {...rest}
          {...wiring}
        />
      )}
    </Field>
  )
}

/** The native select: the most accessible one by keyboard and on phones. */
export function Select({
  className,
  label,
  hint,
  problem,
  isLabelHidden,
  ...rest
}: FieldProps & ComponentProps<"select">) {
  return (
    <Field {...definedFieldProps({ label, hint, problem, isLabelHidden, className })}>
      {(wiring) => (
        <span className="relative flex">
          <select className={classNames(controlClass, "h-10 appearance-none truncate pe-9")} {...rest} {...wiring} />
          <Icon name="chevron" className="pointer-events-none absolute end-2.5 top-3 size-4 text-quiet" />
        </span>
      )}
    </Field>
  )
}

interface CheckboxProps extends Omit<ComponentProps<"input">, "type"> {
  readonly label: string
}

export function Checkbox({ label, className, ...rest }: CheckboxProps) {
  return (
    <label className={classNames("flex items-start gap-2.5 text-sm", className)}>
      <input type="checkbox" className="mt-0.5 size-4.5 shrink-0 accent-accent" {...rest} />
      <span>{label}</span>
    </label>
  )
}

function definedFieldProps({
  label,
  hint,
  problem,
  isLabelHidden,
  className,
}: { [K in keyof FieldProps]: FieldProps[K] | undefined }) {
  return {
    label: label ?? "",
    ...(hint !== undefined && { hint }),
    ...(problem !== undefined && { problem }),
    ...(isLabelHidden !== undefined && { isLabelHidden }),
    ...(className !== undefined && { className }),
  }
}
