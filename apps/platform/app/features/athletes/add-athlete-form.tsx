import { athletesApi } from '@sherpa/api-client/athletes'
import { type Level, levels, newAthlete } from '@sherpa/contracts/athlete'
import { type SportId, sportIds } from '@sherpa/contracts/sports'
import { usStates } from '@sherpa/contracts/us-states'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link, useNavigate } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useLabels, useOrganization } from '../../frame/account-context.ts'
import { planLimitReached } from './plan-limit.ts'
import { PositionsField } from './positions-field.tsx'
import { SportOptions } from './sport-options.tsx'

/** Basic facts; everything else is entered on the record. */
export function AddAthleteForm({ onClose }: { onClose: () => void }) {
  const { id: organization, may } = useOrganization()
  const labels = useLabels()
  const navigate = useNavigate()
  const [addAthlete] = athletesApi.useAddAthleteMutation()
  const inUse = athletesApi.useSportsInUseQuery({ organization }).currentData?.sports ?? sportIds
  const [sport, setSport] = useState<SportId | ''>('')
  const [positions, setPositions] = useState<string[]>([])
  const [level, setLevel] = useState<Level | ''>('')
  const [isOverLimit, setIsOverLimit] = useState(false)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newAthlete,
    read: ({ classYear, ...typed }) => ({
      ...Object.fromEntries(Object.entries(typed).filter(([, value]) => value !== '')),
      // Names are required, so empty ones are validated too.
      givenName: typed.givenName,
      familyName: typed.familyName,
      ...(classYear ? { classYear: Number(classYear) } : {}),
      positions,
    }),
    async send(body) {
      setIsOverLimit(false)
      const { id } = await addAthlete({ organization, body }).unwrap()
      void navigate(`/organizations/${organization}/athletes/${id}`)
    },
    onRefusal({ code }) {
      setIsOverLimit(code === 'no-room-for-athletes')
      return code === 'no-room-for-athletes'
    },
  })

  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={isOverLimit ? planLimitReached(labels) : failureText} />
      {isOverLimit && may('billing.manage') && (
        <p className="text-sm">
          <Link to={`/organizations/${organization}/billing`} className={textLinkClass}>
            Choose a larger plan
          </Link>
        </p>
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <TextField name="givenName" label="First name" maxLength={80} autoComplete="off" errors={errors} />
        <TextField name="familyName" label="Last name" maxLength={80} autoComplete="off" errors={errors} />
        <Field label="Level" note="optional" error={errors.get('level')}>
          {(control) => (
            <Select
              {...control}
              name="level"
              value={level}
              onChange={({ target }) => setLevel(target.value as Level | '')}
            >
              <option value="">Unknown</option>
              <Options of={levels} />
            </Select>
          )}
        </Field>
        <Field label="Stage" note="optional" error={errors.get('stage')}>
          {(control) => (
            <Select {...control} name="stage" defaultValue="">
              <option value="">Unknown</option>
              <Options of={labels.stages} />
            </Select>
          )}
        </Field>
        <Field label="Sport" note="optional" error={errors.get('sport')}>
          {(control) => (
            <Select
              {...control}
              name="sport"
              value={sport}
              onChange={({ target }) => {
                setSport(target.value as SportId | '')
                setPositions([])
              }}
            >
              <option value="">Unknown</option>
              <SportOptions inUse={inUse} />
            </Select>
          )}
        </Field>
        <PositionsField sport={sport} positions={positions} onChange={setPositions} error={errors.get('positions')} />
        <TextField
          name="school"
          label={level === 'pro' ? 'Club' : 'School or club'}
          note="optional"
          maxLength={120}
          autoComplete="off"
          errors={errors}
        />
        {level !== 'pro' && (
          <TextField
            name="classYear"
            label="Class year"
            note="optional"
            inputMode="numeric"
            maxLength={4}
            autoComplete="off"
            errors={errors}
          />
        )}
        <Field label="State" note="optional" error={errors.get('state')}>
          {(control) => (
            <Select {...control} name="state" defaultValue="">
              <option value="">Unknown</option>
              <Options of={usStates} />
            </Select>
          )}
        </Field>
        {may('athletes.sensitive') && (
          <TextField name="birthDate" label="Birth date" note="optional" type="date" errors={errors} />
        )}
      </div>
      <SubmitActions label="Add athlete" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function Options({ of: names }: { of: Readonly<Record<string, string>> }) {
  return Object.entries(names).map(([value, name]) => (
    <option key={value} value={value}>
      {name}
    </option>
  ))
}
