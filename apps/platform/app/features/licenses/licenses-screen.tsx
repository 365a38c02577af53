import { licensesApi } from '@sherpa/api-client/licenses'
import { daysBetween } from '@sherpa/contracts/days'
import { type License, type LicenseStanding, licenseStandings, licensesQuery } from '@sherpa/contracts/license'
import { totalInWords } from '@sherpa/contracts/list'
import { stateName, usStates } from '@sherpa/contracts/us-states'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge, type Tone } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { calendarDay } from '../../data/moments.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useToday } from '../../frame/use-today.ts'
import { useListAddress } from '../../list/list-address.ts'
import type { ChoiceFilter } from '../../list/list-filters.tsx'
import type { Column } from '../../list/list-table.tsx'
import { ListView } from '../../list/list-view.tsx'
import { useList } from '../../list/use-list.ts'
import { usePhone } from '../../list/use-phone.ts'
import { holderOf, LicenseForm } from './license-form.tsx'
import { ScannedDocument } from './scanned-document.tsx'

const tones: Record<LicenseStanding, Tone> = {
  expired: 'bad',
  expiring: 'warning',
  current: 'good',
  upcoming: 'quiet',
}

const filters: ChoiceFilter[] = [
  { name: 'person', label: 'Member', choices: { me: 'My licenses' }, most: 1, phrases: true },
  { name: 'standing', label: 'Status', choices: licenseStandings },
  { name: 'state', label: 'State', choices: usStates },
]

/** Registrations of members as athlete agents, the next to expire first. */
export function Component() {
  const { id: organization, name, may } = useOrganization()
  const address = useListAddress(licensesQuery)
  const list = useList(licensesApi.endpoints.licenses, { organization, query: address.state }, 'licenses')
  const [shown, setShown] = useState<License | 'new'>()
  const [renewed, setRenewed] = useState<License>()
  const close = () => setShown(undefined)
  const isPhone = usePhone()
  const seesAll = may('people.view') || may('disclosures.edit')
  return (
    <>
      <ScreenHeading
        title={seesAll ? 'Licenses' : 'My licenses'}
        within={name}
        count={list.total && totalInWords(list.total)}
        actions={
          !isPhone && (
            <Button size="small" onClick={() => setShown('new')}>
              Add license
            </Button>
          )
        }
      />
      <div className="flex flex-col gap-3">
        <ListView
          phoneAction={
            <button
              type="button"
              className={`${buttonClass({ size: 'small' })} w-11 px-0`}
              onClick={() => setShown('new')}
            >
              <ToolIcon name="plus" />
              <span className="sr-only">Add license</span>
            </button>
          }
          filters={seesAll ? filters : filters.slice(1)}
          label="Licenses"
          searchLabel="Search licenses"
          list={list}
          address={address}
          columns={columnsFor(setShown, useToday())}
          nameOf={(license) => `${holderOf(license)}, ${stateName(license.state)}`}
          actionsWidth="button"
          actions={
            list.rows.some((license) => isRenewable(license, list.rows))
              ? (license) =>
                  isRenewable(license, list.rows) && (
                    <Button
                      look="secondary"
                      size="small"
                      aria-label={`Renew: ${holderOf(license)}, ${stateName(license.state)}`}
                      onClick={() => setRenewed(license)}
                    >
                      Renew
                    </Button>
                  )
              : undefined
          }
          onOpen={setShown}
          empty={
            <EmptyState
              title="No licenses yet"
              action={
                isPhone && (
                  <Button size="small" onClick={() => setShown('new')}>
                    Add license
                  </Button>
                )
              }
            >
              Add your registrations as an athlete agent. We remind you 60, 30 and 7 days before they expire.
            </EmptyState>
          }
          noMatch="No license matches"
        />
      </div>
      <Dialog open={shown === 'new'} title="Add license" onClose={close}>
        <LicenseForm onClose={close} />
      </Dialog>
      <Dialog open={renewed !== undefined} title="Renew license" onClose={() => setRenewed(undefined)}>
        {renewed && <LicenseForm renews={renewed} onClose={() => setRenewed(undefined)} />}
      </Dialog>
      <Dialog
        open={shown !== undefined && shown !== 'new'}
        title={shown && shown !== 'new' ? `${stateName(shown.state)} license` : ''}
        onClose={close}
      >
        {shown &&
          shown !== 'new' &&
          (shown.editable ? (
            <LicenseForm key={shown.id} license={shown} onClose={close} />
          ) : (
            <LicenseFacts license={shown} />
          ))}
      </Dialog>
    </>
  )
}

/** An expired or expiring license without one of the same state that ends later. */
function isRenewable({ editable, isMember, standing, person, state, until }: License, all: readonly License[]) {
  const isRenewed = all.some(
    (one) => one.person?.id === person?.id && one.state === state && (one.until ?? '9999') > (until ?? ''),
  )
  return editable && isMember && (standing === 'expired' || standing === 'expiring') && !isRenewed
}

function LicenseFacts({ license }: { license: License }) {
  return (
    <div className="flex flex-col gap-3 text-sm">
      <p>
        {holderOf(license)}, number {license.number}, {calendarDay(license.from)} to{' '}
        {license.until ? calendarDay(license.until) : 'open end'}
      </p>
      {license.note && <p className="break-words whitespace-pre-line text-slate">{license.note}</p>}
      <ScannedDocument of={license} />
    </div>
  )
}

/** Such as "Expired 12 days ago" or "24 days left". */
function standingInWords({ standing, until }: License, today: string) {
  const days = until ? Math.abs(daysBetween(today, until)) : 0
  const counted = `${days} ${days === 1 ? 'day' : 'days'}`
  if (standing === 'expired') return `Expired ${counted} ago`
  return standing === 'expiring' && days > 0 ? `${counted} left` : licenseStandings[standing]
}

function columnsFor(onOpen: (license: License) => void, today: string): Column<License>[] {
  return [
    {
      id: 'person',
      head: 'Member',
      shown: 'always',
      width: 'wide',
      place: 'name',
      cell: (license) => (
        <button
          type="button"
          onClick={() => onOpen(license)}
          className="max-w-full cursor-pointer truncate text-left text-base font-medium text-ink hover:underline touch-area"
        >
          {holderOf(license)}
        </button>
      ),
    },
    {
      id: 'state',
      head: 'State',
      place: 'detail',
      cell: ({ state, until }) => (
        <>
          {stateName(state)}
          <span className="md:hidden">{until ? `, until ${calendarDay(until)}` : ', does not expire'}</span>
        </>
      ),
    },
    {
      id: 'number',
      head: 'Number',
      width: 'narrow',
      from: 'laptop',
      cell: ({ number }) => <span className="truncate">{number}</span>,
    },
    {
      id: 'until',
      head: 'Last day',
      sort: 'until',
      width: 'narrow',
      cell: ({ until }) => (until ? calendarDay(until) : 'Does not expire'),
    },
    {
      id: 'file',
      head: 'Document',
      width: 'short',
      from: 'desk',
      cell: (license) => {
        if (license.file) return 'On file'
        if (!license.editable) return 'Missing'
        return (
          <button
            type="button"
            aria-label={`Add document: ${holderOf(license)}, ${stateName(license.state)}`}
            onClick={() => onOpen(license)}
            className={`${textLinkClass} touch-area cursor-pointer`}
          >
            Add
          </button>
        )
      },
    },
    {
      id: 'standing',
      head: 'Status',
      width: 'badge',
      place: 'state',
      cell: (license) => <StatusBadge tone={tones[license.standing]}>{standingInWords(license, today)}</StatusBadge>,
    },
  ]
}
