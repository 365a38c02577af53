import { licensesApi } from '@sherpa/api-client/licenses'
import { upload } from '@sherpa/api-client/upload'
import { type License, newLicense } from '@sherpa/contracts/license'
import { licenseOperations } from '@sherpa/contracts/license-operations'
import type { Problem } from '@sherpa/contracts/problem'
import { stateName, usStates } from '@sherpa/contracts/us-states'
import { controlClass, Field } from '@sherpa/ui/field'
import { Select } from '@sherpa/ui/select'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { useIdempotencyKey } from '../../data/idempotency-key.ts'
import { calendarDay } from '../../data/moments.tsx'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { ScanField } from '../../forms/scan-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useUploadProgress } from '../../forms/use-upload-progress.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useAppDispatch } from '../../store.ts'
import { MemberSelect } from '../organizations/people/member-select.tsx'
import { LicenseDocument } from './license-document.tsx'
import { RemoveButton } from './remove-button.tsx'

/** Adds a license, or changes one. */
export function LicenseForm({ license, onClose }: { license: License | undefined; onClose: () => void }) {
  const { id: organization, may } = useOrganization()
  const dispatch = useAppDispatch()
  const [add] = licensesApi.useAddLicenseMutation()
  const [change] = licensesApi.useChangeLicenseMutation()
  const [remove] = licensesApi.useRemoveLicenseMutation()
  const keyFor = useIdempotencyKey()
  const { share, track } = useUploadProgress()
  const [file, setFile] = useState<File>()
  /** Newer than the license that was opened, after a conflict. */
  const [newer, setNewer] = useState<License>()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newLicense,
    read: ({ personId, until, note, ...typed }) => ({
      ...typed,
      ...(personId ? { personId } : {}),
      until: until || null,
      note: note || null,
    }),
    async send({ personId, ...facts }) {
      const saved = license
        ? await change({
            organization,
            license: license.id,
            body: { ...facts, version: (newer ?? license).version },
          })
            .unwrap()
            .catch((error: { data?: Problem & { present?: License } }) => {
              setNewer(error.data?.present)
              throw error
            })
        : await add({
            organization,
            body: { ...facts, ...(personId && { personId }) },
            headers: { 'Idempotency-Key': keyFor({ ...facts, personId }) },
          }).unwrap()
      // A failed upload keeps the license: the file can be added to it later.
      if (file) await send(saved, file).catch((error) => showToast('error', failureOf(error).text))
      showToast('success', license ? 'License saved.' : 'License added.')
      onClose()
    },
    onRefusal: ({ code }) => code === 'changed-meanwhile',
  })
  const send = (to: License, body: File) =>
    track((watch) =>
      dispatch(
        upload(
          licenseOperations.addLicenseFile,
          { organization, license: to.id, query: { name: body.name }, body },
          watch,
        ),
      ),
    )
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText ?? (newer && conflictInWords(newer))} />
      {license ? (
        <p className="text-sm text-slate">{holderOf(license)}</p>
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
            <Select {...control} name="state" defaultValue={license?.state ?? ''}>
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
          defaultValue={license?.number}
          errors={errors}
        />
        <TextField name="from" label="First day" type="date" defaultValue={license?.from} errors={errors} />
        <TextField
          name="until"
          label="Last day"
          note="optional"
          type="date"
          defaultValue={license?.until ?? ''}
          errors={errors}
        />
      </div>
      <Field label="Note" note="optional" error={errors.get('note')}>
        {(control) => (
          <textarea
            {...control}
            name="note"
            rows={2}
            maxLength={500}
            defaultValue={license?.note ?? ''}
            className={controlClass}
          />
        )}
      </Field>
      {license?.file && <LicenseDocument license={license} file={license.file} />}
      <ScanField label="Document" file={file} share={share} onChoose={setFile} />
      {license && (
        <RemoveButton
          label="Remove license"
          done="License removed."
          remove={() => remove({ organization, license: license.id }).unwrap()}
          onRemoved={onClose}
        />
      )}
      <SubmitActions
        label={license ? 'Save' : 'Add license'}
        busyLabel={share === undefined ? 'Saving…' : 'Uploading document…'}
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
