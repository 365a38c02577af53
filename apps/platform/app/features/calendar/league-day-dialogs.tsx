import { dealsApi } from '@sherpa/api-client/deals'
import { type LeagueEventRow, type LeaguePreview, leagueCorrection } from '@sherpa/contracts/deal-work'
import { leagues } from '@sherpa/contracts/league-calendar'
import { Dialog } from '@sherpa/ui/dialog'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { calendarDay } from '../../data/moments.tsx'
import { stateOf } from '../../data/query-state.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'

type DialogProps = {
  event: LeagueEventRow | undefined
  onClose: () => void
}

export const eventName = ({ title, league, season }: LeagueEventRow) => `${title}, ${leagues[league]} ${season}`
const movedInWords = (moved: number) =>
  moved === 0 ? 'No key date moved.' : `${moved} ${moved === 1 ? 'key date' : 'key dates'} moved.`

export function CorrectDayDialog({ event, onClose }: DialogProps) {
  return (
    <Dialog open={event !== undefined} title={event ? eventName(event) : ''} onClose={onClose}>
      {event && <CorrectDayForm event={event} onClose={onClose} />}
    </Dialog>
  )
}

function CorrectDayForm({ event, onClose }: { event: LeagueEventRow; onClose: () => void }) {
  const { id: organization } = useOrganization()
  const [correct] = dealsApi.useCorrectLeagueEventMutation()
  const [typed, setTyped] = useState(event.day)
  const { errors, failureText, busy, formProps } = useForm({
    schema: leagueCorrection,
    async send(body) {
      const { moved } = await correct({ organization, event: event.id, body }).unwrap()
      showToast('success', `Changed to ${calendarDay(body.day)}. ${movedInWords(moved)}`)
      onClose()
    },
  })
  const isOther = typed !== event.day && leagueCorrection.safeParse({ day: typed }).success
  const preview = usePreview(event.id, isOther ? typed : undefined, { skip: !isOther })
  return (
    <form {...formProps} className="flex flex-col gap-4 text-sm">
      <FormMessage failure={failureText} />
      <p>
        {event.corrected ? 'Corrected to' : event.status === 'final' ? 'Final:' : 'Expected on'}{' '}
        {calendarDay(event.day)}. Source: {event.source}.
      </p>
      <TextField
        name="day"
        label="Date"
        type="date"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        errors={errors}
      />
      <div role="status">{isOther && <Loaded query={preview}>{(moves) => <Moves {...moves} />}</Loaded>}</div>
      {/* Wait for the preview of moved dates. */}
      <SubmitActions
        label="Save date"
        busyLabel="Saving…"
        busy={busy}
        disabled={stateOf(preview) === 'loading'}
        onCancel={onClose}
      />
    </form>
  )
}

export function RemoveCorrectionDialog({ event, onClose }: DialogProps) {
  const { id: organization } = useOrganization()
  const [removeCorrection] = dealsApi.useUncorrectLeagueEventMutation()
  return (
    <ConfirmDialog
      open={event !== undefined}
      title={event ? `Remove the correction? ${eventName(event)}` : ''}
      confirm="Remove correction"
      confirming="Removing…"
      look="primary"
      onConfirm={async () => {
        if (!event) return
        const { moved } = await removeCorrection({ organization, event: event.id }).unwrap()
        showToast('success', `Correction removed. ${movedInWords(moved)}`)
      }}
      onClose={onClose}
    >
      {event && (
        <div className="flex flex-col gap-4 text-sm">
          <p>The date returns to {calendarDay(event.shippedDay)}, from Sherpa’s league calendar.</p>
          <MovesBack event={event.id} />
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Key dates that would move. Without a day, previews removing the correction. */
function usePreview(event: string, day: string | undefined, options: { skip?: boolean } = {}) {
  const { id: organization } = useOrganization()
  return dealsApi.usePreviewLeagueCorrectionQuery(
    { organization, event, query: day ? { day } : {} },
    { ...options, refetchOnMountOrArgChange: true },
  )
}

function MovesBack({ event }: { event: string }) {
  return <Loaded query={usePreview(event, undefined)}>{(moves) => <Moves {...moves} />}</Loaded>
}

function Moves({ dates, others }: LeaguePreview) {
  const count = dates.length + others
  if (count === 0) return <p>No key dates depend on it.</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-ink">
        {count === 1
          ? '1 key date will move. The deal lead is notified:'
          : `${count} key dates will move. The deal leads are notified:`}
      </p>
      <ul className="max-h-64 divide-y divide-line-soft overflow-y-auto border-y border-line-soft">
        {dates.map(({ id, title, deal, from, to }) => (
          <li key={id} className="py-2">
            <span className="block break-words text-ink">
              {title}, {deal.title}
            </span>
            <span className="difference">
              {from && <del>{calendarDay(from)}</del>} <span aria-hidden="true">→</span>
              <span className="sr-only">moves to</span> <ins>{calendarDay(to)}</ins>
            </span>
          </li>
        ))}
      </ul>
      {others > 0 && (
        <p className="text-grey">
          {dates.length > 0 ? 'Plus ' : ''}
          {others} more {others === 1 ? 'key date' : 'key dates'}, beyond the first 100 or of deals you can’t see.
        </p>
      )}
    </div>
  )
}
