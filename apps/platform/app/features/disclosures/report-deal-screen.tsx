import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { upload } from '@sherpa/api-client/upload'
import { typedAmount } from '@sherpa/contracts/currency'
import { newReportedDeal, type ReportedDeal, reportStates } from '@sherpa/contracts/disclosure'
import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { Button, buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { useRef, useState } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useAppDispatch } from '../../store.ts'
import { ProgressTrail } from '../deals/record/progress-trail.tsx'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { unwatched } from './unwatched.ts'

/** Five questions for athletes, on a phone. */
export function Component() {
  const { role, name } = useOrganization()
  const [sent, setSent] = useState<ReportedDeal>()
  if (role !== 'athlete') {
    return (
      <>
        <ScreenHeading title="Report a deal" within={name} />
        <p>Athletes report deals here. To enter one yourself, add a deal.</p>
      </>
    )
  }
  return sent ? <Sent report={sent} /> : <ReportForm onSent={setSent} />
}

function ReportForm({ onSent }: { onSent: (report: ReportedDeal) => void }) {
  const { id: organization, name } = useOrganization()
  const today = useToday()
  const currency = useOwnCurrency()
  const dispatch = useAppDispatch()
  const [report] = disclosuresApi.useReportDealMutation()
  const [agreed, setAgreed] = useState(false)
  const [isUnknown, setUnknown] = useState(false)
  const key = useRef(crypto.randomUUID())
  const file = useRef<HTMLInputElement>(null)
  const { errors, failureText, busy, formProps } = useForm({
    schema: newReportedDeal,
    read: ({ company, purpose, amountMinor, agreedOn, link }) => ({
      company,
      purpose,
      amountMinor: isUnknown ? null : typedAmount(String(amountMinor ?? ''), currency),
      agreedOn: agreed ? agreedOn : null,
      link: link || null,
    }),
    async send(body) {
      const sent = await report({ organization, body, headers: { 'Idempotency-Key': key.current } }).unwrap()
      const [chosen] = file.current?.files ?? []
      if (chosen) {
        const input = { organization, reportedDeal: sent.id, query: { name: chosen.name }, body: chosen }
        try {
          await dispatch(upload(disclosureOperations.addReportFile, input, unwatched))
        } catch (error) {
          // The report is sent; only its file is missing.
          showToast('error', `The report was sent without the file. ${failureOf(error).text}`)
        }
      }
      onSent(sent)
    },
  })
  return (
    <>
      <ScreenHeading title="Report a deal" within={name} lead="Takes a minute. Nothing is signed." />
      <form {...formProps} className="flex flex-col gap-5">
        <FormMessage failure={failureText} />
        <TextField name="company" label="Company" maxLength={160} autoComplete="off" errors={errors} />
        <Field label="What do you do for them?" error={errors.get('purpose')}>
          {(control) => <textarea {...control} name="purpose" rows={3} maxLength={1000} className={controlClass} />}
        </Field>
        <div className="flex flex-col gap-2">
          {!isUnknown && (
            <TextField
              name="amountMinor"
              label={`Amount in ${currency}`}
              inputMode="decimal"
              autoComplete="off"
              maxLength={40}
              errors={errors}
            />
          )}
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" checked={isUnknown} onChange={({ target }) => setUnknown(target.checked)} />I don’t
            know the amount yet
          </label>
        </div>
        <div className="flex flex-col gap-2">
          <label className="flex min-h-11 items-center gap-2 text-sm">
            <input type="checkbox" checked={agreed} onChange={({ target }) => setAgreed(target.checked)} />I already
            agreed
          </label>
          {agreed && <TextField name="agreedOn" label="When did you agree?" type="date" max={today} errors={errors} />}
        </div>
        <Field label="Show us what they sent" note="optional">
          {(control) => <input {...control} ref={file} type="file" className={controlClass} />}
        </Field>
        <TextField name="link" label="Or a link" note="optional" type="url" maxLength={500} errors={errors} />
        <Button type="submit" busy={busy} className="w-full">
          {busy ? 'Sending…' : 'Send report'}
        </Button>
      </form>
      <OwnReports />
    </>
  )
}

const ahead = { state: 'next' as const, who: [], comments: [], waitsFor: [] }

function Sent({ report }: { report: ReportedDeal }) {
  const { id: organization, name } = useOrganization()
  const whom = report.lead?.name ?? name
  return (
    <>
      <ScreenHeading title={`Sent to ${whom}`} within={name} lead={report.title} />
      <WarningNotice title="Don’t sign, post or take money yet.">It could cost your eligibility.</WarningNotice>
      <div className="max-w-sm">
        <ProgressTrail
          steps={[
            { ...ahead, id: 'told', name: 'You told us', state: 'done', when: 'Just now' },
            { ...ahead, id: 'check', name: `${whom} checks the offer`, state: 'now', when: 'Draft created' },
            { ...ahead, id: 'sign', name: 'You sign', when: 'Once it is approved' },
            { ...ahead, id: 'report', name: 'It is reported', when: 'If the rules ask for it' },
          ]}
        />
      </div>
      <Link to={`/organizations/${organization}`} className={buttonClass()}>
        Done
      </Link>
    </>
  )
}

function OwnReports() {
  const { id: organization } = useOrganization()
  const { reports = [] } = disclosuresApi.useReportedDealsQuery({ organization }).currentData ?? {}
  if (reports.length === 0) return null
  return (
    <Panel title="Your reports" count={reports.length}>
      <ul className="divide-y divide-line-soft text-sm">
        {reports.map((report) => (
          <li key={report.id} className="py-2">
            <p className="font-medium text-ink">{report.company}</p>
            <p className="text-grey">
              {reportStates[report.state]}, <Ago at={report.reportedAt} inSentence />
            </p>
            {report.comment && <p className="break-words text-slate">{report.comment}</p>}
          </li>
        ))}
      </ul>
    </Panel>
  )
}
