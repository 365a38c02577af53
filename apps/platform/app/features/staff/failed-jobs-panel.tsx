import { staffApi } from '@sherpa/api-client/staff'
import type { FailedJob } from '@sherpa/contracts/job'
import { Button } from '@sherpa/ui/button'
import { ColumnHeads } from '@sherpa/ui/column-heads'
import { EmptyState } from '@sherpa/ui/empty-state'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { useEffect, useRef, useState } from 'react'
import { Moment } from '../../data/moments.tsx'
import { useAction } from '../../data/use-action.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Loaded } from '../../frame/loaded.tsx'

const POLL_MS = 2000

/** A job stays listed until it succeeds. */
export function FailedJobsPanel() {
  const [isPolling, setIsPolling] = useState(false)
  const failedJobs = staffApi.useListFailedJobsQuery(undefined, { pollingInterval: isPolling ? POLL_MS : 0 })
  const jobs = failedJobs.currentData?.jobs
  const started = useOutcomes(jobs)
  const heading = useFocusWhenLost(jobs)
  useEffect(() => setIsPolling(jobs?.some(({ startedAgain }) => startedAgain) ?? false), [jobs])
  return (
    <Panel
      headingRef={heading}
      title="Failed jobs"
      lead="Background jobs that failed on every attempt. Retry them once the cause is fixed."
    >
      <Loaded query={failedJobs}>
        {({ jobs: all }) =>
          all.length > 0 ? (
            <table className="data-table">
              <ColumnHeads names={['Job', 'Organization', 'Failed', 'Attempts']} last="Retry" />
              <tbody>
                {all.map((job) => (
                  <JobRow key={job.id} job={job} onStarted={() => started.add(job.id)} />
                ))}
              </tbody>
            </table>
          ) : (
            <EmptyState title="No failed jobs">All background jobs are done or on schedule.</EmptyState>
          )
        }
      </Loaded>
    </Panel>
  )
}

function JobRow({ job, onStarted }: { job: FailedJob; onStarted: () => void }) {
  const { id, title, organization, failedAt, attempts, reason, startedAgain } = job
  const [restartJob] = staffApi.useRestartJobMutation()
  const { busy, run } = useAction()
  const restart = () =>
    run(async () => {
      await restartJob({ job: id }).unwrap()
      onStarted()
    }, 'Retrying the job.')
  return (
    <tr>
      <td>
        <span className="block font-semibold text-ink">{title}</span>
        <span className="block text-xs">{reason}</span>
      </td>
      <td data-label="Organization">
        <span className="min-w-0 max-md:ml-auto max-md:text-right">
          <span className="block">{organization?.name ?? 'None'}</span>
          {organization && <span className="block text-xs break-all">{organization.id}</span>}
        </span>
      </td>
      <td data-label="Failed">
        <Moment at={failedAt} />
      </td>
      <td data-label="Attempts" className="tabular-nums">
        {attempts}
      </td>
      <td>
        {startedAgain ? (
          <StatusBadge tone="info">Retrying</StatusBadge>
        ) : (
          <Button
            look="secondary"
            size="small"
            aria-disabled={busy}
            aria-label={`Retry: ${title}${organization ? `, ${organization.name}` : ''}`}
            onClick={restart}
          >
            Retry
          </Button>
        )}
      </td>
    </tr>
  )
}

/** Shows a toast when a retried job finishes. Returns the ids of those jobs. */
function useOutcomes(jobs: FailedJob[] | undefined) {
  const started = useRef(new Set<string>())
  useEffect(() => {
    if (!jobs) return
    for (const id of started.current) {
      const job = jobs.find((one) => one.id === id)
      if (job?.startedAgain) continue
      started.current.delete(id)
      if (job) showToast('error', 'Job failed again.')
      else showToast('success', 'Job completed.')
    }
  }, [jobs])
  return started.current
}
