import { agentNoticesApi } from '@sherpa/api-client/agent-notices'
import { type AgentNotice, agentNoticesQuery } from '@sherpa/contracts/agent-notice'
import { totalInWords } from '@sherpa/contracts/list'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { useState } from 'react'
import { calendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { daysFilter } from '../finances/days-filter.tsx'
import { delayInWords } from './delay-in-words.ts'
import { InquiryButton } from './inquiry-button.tsx'
import { NoticeForm } from './notice-form.tsx'
import { ScannedDocument } from './scanned-document.tsx'

/** Notices of agents who signed an athlete, latest first. */
export function Component() {
  const { id: organization, name, may } = useOrganization()
  const address = useListAddress(agentNoticesQuery)
  const list = useList(agentNoticesApi.endpoints.agentNotices, { organization, query: address.state }, 'agent-notices')
  const [shown, setShown] = useState<AgentNotice | 'new'>()
  const close = () => setShown(undefined)
  const mayEdit = may('disclosures.edit')
  return (
    <>
      <ScreenHeading
        title="Notices to schools"
        within={name}
        count={list.total && totalInWords(list.total)}
        actions={
          mayEdit && (
            <span className="flex flex-wrap gap-2">
              {may('data.export') && <InquiryButton />}
              <Button size="small" onClick={() => setShown('new')}>
                Record agent notice
              </Button>
            </span>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <ListView
          filters={[...filtersOf(list.rows), daysFilter(address, 'Received')]}
          label="Notices to schools"
          searchLabel="Search by agent or agency"
          list={list}
          address={address}
          columns={columnsFor(setShown)}
          nameOf={({ agent, athlete }) => `${agent}, ${athlete.name}`}
          onOpen={setShown}
          empty={
            <EmptyState title="No agent notices yet">
              Agents must tell a school within 72 hours that they signed one of its athletes. Record each notice here.
            </EmptyState>
          }
          noMatch="No agent notice matches"
        />
      </div>
      <Dialog open={shown === 'new'} title="Record agent notice" onClose={close}>
        <NoticeForm notice={undefined} onClose={close} />
      </Dialog>
      <Dialog open={shown !== undefined && shown !== 'new'} title="Agent notice" onClose={close}>
        {shown &&
          shown !== 'new' &&
          (mayEdit ? <NoticeForm key={shown.id} notice={shown} onClose={close} /> : <NoticeFacts notice={shown} />)}
      </Dialog>
    </>
  )
}

/** Offers the athletes of the loaded rows. */
const filtersOf = (rows: readonly AgentNotice[]): ChoiceFilter[] => [
  {
    name: 'athlete',
    label: 'Athlete',
    choices: Object.fromEntries(rows.map(({ athlete }) => [athlete.id, athlete.name])),
  },
]

function NoticeFacts({ notice }: { notice: AgentNotice }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {[notice.agent, notice.agency].filter(Boolean).join(', ')} about {notice.athlete.name}, received{' '}
        {calendarDay(notice.receivedOn)}
      </p>
      {notice.note && <p className="break-words whitespace-pre-line text-slate">{notice.note}</p>}
      <ScannedDocument of={notice} />
    </div>
  )
}

function columnsFor(onOpen: (notice: AgentNotice) => void): Column<AgentNotice>[] {
  return [
    {
      id: 'agent',
      head: 'Agent',
      sort: 'agent',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: (notice) => (
        <button
          type="button"
          onClick={() => onOpen(notice)}
          className="max-w-full cursor-pointer truncate text-left text-base font-medium text-ink hover:underline touch-area"
        >
          {notice.agent}
        </button>
      ),
    },
    { id: 'agency', head: 'Agency', from: 'laptop', cell: ({ agency }) => <span className="truncate">{agency}</span> },
    {
      id: 'athlete',
      head: 'Athlete',
      place: 'detail',
      cell: ({ athlete, receivedOn }) => (
        <>
          <span className="truncate">{athlete.name}</span>
          <span className="md:hidden">, {calendarDay(receivedOn)}</span>
        </>
      ),
    },
    {
      id: 'received',
      head: 'Received',
      sort: 'received',
      width: 'short',
      cell: ({ receivedOn }) => calendarDay(receivedOn),
    },
    {
      id: 'contract',
      head: 'Contract',
      sort: 'contract',
      width: 'short',
      from: 'laptop',
      cell: ({ contractOn }) => (contractOn ? calendarDay(contractOn) : 'Not named'),
    },
    { id: 'delay', head: 'Delay', width: 'short', from: 'laptop', cell: delayInWords },
    { id: 'file', head: 'Document', width: 'short', from: 'desk', cell: ({ file }) => (file ? 'On file' : 'Missing') },
  ]
}
