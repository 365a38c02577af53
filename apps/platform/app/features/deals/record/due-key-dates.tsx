import { dealsApi } from '@sherpa/api-client/deals'
import { daysBetween } from '@sherpa/contracts/days'
import type { Deal } from '@sherpa/contracts/deal'
import type { KeyDateRow } from '@sherpa/contracts/deal-work'
import { Button } from '@sherpa/ui/button'
import { showToast } from '@sherpa/ui/toast-area'
import { calendarDay, Day, daysLate } from '../../../data/moments.tsx'
import { useAction } from '../../../data/use-action.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { useToday } from '../../../frame/use-today.ts'
import { MenuItem, RowMenu } from '../../../list/row-menu.tsx'
import { useFirstPage } from '../../../list/use-first-page.ts'
import { movedInWords } from '../deal-words.ts'
import { ActionDialog } from './action-dialog.tsx'

/** Dates this close are highlighted, and have their button. */
export const SOON_DAYS = 14

export function useKeyDatesOf({ id: deal, versionInForce }: Deal) {
  const { id: organization } = useOrganization()
  return useFirstPage(dealsApi.endpoints.keyDates, { organization, query: { deal, limit: '100' } }, 'key-dates', {
    skip: versionInForce === null,
  })
}

export const rowsOf = ({ currentData }: ReturnType<typeof useKeyDatesOf>): KeyDateRow[] =>
  currentData?.pages[0]?.rows ?? []

/** Key dates of a deal in force. */
export function DueKeyDates({
  rows,
  isOver,
  mayFinish,
}: {
  rows: readonly KeyDateRow[]
  /** Dates of a deal that ended are not late. */
  isOver: boolean
  mayFinish: boolean
}) {
  return (
    <ol className="date-trail wide-days text-sm">
      {rows.map((row) => (
        <DueDate key={row.id} row={row} isLate={row.state === 'late' && !isOver} mayFinish={mayFinish} />
      ))}
    </ol>
  )
}

function DueDate({ row, isLate, mayFinish }: { row: KeyDateRow; isLate: boolean; mayFinish: boolean }) {
  const { id: organization } = useOrganization()
  const [finish] = dealsApi.useFinishKeyDateMutation()
  const [reopen] = dealsApi.useReopenKeyDateMutation()
  const [asked, setAsked] = useOpenedByAddress(`done-${row.id}`)
  const { busy, run } = useAction()
  const today = useToday()
  const { id, title, day, effect, explained, missing, expected, moved, done, state, version } = row
  const isFar = day !== null && daysBetween(today, day) > SOON_DAYS
  return (
    <li data-soon={isLate || undefined} data-done={state === 'done' || undefined}>
      <span className="text-right font-medium text-ink tabular-nums">
        {day ? calendarDay(day) : <span className="font-normal text-grey">No date</span>}
        {expected && <span className="block text-xs font-normal text-grey">expected</span>}
      </span>
      <div className="min-w-0">
        <div className="flex items-start justify-between gap-2">
          <p className="min-w-0 font-medium break-words text-ink">{title}</p>
          {mayFinish && isFar && !done && (
            <span className="-my-1 max-md:-my-3">
              <RowMenu name={`Actions for ${title}`}>
                <MenuItem onClick={() => setAsked(true)}>Mark as done</MenuItem>
              </RowMenu>
            </span>
          )}
        </div>
        <p className="text-xs text-grey">{missing ? `${explained}. ${missing}` : explained}</p>
        {effect && <p className="text-xs break-words text-slate">{effect}</p>}
        {moved?.from && <p className="text-xs text-slate">{movedInWords(moved)}</p>}
        {done ? (
          <p className="text-xs text-success">
            Done <Day at={done.at} />
            {done.by && `, ${done.by.name}`}
            {done.proof && `: ${done.proof}`}
          </p>
        ) : state === 'done' ? (
          <p className="text-xs text-grey">Ended</p>
        ) : (
          isLate && day && <p className="text-xs font-medium text-error">{daysLate(daysBetween(day, today))}</p>
        )}
        {mayFinish && !isFar && (done || state !== 'done') && (
          <div className="mt-1.5">
            {done ? (
              <Button
                look="secondary"
                size="small"
                busy={busy}
                aria-label={`Reopen: ${title}`}
                onClick={() => run(() => reopen({ organization, keyDate: id }).unwrap())}
              >
                Reopen
              </Button>
            ) : (
              <Button
                look="secondary"
                size="small"
                aria-label={`Mark as done: ${title}`}
                onClick={() => setAsked(true)}
              >
                Mark as done
              </Button>
            )}
          </div>
        )}
      </div>
      <ActionDialog
        question={
          asked && mayFinish && state !== 'done'
            ? {
                title: `Mark ${title} as done?`,
                confirm: 'Mark as done',
                confirming: 'Saving…',
                comment: { label: 'Proof' },
                async act(proof) {
                  await finish({ organization, keyDate: id, body: { version, proof } }).unwrap()
                  showToast('success', `${title} marked as done.`)
                },
                children: <p>Logged with your name and today’s date.</p>,
              }
            : undefined
        }
        onClose={() => setAsked(false)}
      />
    </li>
  )
}
