import { type Athlete, athleteName } from '@sherpa/contracts/athlete'
import type { LogTarget } from '../../contact-log/log-target.ts'

export function logOfAthlete(athlete: Athlete): LogTarget {
  return { record: 'athlete', id: athlete.id, name: athleteName(athlete), contacts: athlete.contacts ?? [] }
}
