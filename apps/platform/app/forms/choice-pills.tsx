/** Radio buttons as pills. With `onChoose`, a second click clears the choice. */
export function ChoicePills<Choice extends string>({
  legend,
  name,
  choices,
  value,
  initial,
  isBelowHeading = false,
  onChoose,
}: {
  legend: string
  name: string
  choices: Partial<Record<Choice, string>>
  value?: Choice | null
  initial?: Choice | null
  /** Hides the legend below a heading with the same meaning. */
  isBelowHeading?: boolean
  onChoose?: (choice: Choice | null) => void
}) {
  return (
    <fieldset>
      <legend className={isBelowHeading ? 'sr-only' : 'mb-1.5 text-sm font-semibold text-ink'}>{legend}</legend>
      <div className="flex flex-wrap gap-1.5">
        {(Object.entries(choices) as [Choice, string][]).map(([choice, label]) => (
          <label
            key={choice}
            className="inline-flex min-h-8 cursor-pointer items-center rounded-full border border-line-strong px-3 text-sm font-medium text-slate hover:text-ink has-checked:border-glacier has-checked:bg-glacier-pale has-checked:text-glacier-deep has-focus-visible:outline-2 has-focus-visible:outline-offset-2 has-focus-visible:outline-(--focus-ring,var(--color-glacier)) max-md:min-h-11"
          >
            <input
              type="radio"
              name={name}
              value={choice}
              className="sr-only"
              {...(onChoose
                ? {
                    checked: value === choice,
                    onChange: () => undefined,
                    onClick: () => onChoose(value === choice ? null : choice),
                  }
                : { defaultChecked: initial === choice })}
            />
            {label}
          </label>
        ))}
      </div>
    </fieldset>
  )
}
