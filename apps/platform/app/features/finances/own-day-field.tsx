import { useState } from 'react'
import { TextField } from '../../forms/text-field.tsx'
import { useToday } from '../../frame/use-today.ts'

/** A day on which something was paid: today, unless one says otherwise. What day it is, the organization's time zone says, as for the server. */
export function OwnDayField({
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
