import { Select } from '@sherpa/ui/select'

/** What a value of the file means. */
export function ValueSelect({
  label,
  choices,
  value,
  unset,
  onChange,
}: {
  label: string
  choices: Record<string, string>
  /** Empty: nothing. Undefined: nobody has said. */
  value: string | undefined
  /** What it says where nobody has said. */
  unset: string
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
      <option value="is ">Leave this value empty</option>
      {Object.entries(choices).map(([id, name]) => (
        <option key={id} value={`is ${id}`}>
          {name}
        </option>
      ))}
    </Select>
  )
}
