import { Select } from '@sherpa/ui/select'

/** Chooses the meaning of a value. */
export function ValueSelect({
  label,
  choices,
  value,
  unset,
  mayBeEmpty = true,
  onChange,
}: {
  label: string
  choices: Record<string, string>
  /** Empty: imported as empty. Undefined: not chosen. */
  value: string | undefined
  /** The label of "not chosen". */
  unset: string
  mayBeEmpty?: boolean | undefined
  onChange: (meaning: string | undefined) => void
}) {
  return (
    <Select
      size="small"
      aria-label={label}
      value={value === undefined ? 'unset' : `is ${value}`}
      onChange={({ target }) => onChange(target.value === 'unset' ? undefined : target.value.slice(3))}
    >
      <option value="unset">{unset}</option>
      {mayBeEmpty && <option value="is ">Leave this value empty</option>}
      {Object.entries(choices).map(([id, name]) => (
        <option key={id} value={`is ${id}`}>
          {name}
        </option>
      ))}
    </Select>
  )
}
