import type { Athlete, Stage } from '@sherpa/contracts/athlete'
import { Button, buttonClass } from '@sherpa/ui/button'
import { MenuButton, menuItemClass } from '@sherpa/ui/menu-button'
import { showToast } from '@sherpa/ui/toast-area'
import { ToolIcon } from '@sherpa/ui/tool-icon'
import { type ReactNode, useState } from 'react'
import { useNavigate } from 'react-router'
import { useAction } from '../../../data/use-action.ts'
import { useLabels, useOrganization } from '../../../frame/account-context.ts'
import { useCommands } from '../../../frame/palette/commands.ts'
import { useOpenedByAddress } from '../../../frame/use-opened-by-address.ts'
import { MenuItem } from '../../../list/row-menu.tsx'
import { type RecordFigure, RecordFigures } from '../../../records/record-figures.tsx'
import { LogCallButton } from '../../contact-log/log-call-button.tsx'
import { NewDealDialog } from '../../deals/new-deal-button.tsx'
import { InviteAthleteDialog, inviteLabel } from '../guardians/invite-athlete-dialog.tsx'
import { PictureMenu } from '../picture/picture-menu.tsx'
import { StageBadge, UNKNOWN_STAGE } from '../stage-badge.tsx'
import { namedAthlete } from './athlete-context.ts'
import { headline } from './athlete-words.ts'
import { DuplicatesDialog } from './duplicates-dialog.tsx'
import { EraseDialog } from './erase-dialog.tsx'
import { Under18Badge } from './under-18-badge.tsx'
import type { SaveChanges } from './use-athlete-changes.tsx'

export const recordTitleClass = 'min-w-0 text-[1.375rem] leading-7 break-words'

/** The header of a record: name, stage and actions. */
export function RecordHead({
  athlete,
  save,
  onAddNote,
  title,
  figures = [],
  tab = '',
}: {
  athlete: Athlete
  save: SaveChanges
  onAddNote: () => void
  /** The name, as a heading of the right level. */
  title: ReactNode
  figures?: readonly RecordFigure[]
  /** The path of the tab; empty for the overview. */
  tab?: string
}) {
  const { may } = useOrganization()
  const hasActions = athlete.editable || may('athletes.log')
  return (
    <header className="record-head flex flex-wrap items-center gap-x-6 gap-y-4" data-folded={tab !== '' || undefined}>
      <div className={`flex min-w-0 flex-1 items-start gap-4 max-md:gap-3 ${hasActions ? 'basis-72' : 'basis-0'}`}>
        <div className="folded-away">
          <PictureMenu athlete={athlete} />
        </div>
        <div className="relative min-w-0 flex-1 self-center">
          <div className="flex flex-wrap items-center gap-x-2 gap-y-1">
            {title}
            {athlete.editable ? <StageMenu athlete={athlete} save={save} /> : <StageBadge stage={athlete.stage} />}
            {athlete.minor && <Under18Badge athlete={athlete} />}
          </div>
          <div className="folded-away">
            <Headline athlete={athlete} />
          </div>
          {figures.length > 0 && (
            <div className="mt-3 max-md:hidden">
              <RecordFigures figures={figures} />
            </div>
          )}
        </div>
      </div>
      <div className={`record-actions flex items-center gap-2 ${hasActions ? 'max-md:w-full' : ''}`}>
        <div className="folded-away contents">
          {/* The composer of the timeline does both. */}
          {tab !== '/activity' && (
            <>
              <LogCallButton />
              {may('athletes.log') && <AddNoteButton onClick={onAddNote} />}
            </>
          )}
          {may('deals.edit') && <NewDealOfAthlete athlete={athlete} />}
        </div>
        <MoreMenu athlete={athlete} />
      </div>
      {figures.length > 0 && (
        <div className="folded-away w-full md:hidden">
          <RecordFigures figures={figures} />
        </div>
      )}
    </header>
  )
}

function NewDealOfAthlete({ athlete }: { athlete: Athlete }) {
  const [isAdding, setAdding] = useState(false)
  useCommands([{ title: 'New deal', icon: 'plus', run: () => setAdding(true) }])
  return (
    <>
      <Button
        look="secondary"
        onClick={() => setAdding(true)}
        className="whitespace-nowrap max-md:flex-1 max-sm:px-1.5"
      >
        <ToolIcon name="plus" className="size-4 max-sm:hidden" />
        New deal
      </Button>
      <NewDealDialog open={isAdding} athlete={namedAthlete(athlete)} onClose={() => setAdding(false)} />
    </>
  )
}

function Headline({ athlete }: { athlete: Athlete }) {
  return (
    <p className="dotted-line mt-0.5 text-sm text-slate">
      {headline(athlete).map((part) => (
        <span key={part}>{part}</span>
      ))}
    </p>
  )
}

function AddNoteButton({ onClick }: { onClick: () => void }) {
  useCommands([{ title: 'Add note', icon: 'note', run: onClick }])
  return (
    <Button look="secondary" onClick={onClick} className="whitespace-nowrap max-md:flex-1 max-sm:px-1.5">
      <ToolIcon name="note" className="size-4 max-sm:hidden" />
      Add note
    </Button>
  )
}

function StageMenu({ athlete, save }: { athlete: Athlete; save: SaveChanges }) {
  const { stages } = useLabels()
  const { busy, run } = useAction()
  const change = (stage: Stage) => void run(() => save({ stage }, athlete))
  const others = (Object.keys(stages) as Stage[]).filter((stage) => stage !== athlete.stage)
  useCommands(
    others.map((stage) => ({ title: `Change stage to ${stages[stage]}`, icon: 'flag', run: () => change(stage) })),
  )
  return (
    <div>
      <MenuButton
        name={athlete.stage ? `Stage: ${stages[athlete.stage]}` : UNKNOWN_STAGE}
        buttonClass="relative z-1 inline-flex min-h-6 cursor-pointer items-center gap-1.5 rounded-full border border-line px-2 hover:bg-hover max-md:after:absolute max-md:after:-inset-x-1 max-md:after:-inset-y-2.5"
        label={
          <>
            <StageBadge stage={athlete.stage} />
            <ToolIcon name="chevron" className="size-3 rotate-90" />
          </>
        }
      >
        {(Object.keys(stages) as Stage[]).map((stage) => (
          <button
            key={stage}
            type="button"
            aria-current={stage === athlete.stage || undefined}
            disabled={busy}
            className={menuItemClass}
            onClick={() => stage !== athlete.stage && change(stage)}
          >
            {stages[stage]}
          </button>
        ))}
      </MenuButton>
    </div>
  )
}

function MoreMenu({ athlete }: { athlete: Athlete }) {
  const { id: organization, may } = useOrganization()
  const [dialog, setDialog] = useState<'duplicates' | 'erase'>()
  const [isInviting, setInviting] = useOpenedByAddress('invite')
  const navigate = useNavigate()
  const close = () => setDialog(undefined)
  const mayInvite = athlete.editable && may('people.invite') && athlete.account !== null && athlete.account !== 'linked'
  const mayMerge = athlete.editable && may('athletes.all')
  const mayErase = athlete.editable && athlete.sensitive

  async function copyAddress() {
    try {
      await navigator.clipboard.writeText(
        `${window.location.origin}/organizations/${organization}/athletes/${athlete.id}`,
      )
      showToast('success', 'Link copied.')
    } catch {
      showToast('error', 'Your browser does not allow copying. Copy the address above instead.')
    }
  }

  const more = [
    {
      title: inviteLabel(athlete),
      icon: 'invite' as const,
      run: () => setInviting(true),
      allowed: mayInvite,
    },
    { title: 'Copy link', icon: 'note' as const, run: () => void copyAddress(), allowed: true },
    {
      title: 'View activity',
      icon: 'activity' as const,
      run: () => void navigate(`/organizations/${organization}/activity?athlete=${athlete.id}`),
      allowed: may('activity.view') && may('athletes.all'),
    },
    { title: 'Find duplicates', icon: 'search' as const, run: () => setDialog('duplicates'), allowed: mayMerge },
    { title: 'Erase', icon: 'close' as const, run: () => setDialog('erase'), allowed: mayErase },
  ].filter(({ allowed }) => allowed)
  useCommands(more)

  return (
    <>
      <MenuButton
        align="end"
        name="More"
        buttonClass={`${buttonClass({ look: 'secondary' })} w-8 px-0 max-md:w-11`}
        label={<ToolIcon name="more" />}
      >
        {more.map(({ title, run }) => (
          <MenuItem key={title} onClick={run}>
            {title}
          </MenuItem>
        ))}
      </MenuButton>
      <InviteAthleteDialog open={isInviting && mayInvite} athlete={athlete} onClose={() => setInviting(false)} />
      <DuplicatesDialog open={dialog === 'duplicates'} athlete={athlete} onClose={close} />
      <EraseDialog open={dialog === 'erase'} athlete={athlete} onClose={close} />
    </>
  )
}
