import { dealsApi } from '@sherpa/api-client/deals'
import { type Deal, type DealTimelineEntry, newDealNote } from '@sherpa/contracts/deal'
import { Button } from '@sherpa/ui/button'
import { controlClass } from '@sherpa/ui/field'
import { ToolIcon, type ToolIconName } from '@sherpa/ui/tool-icon'
import type { KeyboardEvent } from 'react'
import { TimeOfDay } from '../../../data/moments.tsx'
import { FormMessage } from '../../../forms/form-message.tsx'
import { GrowingTextArea } from '../../../forms/growing-text-area.tsx'
import { useForm } from '../../../forms/use-form.ts'
import { useOrganization } from '../../../frame/account-context.ts'
import { Ready } from '../../../frame/loaded.tsx'
import { NextPage } from '../../../list/next-page.tsx'
import type { ListQueryResult } from '../../../list/use-list.ts'
import { timelineDay } from '../../athletes/record/timeline-day.ts'
import { dealSentence } from './deal-sentence.ts'

export function useTimelineOf(deal: Deal) {
  const { id: organization } = useOrganization()
  return dealsApi.useDealTimelineInfiniteQuery({
    organization,
    deal: deal.id,
    query: {},
  }) as unknown as ListQueryResult<DealTimelineEntry>
}

const entriesOf = ({ currentData }: ListQueryResult<DealTimelineEntry>) =>
  currentData?.pages.flatMap(({ rows }) => rows) ?? []

/** Why the deal ended, in the words of whoever ended it. */
export function EndReason({ deal }: { deal: Deal }) {
  const entries = entriesOf(useTimelineOf(deal))
  const end = entries.find(({ kind, about }) => kind === 'moved' && about === deal.stage)
  if (!end?.text) return null
  return (
    <>
      “{end.text}”{end.actor && ` ${end.actor.name}`}
    </>
  )
}

export function DealTimeline({ deal }: { deal: Deal }) {
  const { may } = useOrganization()
  const query = useTimelineOf(deal)
  const entries = entriesOf(query)
  const days = Map.groupBy(entries, ({ at }) => timelineDay(at))
  return (
    <section aria-label="Timeline" className="flex flex-col gap-3">
      <h2 className="border-b border-line pb-1.5 text-base font-semibold">Timeline</h2>
      {may('deals.edit') && <NoteForm deal={deal} />}
      <Ready queries={[query]}>
        {() => (
          <>
            {[...days].map(([day, dayEntries]) => (
              <section key={day} aria-label={day} className="pt-1">
                <h3 className="pb-2 text-xs font-medium tracking-normal text-grey">{day}</h3>
                <ol className="timeline-day text-sm">
                  {dayEntries.map((entry) => (
                    <Entry key={entry.id} entry={entry} />
                  ))}
                </ol>
              </section>
            ))}
            {query.hasNextPage && <NextPage query={query} />}
          </>
        )}
      </Ready>
    </section>
  )
}

const icons: Partial<Record<DealTimelineEntry['kind'], ToolIconName>> = {
  note: 'note',
  added: 'plus',
  'version-added': 'deal',
  submitted: 'send',
  approved: 'check',
  'all-approved': 'check',
  'changes-asked': 'warning',
  declined: 'close',
  'clash-accepted': 'warning',
  'rule-answered': 'warning',
  signed: 'check',
  'all-signed': 'flag',
  'paper-added': 'upload',
  'paper-replaced': 'upload',
  'document-added': 'upload',
  reminded: 'bell',
  'link-sent': 'send',
  'link-closed': 'warning',
  'link-reassigned': 'send',
  'reassignment-asked': 'warning',
  'reassignment-confirmed': 'send',
  'company-asked-changes': 'warning',
  'company-declined': 'close',
}

function Entry({ entry }: { entry: DealTimelineEntry }) {
  const { at, kind, actor, text } = entry
  return (
    <li>
      <span className="grid size-6 place-items-center rounded-full bg-quiet text-slate">
        <ToolIcon name={icons[kind] ?? 'account'} className="size-3" />
      </span>
      <div className="min-w-0 pt-0.5">
        <p className="break-words text-slate">
          <span className="font-semibold text-ink">{actor?.name ?? authorWithoutAccount(entry)}</span>{' '}
          {dealSentence(entry)}
        </p>
        {text && (
          <p
            className={`mt-1 break-words whitespace-pre-wrap text-ink ${kind === 'note' ? '' : 'border-l-2 border-line pl-2.5'}`}
          >
            {text}
          </p>
        )}
        <p className="mt-0.5 text-xs text-grey">
          <TimeOfDay at={at} />
        </p>
      </div>
    </li>
  )
}

const byCompany: readonly DealTimelineEntry['kind'][] = [
  'signed',
  'company-asked-changes',
  'company-declined',
  'link-reassigned',
  'reassignment-asked',
]

/** Companies act by link; the entry has the name, and for a signature the side in parentheses. */
function authorWithoutAccount({ kind, about }: DealTimelineEntry) {
  if (kind === 'all-approved') return 'A colleague'
  return byCompany.includes(kind) && about ? about.replace(/ \(company.*\)$/, '') : 'Sherpa'
}

function NoteForm({ deal }: { deal: Deal }) {
  const { id: organization } = useOrganization()
  const [add] = dealsApi.useAddDealNoteMutation()
  const { errors, failureText, busy, formProps } = useForm({
    schema: newDealNote,
    async send(body) {
      await add({ organization, deal: deal.id, body }).unwrap()
      formProps.ref.current?.reset()
    },
  })
  function submitByKeyboard(event: KeyboardEvent) {
    if (event.key === 'Enter' && (event.ctrlKey || event.metaKey)) formProps.ref.current?.requestSubmit()
  }
  return (
    <form {...formProps} className="flex flex-col items-end gap-2">
      <FormMessage failure={errors.get('text') ?? failureText} />
      <GrowingTextArea
        name="text"
        rows={2}
        maxLength={5000}
        aria-label="Note"
        placeholder="Add a note"
        aria-keyshortcuts="Control+Enter"
        aria-invalid={errors.has('text') || undefined}
        onKeyDown={submitByKeyboard}
        className={`${controlClass} max-h-80 min-h-14`}
      />
      <Button type="submit" look="secondary" size="small" busy={busy}>
        Save note
      </Button>
    </form>
  )
}
