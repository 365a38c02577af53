import { disclosuresApi } from '@sherpa/api-client/disclosures'
import {
  type Attestation,
  type Disclosure,
  payorAnswerDecision,
  payorRelations,
  payorRequest,
} from '@sherpa/contracts/disclosure'
import { isOver } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { calendarDay, Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { EmailField, TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useToday } from '../../frame/use-today.ts'
import { silenceInWords } from './disclosure-words.ts'
import { useRemindPayor } from './use-remind-payor.ts'

/** Chases the payor's contact. The attestation itself happens in the clearinghouse. */
export function AttestationPanel({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const { id, attestation, attestedOn, state } = disclosure
  const { busy: isReminding, remindPayor } = useRemindPayor()
  const [stop] = disclosuresApi.useStopAskingPayorMutation()
  const today = useToday()
  const { busy, run } = useAction()
  const mayAsk = may('disclosures.edit') && may('money.view') && !attestedOn && !isOver(state)
  return (
    <Panel
      title="Payor attestation"
      lead="The payor attests in the clearinghouse. Sherpa asks and reminds them by email."
    >
      <div className="flex flex-col gap-3 text-sm">
        {attestedOn && <p>Attested on {calendarDay(attestedOn)}.</p>}
        {attestation && (
          <>
            <p className="break-words">
              {attestation.name}, {attestation.email}, asked {calendarDay(attestation.askedOn)}
              {attestation.openedAt && !attestation.answeredAt && (
                <>
                  , opened <Day at={attestation.openedAt} />
                </>
              )}
            </p>
            {attestation.presumed && (
              <p className="text-summit-ink">
                {silenceInWords(attestation.askedOn, today)}. The clearinghouse may presume an association. Call the
                payor.
              </p>
            )}
            {attestation.linkEnded && (
              <p className="text-summit-ink">
                Their link ended on <Day at={attestation.linkEndsAt} />. Send it again so that they can answer.
              </p>
            )}
            {attestation.mail === 'failed' && <p className="text-error">The mail was refused. Check the address.</p>}
            {attestation.answer && (
              <dl className="grid gap-1">
                <dt className="text-grey">Owners</dt>
                <dd className="break-words">{attestation.answer.owners}</dd>
                <dt className="text-grey">Relation to the school</dt>
                <dd>{payorRelations[attestation.answer.relation]}</dd>
                {attestation.answer.explanation && <dd className="break-words">{attestation.answer.explanation}</dd>}
              </dl>
            )}
          </>
        )}
        {attestation?.answer && <AnswerDecision disclosure={disclosure} attestation={attestation} />}
        {mayAsk && attestation && !attestation.answeredAt && (
          <div className="flex gap-2">
            <Button look="secondary" size="small" busy={isReminding} onClick={() => remindPayor(id)}>
              {attestation.linkEnded ? 'Send again' : 'Remind payor'}
            </Button>
            <Button
              look="secondary"
              size="small"
              busy={busy}
              onClick={() => run(() => stop({ organization, disclosure: id }).unwrap(), 'No more mail is sent.')}
            >
              Stop reminders
            </Button>
          </div>
        )}
        {mayAsk && !attestation && <AskForm disclosure={disclosure} />}
      </div>
    </Panel>
  )
}

/** Whether the answer counts for rules and packets. */
function AnswerDecision({ disclosure, attestation }: { disclosure: Disclosure; attestation: Attestation }) {
  const { id: organization, may } = useOrganization()
  const [isDeciding, setDeciding] = useState(false)
  const [restore] = disclosuresApi.useRestorePayorAnswerMutation()
  const { busy, run } = useAction()
  const { answer, setAside } = attestation
  if (!answer || answer.relation === 'none') return null
  const mayDecide = may('disclosures.edit') && may('money.view')
  return (
    <>
      <p className="break-words">
        {setAside ? (
          <>
            Set aside by {setAside.by ?? 'a former member'} on <Day at={setAside.at} />: {setAside.reason} Your own
            record counts.
          </>
        ) : (
          'The payor counts as associated with the school, whatever your own record says.'
        )}
      </p>
      {mayDecide && (
        <div>
          {setAside ? (
            <Button
              look="secondary"
              size="small"
              busy={busy}
              onClick={() =>
                run(
                  () => restore({ organization, disclosure: disclosure.id }).unwrap(),
                  'The payor’s answer counts again.',
                )
              }
            >
              Count the answer
            </Button>
          ) : (
            <Button look="secondary" size="small" onClick={() => setDeciding(true)}>
              Set answer aside
            </Button>
          )}
        </div>
      )}
      <Dialog open={isDeciding} title="Set answer aside" onClose={() => setDeciding(false)}>
        {isDeciding && <SetAsideForm disclosure={disclosure} onClose={() => setDeciding(false)} />}
      </Dialog>
    </>
  )
}

function SetAsideForm({ disclosure: { id, version }, onClose }: { disclosure: Disclosure; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [setAside] = disclosuresApi.useSetAsidePayorAnswerMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: payorAnswerDecision,
    read: ({ reason }) => ({ version, reason }),
    async send(body) {
      await setAside({ organization, disclosure: id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <p>Rules and packets follow your own record of the company. The payor’s answer stays here.</p>
      <Field label="Reason" error={errors.get('reason')}>
        {(control) => <textarea {...control} name="reason" rows={3} maxLength={1000} className={controlClass} />}
      </Field>
      <SubmitActions label="Set aside" busyLabel="Saving…" busy={busy} onCancel={onClose} />
    </form>
  )
}

function AskForm({ disclosure: { id, version, payor } }: { disclosure: Disclosure }) {
  const { id: organization } = useOrganization()
  const [ask] = disclosuresApi.useAskPayorMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: payorRequest,
    read: ({ name, email }) => ({ version, name, email }),
    send: (body) => ask({ organization, disclosure: id, body }).unwrap(),
  })
  return (
    <form {...formProps} className="flex flex-col gap-3">
      <FormMessage failure={failureText} />
      <TextField name="name" label="Payor’s contact" defaultValue={payor?.name ?? ''} maxLength={120} errors={errors} />
      <EmailField name="email" label="Email" defaultValue={payor?.email ?? ''} autoComplete="off" errors={errors} />
      <Button type="submit" look="secondary" busy={busy}>
        {busy ? 'Sending…' : 'Ask payor'}
      </Button>
    </form>
  )
}
