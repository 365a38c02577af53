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
  /** Undefined: nothing is asked. */
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
      showToast('success', `The day is ${calendarDay(body.day)} now. ${movedInWords(moved)}`)
      onClose()
    },
  })
  const isOther = typed !== event.day && leagueCorrection.safeParse({ day: typed }).success
  const preview = usePreview(event.id, isOther ? typed : undefined, { skip: !isOther })
  return (
    <form {...formProps} className="flex flex-col gap-4 text-sm">
      <FormMessage failure={failureText} />
      <p>
        {event.corrected ? 'Corrected to' : event.status === 'final' ? 'Known as' : 'Expected on'}{' '}
        {calendarDay(event.day)}. Source: {event.source}.
      </p>
      <TextField
        name="day"
        label="Day"
        type="date"
        value={typed}
        onChange={({ target }) => setTyped(target.value)}
        errors={errors}
      />
      <div role="status">{isOther && <Loaded query={preview}>{(moves) => <Moves {...moves} />}</Loaded>}</div>
      {/* Nobody moves dates unseen. */}
      <SubmitActions
        label="Save day"
        busyLabel="Saving…"
        busy={busy}
        disabled={stateOf(preview) === 'loading'}
        onCancel={onClose}
      />
    </form>
  )
}

export function TakeBackDialog({ event, onClose }: DialogProps) {
  const { id: organization } = useOrganization()
  const [takeBack] = dealsApi.useUncorrectLeagueEventMutation()
  return (
    <ConfirmDialog
      open={event !== undefined}
      title={event ? `Take the correction back? ${eventName(event)}` : ''}
      confirm="Take back"
      confirming="Taking back…"
      look="primary"
      onConfirm={async () => {
        if (!event) return
        const { moved } = await takeBack({ organization, event: event.id }).unwrap()
        showToast('success', `The correction was taken back. ${movedInWords(moved)}`)
      }}
      onClose={onClose}
    >
      {event && (
        <div className="flex flex-col gap-4 text-sm">
          <p>The day is {calendarDay(event.shippedDay)} again, as Sherpa knows it.</p>
          <WhatMovesBack event={event.id} />
        </div>
      )}
    </ConfirmDialog>
  )
}

/** Before anything is saved: the key dates that will be on another day. Without a day, the correction is taken back. */
function usePreview(event: string, day: string | undefined, options: { skip?: boolean } = {}) {
  const { id: organization } = useOrganization()
  return dealsApi.usePreviewLeagueCorrectionQuery(
    { organization, event, query: day ? { day } : {} },
    { ...options, refetchOnMountOrArgChange: true },
  )
}

function WhatMovesBack({ event }: { event: string }) {
  return <Loaded query={usePreview(event, undefined)}>{(moves) => <Moves {...moves} />}</Loaded>
}

function Moves({ dates, others }: LeaguePreview) {
  const count = dates.length + others
  if (count === 0) return <p>No key date depends on it: nothing moves.</p>
  return (
    <div className="flex flex-col gap-2">
      <p className="font-medium text-ink">
        {count === 1
          ? '1 key date will move, and whoever leads its deal is told:'
          : `${count} key dates will move, and whoever leads their deals is told:`}
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
          {dates.length > 0 ? 'And ' : ''}
          {others} {others === 1 ? 'key date' : 'key dates'} not listed here, of deals that you do not see or beyond the
          first hundred.
        </p>
      )}
    </div>
  )
}
