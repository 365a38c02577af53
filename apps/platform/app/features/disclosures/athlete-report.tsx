import { formatMoney } from '@sherpa/contracts/currency'
import type { AthleteReport, Deal } from '@sherpa/contracts/deal'
import { Panel } from '@sherpa/ui/panel'
import { textLinkClass } from '@sherpa/ui/text-link'
import { calendarDay, Moment } from '../../data/moments.tsx'

/** What the athlete said, in one paragraph. */
export function ReportWords({ report: { purpose, amount, agreedOn, link } }: { report: AthleteReport }) {
  const words = [
    purpose,
    amount && formatMoney(amount.minor, amount.currency, 'en-US'),
    agreedOn ? `Agreed ${calendarDay(agreedOn)}` : 'Not agreed yet',
  ]
  return (
    <p className="break-words text-slate">
      {words.filter(Boolean).join('. ')}
      {link && (
        <>
          .{' '}
          <a href={link} target="_blank" rel="noopener noreferrer" className={`${textLinkClass} break-all`}>
            {link}
          </a>
        </>
      )}
    </p>
  )
}

/** Stays on the deal, so that the terms can be compared with it. */
export function ReportOfDeal({ deal: { report } }: { deal: Deal }) {
  if (!report) return null
  return (
    <Panel title="Reported by the athlete">
      <div className="text-sm">
        <ReportWords report={report} />
        <p className="text-grey">
          <Moment at={report.reportedAt} />
        </p>
      </div>
    </Panel>
  )
}
