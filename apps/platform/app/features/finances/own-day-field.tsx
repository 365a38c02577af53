import { organizationsApi } from '@sherpa/api-client/organizations'
import { dayIn } from '@sherpa/contracts/days'
import { useState } from 'react'
import { TextField } from '../../forms/text-field.tsx'
import { useOrganization } from '../../frame/account-context.ts'

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
  const { id: organization } = useOrganization()
  const { currentData } = organizationsApi.useOrganizationQuery({ organization })
  const today = currentData ? dayIn(new Date().toISOString(), currentData.timeZone) : ''
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
