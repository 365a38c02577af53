import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { newDisclosure } from '@sherpa/contracts/disclosure'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useRef, useState } from 'react'
import { useNavigate } from 'react-router'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { FindAthlete } from '../deals/find-athlete.tsx'
import type { Findable } from '../deals/find-one.tsx'

/** Any other report. Those about deals and agreements start on their record. */
export function NewDisclosureButton({ look }: { look: 'primary' | 'secondary' }) {
  const [open, setOpen] = useState(false)
  return (
    <>
      <Button size="small" look={look} onClick={() => setOpen(true)}>
        <span>
          New<span className="max-md:sr-only"> report</span>
        </span>
      </Button>
      <Dialog open={open} title="New report" onClose={() => setOpen(false)}>
        {open && <NewReportForm onClose={() => setOpen(false)} />}
      </Dialog>
    </>
  )
}

const splitLabels = (typed: unknown) =>
  String(typed ?? '')
    .split(',')
    .map((label) => label.trim())
    .filter(Boolean)

function NewReportForm({ onClose }: { onClose: () => void }) {
  const { id: organization } = useOrganization()
  const navigate = useNavigate()
  const [add] = disclosuresApi.useAddDisclosureMutation()
  const [athlete, setAthlete] = useState<Findable>()
  const key = useRef(crypto.randomUUID())
  const { errors, failureText, busy, formProps } = useForm({
    schema: newDisclosure,
    read: ({ title, authority, dueOn, labels, amounts }) => ({
      kind: 'other',
      ...(athlete && { athleteId: athlete.id }),
      ...(title ? { title } : {}),
      ...(authority ? { authority } : {}),
      ...(dueOn ? { dueOn } : {}),
      fields: [
        ...splitLabels(labels).map((label) => ({ label, value: null })),
        ...splitLabels(amounts).map((label) => ({ label, value: null, kind: 'amount' })),
      ],
    }),
    async send(body) {
      const { id } = await add({ organization, body, headers: { 'Idempotency-Key': key.current } }).unwrap()
      void navigate(`/organizations/${organization}/compliance/${id}`)
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <FindAthlete chosen={athlete} onChoose={setAthlete} error={errors.get('athleteId')} />
      <TextField name="title" label="Title" maxLength={120} errors={errors} />
      <TextField name="authority" label="Who receives it" maxLength={120} errors={errors} />
      <TextField name="dueOn" label="Deadline" type="date" errors={errors} />
      <TextField
        name="labels"
        label="Fields"
        hint={<span className="text-grey">Separated by commas, such as “Reason, Start date”.</span>}
        errors={errors}
      />
      <TextField
        name="amounts"
        label="Amounts"
        hint={<span className="text-grey">Fields that only people who see money can read, such as “Total”.</span>}
        errors={errors}
      />
      <SubmitActions label="Create draft" busyLabel="Creating…" busy={busy} onCancel={onClose} />
    </form>
  )
}
