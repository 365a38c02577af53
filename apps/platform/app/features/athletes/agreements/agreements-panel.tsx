import { agreementsApi } from '@sherpa/api-client/agreements'
import { type Agreement, type Agreements, agreementEnd } from '@sherpa/contracts/agreement'
import type { Currency } from '@sherpa/contracts/currency'
import { dealKinds } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useState } from 'react'
import { calendarDay } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { FormMessage } from '../../../forms/form-message.tsx'
import { SubmitActions } from '../../../forms/submit-actions.tsx'
import { TextField } from '../../../forms/text-field.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Loaded } from '../../../frame/loaded.tsx'
import { useToday } from '../../../frame/use-today.ts'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { AgreementVerdicts } from '../../compliance/agreement-verdicts.tsx'
import { DisclosuresOfAgreement } from '../../disclosures/disclosures-of-record.tsx'
import { QuietButton } from '../record/panel-parts.tsx'
import { AgreementForm } from './agreement-form.tsx'
import { AgreementBadge, ConfirmSigned, SignedDocument } from './agreement-signature.tsx'
import { feeInWords, lastDayOf, stateOfAgreement } from './agreement-words.ts'
import { SignAgreementDialog } from './sign-agreement-dialog.tsx'

/** Representation agreements of the athlete. */
export function AgreementsPanel(of: Whose) {
  const { may } = useOrganization()
  return may('deals.view') ? <Content {...of} /> : null
}

type Whose = { athlete: string; isSigned: boolean }

function Content({ athlete, isSigned }: Whose) {
  const { id: organization, kind, may } = useOrganization()
  const query = agreementsApi.useAgreementsQuery({ organization, athlete })
  const [edited, setEdited] = useState<Agreement | 'new'>()
  const [ended, setEnded] = useState<Agreement>()
  const [renewed, setRenewed] = useState<Agreement>()
  const [signed, setSigned] = useState<Agreement>()
  const editable = may('deals.edit')
  const isEmpty = query.currentData?.agreements.length === 0
  // An agency represents the athletes that it signed.
  const isMissing = isEmpty && isSigned && editable && kind === 'agency'
  const currency = query.currentData?.currency ?? 'USD'
  return (
    <Panel
      title="Agreements"
      empty={isEmpty && !isMissing && 'No representation agreement yet'}
      actions={
        editable &&
        !isMissing && (
          <QuietButton name="Add agreement" onClick={() => setEdited('new')}>
            Add
          </QuietButton>
        )
      }
    >
      {isMissing && (
        <WarningNotice
          action={
            <Button size="small" onClick={() => setEdited('new')}>
              Add agreement
            </Button>
          }
        >
          This athlete is signed, but has no representation agreement here.
        </WarningNotice>
      )}
      <Loaded query={query}>
        {(data) => (
          <List
            athlete={athlete}
            data={data}
            onEdit={setEdited}
            onEnd={setEnded}
            onRenew={setRenewed}
            onSign={setSigned}
          />
        )}
      </Loaded>
      <Dialog
        open={edited !== undefined}
        title={edited === 'new' ? 'Add agreement' : 'Edit agreement'}
        onClose={() => setEdited(undefined)}
      >
        {edited && (
          <AgreementForm
            athlete={athlete}
            agreement={edited === 'new' ? undefined : edited}
            currency={currency}
            onClose={() => setEdited(undefined)}
          />
        )}
      </Dialog>
      <Dialog open={renewed !== undefined} title="Renew agreement" onClose={() => setRenewed(undefined)}>
        {renewed && (
          <AgreementForm athlete={athlete} renews={renewed} currency={currency} onClose={() => setRenewed(undefined)} />
        )}
      </Dialog>
      <SignAgreementDialog athlete={athlete} agreement={signed} onClose={() => setSigned(undefined)} />
      <Dialog open={ended !== undefined} title="End agreement" onClose={() => setEnded(undefined)}>
        {ended && <EndForm athlete={athlete} agreement={ended} onClose={() => setEnded(undefined)} />}
      </Dialog>
    </Panel>
  )
}

function List({
  athlete,
  data: { agreements, currency },
  onEdit,
  onEnd,
  onRenew,
  onSign,
}: {
  athlete: string
  data: Agreements
  onEdit: (agreement: Agreement) => void
  onEnd: (agreement: Agreement) => void
  onRenew: (agreement: Agreement) => void
  onSign: (agreement: Agreement) => void
}) {
  const { id: organization, may } = useOrganization()
  const [end] = agreementsApi.useEndAgreementMutation()
  const { run } = useAction()
  if (agreements.length === 0) return null
  return (
    <ul className="-mt-4 divide-y divide-line-soft text-sm">
      {agreements.map((agreement) => {
        const { id, version, startsOn, endedOn, note } = agreement
        const body = { version, endedOn: null }
        return (
          <li key={id} className="flex flex-wrap items-start gap-x-3 gap-y-1 py-2.5">
            <Terms athlete={athlete} agreement={agreement} currency={currency} />
            <ConfirmSigned athlete={athlete} agreement={agreement} />
            {may('deals.edit') && (
              <RowMenu name={`Actions for the agreement from ${calendarDay(startsOn)}`}>
                <MenuItem onClick={() => onEdit(agreement)}>Edit</MenuItem>
                {!agreement.signature && may('money.edit') && (
                  <MenuItem onClick={() => onSign(agreement)}>Enter as signed</MenuItem>
                )}
                {lastDayOf(agreement) && <MenuItem onClick={() => onRenew(agreement)}>Renew</MenuItem>}
                {endedOn === null ? (
                  <MenuItem onClick={() => onEnd(agreement)}>End</MenuItem>
                ) : (
                  <MenuItem
                    onClick={() =>
                      run(() => end({ organization, athlete, agreement: id, body }).unwrap(), 'Agreement reinstated.')
                    }
                  >
                    Reinstate
                  </MenuItem>
                )}
              </RowMenu>
            )}
            <div className="w-full empty:hidden">
              <DisclosuresOfAgreement athlete={athlete} agreement={id} isSigned={agreement.signature !== null} />
              <AgreementVerdicts athlete={athlete} agreement={id} />
              {note && <p className="mt-1 break-words whitespace-pre-wrap">{note}</p>}
            </div>
          </li>
        )
      })}
    </ul>
  )
}

function Terms({ athlete, agreement, currency }: { athlete: string; agreement: Agreement; currency: Currency }) {
  const { startsOn, scope, fees, agents } = agreement
  const state = stateOfAgreement(agreement, useToday())
  const last = lastDayOf(agreement)
  return (
    <div className="min-w-0 flex-1 basis-40">
      <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
        <span className="font-medium text-ink">
          {last ? `${calendarDay(startsOn)} to ${calendarDay(last)}` : `From ${calendarDay(startsOn)}, open-ended`}
        </span>
        <AgreementBadge state={state} signature={agreement.signature} />
      </p>
      <ul className="flex flex-wrap gap-x-4">
        {scope.map((kind) => {
          const fee = fees?.[kind]
          return (
            <li key={kind}>
              {dealKinds[kind]}
              {fee && (
                <>
                  {': '}
                  <span className="text-ink tabular-nums">{feeInWords(fee, currency)}</span>
                </>
              )}
            </li>
          )
        })}
      </ul>
      {agents.length > 0 && (
        <p className="text-xs break-words text-grey">Represented by {agents.map(({ name }) => name).join(', ')}</p>
      )}
      <SignedDocument athlete={athlete} agreement={agreement} />
    </div>
  )
}

function EndForm({ athlete, agreement, onClose }: { athlete: string; agreement: Agreement; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [end] = agreementsApi.useEndAgreementMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: agreementEnd,
    read: ({ endedOn }) => ({ version: agreement.version, endedOn }),
    async send(body) {
      await end({ organization, athlete, agreement: agreement.id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <p className="text-sm">Existing deals are unchanged. You can reinstate the agreement later.</p>
      <TextField name="endedOn" type="date" label="End date" defaultValue={useToday()} errors={errors} />
      <SubmitActions label="End agreement" busyLabel="Ending…" busy={busy} look="danger" onCancel={onClose} />
    </form>
  )
}
