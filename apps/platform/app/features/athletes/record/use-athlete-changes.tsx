import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type AthleteChanges, type AthleteFact, athleteChange } from '@sherpa/contracts/athlete'
import { factLabels } from '@sherpa/contracts/field-labels'
import { useState } from 'react'
import { failureOf } from '../../../forms/failure.ts'
import { useLabels } from '../../../frame/account-context.ts'
import { NotSaved } from '../../../records/inline-field.tsx'
import { type Save, useChanges } from '../../../records/use-changes.tsx'
import { useAppDispatch } from '../../../store.ts'
import { ActionDialog } from '../../deals/record/action-dialog.tsx'
import { factInWords } from './athlete-words.ts'
import { contestedParts, formerOf } from './contested.ts'

export type SaveChanges = Save<Athlete, AthleteChanges>

export function useAthleteChanges(organization: string) {
  const [send] = athletesApi.useChangeAthleteMutation()
  const dispatch = useAppDispatch()
  const labels = useLabels()
  const { askReason, reasonDialog } = useReasonForAdult()
  const { save, dialog } = useChanges<Athlete, AthleteChanges>({
    schema: athleteChange.shape.changes,
    async send(changes, { id, version }) {
      const change = (reason?: string) =>
        send({ organization, athlete: id, body: { version, changes, ...(reason && { reason }) } }).unwrap()
      try {
        return await change()
      } catch (error) {
        if (failureOf(error).code !== 'age-reason-needed') throw error
        const reason = await askReason()
        if (!reason) throw new NotSaved('Not saved. This change needs a reason.')
        return change(reason)
      }
    },
    show(athlete) {
      const of = { organization, athlete: athlete.id }
      dispatch(athletesApi.util.updateQueryData('athlete', of, () => athlete))
    },
    contestedParts,
    formerOf,
    inWords(part, changes, present) {
      const fact = part as AthleteFact
      const sport = changes.sport === undefined ? present.sport : changes.sport
      return {
        label: factLabels[fact],
        mine: factInWords(fact, changes[fact], sport, labels),
        theirs: factInWords(fact, present[fact], present.sport, labels),
      }
    },
  })
  return {
    save,
    dialog: (
      <>
        {dialog}
        {reasonDialog}
      </>
    ),
  }
}

/** Asks why an athlete with a verified guardian is an adult. Undefined if the dialog is closed. */
function useReasonForAdult() {
  const [answer, setAnswer] = useState<(reason?: string) => void>()
  const question = answer && {
    title: 'Change to adult?',
    confirm: 'Save change',
    confirming: 'Saving…',
    comment: { label: 'Reason', needed: 'Enter a reason' },
    act: async (reason: string | null) => answer(reason ?? undefined),
    children: (
      <p>
        This athlete has or had a verified guardian, who would no longer have to sign. Owners get an email, and
        approvers see the reason on new deals.
      </p>
    ),
  }
  return {
    askReason: () => new Promise<string | undefined>((resolve) => setAnswer(() => resolve)),
    reasonDialog: (
      <ActionDialog
        question={question}
        onClose={() => {
          answer?.()
          setAnswer(undefined)
        }}
      />
    ),
  }
}
