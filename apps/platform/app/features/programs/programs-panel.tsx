import { programsApi } from '@sherpa/api-client/programs'
import type { Athlete } from '@sherpa/contracts/athlete'
import { type AthleteProgram, newAthleteProgram, programDays } from '@sherpa/contracts/program'
import { Dialog } from '@sherpa/ui/dialog'
import { Panel } from '@sherpa/ui/panel'
import { useState } from 'react'
import { ConfirmDialog } from '../../forms/confirm-dialog.tsx'
import { useOrganization } from '../../frame/account-context.ts'
import { QuietButton } from '../athletes/record/panel-parts.tsx'
import { ProgramDaysForm } from './program-days-form.tsx'
import { ProgramDaysList } from './program-days-list.tsx'
import { usePrograms } from './use-programs.ts'

/** Programs of an athlete. Hidden in organizations without programs. */
export function ProgramsPanel({ athlete: { id: athlete, programDays: all, editable } }: { athlete: Athlete }) {
  const { id: organization } = useOrganization()
  const programs = usePrograms()
  const [isAdding, setAdding] = useState(false)
  const [edited, setEdited] = useState<AthleteProgram>()
  const [removed, setRemoved] = useState<AthleteProgram>()
  const [add] = programsApi.useAddAthleteProgramMutation()
  const [change] = programsApi.useChangeAthleteProgramMutation()
  const [remove] = programsApi.useRemoveAthleteProgramMutation()
  if (all.length === 0 && (!editable || programs.length === 0)) return null
  const stopEditing = () => setEdited(undefined)
  return (
    <Panel
      title="Programs"
      empty={all.length === 0 && 'None yet'}
      actions={
        editable &&
        programs.length > 0 && (
          <QuietButton name="Add to program" onClick={() => setAdding(true)}>
            Add
          </QuietButton>
        )
      }
    >
      {all.length > 0 && (
        <div className="-mt-4">
          <ProgramDaysList
            label="Programs"
            entries={all.map((one) => ({ ...one, title: one.program.name }))}
            editable={editable}
            onEdit={setEdited}
            onRemove={setRemoved}
          />
        </div>
      )}
      <Dialog open={isAdding} title="Add to program" onClose={() => setAdding(false)}>
        <ProgramDaysForm
          schema={newAthleteProgram}
          choice={{ name: 'programId', label: 'Program', options: programs }}
          onCancel={() => setAdding(false)}
          send={async (body) => {
            await add({ organization, athlete, body }).unwrap()
            setAdding(false)
          }}
        />
      </Dialog>
      <Dialog open={edited !== undefined} title={`Days in ${edited?.program.name}`} onClose={stopEditing}>
        {edited && (
          <ProgramDaysForm
            schema={programDays}
            days={edited}
            onCancel={stopEditing}
            send={async (body) => {
              await change({ organization, athlete, athleteProgram: edited.id, body }).unwrap()
              stopEditing()
            }}
          />
        )}
      </Dialog>
      <ConfirmDialog
        open={removed !== undefined}
        title={`Remove from ${removed?.program.name}?`}
        confirm="Remove"
        confirming="Removing…"
        onClose={() => setRemoved(undefined)}
        onConfirm={async () => removed && remove({ organization, athlete, athleteProgram: removed.id }).unwrap()}
      >
        <p className="text-sm">These days are deleted. To keep them, set a last day instead.</p>
      </ConfirmDialog>
    </Panel>
  )
}
