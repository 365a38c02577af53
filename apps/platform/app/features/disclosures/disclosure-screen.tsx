import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure } from '@sherpa/contracts/disclosure'
import { disclaimer, disclosureStates, isUnfiled } from '@sherpa/contracts/disclosure-state'
import { Button } from '@sherpa/ui/button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { Link, useParams } from 'react-router'
import { calendarDay, Moment } from '../../data/moments.tsx'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { useToday } from '../../frame/use-today.ts'
import { AttestationPanel } from './attestation-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { nameOfDisclosure, stateTones, timeLeft } from './disclosure-words.ts'
import { MovesPanel } from './moves-panel.tsx'
import { PacketPanel } from './packet-panel.tsx'

export function Component() {
  const { disclosure: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const query = disclosuresApi.useDisclosureQuery({ organization, disclosure: id })
  return (
    <Loaded query={query}>{(disclosure) => <DisclosureRecord key={disclosure.id} disclosure={disclosure} />}</Loaded>
  )
}

function DisclosureRecord({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const today = useToday()
  const name = nameOfDisclosure(disclosure)
  const { athlete, deal, state, packet, dueAt } = disclosure
  useNameOfRecord(name)
  const left = timeLeft(disclosure, today, new Date())
  const checks = packet.checks.filter(({ fine }) => !fine)
  const missing = packet.fields.length - packet.filled
  return (
    <>
      <ScreenHeading
        title={name}
        within={athlete.name}
        lead={
          <>
            <StatusBadge tone={stateTones[state]}>{disclosureStates[state]}</StatusBadge>{' '}
            {deal ? (
              <Link to={`/organizations/${organization}/deals/${deal.id}`} className={textLinkClass}>
                {deal.title}
              </Link>
            ) : (
              <Link to={`/organizations/${organization}/athletes/${athlete.id}`} className={textLinkClass}>
                {athlete.name}
              </Link>
            )}{' '}
            {isUnfiled(state) && (
              <span className={left.isLate ? 'font-medium text-error' : ''}>
                {left.text}, <Moment at={dueAt} />
              </span>
            )}
          </>
        }
        actions={may('money.view') && <Downloads disclosure={disclosure} />}
      />
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          {isUnfiled(state) && (
            <Panel
              title="Complete"
              actions={
                <span className="text-sm text-grey tabular-nums">
                  {packet.filled} of {packet.fields.length} fields
                </span>
              }
            >
              <meter
                className="mb-3 block h-2 w-full"
                min={0}
                max={packet.fields.length}
                value={packet.filled}
                aria-label={`${packet.filled} of ${packet.fields.length} fields are complete`}
              />
              <ul className="flex flex-col gap-2 text-sm">
                {packet.checks.map(({ id, fine, title, detail }) => (
                  <li key={id} className="flex gap-2">
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
              {missing === 0 && checks.length === 0 && <p className="text-sm text-success">Nothing is missing.</p>}
            </Panel>
          )}
          <PacketPanel disclosure={disclosure} />
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          <ClockPanel disclosure={disclosure} />
          <MovesPanel disclosure={disclosure} />
          {disclosure.kind === 'nil-go' && <AttestationPanel disclosure={disclosure} />}
          <Panel title="People">
            <dl className="grid grid-cols-[7rem_minmax(0,1fr)] gap-y-1 text-sm">
              <dt className="text-grey">Prepared by</dt>
              <dd>{disclosure.preparer?.name ?? 'Nobody yet'}</dd>
              <dt className="text-grey">Submitted by</dt>
              <dd>{disclosure.submitter?.name ?? 'Nobody yet'}</dd>
              {disclosure.outcomeOn && (
                <>
                  <dt className="text-grey">Outcome</dt>
                  <dd>{calendarDay(disclosure.outcomeOn)}</dd>
                </>
              )}
            </dl>
            {disclosure.revisedById && (
              <Link
                to={`/organizations/${organization}/compliance/${disclosure.revisedById}`}
                className={`mt-2 inline-block text-sm ${textLinkClass}`}
              >
                Open the revision
              </Link>
            )}
          </Panel>
          <p className="text-xs text-grey">{disclaimer}</p>
        </div>
      </div>
    </>
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
