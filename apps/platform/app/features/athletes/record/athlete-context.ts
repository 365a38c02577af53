import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import type { RefObject } from 'react'
import { useOutletContext } from 'react-router'
import type { SaveChanges } from './use-athlete-changes.tsx'

/** What the tabs of a record share. */
export type AthleteContext = { athlete: Athlete; save: SaveChanges; composer: RefObject<HTMLTextAreaElement | null> }

/** For forms that know the athlete. */
export const namedAthlete = (athlete: Athlete) => ({ id: athlete.id, name: athleteName(athlete) })

export const useAthleteRecord = () => useOutletContext<AthleteContext>()
