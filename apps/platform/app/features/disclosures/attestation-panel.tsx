import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { type Disclosure, payorRelations, payorRequest } from '@sherpa/contracts/disclosure'
import { isOver } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { calendarDay, Day } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
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
