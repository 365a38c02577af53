import { athletesApi } from '@sherpa/api-client/athletes'
import { type Athlete, type AthleteChanges, type AthleteFact, athleteChange } from '@sherpa/contracts/athlete'
import { factLabels } from '@sherpa/contracts/field-labels'
import { type Save, useChanges } from '../../../records/use-changes.tsx'
import { useAppDispatch } from '../../../store.ts'
import { factInWords } from './athlete-words.ts'
import { contestedParts, formerOf } from './contested.ts'

export type SaveChanges = Save<Athlete, AthleteChanges>

export function useAthleteChanges(organization: string) {
  const [send] = athletesApi.useChangeAthleteMutation()
  const dispatch = useAppDispatch()
  return useChanges<Athlete, AthleteChanges>({
    schema: athleteChange.shape.changes,
    send: (changes, { id, version }) => send({ organization, athlete: id, body: { version, changes } }).unwrap(),
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
        mine: factInWords(fact, changes[fact], sport),
        theirs: factInWords(fact, present[fact], present.sport),
      }
    },
  })
}
