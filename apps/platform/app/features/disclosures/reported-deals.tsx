import { disclosuresApi } from '@sherpa/api-client/disclosures'
import { type ReportDecision, type ReportedDeal, reportDecision } from '@sherpa/contracts/disclosure'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { controlClass, Field } from '@sherpa/ui/field'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { useState } from 'react'
import { Link } from 'react-router'
import { Ago } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { ReportWords } from './athlete-report.tsx'

/** Deals that athletes reported and nobody has answered. */
export function ReportedDeals() {
  const { id: organization } = useOrganization()
  const { reports = [] } = disclosuresApi.useReportedDealsQuery({ organization }).currentData ?? {}
  const [returned, setReturned] = useState<ReportedDeal>()
  const [decide] = disclosuresApi.useDecideReportMutation()
  const { busy, run } = useAction()
  if (reports.length === 0) return null
  return (
    <Panel title="Reported by athletes" count={reports.length}>
      <ul className="divide-y divide-line-soft text-sm">
        {reports.map((report) => (
          <li key={report.id} id={`report-${report.id}`} className="flex flex-wrap items-center gap-x-4 gap-y-2 py-2">
            <div className="min-w-0 flex-1 basis-60">
              <Link to={`/organizations/${organization}/deals/${report.id}`} className={textLinkClass}>
                {report.title}
              </Link>
              <ReportWords report={report} />
              <p className="text-grey">
                <Ago at={report.reportedAt} />
                {report.lead && `, ${report.lead.name} answers`}
              </p>
            </div>
            {report.decidable && (
              <div className="flex gap-2">
                <Button look="secondary" size="small" disabled={busy} onClick={() => setReturned(report)}>
                  Return
                </Button>
                <Button
                  size="small"
                  busy={busy}
                  onClick={() =>
                    run(
                      () =>
                        decide({
                          organization,
                          reportedDeal: report.id,
                          body: { decision: 'accepted', comment: null },
                        }).unwrap(),
                      'Report accepted. Complete the terms of the draft.',
                    )
                  }
                >
                  Accept
                </Button>
              </div>
            )}
          </li>
        ))}
      </ul>
      <Dialog open={returned !== undefined} title="Return the report" onClose={() => setReturned(undefined)}>
        {returned && <ReturnForm report={returned} onClose={() => setReturned(undefined)} />}
      </Dialog>
    </Panel>
  )
}

function ReturnForm({ report, onClose }: { report: ReportedDeal; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [decide] = disclosuresApi.useDecideReportMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: reportDecision,
    read: ({ comment }) => ({ decision: 'returned', comment: comment || null }),
    async send(body: ReportDecision) {
      await decide({ organization, reportedDeal: report.id, body }).unwrap()
      onClose()
    },
  })
  return (
    <form {...formProps} className="flex flex-col gap-4">
      <FormMessage failure={failureText} />
      <Field label={`What ${report.athlete.name} has to add`} error={errors.get('comment')}>
        {(control) => <textarea {...control} name="comment" rows={3} maxLength={1000} className={controlClass} />}
      </Field>
      <SubmitActions label="Return report" busyLabel="Returning…" busy={busy} onCancel={onClose} />
    </form>
  )
}
