import { useState } from 'react'
import { TextField } from '../../forms/text-field.tsx'
import { useToday } from '../../frame/use-today.ts'

/** A date that defaults to today in the organization's time zone, as on the server. */
export function PastDayField({
  name,
  label,
  errors,
}: {
  name: string
  label: string
  errors: ReadonlyMap<string, string>
}) {
  const today = useToday()
  const [chosen, setChosen] = useState<string>()
  return (
    <TextField
      name={name}
      label={label}
      type="date"
      max={today}
      value={chosen ?? today}
      onChange={({ target }) => setChosen(target.value)}
      errors={errors}
    />
  )
}
