import { type AthleteRow, levels } from '@sherpa/contracts/athlete'
import { positionName, sportNames } from '@sherpa/contracts/sports'

type Playing = Pick<AthleteRow, 'sport' | 'positions'>
type Attending = Pick<AthleteRow, 'school' | 'classYear' | 'level'>

/** The main position; without one, the sport. */
export function mainPosition({ sport, positions: [main] }: Playing) {
  if (main) return positionName(sport, main)
  return sport ? sportNames[sport] : ''
}

/** Such as 2027; pros have none. */
export function classInWords({ classYear, level }: Pick<AthleteRow, 'classYear' | 'level'>) {
  return classYear ? String(classYear) : level === 'pro' ? levels.pro : ''
}

/** Such as "Alder Basin High, 2027". */
export function schoolInWords(athlete: Attending) {
  return [athlete.school, classInWords(athlete)].filter(Boolean).join(', ')
}

/** Such as "Pitcher, Harlan Tech, 2027". */
export function athleteInWords(athlete: Playing & Attending) {
  return [mainPosition(athlete), schoolInWords(athlete)].filter(Boolean).join(', ')
}
