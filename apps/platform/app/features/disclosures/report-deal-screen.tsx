import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { upload } from '@sherpa/api-client/upload'
import { typedAmount } from '@sherpa/contracts/currency'
import { reportStates } from '@sherpa/contracts/deal'
import type { ReportedDeal } from '@sherpa/contracts/disclosure'
import { disclosureOperations } from '@sherpa/contracts/disclosure-operations'
import { Button, buttonClass } from '@sherpa/ui/button'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { showToast } from '@sherpa/ui/toast-area'
import { WarningNotice } from '@sherpa/ui/warning-notice'
import { type ReactNode, useRef, useState } from 'react'
import { flushSync } from 'react-dom'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { ChoicePills } from '../../forms/choice-pills.tsx'
import { failureOf } from '../../forms/failure.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { ScanField } from '../../forms/scan-field.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useAppDispatch } from '../../store.ts'
import { ProgressTrail } from '../deals/record/progress-trail.tsx'
import { useOwnCurrency } from '../deals/use-own-currency.ts'
import { pastReport } from './past-days.ts'
import { unwatched } from './unwatched.ts'

/** Five questions for athletes, one at a time on phones. */
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

const agreements = { open: 'Not agreed yet', agreed: 'I already agreed' } as const
const amounts = { known: 'I know the amount', unknown: 'Not known yet' } as const

/** One question each. Phones show one at a time. */
const steps = [
  { title: 'Who contacted you?', fields: ['company'] },
  { title: 'What do you do for them?', fields: ['purpose'] },
  { title: 'What do they pay?', fields: ['amountMinor'] },
  { title: 'Did you agree already?', fields: ['agreedOn'] },
  { title: 'What did they send you?', fields: ['link'] },
] as const
const LAST = steps.length - 1
const isPhone = () => matchMedia('(width < 48rem)').matches

function ReportForm({ onSent }: { onSent: (report: ReportedDeal) => void }) {
  const { id: organization, name } = useOrganization()
  const today = useToday()
  const currency = useOwnCurrency()
  const dispatch = useAppDispatch()
  const [report] = disclosuresApi.useReportDealMutation()
  const [shown, setShown] = useState(0)
  const [agreement, setAgreement] = useState<keyof typeof agreements>('open')
  const [amount, setAmount] = useState<keyof typeof amounts>('known')
  const [file, setFile] = useState<File>()
  const key = useRef(crypto.randomUUID())
  const { errors, failureText, busy, formProps } = useForm({
    schema: pastReport(today),
    read: ({ company, purpose, amountMinor, agreedOn, link }) => ({
      company,
      purpose,
      amountMinor: amount === 'unknown' ? null : typedAmount(String(amountMinor ?? ''), currency),
      agreedOn: agreement === 'agreed' ? agreedOn : null,
      link: link || null,
    }),
    stepShown: () =>
      isPhone() && shown < LAST ? { fields: steps[shown]?.fields ?? [], next: () => go(shown + 1) } : undefined,
    showStepOf: (field) =>
      flushSync(() => setShown(steps.findIndex(({ fields }) => fields.some((one) => one === field)))),
    async send(body) {
      const sent = await report({ organization, body, headers: { 'Idempotency-Key': key.current } }).unwrap()
      if (file) {
        const input = { organization, reportedDeal: sent.id, query: { name: file.name }, body: file }
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
  const headings = useRef<(HTMLHeadingElement | null)[]>([])
  function go(step: number) {
    flushSync(() => setShown(step))
    headings.current[step]?.focus()
  }

  const questions = [
    // The heading above asks the same as the label.
    <div key="company" className="max-w-120 md:[&_label]:sr-only">
      <TextField name="company" label="Company" maxLength={160} autoComplete="off" errors={errors} />
    </div>,
    <div key="purpose" className="md:[&_label]:sr-only">
      <Field label="What for" error={errors.get('purpose')}>
        {(control) => <textarea {...control} name="purpose" rows={2} maxLength={1000} className={controlClass} />}
      </Field>
    </div>,
    <div key="amount" className="flex flex-col gap-3 md:flex-row md:items-end md:gap-4">
      <ChoicePills
        legend="Amount"
        isBelowHeading
        name="amount"
        choices={amounts}
        value={amount}
        onChoose={(choice) => choice && setAmount(choice)}
      />
      {amount === 'known' && (
        <TextField
          name="amountMinor"
          label={`Amount in ${currency}`}
          inputMode="decimal"
          autoComplete="off"
          maxLength={40}
          errors={errors}
        />
      )}
    </div>,
    <div key="agreed" className="flex flex-col gap-3 md:flex-row md:items-end md:gap-4">
      <ChoicePills
        legend="Agreement"
        isBelowHeading
        name="agreement"
        choices={agreements}
        value={agreement}
        onChoose={(choice) => choice && setAgreement(choice)}
      />
      {agreement === 'agreed' && (
        <TextField name="agreedOn" label="When did you agree?" type="date" max={today} errors={errors} />
      )}
    </div>,
    <div key="file" className="grid items-start gap-4 md:grid-cols-2">
      <ScanField label="File" file={file} share={undefined} drop="Drop the file here." onChoose={setFile} />
      <TextField name="link" label="Or a link" note="optional" type="url" maxLength={500} errors={errors} />
    </div>,
  ]
  return (
    <>
      <ScreenHeading title="Report a deal" within={name} lead="Takes a minute. Nothing is signed." />
      <form {...formProps} className="flex flex-col gap-6 md:gap-5">
        <div className="md:hidden">
          <p className="text-xs text-grey">
            Step {shown + 1} of {steps.length}
          </p>
          <div aria-hidden="true" className="mt-1.5 flex gap-1.5">
            {steps.map(({ title }, step) => (
              <span key={title} className={`h-1 flex-1 rounded-full ${step <= shown ? 'bg-glacier' : 'bg-line'}`} />
            ))}
          </div>
        </div>
        <FormMessage failure={failureText} />
        {steps.map(({ title }, step) => (
          <section key={title} aria-label={title} className={step === shown ? '' : 'max-md:hidden'}>
            <h2
              ref={(heading) => {
                headings.current[step] = heading
              }}
              tabIndex={-1}
              className="mb-3 text-lg font-semibold md:mb-1.5 md:text-base"
            >
              {title}
            </h2>
            {questions[step]}
          </section>
        ))}
        <BottomBar>
          {shown > 0 && (
            <Button look="secondary" className="md:hidden" onClick={() => go(shown - 1)}>
              Back
            </Button>
          )}
          {shown < LAST && (
            <Button type="submit" className="flex-1 md:hidden">
              Next
            </Button>
          )}
          <Button type="submit" busy={busy} className={`flex-1 ${shown < LAST ? 'max-md:hidden' : ''}`}>
            {busy ? 'Sending…' : 'Send report'}
          </Button>
        </BottomBar>
      </form>
      <OwnReports />
    </>
  )
}

/** At the bottom of a phone, above the tabs. */
function BottomBar({ children }: { children: ReactNode }) {
  return (
    <div className="max-md:h-14">
      <div className="flex gap-2 max-md:fixed max-md:inset-x-0 max-md:bottom-[calc(3.75rem+env(safe-area-inset-bottom))] max-md:z-5 max-md:border-t max-md:border-line max-md:bg-ground max-md:px-4 max-md:py-3">
        {children}
      </div>
    </div>
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
      <BottomBar>
        <Link to={`/organizations/${organization}`} className={`${buttonClass()} flex-1`}>
          Done
        </Link>
      </BottomBar>
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
