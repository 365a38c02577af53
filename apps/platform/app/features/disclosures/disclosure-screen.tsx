import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure, PacketField } from '@sherpa/contracts/disclosure'
import { disclaimer, disclosureStates, isUnfiled } from '@sherpa/contracts/disclosure-state'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { dayOfWeek, Moment } from '../../data/moments.tsx'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { useToday } from '../../frame/use-today.ts'
import { ProgressTrail } from '../deals/record/progress-trail.tsx'
import { useNow } from '../demo/use-now.ts'
import { AttestationPanel } from './attestation-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { headlineOf, progressOf } from './disclosure-progress.ts'
import { nameOfDisclosure, stateTones, timeLeft } from './disclosure-words.ts'
import { DueRing } from './due-ring.tsx'
import { MovesPanel } from './moves-panel.tsx'
import { FieldForm, PacketPanel } from './packet-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'

export function Component() {
  const { disclosure: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const query = disclosuresApi.useDisclosureQuery({ organization, disclosure: id })
  if (query.isError && failureOf(query.error).code === 'not-found') return <NotFound />
  return (
    <>
      {!query.currentData && (
        <div className={query.isError ? '' : 'sr-only'}>
          <ScreenHeading title="Disclosure" />
        </div>
      )}
      <Loaded query={query}>{(disclosure) => <DisclosureRecord key={disclosure.id} disclosure={disclosure} />}</Loaded>
    </>
  )
}

function NotFound() {
  const { id } = useOrganization()
  return (
    <div className="flex flex-col items-start gap-4">
      <ScreenHeading title="Disclosure not found" />
      <p className="max-w-[60ch]">This disclosure was deleted, or you don’t have access to it.</p>
      <Link to={`/organizations/${id}/compliance`} className={buttonClass({ look: 'secondary' })}>
        Go to compliance
      </Link>
    </div>
  )
}

function DisclosureRecord({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const [edited, setEdited] = useState<PacketField>()
  const name = nameOfDisclosure(disclosure)
  const { athlete, deal, state, packet, authority } = disclosure
  useNameOfRecord(name)
  const isOpen = isUnfiled(state)
  const firstMissing = packet.fields.find(({ value, hidden }) => value === null && !hidden)
  return (
    <>
      <ScreenHeading
        title={name}
        within={athlete.name}
        lead={
          <span className="flex flex-wrap items-center gap-x-3 gap-y-1">
            <StatusBadge tone={stateTones[state]}>{disclosureStates[state]}</StatusBadge>
            {deal ? (
              <Link to={`/organizations/${organization}/deals/${deal.id}`} className={`${textLinkClass} touch-area`}>
                {deal.title}
              </Link>
            ) : (
              <Link
                to={`/organizations/${organization}/athletes/${athlete.id}`}
                className={`${textLinkClass} touch-area`}
              >
                {athlete.name}
              </Link>
            )}
            {packet.dealNumber && <span>Version {packet.dealNumber}</span>}
            {authority && <span className="min-w-0 break-words">To {authority}</span>}
          </span>
        }
        actions={
          <div className="flex flex-wrap items-center gap-2">
            {isOpen && <TimeLeft disclosure={disclosure} />}
            {may('money.view') && <Downloads disclosure={disclosure} />}
          </div>
        }
      />
      <section aria-label="Progress" className="progress-panel">
        <div className="progress-text">
          <h2 className="text-lg leading-6 font-semibold text-ink">{headlineOf(disclosure)}</h2>
          {isOpen && firstMissing && may('disclosures.edit') && (
            <div className="mt-3">
              <Button onClick={() => setEdited(firstMissing)}>
                <ToolIcon name="edit" />
                Add {firstMissing.label}
              </Button>
            </div>
          )}
        </div>
        <ProgressTrail steps={progressOf(disclosure)} />
      </section>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {isOpen && <Completeness packet={packet} />}
          <PacketPanel disclosure={disclosure} onEdit={setEdited} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <ClockPanel disclosure={disclosure} />
          <MovesPanel disclosure={disclosure} />
          {disclosure.kind === 'nil-go' && <AttestationPanel disclosure={disclosure} />}
          <PeoplePanel disclosure={disclosure} />
          <p className="text-xs text-grey">{disclaimer}</p>
        </div>
      </div>
      <Dialog open={edited !== undefined} title={edited?.label ?? ''} onClose={() => setEdited(undefined)}>
        {edited && <FieldForm disclosure={disclosure} field={edited} onClose={() => setEdited(undefined)} />}
      </Dialog>
    </>
  )
}

function TimeLeft({ disclosure }: { disclosure: Disclosure }) {
  const now = useNow()
  const { isLate, isNear, text } = timeLeft(disclosure, useToday(), now)
  const look = isLate ? 'bg-error-pale text-error' : isNear ? 'bg-summit-pale text-summit-ink' : 'bg-quiet text-slate'
  return (
    <p className={`flex items-center gap-2 rounded-md px-3 py-1.5 text-sm ${look}`}>
      <DueRing row={disclosure} {...{ now, isLate, isNear }} />
      <span className="font-semibold">{text}</span>
      <span className="text-xs">
        {disclosure.countsAt ? <Moment at={disclosure.dueAt} /> : dayOfWeek(disclosure.dueOn)}
      </span>
    </p>
  )
}

/** One segment per field, and the faults that most often delay a clearance. */
function Completeness({ packet: { fields, filled, checks } }: Pick<Disclosure, 'packet'>) {
  return (
    <Panel
      title="Complete"
      actions={
        <span className="text-sm text-grey tabular-nums">
          {filled} of {fields.length} fields
        </span>
      }
    >
      {/* The count above says the same. */}
      <div aria-hidden="true" className="mb-3 flex gap-0.5">
        {fields.map(({ key }, index) => (
          <span key={key} className={`h-2 flex-1 rounded-xs ${index < filled ? 'bg-success' : 'bg-summit'}`} />
        ))}
      </div>
      <ul className="divide-y divide-line-soft text-sm">
        {checks.map(({ id, fine, title, detail }) => (
          <li key={id} className="flex gap-2 py-2">
            <ToolIcon
              name={fine ? 'check' : 'warning'}
              className={`mt-0.5 size-4 shrink-0 ${fine ? 'text-success' : 'text-summit-ink'}`}
            />
            <div className="min-w-0">
              <p className="font-medium text-ink">{title}</p>
              <p className="break-words text-grey">{detail}</p>
            </div>
          </li>
        ))}
      </ul>
      {filled === fields.length && checks.every(({ fine }) => fine) && (
        <p className="text-sm text-success">Nothing is missing.</p>
      )}
    </Panel>
  )
}

function Downloads({ disclosure: { id, packet } }: { disclosure: Disclosure }) {
  const { id: organization } = useOrganization()
  const [loadPdf] = disclosuresApi.useDisclosurePdfMutation()
  const { busy, run } = useAction()
  function saveJson() {
    const blob = new Blob([JSON.stringify(packet, null, 2)], { type: 'application/json' })
    saveFile(URL.createObjectURL(blob), 'packet.json')
  }
  return (
    <div className="flex gap-2">
      <Button
        look="secondary"
        size="small"
        busy={busy}
        onClick={() =>
          run(async () => saveFile(await loadPdf({ organization, disclosure: id }).unwrap(), 'packet.pdf'))
        }
      >
        <ToolIcon name="download" />
        {busy ? 'Drawing…' : 'PDF'}
      </Button>
      <Button look="secondary" size="small" onClick={saveJson}>
        <ToolIcon name="download" />
        JSON
      </Button>
    </div>
  )
}
