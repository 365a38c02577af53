import { athletesApi } from '@sherpa/api-client/athletes'
import {
  type Athlete,
  type Eligibility,
  type EligibilityStatus,
  eligibilityStatuses,
  newEligibility,
} from '@sherpa/contracts/athlete'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { useState } from 'react'
import { calendarDay } from '../../../data/moments.tsx'
import { ConfirmDialog } from '../../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SelectField } from '../../../forms/select-field.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useFocusWhenLost } from '../../../frame/focus-when-lost.ts'
import { useToday } from '../../../frame/use-today.ts'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { QuietButton } from './panel-parts.tsx'

const tones: Record<EligibilityStatus, Tone> = {
  eligible: 'good',
  'not-eligible': 'bad',
  pending: 'warning',
  'redshirt-year': 'info',
  exhausted: 'quiet',
}

/** Eligibility by season, newest first. */
export function EligibilityPanel({ athlete }: { athlete: Athlete }) {
  const { id: organization } = useOrganization()
  const [isAdding, setAdding] = useState(false)
  const [removed, setRemoved] = useState<Eligibility>()
  const [remove] = athletesApi.useRemoveEligibilityMutation()
  const { editable, eligibility } = athlete
  const heading = useFocusWhenLost(eligibility?.length)
  if (!eligibility || (!editable && eligibility.length === 0)) return null
  return (
    <Panel
      title="Eligibility"
      headingRef={heading}
      empty={eligibility.length === 0 && 'Not checked yet'}
      actions={
        editable && (
          <QuietButton name="Add eligibility" onClick={() => setAdding(true)}>
            Add
          </QuietButton>
        )
      }
    >
      {eligibility.length > 0 && (
        <ul className="-mt-4 divide-y divide-line-soft text-sm">
          {eligibility.map((entry) => (
            <li key={entry.id} className="flex items-start justify-between gap-2 py-2">
              <div className="min-w-0">
                <span className="flex flex-wrap items-center gap-2">
                  <span className="font-medium text-ink">{entry.season}</span>
                  <StatusBadge tone={tones[entry.status]}>{eligibilityStatuses[entry.status]}</StatusBadge>
                </span>
                {entry.reason && <span className="block break-words">{entry.reason}</span>}
                <span className="block text-xs text-grey">Checked {calendarDay(entry.checkedOn)}</span>
              </div>
              {editable && (
                <RowMenu name={`Actions for ${entry.season}`}>
                  <MenuItem onClick={() => setRemoved(entry)}>Remove</MenuItem>
                </RowMenu>
              )}
            </li>
          ))}
        </ul>
      )}
      <Dialog open={isAdding} title="Add eligibility" onClose={() => setAdding(false)}>
        <EligibilityForm athlete={athlete} onClose={() => setAdding(false)} />
      </Dialog>
      <ConfirmDialog
        open={removed !== undefined}
        title={`Remove ${removed?.season ?? ''}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={() => remove({ organization, athlete: athlete.id, eligibility: removed?.id ?? '' }).unwrap()}
      >
        <p className="text-sm">The timeline keeps a record of the removal.</p>
      </ConfirmDialog>
    </Panel>
  )
}

function EligibilityForm({ athlete, onClose }: { athlete: Athlete; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [add] = athletesApi.useAddEligibilityMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newEligibility,
    read: ({ reason, ...typed }) => ({ ...typed, reason: reason || null }),
    async send(body) {
      await add({ organization, athlete: athlete.id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <TextField name="season" label="Season" hint="For example, 2026–27" maxLength={20} errors={errors} />
      <SelectField name="status" label="Status" options={eligibilityStatuses} error={errors.get('status')} />
      <TextField name="reason" label="Reason" note="optional" maxLength={300} errors={errors} />
      <TextField name="checkedOn" type="date" label="Checked on" defaultValue={useToday()} errors={errors} />
      <SubmitActions label="Add" busyLabel="Adding…" busy={busy} onCancel={onClose} />
    </form>
  )
}
