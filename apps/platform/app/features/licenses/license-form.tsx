import { licensesApi } from '@sherpa/api-client/licenses'
import { upload } from '@sherpa/api-client/upload'
import { addDays } from '@sherpa/contracts/days'
import { type License, newLicense } from '@sherpa/contracts/license'
import { licenseOperations } from '@sherpa/contracts/license-operations'
import { stateName, usStates } from '@sherpa/contracts/us-states'
import { Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { calendarDay } from '../../data/moments.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { NoteField } from '../../forms/note-field.tsx'
import { ScanField } from '../../forms/scan-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { MemberSelect } from '../organizations/people/member-select.tsx'
import { RemoveButton } from './remove-button.tsx'
import { ScannedDocument } from './scanned-document.tsx'
import { useScannedRecord } from './use-scanned-record.ts'

/** Adds a license, renews or changes one. */
export function LicenseForm({
  license,
  renews,
  onClose,
}: {
  license?: License
  renews?: License
  onClose: () => void
}) {
  const former = license ?? renews
  const { id: organization, may } = useOrganization()
  const dispatch = useAppDispatch()
  const [add] = licensesApi.useAddLicenseMutation()
  const [change] = licensesApi.useChangeLicenseMutation()
  const [remove] = licensesApi.useRemoveLicenseMutation()
  const { errors, failure, busy, busyLabel, formProps, scan } = useScannedRecord({
    record: license,
    schema: newLicense,
    read: ({ personId, until, note, ...typed }) => ({
      ...typed,
      ...(personId ? { personId } : {}),
      until: until || null,
      note: note || null,
    }),
    add: (body, headers) => add({ organization, body, headers }).unwrap(),
    change: ({ personId: _, ...facts }, { id, version }) =>
      change({ organization, license: id, body: { ...facts, version } }).unwrap(),
    upload: ({ id }, body, watch) =>
      dispatch(
        upload(
          licenseOperations.addLicenseFile,
          { organization, license: id, query: { name: body.name }, body },
          watch,
        ),
      ),
    done: license ? 'License saved.' : renews ? 'License renewed.' : 'License added.',
    conflictInWords,
    onClose,
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failure} />
      {former ? (
        <>
          <p className="text-sm text-slate">{holderOf(former)}</p>
          {renews?.person && <input type="hidden" name="personId" value={renews.person.id} />}
        </>
      ) : (
        may('people.manage') && (
          <Field label="Member" error={errors.get('personId')}>
            {(control) => <MemberSelect {...control} name="personId" none="Me" />}
          </Field>
        )
      )}
      <div className="grid gap-4 sm:grid-cols-2">
        <Field label="State" error={errors.get('state')}>
          {(control) => (
            <Select {...control} name="state" defaultValue={former?.state ?? ''}>
              <option value="" disabled>
                Choose a state
              </option>
              {Object.entries(usStates).map(([code, name]) => (
                <option key={code} value={code}>
                  {name}
                </option>
              ))}
            </Select>
          )}
        </Field>
        <TextField
          name="number"
          label="License number"
          autoComplete="off"
          maxLength={60}
          defaultValue={former?.number}
          errors={errors}
        />
        <TextField
          name="from"
          label="First day"
          type="date"
          defaultValue={license?.from ?? (renews?.until && addDays(renews.until, 1)) ?? undefined}
          errors={errors}
        />
        <TextField
          name="until"
          label="Last day"
          note="optional"
          type="date"
          defaultValue={license?.until ?? ''}
          errors={errors}
        />
      </div>
      <NoteField maxLength={500} defaultValue={license?.note ?? ''} errors={errors} />
      {license?.file && <ScannedDocument of={license} />}
      <ScanField {...scan} />
      {license && (
        <RemoveButton
          label="Remove license"
          done="License removed."
          remove={() => remove({ organization, license: license.id }).unwrap()}
          onRemoved={onClose}
        />
      )}
      <SubmitActions
        label={license ? 'Save' : renews ? 'Renew license' : 'Add license'}
        busyLabel={busyLabel}
        busy={busy}
        onCancel={onClose}
      />
    </form>
  )
}

export const holderOf = ({ person, isMember }: License) =>
  person ? `${person.name}${isMember ? '' : ', former member'}` : 'Deleted account'

function conflictInWords({ state, number, from, until }: License) {
  const days = `${calendarDay(from)} to ${until ? calendarDay(until) : 'open end'}`
  return `A colleague has changed this license: ${stateName(state)}, ${number}, ${days}. Save again to apply your changes.`
}
