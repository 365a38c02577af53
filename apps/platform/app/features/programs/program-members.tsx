import { programsApi } from '@sherpa/api-client/programs'
import { newProgramMember, type ProgramMember, programDays } from '@sherpa/contracts/program'
import { Button } from '@sherpa/ui/button'
import { Dialog } from '@sherpa/ui/dialog'
import { useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { Loaded } from '../../frame/loaded.tsx'
import { useColleagues } from '../athletes/use-colleagues.ts'
import { ProgramDaysForm } from './program-days-form.tsx'
import { ProgramDaysList } from './program-days-list.tsx'
import { usePrograms } from './use-programs.ts'

type Subject = { id: string; name: string }

/** The members of a program, or the programs of a member. */
export function ProgramMembersDialog({
  program,
  person,
  onClose,
}: {
  program?: Subject | undefined
  person?: Subject | undefined
  onClose: () => void
}) {
  const subject = program ?? person
  return (
    <Dialog
      open={subject !== undefined}
      title={program ? `Members of ${program.name}` : `Programs of ${person?.name}`}
      onClose={onClose}
    >
      {subject && <ProgramMembers program={program} person={person} />}
    </Dialog>
  )
}

function ProgramMembers({ program, person }: { program?: Subject | undefined; person?: Subject | undefined }) {
  const { id: organization, may } = useOrganization()
  const query = { ...(program && { program: program.id }), ...(person && { person: person.id }) }
  const members = programsApi.useProgramMembersQuery({ organization, query })
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<ProgramMember>()
  const [removed, setRemoved] = useState<ProgramMember>()
  const [change] = programsApi.useChangeProgramMemberMutation()
  const [remove] = programsApi.useRemoveProgramMemberMutation()
  const editable = may('people.manage') && may('athletes.all')
  if (isAdding) return <AddForm program={program} person={person} onClose={() => setAdding(false)} />
  if (edited) {
    return (
      <ProgramDaysForm
        schema={programDays}
        days={edited}
        onCancel={() => setEdited(undefined)}
        send={async (body) => {
          await change({ organization, programMember: edited.id, body }).unwrap()
          setEdited(undefined)
        }}
      />
    )
  }
  return (
    <div className="flex flex-col gap-4">
      <p className="text-sm">
        {program
          ? 'Members who don’t see all athletes see those of their programs.'
          : 'Without access to all athletes, they see those of their programs.'}
      </p>
      <Loaded query={members}>
        {({ members: all }) =>
          all.length === 0 ? (
            <p className="text-sm text-grey">{program ? 'No members yet' : 'In no program'}</p>
          ) : (
            <ProgramDaysList
              label={program ? 'Members' : 'Programs'}
              entries={all.map((one) => ({ ...one, title: program ? one.person.name : one.program.name }))}
              editable={editable}
              onEdit={setEdited}
              onRemove={setRemoved}
            />
          )
        }
      </Loaded>
      {editable && (
        <Button look="secondary" size="small" className="self-start" onClick={() => setAdding(true)}>
          {program ? 'Add member' : 'Add to program'}
        </Button>
      )}
      <ConfirmDialog
        open={removed !== undefined}
        title={`Remove ${removed?.person.name} from ${removed?.program.name}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => removed && remove({ organization, programMember: removed.id }).unwrap()}
      >
        <p className="text-sm">Access through this program ends now. To keep the days, set a last day instead.</p>
      </ConfirmDialog>
    </div>
  )
}

function AddForm({
  program,
  person,
  onClose,
}: {
  program?: Subject | undefined
  person?: Subject | undefined
  onClose: () => void
}) {
  const { id: organization } = useOrganization()
  const programs = usePrograms()
  const colleagues = useColleagues().map(([id, name]) => ({ id, name }))
  const [add] = programsApi.useAddProgramMemberMutation()
  return (
    <ProgramDaysForm
      schema={newProgramMember}
      choice={
        program
          ? { name: 'userId', label: 'Member', options: colleagues }
          : { name: 'programId', label: 'Program', options: programs }
      }
      given={program ? { programId: program.id } : { userId: person?.id ?? '' }}
      onCancel={onClose}
      send={async (body) => {
        await add({ organization, body }).unwrap()
        onClose()
      }}
    />
  )
}
