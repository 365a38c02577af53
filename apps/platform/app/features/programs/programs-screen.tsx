import { programsApi } from '@sherpa/api-client/programs'
import {
  MOST_COUNTED_IN_PROGRAM,
  type NewProgram,
  newProgram,
  type Program,
  programGenders,
} from '@sherpa/contracts/program'
import { sportNames } from '@sherpa/contracts/sports'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { EmptyState } from '@sherpa/ui/empty-state'
import { StatusBadge } from '@sherpa/ui/status-badge'
import { showToast } from '@sherpa/ui/toast-area'
import { useState } from 'react'
import { Link } from 'react-router'
import { useAction } from '../../data/use-action.ts'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { FormMessage } from '../../forms/form-message.tsx'
import { SelectField } from '../../forms/select-field.tsx'
import { SubmitActions } from '../../forms/submit-actions.tsx'
import { TextField } from '../../forms/text-field.tsx'
import { useForm } from '../../forms/use-form.ts'
import { useOrganization } from '../../frame/account-context.ts'
import { useFocusWhenLost } from '../../frame/focus-when-lost.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { ScreenHeading } from '../../frame/screen-heading.tsx'
import { MenuItem, RowMenu } from '../../list/row-menu.tsx'
import { ProgramMembersDialog } from './program-members.tsx'

/** Programs, with their members. Athletes are added on the roster or on their record. */
export function Component() {
  const { id: organization, name, may } = useOrganization()
  const programs = programsApi.useProgramsQuery({ organization })
  const [addProgram] = programsApi.useAddProgramMutation()
  const [changeProgram] = programsApi.useChangeProgramMutation()
  const [removeProgram] = programsApi.useRemoveProgramMutation()
  const [adding, setAdding] = useState(false)
  const [edited, setEdited] = useState<Program>()
  const [members, setMembers] = useState<Program>()
  const [archived, setArchived] = useState<Program>()
  const [removed, setRemoved] = useState<Program>()
  const { run } = useAction()
  const mayEdit = may('organization.edit') && may('athletes.all')
  const setArchiving = ({ id: program }: Program, archive: boolean) =>
    changeProgram({ organization, program, body: { archived: archive } }).unwrap()
  return (
    <>
      <ScreenHeading
        title="Programs"
        within={name}
        lead="Coaches and staff see only the athletes of their programs. Roles that see all athletes are not limited."
        actions={
          mayEdit && (
            <Button size="small" onClick={() => setAdding(true)}>
              Add program
            </Button>
          )
        }
      />
      <Loaded query={programs}>
        {(loaded) => (
          <Programs
            programs={loaded.programs}
            onMembers={setMembers}
            onEdit={mayEdit ? setEdited : undefined}
            onArchive={setArchived}
            onRestore={(program) =>
              void run(async () => {
                await setArchiving(program, false)
                showToast('success', `${program.name} restored.`)
              })
            }
            onRemove={setRemoved}
          />
        )}
      </Loaded>
      <Dialog open={adding} title="Add program" onClose={() => setAdding(false)}>
        <ProgramForm
          onCancel={() => setAdding(false)}
          send={async (body) => {
            await addProgram({ organization, body }).unwrap()
            setAdding(false)
          }}
        />
      </Dialog>
      <Dialog open={edited !== undefined} title="Edit program" onClose={() => setEdited(undefined)}>
        {edited && (
          <ProgramForm
            program={edited}
            onCancel={() => setEdited(undefined)}
            send={async (body) => {
              await changeProgram({ organization, program: edited.id, body }).unwrap()
              setEdited(undefined)
            }}
          />
        )}
      </Dialog>
      <ProgramMembersDialog program={members} onClose={() => setMembers(undefined)} />
      <ConfirmDialog
        open={archived !== undefined}
        title={`Archive ${archived?.name}?`}
        confirm="Archive"
        confirming="Archiving…"
        onClose={() => setArchived(undefined)}
        onConfirm={async () => archived && setArchiving(archived, true)}
      >
        <p>Members no longer see athletes through this program. You can restore it.</p>
      </ConfirmDialog>
      <ConfirmDialog
        open={removed !== undefined}
        title={`Remove ${removed?.name}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => removed && removeProgram({ organization, program: removed.id }).unwrap()}
      >
        <p>A program that has or had athletes or members can only be archived.</p>
      </ConfirmDialog>
    </>
  )
}

function Programs({
  programs,
  onMembers,
  onEdit,
  onArchive,
  onRestore,
  onRemove,
}: {
  programs: Program[]
  /** Undefined: the reader cannot edit programs. */
  onEdit: ((program: Program) => void) | undefined
} & Record<'onMembers' | 'onArchive' | 'onRestore' | 'onRemove', (program: Program) => void>) {
  const { id: organization, may } = useOrganization()
  const list = useFocusWhenLost<HTMLUListElement>(programs.length)
  if (programs.length === 0) {
    return (
      <EmptyState title="No programs yet">
        Add one, for example women’s basketball. Then assign athletes in the list of athletes.
      </EmptyState>
    )
  }
  return (
    <ul
      ref={list}
      tabIndex={-1}
      aria-label="Programs"
      className="divide-y divide-line-soft border-y border-line text-sm"
    >
      {programs.map((program) => (
        <li key={program.id} className="flex min-h-12 flex-wrap items-center gap-x-4 py-1.5">
          <div className="min-w-0 flex-1">
            <span className="flex flex-wrap items-center gap-2">
              <span className="min-w-0 font-medium break-words text-ink">{program.name}</span>
              {program.archived && <StatusBadge tone="quiet">Archived</StatusBadge>}
            </span>
            <span className="block text-xs text-grey">{factsInWords(program)}</span>
          </div>
          <div className="flex gap-4 max-md:order-last max-md:w-full">
            <Link
              to={`/organizations/${organization}/athletes?program=${program.id}`}
              className="touch-area text-grey tabular-nums hover:text-ink hover:underline"
            >
              {counted(program.athletes, 'athlete')}
            </Link>
            {may('people.view') && (
              <button
                type="button"
                onClick={() => onMembers(program)}
                className="touch-area cursor-pointer text-grey tabular-nums hover:text-ink hover:underline"
              >
                {counted(program.members, 'member')}
                <span className="sr-only"> of {program.name}</span>
              </button>
            )}
          </div>
          {onEdit && (
            <RowMenu name={`Actions for ${program.name}`}>
              <MenuItem onClick={() => onEdit(program)}>Edit</MenuItem>
              {program.archived ? (
                <MenuItem onClick={() => onRestore(program)}>Restore</MenuItem>
              ) : (
                <MenuItem onClick={() => onArchive(program)}>Archive</MenuItem>
              )}
              <MenuItem onClick={() => onRemove(program)}>Remove</MenuItem>
            </RowMenu>
          )}
        </li>
      ))}
    </ul>
  )
}

function factsInWords({ sport, gender }: Program) {
  return [gender && programGenders[gender], sport && sportNames[sport]].filter(Boolean).join(', ')
}

function counted(count: number, what: string) {
  if (count > MOST_COUNTED_IN_PROGRAM) return `${MOST_COUNTED_IN_PROGRAM.toLocaleString('en-US')}+ ${what}s`
  return count === 1 ? `1 ${what}` : `${count === 0 ? 'No' : count.toLocaleString('en-US')} ${what}s`
}

function ProgramForm({
  program,
  send,
  onCancel,
}: {
  program?: Program
  send: (program: NewProgram) => Promise<unknown>
  onCancel: () => void
}) {
  const { errors, failureText, busy, formProps } = useForm({
    schema: newProgram,
    read: ({ name, sport, gender }) => ({ name, sport: sport || null, gender: gender || null }),
    send,
  })
  return (
    <form {...formProps} className="flex flex-col gap-5">
      <FormMessage failure={failureText} />
      <TextField
        name="name"
        label="Name"
        hint="For example, Women’s basketball"
        defaultValue={program?.name}
        maxLength={100}
        autoComplete="off"
        errors={errors}
      />
      <SelectField
        name="sport"
        label="Sport"
        note="optional"
        options={{ '': 'Any sport', ...sportNames }}
        defaultValue={program?.sport ?? ''}
        error={errors.get('sport')}
      />
      <SelectField
        name="gender"
        label="Gender"
        note="optional"
        options={{ '': 'Not set', ...programGenders }}
        defaultValue={program?.gender ?? ''}
        error={errors.get('gender')}
      />
      <SubmitActions
        label={program ? 'Save' : 'Add program'}
        busyLabel={program ? 'Saving…' : 'Adding…'}
        busy={busy}
        onCancel={onCancel}
      />
    </form>
  )
}
