import { disclosuresApi } from '@sherpa/api-client/disclosures'
import type { Disclosure, PacketCheck, PacketField } from '@sherpa/contracts/disclosure'
import {
  disclaimer,
  disclosureStates,
  isBeforeSigning,
  isOver,
  isUnfiled,
  nameOfDisclosure,
} from '@sherpa/contracts/disclosure-state'
import { Button, buttonClass } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { MenuButton } from '@sherpa/ui/menu-button'
import { Panel } from '@sherpa/ui/panel'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { textLinkClass } from '@sherpa/ui/text-link'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { useState } from 'react'
import { Link, useParams } from 'react-router'
import { calendarDay, deadlineInWords } from '../../data/moments.tsx'
import { saveFile } from '../../data/save-file.ts'
import { useAction } from '../../data/use-action.ts'
import { failureOf } from '../../forms/failure.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { RecordNotFound } from '../../frame/record-not-found.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { useNameOfRecord } from '../../frame/screen-place.ts'
import { useOpenedByAddress } from '../../frame/use-opened-by-address.ts'
import { useToday } from '../../frame/use-today.ts'
import { MenuItem } from '../../list/row-menu.tsx'
import { usePhone } from '../../list/use-phone.ts'
import { ProgressTrail } from '../deals/record/progress-trail.tsx'
import { useNow } from '../demo/use-now.ts'
import { AttestationPanel } from './attestation-panel.tsx'
import { ClockPanel } from './clock-panel.tsx'
import { headlineOf, ownStepOf, progressOf } from './disclosure-progress.ts'
import {
  CANNOT_TELL,
  FIRST_MISSING,
  factsOf,
  filedInWords,
  latestInWords,
  type NextStep,
  stateTones,
  timeLeft,
  unknownInWords,
  waitInWords,
} from './disclosure-words.ts'
import { DueRing } from './due-ring.tsx'
import { FactForm, useMissingFacts } from './missing-facts.tsx'
import { MovesPanel, OUTCOME, PROOF } from './moves-panel.tsx'
import { FieldForm, PacketPanel } from './packet-panel.tsx'
import { PeoplePanel } from './people-panel.tsx'
import { type Moves, useMoves } from './use-moves.tsx'
import { useRemindPayor } from './use-remind-payor.ts'

export function Component() {
  const { disclosure: id = '' } = useParams()
  const { id: organization } = useOrganization()
  const query = disclosuresApi.useDisclosureQuery({ organization, disclosure: id })
  if (query.isError && failureOf(query.error).code === 'not-found') {
    return (
      <RecordNotFound title="Disclosure not found" list={{ path: 'compliance', name: 'compliance' }}>
        This disclosure was deleted, or you don’t have access to it.
      </RecordNotFound>
    )
  }
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

function DisclosureRecord({ disclosure }: { disclosure: Disclosure }) {
  const { id: organization, may } = useOrganization()
  const [edited, setEdited] = useState<PacketField>()
  const name = nameOfDisclosure(disclosure)
  const { athlete, deal, state, packet, authority, outcomeOn, comment, attestation, attestedOn, revisedById } =
    disclosure
  useNameOfRecord(name)
  const isOpen = isUnfiled(state)
  const isStopped = isOver(state)
  const waited = waitInWords(disclosure, useToday())
  const firstMissing = packet.fields.find(({ value, hidden }) => value === null && !hidden)
  const mayEdit = may('disclosures.edit')
  const moves = useMoves(disclosure)
  const step = ownStepOf(disclosure)
  const isPhone = usePhone()
  const [isCompleting, setCompleting] = useOpenedByAddress(FIRST_MISSING)
  // Chosen once: a live update must not move the dialog to another field.
  if (isCompleting) {
    setCompleting(false)
    if (isOpen && mayEdit) setEdited(edited ?? firstMissing)
  }
  const close = () => setEdited(undefined)
  const movesPanel = (
    <MovesPanel
      disclosure={disclosure}
      moves={moves}
      next={step && isOneOf(movesOfBand, step) ? movesOfBand[step] : undefined}
    />
  )
  const completeness = isOpen && <Completeness disclosure={disclosure} onEdit={setEdited} />
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
          <h2 className="text-lg leading-6 font-semibold text-ink">
            {headlineOf(disclosure)}
            {outcomeOn && <span className="font-normal text-grey">, {calendarDay(outcomeOn)}</span>}
          </h2>
          {comment && <p className="mt-1 max-w-[60ch] break-words whitespace-pre-line text-slate">{comment}</p>}
          {waited && <p className="mt-1 text-sm font-medium text-summit-ink">Open {waited.toLowerCase()}</p>}
          {filedInWords(disclosure) && <p className="mt-1 text-sm text-grey">{filedInWords(disclosure)}</p>}
          {revisedById && (
            <div className="mt-3">
              <Link to={`/organizations/${organization}/compliance/${revisedById}`} className={buttonClass()}>
                Open the revision
              </Link>
            </div>
          )}
          {step && (
            <div className="mt-3">
              <StepButton
                step={step}
                disclosure={disclosure}
                moves={moves}
                onComplete={() => firstMissing && setEdited(firstMissing)}
              />
            </div>
          )}
          {/* On phones, what is open comes before the way it goes. */}
          {isPhone && completeness && <div className="mt-5">{completeness}</div>}
        </div>
        <ProgressTrail steps={progressOf(disclosure)} />
      </section>
      <div className="grid gap-8 lg:grid-cols-[minmax(0,1fr)_20rem]">
        <div className="flex min-w-0 flex-col gap-8">
          <UnknownFacts disclosure={disclosure} />
          {!isPhone && completeness}
          <PacketPanel disclosure={disclosure} onEdit={setEdited} />
          {!isOpen && movesPanel}
        </div>
        <div className="flex min-w-0 flex-col gap-8">
          {!isStopped && <ClockPanel disclosure={disclosure} />}
          {isOpen && movesPanel}
          {disclosure.kind === 'nil-go' && !(isStopped && !attestation && !attestedOn) && (
            <div id={ATTESTATION} className="scroll-mt-16">
              <AttestationPanel disclosure={disclosure} />
            </div>
          )}
          <PeoplePanel disclosure={disclosure} />
          <p className="text-xs text-grey">{disclaimer}</p>
        </div>
      </div>
      <Dialog open={edited !== undefined} title={edited?.label ?? ''} onClose={close}>
        {edited && <FieldForm disclosure={disclosure} field={edited} onClose={close} />}
      </Dialog>
      {moves.dialog}
    </>
  )
}

/** Steps that the button of the band takes at once. */
const movesOfBand = { 'Ready to file': 'prepare', 'Revise report': 'revise', 'Record attestation': 'attest' } as const
/** Steps whose fields are further down. */
const placesOfSteps = {
  'File report': PROOF,
  'Send notice': PROOF,
  'Record outcome': OUTCOME,
  'Call payor': 'attestation',
} as const
const isOneOf = <Steps extends object>(steps: Steps, step: string): step is keyof Steps & string =>
  Object.hasOwn(steps, step)

/** The filled button of the report. */
function StepButton({
  step,
  disclosure: { id, athlete },
  moves,
  onComplete,
}: {
  step: NextStep
  disclosure: Disclosure
  moves: Moves
  onComplete: () => void
}) {
  const { busy, remindPayor } = useRemindPayor()
  const { id: organization } = useOrganization()
  if (step === 'Enter facts') {
    return (
      <Link to={factsOf(organization, athlete.id)} className={buttonClass()}>
        {step}
      </Link>
    )
  }
  if (isOneOf(placesOfSteps, step)) {
    return (
      <a href={`#${placesOfSteps[step]}`} className={buttonClass()}>
        {step}
      </a>
    )
  }
  const takeStep = () => {
    if (isOneOf(movesOfBand, step)) return moves.perform(movesOfBand[step])
    if (step === 'Remind payor') return remindPayor(id)
    onComplete()
  }
  return (
    <Button busy={moves.busy || busy} onClick={takeStep}>
      {step}
    </Button>
  )
}

function TimeLeft({ disclosure }: { disclosure: Disclosure }) {
  const now = useNow()
  const { isLate, isNear, text } = timeLeft(disclosure, useToday(), now)
  const isUnknown = disclosure.missing.length > 0
  const look = isUnknown
    ? 'bg-summit-pale text-summit-ink'
    : isLate
      ? 'bg-error-pale text-error'
      : isNear
        ? 'bg-summit-pale text-summit-ink'
        : 'bg-quiet text-slate'
  return (
    <p className={`flex items-center gap-2 rounded-md px-3 py-1.5 text-sm ${look}`}>
      <DueRing row={disclosure} {...{ now, isLate, isNear }} />
      <span className="font-semibold">{isUnknown ? latestInWords(disclosure) : text}</span>
      {!isBeforeSigning(disclosure) && (
        <span className="text-xs">{deadlineInWords(disclosure.dueAt, disclosure.timeZone)}</span>
      )}
    </p>
  )
}

/** What is missing before anyone can tell whether the report is due, and where it is entered. */
function UnknownFacts({ disclosure }: { disclosure: Disclosure }) {
  return disclosure.missing.length > 0 && <UnknownFactsPanel disclosure={disclosure} />
}

function UnknownFactsPanel({ disclosure }: { disclosure: Disclosure }) {
  const { athlete, deal, dueOn } = disclosure
  const missing = useMissingFacts(deal ? { deal: deal.id } : { athlete: athlete.id })
  const unknown = unknownInWords(disclosure)
  return (
    <Panel title={CANNOT_TELL}>
      <p className="text-sm text-ink">
        {unknown}. If the report is due, it is due{' '}
        {isBeforeSigning({ dueOn }) ? 'before anyone signs' : `on ${calendarDay(dueOn)} at the latest`}. Once the facts
        are known, the day moves or the report is withdrawn.
      </p>
      <div className="mt-4">
        <Loaded query={missing}>{(facts) => <FactForm missing={facts} look="secondary" />}</Loaded>
      </div>
    </Panel>
  )
}

/** Id of the panel that asks the payor. */
const ATTESTATION = 'attestation'

/** One segment per field, and the faults that most often delay a clearance. */
function Completeness({ disclosure, onEdit }: { disclosure: Disclosure; onEdit: (field: PacketField) => void }) {
  const { may } = useOrganization()
  const { fields, filled, checks } = disclosure.packet
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
          <li key={`${title} ${detail}`} className="flex gap-2 py-2">
            <ToolIcon
              name={fine ? 'check' : 'warning'}
              className={`mt-0.5 size-4 shrink-0 ${fine ? 'text-success' : 'text-summit-ink'}`}
            />
            <div className="min-w-0">
              <p className="font-medium text-ink">{title}</p>
              <p className="break-words text-grey">{detail}</p>
            </div>
            {!fine && may('disclosures.edit') && (
              <div className="ml-auto shrink-0">
                <Remedy check={id} disclosure={disclosure} onEdit={onEdit} />
              </div>
            )}
          </li>
        ))}
      </ul>
      {filled === fields.length && checks.every(({ fine }) => fine) && (
        <p className="text-sm text-success">Nothing is missing.</p>
      )}
    </Panel>
  )
}

/** Where a fault is removed. */
function Remedy({
  check,
  disclosure,
  onEdit,
}: {
  check: PacketCheck['id']
  disclosure: Disclosure
  onEdit: (field: PacketField) => void
}) {
  const { id: organization } = useOrganization()
  const { deal, packet } = disclosure
  if (check === 'purpose') {
    const purpose = packet.fields.find(({ key }) => key === 'purpose')
    return (
      purpose && (
        <button type="button" className={`${textLinkClass} touch-area`} onClick={() => onEdit(purpose)}>
          Edit<span className="sr-only"> business purpose</span>
        </button>
      )
    )
  }
  if (check === 'attestation') {
    return (
      <a href={`#${ATTESTATION}`} className={`${textLinkClass} touch-area`}>
        {disclosure.attestation ? 'Open request' : disclosure.payor?.email ? 'Ask payor' : 'Add email and ask'}
      </a>
    )
  }
  return (
    deal && (
      <Link to={`/organizations/${organization}/deals/${deal.id}`} className={`${textLinkClass} touch-area`}>
        Open deal
      </Link>
    )
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
    <MenuButton
      align="end"
      buttonClass={buttonClass({ look: 'secondary', size: 'small' })}
      label={
        <>
          <ToolIcon name="download" />
          <span className="max-md:sr-only">{busy ? 'Drawing…' : 'Download'}</span>
        </>
      }
    >
      <MenuItem
        onClick={() =>
          run(async () => saveFile(await loadPdf({ organization, disclosure: id }).unwrap(), 'packet.pdf'))
        }
      >
        PDF
      </MenuItem>
      <MenuItem onClick={saveJson}>JSON</MenuItem>
    </MenuButton>
  )
}
