import type { DealRow } from '@sherpa/contracts/deal'

/** Names both parties whatever the title. `ownTitle` is a title that does not name them. */
export function namesOf({ title, athlete, company }: Pick<DealRow, 'title' | 'athlete' | 'company'>) {
  const isNamed = title.includes(athlete.name) && title.includes(company.name)
  return isNamed ? { name: title } : { name: `${athlete.name} × ${company.name}`, ownTitle: title }
}
