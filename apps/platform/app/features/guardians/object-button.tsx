import { dealsApi } from '@sherpa/api-client/deals'
import { newObjection } from '@sherpa/contracts/deal'
import type { GuardianDeal } from '@sherpa/contracts/deal-work'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'

type Props = { guardianship: string; deal: Pick<GuardianDeal, 'id' | 'number' | 'title'> }

/** Objects to a deal, in words. Nobody can sign until the organization has answered. */
export function ObjectButton(props: Props) {
  const [isAsked, setIsAsked] = useState(false)
  const close = () => setIsAsked(false)
  return (
    <>
      <Button look="secondary" size="small" onClick={() => setIsAsked(true)}>
        Object
        <span className="sr-only"> to {props.deal.title}</span>
      </Button>
      <Dialog open={isAsked} title="Object to this deal?" onClose={close}>
        <ObjectionForm {...props} onClose={close} />
      </Dialog>
    </>
  )
}

function ObjectionForm({ guardianship, deal: { id, number }, onClose }: Props & { onClose: () => void }) {
  const [object] = dealsApi.useObjectAsGuardianMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newObjection,
    read: (typed) => ({ ...typed, number }),
    async send(body) {
      await object({ guardianship, deal: id, body }).unwrap()
      showToast('success', 'Signing is paused. The organization was told.')
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <p className="text-sm">Nobody can sign this deal until the organization has answered your objection.</p>
      <FormMessage failure={failureText} />
      <Field label="Why do you object?" error={errors.get('text')}>
        {(control) => <textarea {...control} name="text" rows={4} maxLength={2000} className={controlClass} />}
      </Field>
      <SubmitActions label="Object" busyLabel="Sending…" busy={busy} look="danger" onCancel={onClose} />
    </form>
  )
}
